import { setTimeout as sleep } from 'node:timers/promises';
import { requestId } from '../../../server/core/ids.js';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../../../server/billing/ledger/ledger-audit-lines.js';
import { postBatch } from '../../../server/billing/ledger/posting/post-batch.js';
import { POSTER_LOCK } from '../../../server/billing/ledger/posting/leader-session.js';
import { readEntry } from '../../../server/billing/ledger/journal-entry.js';
import { acknowledgeBatch } from '../../../server/core/redis/scripts/acknowledge.js';
import { readJournal } from '../../../server/core/redis/scripts/read-journal.js';
import { until } from '../../setup/until.js';
import { charge, newId, outcome, holdFor } from './ledger-harness.js';
import { PostingHarness } from './posting-harness.js';

const ledger = PostingHarness.forAllTests();

test('one charge becomes ledger entry, log row, balances, counters and dashboard, all at once', async () => {
  const user = await ledger.gateway.user(1000);
  const token = await ledger.gateway.token(user, 500);
  const [channel] = await ledger.rows<{ id: number }>(
    `INSERT INTO channels (name, key) VALUES ('one', '') RETURNING id`,
  );
  const createdAt = 1_795_300_123;
  const requestId = await ledger.spend(user, 120, { channelId: channel!.id, createdAt }, token);
  ledger.startPoster();
  await ledger.allPosted();
  expect(
    await ledger.rows('SELECT quota, used_quota, request_count FROM users WHERE id = $1', [user]),
  ).toEqual([{ quota: 880, used_quota: 120, request_count: 1 }]);
  expect(
    await ledger.rows('SELECT remain_quota, used_quota, accessed_time, status FROM tokens WHERE id = $1', [
      token,
    ]),
  ).toEqual([{ remain_quota: 380, used_quota: 120, accessed_time: createdAt, status: 1 }]);
  expect(await ledger.rows('SELECT used_quota FROM channels WHERE id = $1', [channel!.id])).toEqual([
    { used_quota: 120 },
  ]);
  expect(
    await ledger.rows(
      `SELECT delta, token_delta, channel_id, created_at FROM ledger_entries WHERE request_id = $1`,
      [requestId],
    ),
  ).toEqual([{ delta: -120, token_delta: -120, channel_id: channel!.id, created_at: createdAt }]);
  expect(
    await ledger.rows(
      `SELECT type, username, model_name, quota, prompt_tokens, completion_tokens, "group", other, token_id, channel_id
       FROM logs WHERE request_id = $1`,
      [requestId],
    ),
  ).toEqual([
    {
      type: 2,
      username: 'someone',
      model_name: 'gpt-4o',
      quota: 120,
      prompt_tokens: 10,
      completion_tokens: 20,
      group: 'default',
      other: '{"model_ratio":1.25}',
      token_id: token,
      channel_id: channel!.id,
    },
  ]);
  expect(
    await ledger.rows('SELECT created_at, count, quota, token_used FROM quota_data WHERE user_id = $1', [
      user,
    ]),
  ).toEqual([{ created_at: createdAt - (createdAt % 900), count: 1, quota: 120, token_used: 30 }]);
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 380, { tokenId: token })))).toBe('held');
});

test('without log and dashboard the charge is entered all the same', async () => {
  const user = await ledger.gateway.user(100);
  const requestId = await ledger.spend(user, 40, { log: undefined, usageData: undefined });
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(60);
  expect(await ledger.rows('SELECT 1 FROM logs WHERE request_id = $1', [requestId])).toEqual([]);
});

test('a limited token that is used up is switched to exhausted, and an event is published', async () => {
  const user = await ledger.gateway.user(1000);
  const token = await ledger.gateway.token(user, 50);
  const changed: number[] = [];
  ledger.here.events.on('token.changed', ({ id }) => void changed.push(id));
  await ledger.spend(user, 50, {}, token);
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.rows('SELECT status, remain_quota FROM tokens WHERE id = $1', [token])).toEqual([
    { status: 4, remain_quota: 0 },
  ]);
  await until(() => changed.includes(token));
});

test('a poster killed between commit and acknowledgement repeats the batch and nothing is counted twice', async () => {
  const user = await ledger.gateway.user(1000);
  for (let i = 0; i < 10; i++) await ledger.spend(user, 10);
  await ledger.connected(async (client) => {
    const journal = await readJournal(ledger.here.redis, 1000);
    const position = { epoch: journal!.epoch, lastId: journal!.entries.at(-1)!.streamId };
    await postBatch(client, position, journal!.entries.map(readEntry));
  });
  // Posted, but Redis does not know: both the posted balance and the charges must not count.
  expect(await ledger.gateway.quotaOf(user)).toBe(900);
  await ledger.spend(user, 10);
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(890);
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 891)))).toBe('user_quota_low');
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 890)))).toBe('held');
});

