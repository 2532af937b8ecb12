import { setTimeout as sleep } from 'node:timers/promises';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../../../server/billing/ledger/ledger-audit-lines.js';
import { replayRejected } from '../../../server/billing/ledger/posting/rejected.js';
import { until } from '../../setup/until.js';
import { outcome, holdFor } from './ledger-harness.js';
import { PostingHarness } from './posting-harness.js';

/** Entries that this release cannot read, or that another release wrote. */
const ledger = PostingHarness.forAllTests();

test('an entry nobody can read is set aside and the others are posted', async () => {
  const user = await ledger.gateway.user(1000);
  await ledger.here.redis.xadd('tollgate:journal', '*', 'r', 'broken', 'a', `${user} 0 5`, 'e', '{not json');
  await ledger.here.redis.hincrby(`tollgate:user:${user}`, 'o', 5);
  await ledger.spend(user, 10);
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(990);
  expect(
    await ledger.rows('SELECT request_id, user_id, charge, entry, replayed_at FROM rejected_entries'),
  ).toEqual([{ request_id: 'broken', user_id: user, charge: 5, entry: '{not json', replayed_at: 0 }]);
  const report = await auditLedger(ledger.gateway.dataSource, ledger.here.redis);
  expect(report).toMatchObject({ balanced: false, rejected: { entries: 1, quota: 5 } });
  expect(ledgerAuditLines(report).join('\n')).toContain('npm run books -- replay');
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 990)))).toBe('held');
  await ledger.connected(async (client) => {
    expect(await replayRejected(client)).toMatchObject({ posted: 0, failed: [{ requestId: 'broken' }] });
  });
  await ledger.rows('DELETE FROM rejected_entries');
});

/** Puts another entry in the place of the newest one, as a server of another release would have written it. */
async function rewriteNewest(change: (fields: readonly string[]) => string[]): Promise<void> {
  const [last] = await ledger.here.redis.xrevrange('tollgate:journal', '+', '-', 'COUNT', 1);
  const [streamId, fields] = last!;
  await ledger.here.redis.xdel('tollgate:journal', streamId);
  await ledger.here.redis.xadd('tollgate:journal', '*', ...change(fields));
}

/** A process that lost its lease (`here`, under load) appends what it settled again; one that ended does not. */
async function spendElsewhere(user: number, quota: number): Promise<string> {
  const server = await ledger.gateway.process();
  const requestId = await ledger.spend(user, quota, {}, 0, server);
  await server.close();
  return requestId;
}

test('an entry of a newer release stays in the journal, with all behind it, until a worker can read it', async () => {
  const user = await ledger.gateway.user(1000);
  await ledger.spend(user, 1);
  const requestId = await spendElsewhere(user, 30);
  let written: string[] = [];
  await rewriteNewest((fields) => {
    written = [...fields];
    return [...fields.slice(0, -1), fields.at(-1)!.replace(/^\[1,/, '[2,')];
  });
  await ledger.spend(user, 7);
  ledger.startPoster();
  await until(async () => (await ledger.waiting()) === 2);
  // Longer than the first pause of a poster that failed.
  await sleep(600);
  expect(await ledger.waiting()).toBe(2);
  expect(await ledger.gateway.quotaOf(user)).toBe(999);
  expect(await ledger.rows('SELECT 1 FROM rejected_entries')).toEqual([]);
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 964)))).not.toBe('held');
  // The worker is replaced by one that knows the format.
  const [first] = await ledger.here.redis.xrange('tollgate:journal', '-', '+', 'COUNT', 1);
  await ledger.here.redis.xdel('tollgate:journal', first![0]);
  await ledger.here.redis.xadd('tollgate:journal', '*', ...written);
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(962);
  expect(await ledger.rows('SELECT quota FROM logs WHERE request_id = $1', [requestId])).toEqual([
    { quota: 30 },
  ]);
  expect(await auditLedger(ledger.gateway.dataSource, ledger.here.redis)).toMatchObject({ balanced: true });
});

/** The journal's layout until 22 November 2026: more fields, and the details as last member of the log row. */
function earlierLayout(fields: readonly string[]): string[] {
  const [, request, , account, , entry] = fields;
  const [user, token, charged] = account!.split(' ');
  const [line, details] = entry!.split('\n');
  const [format, content, channel, at, log, usage] = JSON.parse(line!) as unknown[];
  const list = [format, content, channel, at, [...(log as unknown[]), JSON.parse(details!)], usage];
  return ['r', request!, 'u', user!, 't', token!, 'c', charged!, 'e', JSON.stringify(list)];
}

test('entries of the layout that earlier releases wrote are posted', async () => {
  const user = await ledger.gateway.user(1000);
  const requestId = await spendElsewhere(user, 30);
  await rewriteNewest(earlierLayout);
  expect(await auditLedger(ledger.gateway.dataSource, ledger.here.redis)).toMatchObject({
    balanced: true,
    memory: { wrong: [] },
  });
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(970);
  expect(await ledger.rows('SELECT quota, other FROM logs WHERE request_id = $1', [requestId])).toEqual([
    { quota: 30, other: '{"model_ratio":1.25}' },
  ]);
  expect(await ledger.rows('SELECT 1 FROM rejected_entries')).toEqual([]);
  expect(await auditLedger(ledger.gateway.dataSource, ledger.here.redis)).toMatchObject({ balanced: true });
});

test('an entry that was set aside is charged by a replay once it can be read, exactly once', async () => {
  const user = await ledger.gateway.user(1000);
  const requestId = await spendElsewhere(user, 30);
  let understood = '';
  await rewriteNewest((fields) => {
    understood = earlierLayout(fields).at(-1)!;
    return [...fields.slice(0, -1), understood.replace(/^\[1,/, '["damaged",')];
  });
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(1000);
  expect(await auditLedger(ledger.gateway.dataSource, ledger.here.redis)).toMatchObject({
    balanced: false,
    rejected: { entries: 1, quota: 30 },
  });
  await ledger.rows('UPDATE rejected_entries SET entry = $1', [understood]);
  const replays = await Promise.all(
    [1, 2, 3].map(() => ledger.connected((client) => replayRejected(client))),
  );
  expect(replays.reduce((sum, { posted }) => sum + posted, 0)).toBe(1);
  expect(await ledger.connected((client) => replayRejected(client))).toMatchObject({ posted: 0, failed: [] });
  expect(await ledger.gateway.quotaOf(user)).toBe(970);
  expect(await ledger.rows('SELECT quota FROM logs WHERE request_id = $1', [requestId])).toEqual([
    { quota: 30 },
  ]);
  await ledger.here.balances.refresh({ users: [user] });
  expect(await auditLedger(ledger.gateway.dataSource, ledger.here.redis)).toMatchObject({
    balanced: true,
    rejected: { entries: 0 },
  });
});
