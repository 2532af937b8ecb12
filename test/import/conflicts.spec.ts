import { Redis } from 'ioredis';
import Database from 'libsql';
import path from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { returnCharge } from '../../server/billing/ledger/charge-returns.repository.js';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { databaseOptions } from '../../server/database/options.js';
import { freshWorld } from '../setup/fresh-databases.js';
import { digests } from './imported.js';
import { HASH, importFile, SmallDatabases, token, user, type Row } from './small-databases.js';

/** Rows that no installation should have, and some have. */
const sources = new SmallDatabases();
let database: DataSource;
let redis: Redis;

beforeAll(async () => {
  await freshWorld();
  database = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  redis = new Redis(process.env.REDIS_URL!);
});
afterAll(async () => {
  redis.disconnect();
  await database.destroy();
  sources.remove();
});

const run = (file: string, ...args: string[]) => importFile(database, file, ...args);

const first = sources.make('first', {
  users: [
    user(1, 'root', {
      role: 100,
      aff_code: 'AAAA',
      quota: 500,
      password: HASH,
      github_id: 'octo',
    }),
    user(2, 'ann', { access_token: 'same', group: 'gone' }),
    user(3, 'bob', { access_token: 'same', inviter_id: 2, quota: -6000 }),
  ],
  tokens: [
    token(1, 2, 'key1'),
    token(2, 9, 'key2'),
    token(3, 2, 'key1'),
    token(4, 3, 'key4', { unlimited_quota: 1, remain_quota: -70 }),
  ],
  channels: [{ id: 1, type: 1, key: 'k', name: 'c', models: 'gpt-4o', group: 'default', status: 1 }],
  options: [
    { key: 'RetryTimes', value: '-1' },
    { key: 'ModelPrice', value: '{bad' },
    { key: 'Unheard', value: 'x' },
    { key: 'QuotaForNewUser', value: '250000' },
    { key: 'ModelRatio', value: '{"gpt-4o":1.25}' },
    { key: 'CompletionRatio', value: '{"gpt-4o":9}' },
  ],
  tasks: [
    {
      id: 1,
      created_at: 1795480109,
      task_id: 's1',
      platform: 'suno',
      user_id: 2,
      channel_id: 1,
      quota: 40,
      status: 'SUBMITTED',
      action: 'MUSIC',
    },
    {
      id: 2,
      created_at: 1795480109,
      task_id: 's2',
      platform: 'suno',
      user_id: 2,
      channel_id: 8,
      quota: 40,
      status: 'QUEUED',
      action: 'MUSIC',
    },
  ],
  top_ups: [
    { id: 1, user_id: 2, amount: 3, money: 21.3, trade_no: 'n1', create_time: 5, status: 'success' },
    { id: 2, user_id: 2, amount: 3, money: 21.3, trade_no: 'n2', create_time: 5, status: 'pending' },
  ],
  redemptions: [{ id: 1, user_id: 1, key: 'code', status: 1, quota: 5, expired_time: 4102444800 }],
  two_fas: [{ id: 1, user_id: 2, is_enabled: 1 }],
  models: [{ id: 1, key: '' }],
});

test('a super administrator who could not sign in does not take the place of the first account', async () => {
  for (const more of [
    { status: 2, password: HASH },
    { status: 1, password: '' },
  ]) {
    const { lines } = await run(
      sources.make(`locked-${more.password.length}`, { users: [user(1, 'root', { role: 100, ...more })] }),
      '--dry-run',
    );
    expect(lines.join('\n')).not.toContain('took the place');
    expect(lines).toContain(
      '  users 1 (root): a super administrator, beside the one of this installation; imported as an administrator',
    );
  }
});