test('a batch acknowledged by somebody else is not acknowledged again', async () => {
  const user = await ledger.gateway.user(1000);
  await ledger.spend(user, 10);
  const kept = await ledger.here.gate.reserve(holdFor(user, 100));
  const journal = await readJournal(ledger.here.redis, 1000);
  const first = journal!.entries[0]!.streamId;
  const last = journal!.entries.at(-1)!.streamId;
  ledger.startPoster();
  await ledger.allPosted();
  const late = { kind: 'user', id: user, charge: 10, posted: undefined } as const;
  const batch = { epoch: journal!.epoch, first, last, accounts: [late] };
  expect(await acknowledgeBatch(ledger.here.redis, batch)).toBe(false);
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 891)))).toBe('user_quota_low');
  await ledger.here.gate.release(kept);
});

test('of two posters one posts; when its connection dies the other goes on', async () => {
  const user = await ledger.gateway.user(1000);
  ledger.startPoster();
  await ledger.spend(user, 10);
  await ledger.allPosted();
  ledger.startPoster();
  await ledger.spend(user, 10);
  await ledger.allPosted();
  await ledger.connected(async (client) => {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted`,
      [POSTER_LOCK],
    );
  });
  for (let i = 0; i < 5; i++) await ledger.spend(user, 10);
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(930);
});

test('a row somebody holds locked delays posting, and edits in between are kept', async () => {
  const user = await ledger.gateway.user(1000);
  await ledger.spend(user, 100);
  await ledger.gateway.dataSource.transaction(async (manager) => {
    await ledger.here.ledger.setUserQuota(manager, {
      userId: user,
      quota: 5000,
      quotaBefore: 1000,
      reference: newId(),
    });
    ledger.startPoster();
    await sleep(600);
    expect(await ledger.waiting()).toBe(1);
  });
  await ledger.here.ledger.refreshCache({ users: [user] });
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(4900);
});

test('charges beyond the balance take what is left; the rest is written off, logged and counted', async () => {
  const user = await ledger.gateway.user(100);
  const holds = await Promise.all([1, 2, 3].map(() => ledger.here.gate.reserve(holdFor(user, 30))));
  for (const hold of holds) await ledger.here.gate.settle(hold, charge(45));
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.rows('SELECT quota, used_quota FROM users WHERE id = $1', [user])).toEqual([
    { quota: 0, used_quota: 100 },
  ]);
  expect(
    await ledger.rows(
      'SELECT delta, uncollected FROM ledger_entries WHERE user_id = $1 AND delta < 0 ORDER BY id',
      [user],
    ),
  ).toEqual([
    { delta: -45, uncollected: 0 },
    { delta: -45, uncollected: 0 },
    { delta: -10, uncollected: 35 },
  ]);
  const logs = await ledger.rows<{ quota: number; other: string }>(
    'SELECT quota, other FROM logs WHERE user_id = $1 ORDER BY id',
    [user],
  );
  expect(logs.map(({ quota, other }) => [quota, JSON.parse(other).uncollected])).toEqual([
    [45, undefined],
    [45, undefined],
    [10, 35],
  ]);
  const report = await auditLedger(ledger.gateway.dataSource, ledger.here.redis);
  expect(report).toMatchObject({ balanced: true, writtenOff: { charges: 1, quota: 35 } });
  expect(ledgerAuditLines(report).join('\n')).toContain('written off: 35 quota of 1 charges');
  expect(await outcome(ledger.here.gate.reserve(holdFor(user, 1)))).toBe('user_quota_empty');
});

test('each amount written off has its cause, by the hold in the log row and the ledger since the request began', async () => {
  const { here } = ledger;
  const logged = (quota: number, other?: Record<string, unknown>) =>
    charge(quota, other ? { log: { ...charge(quota).log!, other } } : { log: undefined });
  const writtenOff = async (
    held: number,
    quota: number,
    other?: Record<string, unknown>,
    meanwhile?: (user: number) => unknown,
  ) => {
    const user = await ledger.gateway.user(100);
    const hold = await here.gate.reserve(holdFor(user, held, { requestId: requestId() }));
    await meanwhile?.(user);
    await here.gate.settle(hold, logged(quota, other));
    return user;
  };
  const lower = (user: number) =>
    ledger.gateway.dataSource.transaction((manager) =>
      here.ledger.setUserQuota(manager, { userId: user, quota: 20, reference: newId() }),
    );
  const users = [
    await writtenOff(50, 130, { held: 50 }),
    await writtenOff(50, 130, { held: 50, flat_hold: true }),
    await writtenOff(50, 50, { held: 50 }, lower),
    await writtenOff(50, 130, { held: 130 }),
    await writtenOff(50, 130),
  ];
  ledger.startPoster();
  await ledger.allPosted();
  expect(
    await ledger.rows('SELECT quota, cause FROM write_offs WHERE user_id = ANY($1) ORDER BY user_id', [
      users,
    ]),
  ).toEqual([
    { quota: 30, cause: 'beyond_hold' },
    { quota: 30, cause: 'flat_hold' },
    { quota: 30, cause: 'balance_lowered' },
    { quota: 30, cause: 'hold_expired' },
    { quota: 30, cause: 'unknown' },
  ]);
  const report = await auditLedger(ledger.gateway.dataSource, here.redis);
  const day = new Date().toISOString().slice(0, 10);
  expect(ledgerAuditLines(report)).toContain(`  ${day} balance_lowered: 30 quota of 1 charges`);
  expect(report.writtenOff.quota).toBe(report.writtenOff.days.reduce((sum, { quota }) => sum + quota, 0));
});

test('a limited token pays what it may spend, an unlimited one is no limit, a repeated entry takes nothing', async () => {
  const user = await ledger.gateway.user(1000);
  const limited = await ledger.gateway.token(user, 50);
  const unlimited = await ledger.gateway.token(user, 5, true);
  await ledger.spend(user, 40, {}, limited);
  const hold = await ledger.here.gate.reserve(holdFor(user, 10, { tokenId: limited }));
  await ledger.here.gate.settle(hold, charge(70));
  const other = await ledger.here.gate.reserve(
    holdFor(user, 10, { tokenId: unlimited, tokenUnlimited: true }),
  );
  await ledger.here.gate.settle(other, charge(90));
  const journal = await readJournal(ledger.here.redis, 1000);
  const entries = journal!.entries.map(readEntry);
  const position = { epoch: journal!.epoch, lastId: journal!.entries.at(-1)!.streamId };
  await ledger.connected((client) => postBatch(client, position, [...entries, ...entries]));
  await ledger.connected((client) => postBatch(client, position, entries));
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.gateway.quotaOf(user)).toBe(1000 - 40 - 10 - 90);
  expect(
    await ledger.rows('SELECT remain_quota FROM tokens WHERE id = ANY($1) ORDER BY id', [
      [limited, unlimited],
    ]),
  ).toEqual([{ remain_quota: 0 }, { remain_quota: -85 }]);
});

test('an entry whose log row Postgres refuses is charged without it, alone', async () => {
  const user = await ledger.gateway.user(1000);
  await ledger.gateway.dataSource.query(
    `ALTER TABLE logs ADD CONSTRAINT refuse CHECK (content <> 'refuse me')`,
  );
  const [before] = await ledger.rows<{ count: number }>('SELECT count(*) FROM logs');
  const log = charge(0).log!;
  for (let i = 0; i < 6; i++)
    await ledger.spend(user, 10, i === 3 ? { log: { ...log, content: 'refuse me' } } : {});
  ledger.startPoster();
  await ledger.allPosted();
  await ledger.gateway.dataSource.query('ALTER TABLE logs DROP CONSTRAINT refuse');
  expect(await ledger.gateway.quotaOf(user)).toBe(940);
  const [after] = await ledger.rows<{ count: number }>('SELECT count(*) FROM logs');
  expect(after!.count - before!.count).toBe(5);
});

test('texts with characters Postgres does not know are posted without them', async () => {
  const user = await ledger.gateway.user(1000);
  const requestId = await ledger.spend(user, 1, { log: { ...charge(0).log!, content: 'a\0b\ud800c' } });
  ledger.startPoster();
  await ledger.allPosted();
  expect(await ledger.rows('SELECT content FROM logs WHERE request_id = $1', [requestId])).toEqual([
    { content: 'ab\ufffdc' },
  ]);
});

test('afterwards the books balance, and they notice when they do not', async () => {
  const report = await auditLedger(ledger.gateway.dataSource, ledger.here.redis);
  expect(report).toMatchObject({
    balanced: true,
    users: { wrong: 0 },
    tokens: { wrong: 0 },
    memory: { wrong: [] },
  });
  const user = await ledger.gateway.user(10);
  const token = await ledger.gateway.token(user, 20);
  await ledger.gateway.dataSource.query('UPDATE users SET quota = quota + 7 WHERE id = $1', [user]);
  await ledger.gateway.dataSource.query('UPDATE tokens SET remain_quota = 1 WHERE id = $1', [token]);
  await ledger.here.redis.hincrby(`tollgate:user:${user}`, 'o', 3);
  const wrong = await auditLedger(ledger.gateway.dataSource, ledger.here.redis);
  expect(wrong.balanced).toBe(false);
  expect(wrong.users.differing).toEqual([{ id: user, balance: 17, entries: 10 }]);
  expect(wrong.tokens.differing).toEqual([{ id: token, balance: 1, entries: 20 }]);
  expect(wrong.memory?.wrong).toEqual([{ account: `user ${user}`, outstanding: 3, expected: 0 }]);
});
