import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/service-home.mjs';
import { journalPosted } from '../../server/billing/ledger/posting/journal-drain.js';
import { Clients, criteria } from '../books/clients.js';
import { GatewayProcesses, type Member } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';
import { backup, elsewhere, onlyBackupIn, query, restore } from './backup-programs.js';

/** A backup is made while requests are charged, and restored elsewhere. */
const PLENTY = 100_000_000;
const CLIENTS = 4;

let gateway: GatewayProcesses;
let member: Member;
let folder: string;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
  member = await gateway.member(PLENTY, 2, PLENTY / 2);
  folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway?.close();
});

test('a backup that is made under load has every charge before it, and serves where it is restored', async () => {
  gateway.clients.start(CLIENTS, member.keys);
  await gateway.clients.served(100);
  // Of a day and a month that only the backup has partitions for, and of a time that none is made for.
  for (const at of [Math.floor(Date.now() / 1000) - 20 * 86_400, 60])
    for (const table of ['request_minutes', 'request_hours'])
      await query(
        gateway.environment,
        `INSERT INTO ${table} SELECT ${at}, 0, 0, 'earlier', 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}'`,
      );
  const served = gateway.clients.counts()['200'] ?? 0;
  const to = join(folder, 'under load');
  expect(await backup(gateway.environment, to)).toEqual([0, expect.stringContaining('backup: ')]);
  await gateway.clients.stop();
  const from = onlyBackupIn(to);
  expect(from).toMatch(/tollgate-\d{8}T\d{6}Z$/);

  const there = await elsewhere(gateway.environment);
  expect(await restore(there, from)).toEqual([0, expect.stringMatching(/the ledger balances\nrestored\n$/)]);
  const charges = async () => {
    const [row] = await query<{ count: number; sum: number; quota: number }>(
      there,
      `SELECT count(*)::int AS count, -sum(delta)::int AS sum, max(quota)::int AS quota
       FROM ledger_entries e JOIN users u ON u.id = user_id WHERE kind = 'consume' AND user_id = ${member.id}`,
    );
    return row!;
  };
  const restored = await charges();
  expect(restored.count).toBeGreaterThanOrEqual(served);
  expect(restored.quota).toBe(PLENTY - restored.sum);
  for (const table of ['request_minutes', 'request_hours'])
    expect(
      await query(
        there,
        `SELECT ok::int, tableoid::regclass::text LIKE '%_default' AS "isInDefault" FROM ${table} WHERE model = 'earlier' ORDER BY at`,
      ),
    ).toEqual([
      { ok: 5, isInDefault: true },
      { ok: 5, isInDefault: false },
    ]);

  // The keys of tokens and channels are readable there, and new rows get new ids.
  const port = await freePort();
  const server = new Program('server/main.js', { ...there, PORT: String(port) });
  const worker = new Program('worker/main.js', there);
  server.start();
  worker.start();
  try {
    const clients = new Clients(`http://127.0.0.1:${port}`);
    await until(
      async () => (await clients.ask(member.keys[0]!, criteria.json)).status === 200,
      () => server.output,
    );
    await until(
      async () => (await charges()).count === restored.count + 1,
      () => worker.output,
    );
  } finally {
    await Promise.all([server.end('SIGTERM'), worker.end('SIGTERM')]);
  }
});

test('a backup waits for a worker to post what is charged', async () => {
  await gateway.quiet();
  await gateway.worker.end('SIGTERM');
  await gateway.clients.ask(member.keys[0]!, criteria.json);
  await expect(journalPosted(gateway.redis, 300)).rejects.toThrow(
    'charges wait in Redis that no worker posted',
  );
  gateway.worker.start();
  await journalPosted(gateway.redis);
  expect(await backup(gateway.environment, join(folder, 'posted'))).toEqual([0, expect.any(String)]);
});
