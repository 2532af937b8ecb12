import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { enterOnce } from '../../server/billing/ledger/ledger-entries.repository.js';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { LedgerRepository } from '../../server/billing/ledger/ledger.repository.js';
import { databaseOptions } from '../../server/database/options.js';
import { freshWorld } from '../setup/fresh-databases.js';
import { digests, imported, source } from './imported.js';
import { HASH, importFile, SmallDatabases, token, user, vault } from './small-databases.js';

/** What changes in the source after its import, while its gateway works on. */
const sources = new SmallDatabases();
let database: DataSource;
let redis: Redis;
let client: pg.Client;
let file: string;

const HOUR = 3600;
const now = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  await freshWorld();
  database = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  redis = new Redis(process.env.REDIS_URL!);
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  file = sources.make('old', {
    users: [
      user(1, 'root', { role: 100, quota: 500, password: HASH }),
      user(2, 'ann', { quota: 1000 }),
      user(3, 'bob', { quota: 1000 }),
      user(4, 'eve', { quota: 1000, github_id: 'eve' }),
    ],
    tokens: [
      token(1, 2, 'keyless', { remain_quota: 500 }),
      token(2, 3, 'unlimited', { unlimited_quota: 1, remain_quota: 0 }),
      token(3, 3, 'lost', { remain_quota: 50 }),
    ],
    channels: [
      { id: 1, type: 1, key: 'k', name: 'c', models: 'gpt-4o', group: 'default', status: 1, used_quota: 5 },
    ],
    options: [
      { key: 'QuotaForNewUser', value: '250000' },
      { key: 'RetryTimes', value: '2' },
    ],
    redemptions: [
      { id: 1, user_id: 1, key: 'code1', status: 1, quota: 5, used_user_id: 0 },
      { id: 2, user_id: 1, key: 'code2', status: 1, quota: 5, used_user_id: 0 },
    ],
    top_ups: [
      { id: 1, user_id: 2, amount: 3, money: 21.3, trade_no: 'n1', create_time: 5, status: 'pending' },
    ],
    logs: [{ id: 1, user_id: 2, created_at: now - HOUR, type: 2, quota: 7 }],
    quota_data: [
      { id: 1, user_id: 2, username: 'ann', model_name: 'm', created_at: now - 9 * HOUR, quota: 7, count: 1 },
    ],
    tasks: [
      {
        id: 1,
        created_at: now - HOUR,
        task_id: 's1',
        platform: 'suno',
        user_id: 2,
        channel_id: 1,
        quota: 40,
      },
    ].map((row) => ({ ...row, status: 'SUCCESS', action: 'MUSIC' })),
  });
  expect((await run()).isProven).toBe(true);
});
afterAll(async () => {
  redis.disconnect();
  await client.end();
  await database.destroy();
  sources.remove();
});

const run = (...args: string[]) => importFile(database, file, ...args);
const balances = () =>
  database.query('SELECT username, quota::int FROM users ORDER BY id') as Promise<unknown>;
const isBalanced = async () => (await auditLedger(database, redis)).balanced;

/** Takes quota units from a balance, as requests here would. */
async function spend(userId: number, amount: number): Promise<void> {
  await database.transaction(async (db) => {
    await enterOnce(db, {
      kind: 'adjust',
      reference: `edit:test-${userId}-${amount}`,
      userId,
      delta: -amount,
    });
    await new LedgerRepository().moveUser(db, userId, -amount);
  });
}

