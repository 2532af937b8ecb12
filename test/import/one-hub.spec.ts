import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import request from 'supertest';
import { Management } from '../setup/management.js';
import { digests, imported, source } from './imported.js';
import { SmallDatabases, vault } from './small-databases.js';

/** Tables of one-hub with rows made by hand: prices and groups have tables of their own, and channel types other numbers. */
const DUMP = 'one-hub.mysql.sql';
const KEY = (start: string, end: string) =>
  `sk-${start}4Nn0jvUZzNdO8Kk4Nn0jvUZzNdO8Kk4Nn0jvUZzNdO8Kk4Nn0jvUZzNdO${end}`;

let gateway: Management;
let database: pg.Client;
let output: string;
const small = new SmallDatabases();

beforeAll(async () => {
  gateway = await Management.start();
  database = new pg.Client(process.env.DATABASE_URL);
  await database.connect();
});
afterAll(async () => {
  small.remove();
  await database?.end();
  await gateway?.close();
});

const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query(sql, values)).rows as T[];
const option = async (key: string): Promise<Record<string, unknown>> => {
  const [found] = await rows<{ value: string }>('SELECT value FROM options WHERE key = $1', [key]);
  return JSON.parse(found?.value ?? 'null') as Record<string, unknown>;
};

test('a dry run of one-hub reports everything and changes nothing', async () => {
  const before = await digests(database);
  const { code, output: report } = await imported(source(DUMP), ['--dry-run']);
  expect(report).toContain('every imported balance is proven');
  expect(code).toBe(0);
  expect(await digests(database)).toEqual(before);
});

test('users, tokens, channels and the log of one-hub are imported, and balances are equal', async () => {
  const end = await imported(source(DUMP));
  output = end.output;
  expect(output).toContain('every imported balance is proven');
  expect(output).toContain('the ledger balances');
  expect(output).toContain('users: 2 balances equal, 1 differ as a note says, 0 differ');
  expect(output).toContain('tokens: 4 balances equal, 0 differ as a note says, 0 differ');
  expect(output).toContain('logs: 3 rows imported, 3 here; charges in them: source 1577, imported 1577');
  expect(end.code).toBe(0);
  expect(
    await rows(
      `SELECT username, quota, used_quota, "group", telegram_id FROM users WHERE id > 1 ORDER BY id`,
    ),
  ).toEqual([
    { username: 'alice', quota: 4321987, used_quota: 678013, group: 'vip', telegram_id: '' },
    { username: 'bob', quota: 0, used_quota: 1250, group: 'closed', telegram_id: '' },
  ]);
  expect(await rows(`SELECT model_name, use_time FROM logs WHERE model_name <> '' ORDER BY id`)).toEqual([
    { model_name: 'gpt-4o', use_time: 2 },
    { model_name: 'gemini-2.0-flash', use_time: 0 },
  ]);
});

test('tokens keep their limits of models and addresses; one whose limits cannot be read is disabled', async () => {
  expect(
    await rows(
      `SELECT name, status, remain_quota AS remain, unlimited_quota AS unlimited, model_limits_enabled AS limited,
         model_limits AS models, allow_ips AS addresses FROM tokens ORDER BY id`,
    ),
  ).toEqual([
    { name: 'plain', status: 1, remain: 500000, unlimited: false, limited: false, models: '', addresses: '' },
    {
      name: 'limited',
      status: 1,
      remain: 123456,
      unlimited: false,
      limited: true,
      models: 'gpt-4o,fast',
      addresses: '127.0.0.1\n10.0.0.0/8',
    },
    {
      name: 'older',
      status: 1,
      remain: 0,
      unlimited: true,
      limited: true,
      models: 'gemini-2.0-flash',
      addresses: '',
    },
    { name: 'broken', status: 2, remain: 10, unlimited: false, limited: false, models: '', addresses: '' },
  ]);
  const models = async (key: string) => {
    const response = await request(gateway.app.getHttpServer())
      .get('/v1/models')
      .set('authorization', `Bearer ${key}`);
    return response.status === 200
      ? (response.body as { data: { id: string }[] }).data.map(({ id }) => id).toSorted()
      : response.status;
  };
  expect(await models(KEY('m', 'b'))).toEqual(['fast', 'gpt-4o']);
  expect(await models(KEY('b', 'd'))).toBe(401);
});

test('channels get the types of here, with their keys in the form of here; deleted ones stay away', async () => {
  const channels = await rows<{ key: string; setting: string | null }>(
    'SELECT name, type, key, other, status, model_mapping AS mapping, setting FROM channels ORDER BY id',
  );
  const opened = channels.map((channel) => ({ ...channel, key: vault.open(channel.key) }));
  expect(opened).toMatchObject([
    {
      name: 'openai',
      type: 1,
      key: 'sk-openai-test',
      status: 1,
      mapping: '{"fast":"gpt-4o-mini","alias":"gpt-4o"}',
      setting: '{"proxy":"socks5://127.0.0.1:1080"}',
    },
    { name: 'gemini', type: 24, key: 'gemini-test', status: 1 },
    { name: 'bedrock', type: 33, key: 'AKIATEST|secret-test|eu-central-1', status: 1 },
    { name: 'cloudflare', type: 39, key: 'cf-token-test', other: 'account-test', status: 1 },
    { name: 'vertex', type: 41, other: 'europe-west4', status: 1 },
    { name: 'ideogram', type: 0, status: 2 },
  ]);
});