test('what conflicts is decided by the rules, and reported line by line; a dry run reports the same and changes nothing', async () => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const before = await digests(client);
  const dry = await run(first, '--dry-run');
  expect(await digests(client)).toEqual(before);
  await client.end();
  const { lines, isProven } = await run(first);
  expect(dry.lines).toEqual(lines);
  expect(isProven).toBe(true);
  const notes = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim().replace(/:.*/, ''));
  expect(notes).toEqual(
    expect.arrayContaining([
      'users 2 (two_fas)',
      'users 3 (bob)',
      'users 3 (bob, -6000)',
      'tokens 2 (t2)',
      'tokens 3 (t3)',
      'options RetryTimes',
      'options ModelPrice',
      'options Unheard',
      'groups gone',
      'tasks 1 (s1)',
      'tasks 2 (s2)',
      'top_ups 2 (n2)',
      'redemptions 1',
      'models',
    ]),
  );
  expect(
    await database.query(
      'SELECT id::int, username, quota::int, inviter_id::int AS inviter FROM users ORDER BY id',
    ),
  ).toEqual([
    { id: 1, username: 'root', quota: 500, inviter: 0 },
    { id: 2, username: 'ann', quota: 100, inviter: 0 },
    { id: 3, username: 'bob', quota: 0, inviter: 2 },
  ]);
  // Her second factor cannot be imported: the console asks her to set one up.
  expect(await database.query('SELECT username FROM users WHERE second_factor_advised')).toEqual([
    { username: 'ann' },
  ]);
  expect(await database.query('SELECT id::int, remain_quota::int AS remain FROM tokens ORDER BY id')).toEqual(
    [
      { id: 1, remain: 10 },
      { id: 4, remain: -70 },
    ],
  );
  expect(await database.query("SELECT value FROM options WHERE key = 'GroupRatio'")).toEqual([
    { value: expect.stringContaining('"gone":1') },
  ]);
});

test('a task that had not ended is refunded once when it fails, and the ledger balances before and after', async () => {
  expect((await auditLedger(database, redis)).balanced).toBe(true);
  const [task] = await database.query<{ request: string; settlement: string; due: boolean }[]>(
    `SELECT request_id AS request, settlement, next_poll_at <= now() AS due FROM tasks WHERE task_id = 's1'`,
  );
  expect(task).toEqual({
    request: expect.stringMatching(/^import:\d+:tasks:1$/),
    settlement: 'charged',
    due: true,
  });
  for (const amount of [40, undefined])
    expect(
      (await database.transaction((db) => returnCharge(db, task!.request, 'refund', 'failed')))?.amount,
    ).toBe(amount);
  expect(await database.query('SELECT quota::int FROM users WHERE id = 2')).toEqual([{ quota: 140 }]);
  expect((await auditLedger(database, redis)).balanced).toBe(true);
  // A run after that says what was changed here, and enters nothing again.
  const { lines, isProven } = await run(first);
  expect(lines[0]).toContain(
    'source -5400, imported 600, changed here since 40, now 640, ledger entries 640',
  );
  expect(isProven).toBe(true);
});

test('prices that differ are listed; with --keep-prices none does', async () => {
  const { lines } = await run(first);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}gpt-4o: 3500 quota .*→ 6625 quota/));
  expect((await run(first, '--keep-prices')).lines).toContainEqual(
    expect.stringContaining('1 of 1 models kept their old price, by CompletionRatio'),
  );
  expect((await run(first)).lines).toContain('prices: none of 1 models changes');
});

test('a second installation is added under a name: what is taken here stays', async () => {
  const second = sources.make('second', {
    users: [
      user(1, 'root', { role: 100, aff_code: 'AAAA', quota: 7, password: `$2a$10$${'h'.repeat(53)}` }),
      user(2, 'ann', { quota: 8 }),
      user(7, 'new', { github_id: 'octo' }),
      user(8, 'gone', { github_id: 'octo', deleted_at: '2026-01-01 00:00:00' }),
    ],
    tokens: [token(1, 2, 'key1'), token(2, 7, 'key7')],
    options: [{ key: 'QuotaForNewUser', value: '1' }],
  });
  await expect(run(second)).rejects.toThrow(/another source was imported before .* --as/);
  const { lines, isProven } = await run(second, '--as', 'second');
  expect(isProven).toBe(true);
  expect(lines.join('\n')).toMatch(/users 1 \(root → root-1\): .*\n(.*\n)*.*users 2 \(ann → ann-2\)/);
  expect(lines.join('\n')).toContain('tokens 1 (t1): a key that exists here already');
  expect(lines.join('\n')).toContain('options QuotaForNewUser: another value was set here before');
  const users: { id: number; username: string }[] = await database.query(
    'SELECT id::int, username FROM users ORDER BY id',
  );
  expect(users.map(({ username }) => username)).toEqual([
    'root',
    'ann',
    'bob',
    'new',
    'gone',
    'root-1',
    'ann-2',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}users 7 \(new, github_id\): a sign-in id/));
  expect(
    await database.query(
      'SELECT username, role, github_id AS github FROM users WHERE id > 6 ORDER BY username',
    ),
  ).toEqual([
    { username: 'ann-2', role: 1, github: '' },
    { username: 'gone', role: 1, github: 'octo' },
    { username: 'new', role: 1, github: '' },
    { username: 'root-1', role: 10, github: '' },
  ]);
  expect(users[3]?.id).toBe(7);
  expect((await run(second, '--as', 'second')).lines).toEqual(lines);
});