test('rows that change in the source stay as they were without --update, and replace those here with it', async () => {
  sources.change(
    file,
    `UPDATE users SET quota = 700, used_quota = 300, password = '${HASH.replaceAll('f', 'g')}', "group" = 'vip' WHERE id = 2`,
    `UPDATE users SET status = 2, github_id = 'bobby' WHERE id = 3`,
    `UPDATE tokens SET remain_quota = 200 WHERE id = 1`,
    `UPDATE tokens SET remain_quota = -300 WHERE id = 2`,
    `UPDATE tokens SET key = 'renewed' WHERE id = 3`,
    `INSERT INTO users (id, username, password, role, status, quota, "group") VALUES (5, 'new', '', 1, 1, 50, 'default')`,
    `UPDATE channels SET models = 'gpt-4o,gpt-4o-mini', used_quota = 900 WHERE id = 1`,
    `UPDATE options SET value = '300000' WHERE key = 'QuotaForNewUser'`,
    `UPDATE redemptions SET status = 3, used_user_id = 2 WHERE id = 1`,
    `UPDATE top_ups SET status = 'success' WHERE id = 1`,
  );
  const { lines: unchanged, isProven: isProvenBefore } = await run();
  expect(isProvenBefore).toBe(false);
  expect(unchanged).toContain('  users 2: source 700, imported 1000');

  const { lines, isProven, updated } = await run('--update');
  expect([isProven, lines.filter((line) => line.includes('differ'))]).toEqual([
    true,
    [
      'users: 5 balances equal, 0 differ as a note says, 0 differ',
      'tokens: 3 balances equal, 0 differ as a note says, 0 differ',
    ],
  ]);
  expect(await balances()).toEqual([
    { username: 'root', quota: 500 },
    { username: 'ann', quota: 700 },
    { username: 'bob', quota: 1000 },
    { username: 'eve', quota: 1000 },
    { username: 'new', quota: 50 },
  ]);
  expect(updated).toMatchObject({
    users: new Set([2, 3]),
    tokens: new Map([
      [1, 2],
      [2, 3],
      [3, 3],
    ]),
  });
  expect(
    await database.query(
      'SELECT password, used_quota::int AS used, "group", status, github_id AS github FROM users WHERE id IN (2, 3) ORDER BY id',
    ),
  ).toEqual([
    { password: HASH.replaceAll('f', 'g'), used: 300, group: 'vip', status: 1, github: '' },
    { password: '', used: 0, group: 'default', status: 2, github: 'bobby' },
  ]);
  expect(
    await database.query('SELECT remain_quota::int AS remain, key_hash AS hash FROM tokens ORDER BY id'),
  ).toEqual([
    { remain: 200, hash: vault.lookupHash('keyless') },
    { remain: -300, hash: vault.lookupHash('unlimited') },
    { remain: 50, hash: vault.lookupHash('renewed') },
  ]);
  expect(await database.query('SELECT model FROM abilities ORDER BY model')).toEqual([
    { model: 'gpt-4o' },
    { model: 'gpt-4o-mini' },
  ]);
  expect(await database.query(`SELECT value FROM options WHERE key = 'QuotaForNewUser'`)).toEqual([
    { value: '300000' },
  ]);
  expect(
    await database.query('SELECT status, used_user_id::int AS used FROM redemptions ORDER BY id'),
  ).toEqual([
    { status: 3, used: 2 },
    { status: 1, used: 0 },
  ]);
  expect(await database.query('SELECT status FROM top_ups')).toEqual([{ status: 'success' }]);
  expect(await isBalanced()).toBe(true);

  const before = await digests(client);
  expect((await run('--update')).isProven).toBe(true);
  expect(await digests(client)).toEqual(before);
});

test('balances change by the difference: what was spent here stays spent, and none becomes negative', async () => {
  await spend(2, 100);
  await spend(4, 600);
  sources.change(
    file,
    'UPDATE users SET quota = 900 WHERE id = 2',
    'UPDATE users SET quota = 100 WHERE id = 4',
  );
  const { lines, isProven } = await run('--update');
  // 1000 - 600 spent here - 900 spent there.
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}users 4 \(eve, 500\): a balance that was spent there and here/),
  );
  expect(isProven).toBe(true);
  expect(await database.query('SELECT quota::int FROM users WHERE id IN (2, 4) ORDER BY id')).toEqual([
    { quota: 800 },
    { quota: 0 },
  ]);
  expect(await isBalanced()).toBe(true);
  // And upwards again, from 0.
  sources.change(file, 'UPDATE users SET quota = 130 WHERE id = 4');
  expect((await run('--update')).isProven).toBe(true);
  expect(await database.query('SELECT quota::int FROM users WHERE id = 4')).toEqual([{ quota: 30 }]);
  expect(await isBalanced()).toBe(true);
});