test('prices and groups become options; aliases have the price of the model by which they are charged', async () => {
  expect(await option('ModelRatio')).toMatchObject({
    'gpt-4o': 1.5,
    // Is called, and charged there, as gpt-4o-mini.
    fast: 0.075,
    // Is called as gpt-4o, and charged there by its own name.
    alias: 2,
    'dall-e-3': 20,
    'gemini-2.0-flash': 0.05,
    // By the longest beginning.
    'gemini-2.5-pro': 0.7,
    'claude-sonnet-4': 1.5,
    '@cf/test': 0,
  });
  expect(await option('ModelRatio')).not.toHaveProperty('gemini-2*');
  expect(await option('CompletionRatio')).toMatchObject({ 'gpt-4o': 3, fast: 4, 'gemini-2.5-pro': 3 });
  expect(await option('CacheRatio')).toMatchObject({ 'gpt-4o': 0.5, fast: 1, 'claude-sonnet-4': 0.1 });
  expect(await option('CreateCacheRatio')).toMatchObject({ 'claude-sonnet-4': 2 });
  const calls = await option('ModelPrice');
  expect(calls).toMatchObject({ 'gpt-image-9': 0.05 });
  expect(calls).not.toHaveProperty('dall-e-3');
  expect(await option('GroupRatio')).toEqual({ default: 1, vip: 0.8, closed: 1.5 });
  expect(await option('UserUsableGroups')).toEqual({ default: '默认分组' });
  expect(output).toMatch(/prices: 1 of 10 models change;/);
  expect(output).toMatch(/nowhere-priced: 45000 quota \(ratio 30, .*→ no price/);
});

test('what is not imported is reported: types, groups, ratios, tables and columns', () => {
  for (const line of [
    'channels 6 (ideogram, type 44 of one-hub): a channel type that does not exist here',
    'user_groups closed: a group that is disabled',
    'user_groups vip (api_rate 60): limits of requests',
    'user_groups vip (promotion, min, max): values in columns',
    'prices gpt-4o (input_audio_tokens): a price in a unit',
    'prices ideogram-v2 (output without input): a price in a unit',
    'users 3 (bob, 3): an unknown role',
    'tokens 4 (broken, the column setting): addresses that cannot be read',
    'tokens (backup_group): columns that are not imported',
    'user_groups (colour): columns that are not imported',
    'logs (source_ip, metadata): columns that are not imported',
    'orders: a table that is not imported',
    'options OldTokenMaxId: an option that does not exist here',
  ])
    expect(output).toContain(line);
  for (const secret of ['sk-openai-test', 'secret-test', 'cf-token-test', KEY('k', 'a').slice(3)])
    expect(output).not.toContain(secret);
});

test('a second run changes nothing; an update brings what changed there', async () => {
  const before = await digests(database);
  const second = await imported(source(DUMP));
  expect(second.code).toBe(0);
  expect(second.output).not.toMatch(/^\w+: \d+ (?:imported|updated)$/m);
  expect(await digests(database)).toEqual(before);

  const later = path.join(small.folder, 'later.sql');
  writeFileSync(
    later,
    readFileSync(`test/fixtures/import/${DUMP}`, 'utf8')
      .replace(',4321987,678013,', ',4321000,679000,')
      .replace("('gpt-4o','tokens',1,1.5,", "('gpt-4o','tokens',1,2.5,")
      .replace("'vip分组',0.80,", "'vip分组',0.75,"),
  );
  const updated = await imported(source(later), ['--update']);
  expect(updated.output).toContain('every imported balance is proven');
  expect(await rows(`SELECT quota FROM users WHERE username = 'alice'`)).toEqual([{ quota: 4321000 }]);
  expect(await option('ModelRatio')).toMatchObject({ 'gpt-4o': 2.5, alias: 2 });
  expect(await option('GroupRatio')).toEqual({ default: 1, vip: 0.75, closed: 1.5 });
});

test('nothing is written back to one-hub, whose channels have other numbers', async () => {
  const { Program } = await import('../books/program.js');
  const { REDIS_URL = '', TOLLGATE_DATA_DIR = '', TOLLGATE_SECRET = '', DATABASE_URL = '' } = process.env;
  const file = `test/fixtures/import/${DUMP}`;
  const program = new Program(
    'server/import/export/export.command.js',
    { DATABASE_URL, REDIS_URL, TOLLGATE_DATA_DIR, TOLLGATE_SECRET },
    undefined,
    ['--to', 'new-api', '--source', file, '--out', path.join(small.folder, 'back.sql')],
  );
  expect(await program.run()).toBe(2);
  expect(program.output).toContain('the database is one of one-hub');
});