test('the log may be in another database; a day limits it, and what is not valid in a row is left out', async () => {
  const log = (id: number, more: Row = {}): Row =>
    Object.assign(
      {
        id,
        user_id: 2,
        created_at: 1795480109,
        type: 2,
        content: 'c\ttab',
        username: 'ann',
        token_name: 't',
        quota: 5,
      },
      {
        model_name: 'gpt-4o',
        prompt_tokens: 3,
        completion_tokens: 4,
        is_stream: 1,
        token_id: 1,
        channel_id: 1,
      },
      { group: 'default', other: '{"group_ratio":1}', ip: '10.0.0.1' },
      more,
    );
  const file = sources.make('logs', {
    logs: [
      log(1, { created_at: 1700000000 }),
      log(2),
      log(3, { user_id: 99, token_id: 99, channel_id: 99, other: '{bad' }),
      log(4, { type: 77 }),
    ],
  });
  const { lines, isProven } = await run(
    first,
    '--only',
    'logs',
    '--logs-from',
    file,
    '--since',
    '2024-01-01',
  );
  expect(isProven).toBe(true);
  expect(lines).toContain('logs: 3 rows imported, 3 here; charges in them: source 10, imported 10, here 10');
  expect(lines).toContain('  1 rows had details that are no JSON: imported without them');
  expect(lines.join('\n')).toMatch(/^ {2}logs \(ip\): columns that are not imported/m);
  expect(
    await database.query(
      'SELECT id::int, user_id::int AS user, token_id::int AS token, channel_id::int AS channel, type, content, other FROM logs ORDER BY id',
    ),
  ).toEqual([
    { id: 2, user: 2, token: 1, channel: 1, type: 2, content: 'c\ttab', other: '{"group_ratio":1}' },
    { id: 3, user: 0, token: 0, channel: 0, type: 2, content: 'c\ttab', other: '' },
    { id: 4, user: 2, token: 1, channel: 1, type: 0, content: 'c\ttab', other: '{"group_ratio":1}' },
  ]);
});

test('parts in the wrong order: what lacked its user is imported once the user is', async () => {
  const third = sources.make('third', {
    users: [user(1, 'late', { password: `$2a$10$${'l'.repeat(53)}` })],
    tokens: [token(1, 1, 'keyOfLate')],
    logs: [{ id: 1, user_id: 1, created_at: 1795480109, type: 2, quota: 5 }],
  });
  await expect(run(third, '--as', 'third', '--only', 'logs')).rejects.toThrow(
    'import users, tokens and channels before logs',
  );
  const tokens = await run(third, '--as', 'third', '--only', 'tokens');
  expect(tokens.lines.join('\n')).toContain('tokens 1 (t1): its user is not imported');
  const { lines, isProven } = await run(third, '--as', 'third');
  expect(isProven).toBe(true);
  expect(lines.join('\n')).not.toContain('its user is not imported');
  expect(lines.join('\n')).toContain('tokens: 1 balances equal, 0 differ as a note says, 0 differ');
});

test('a database that is none of a gateway, and a source that is not there', async () => {
  const other = path.join(sources.folder, 'other.db');
  const made = new Database(other);
  made.exec('CREATE TABLE notes (id)');
  made.close();
  await expect(run(other)).rejects.toThrow('it is no database of new-api, one-api or one of their forks');
  await expect(run(path.join(sources.folder, 'absent.db'))).rejects.toThrow('cannot be opened');
  await expect(run('mysql://nobody:sec/ret@127.0.0.1:x/y')).rejects.toThrow(
    /^the address of the source cannot be read/,
  );
  await expect(run('postgres://nobody:secret@127.0.0.1:1/x')).rejects.toThrow(
    /^(?!.*secret).*cannot be read/s,
  );
});