test('a code that was redeemed here stays redeemed, and one that was redeemed on both sides is named', async () => {
  await database.transaction(async (db) => {
    await enterOnce(db, { kind: 'redemption', reference: 'redemption:2', userId: 3, delta: 5 });
    await new LedgerRepository().moveUser(db, 3, 5);
    await db.query('UPDATE redemptions SET status = 3, used_user_id = 3 WHERE id = 2');
  });
  sources.change(file, 'UPDATE redemptions SET quota = 6 WHERE id = 2');
  expect((await run('--update')).lines.join('\n')).not.toContain('redeemed there and here');
  sources.change(file, 'UPDATE redemptions SET status = 3, used_user_id = 2 WHERE id = 2');
  expect((await run('--update')).lines.join('\n')).toMatch(/redemptions 2: .* redeemed there and here/);
  expect(
    await database.query(
      'SELECT status, used_user_id::int AS used, quota::int FROM redemptions WHERE id = 2',
    ),
  ).toEqual([{ status: 3, used: 3, quota: 5 }]);
});

test('what requests to the old gateway change is left to the last run: balances, the newest rows, and tasks that have not ended', async () => {
  sources.change(
    file,
    `INSERT INTO logs VALUES (2, 2, ${now - HOUR}, 2, 8), (3, 2, ${now}, 2, 9), (4, 2, ${now - HOUR}, 2, 10)`,
    `INSERT INTO quota_data VALUES (2, 2, 'ann', 'm', ${now - HOUR}, 8, 1)`,
    'UPDATE users SET quota = quota - 8 WHERE id = 2',
    `INSERT INTO tasks SELECT 2, created_at, 's2', platform, user_id, channel_id, quota, 'QUEUED', action FROM tasks WHERE id = 1`,
  );
  const counts = () =>
    database.query(
      `SELECT (SELECT count(*) FROM logs)::int AS logs, (SELECT count(*) FROM quota_data)::int AS sums,
         (SELECT count(*) FROM tasks)::int AS tasks, (SELECT quota FROM users WHERE id = 2)::int AS quota`,
    ) as Promise<unknown>;
  await run('--follow');
  expect(await counts()).toEqual([{ logs: 2, sums: 1, tasks: 1, quota: 800 }]);
  const { isProven, lines } = await run('--update');
  expect(isProven).toBe(true);
  expect(lines.join('\n')).toContain('tasks 2 (s2): a task that has not ended');
  expect(await counts()).toEqual([{ logs: 4, sums: 2, tasks: 2, quota: 792 }]);
  expect(await isBalanced()).toBe(true);
});

test('the command follows a source until it gets SIGINT: what people change is updated, balances by the last run', async () => {
  const program = source(file).program(['--follow', '--every', '1'], process.env.DATABASE_URL ?? '');
  program.start();
  const ann = async () =>
    (
      await database.query<{ group: string; quota: number }[]>(
        'SELECT "group", quota::int FROM users WHERE id = 2',
      )
    )[0];
  const before = await ann();
  while (program.running && !program.output.includes('following')) await sleep(100);
  sources.change(file, `UPDATE users SET quota = quota + 11, "group" = 'followed' WHERE id = 2`);
  while (program.running && (await ann())?.group !== 'followed') await sleep(100);
  expect(await program.end('SIGINT')).toBe(0);
  expect(program.output).toContain('users: 1 updated');
  expect(program.output).toContain('run once more with --update');
  expect((await ann())?.quota).toBe(before?.quota);
  const { code, output } = await imported(source(file), ['--update']);
  expect([code, output]).toEqual([0, expect.stringContaining('every imported balance is proven')]);
  expect((await ann())?.quota).toBe(Number(before?.quota) + 11);
  // One entry, however many runs there were.
  expect(
    await database.query(
      `SELECT count(*)::int AS count FROM ledger_entries WHERE user_id = 2 AND delta = 11`,
    ),
  ).toEqual([{ count: 1 }]);
  expect(await imported(source(file), ['--follow', '--dry-run'])).toEqual({
    code: 2,
    output: expect.stringContaining('--follow has no dry run'),
  });
});
