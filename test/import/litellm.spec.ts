import pg from 'pg';
import request from 'supertest';
import { Vault } from '../../server/core/crypto.js';
import { Management } from '../setup/management.js';
import { digests, imported, progress, source } from './imported.js';
import { CONFIG, keys, liteLlmDatabase, LOG_ROWS, SALT_KEY, sha256 } from './litellm.js';

let gateway: Management;
let database: pg.Client;
let there: Awaited<ReturnType<typeof liteLlmDatabase>>;
let from: ReturnType<typeof source>;
let output: string;

beforeAll(async () => {
  process.env.LITELLM_SALT_KEY = SALT_KEY;
  gateway = await Management.start();
  database = new pg.Client(process.env.DATABASE_URL);
  await database.connect();
  there = await liteLlmDatabase();
  from = source(`litellm:${there.url}`);
});
afterAll(async () => {
  await there?.client.end();
  await database?.end();
  await gateway?.close();
});

const ARGS = ['--config', CONFIG, '--balance-without-budget', '1000'];

const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query(sql, values)).rows as T[];

const models = (key: string) =>
  request(gateway.app.getHttpServer()).get('/v1/models').set('authorization', `Bearer ${key}`);

const named = async (key: string): Promise<string[]> =>
  ((await models(key)).body as { data: { id: string }[] }).data.map(({ id }) => id);

test('a dry run reports everything and changes nothing', async () => {
  const before = await digests(database);
  const { code, output: report } = await imported(from, [...ARGS, '--dry-run']);
  expect(report).toContain('tokens: 609 balances equal, 0 differ as a note says, 0 differ');
  expect(code).toBe(0);
  expect(await digests(database)).toEqual(before);
});

test('users, teams, keys, channels and the log of LiteLLM are imported, also after a run that was killed; balances are equal', async () => {
  const killed = from.program(ARGS, process.env.DATABASE_URL ?? '');
  killed.start();
  while (killed.running && (await progress(database)) < 100 + Math.random() * 500) continue;
  await killed.end('SIGKILL');
  const end = await imported(from, ARGS);
  output = end.output;
  expect(output).toContain('every imported balance is proven');
  expect(output).toContain('the ledger balances');
  expect(end.code).toBe(0);
  expect(output).toContain('users: 5 of 5 imported');
  expect(output).toContain('tokens: 609 balances equal, 0 differ as a note says, 0 differ');
  expect(output).toContain(`logs: ${LOG_ROWS} rows imported, ${LOG_ROWS} here`);
  expect(
    await rows(
      `SELECT username, quota, used_quota, role FROM users WHERE username <> 'root' ORDER BY username`,
    ),
  ).toEqual([
    { username: 'alice@example.com', quota: 3750000, used_quota: 1250000, role: 1 },
    { username: 'bob', quota: 500000000, used_quota: 3500000, role: 1 },
    { username: 'over', quota: 0, used_quota: 1500000, role: 1 },
    { username: 'red', quota: 18875000, used_quota: 6125000, role: 1 },
    { username: 'u-gone', quota: 500000000, used_quota: 0, role: 1 },
  ]);
  expect(
    await rows(
      `SELECT t.name, t.remain_quota AS remain, t.unlimited_quota AS unlimited, t.status, t.model_limits AS models, u.username
       FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.name IN ('limited', 'red 1', 'red 2') ORDER BY 1`,
    ),
  ).toMatchObject([
    {
      name: 'limited',
      remain: 1875000,
      unlimited: false,
      models: expect.stringMatching(/^gpt-4o,groq\//),
      username: 'alice@example.com',
    },
    { name: 'red 1', unlimited: true, models: 'gpt-4o', username: 'red' },
    { name: 'red 2', unlimited: true, models: 'gpt-4o', username: 'red' },
  ]);
  const [log] = await rows<object>(
    `SELECT count(*)::int AS count, sum(quota)::text AS quota, min(created_at)::int AS first, bool_and(token_id > 0 AND user_id > 0) AS owned
     FROM logs WHERE model_name = 'gpt-4o'`,
  );
  expect(log).toMatchObject({ count: LOG_ROWS, owned: true, first: Date.UTC(2026, 2, 4, 5, 6, 9) / 1000 });
});

test('no secret is in the report, and neither keys nor their SHA-256 are stored', async () => {
  for (const secret of [
    ...Object.values(keys),
    ...Object.values(keys).map(sha256),
    'sk-openai-test',
    'sk-master-test',
    SALT_KEY,
  ])
    expect(output).not.toContain(secret);
  const stored = await rows<{ text: string }>(
    'SELECT t::text AS text FROM tokens t UNION ALL SELECT r::text FROM import_rows r',
  );
  expect(stored.length).toBeGreaterThan(600);
  for (const { text } of stored)
    for (const key of Object.values(keys)) {
      expect(text).not.toContain(sha256(key));
      expect(text).not.toContain(key.slice(3));
    }
});

test('what does not exist here is reported: limits, fallbacks, providers, tables and columns', () => {
  for (const line of [
    'LiteLLM_UserTable u-bob (1000 USD): an account without a budget',
    'LiteLLM_UserTable u-bob (proxy_admin): an administrator of LiteLLM',
    'LiteLLM_VerificationToken limited (30d): a budget that begins again',
    'LiteLLM_VerificationToken limited (rpm_limit): limits of requests',
    'LiteLLM_TeamTable t-red (red): a team; imported as an account',
    'LiteLLM_UserTable u-gone: keys of a user or a team without a row',
    'LiteLLM_VerificationToken (1): sessions of the console',
    'LiteLLM_VerificationToken sk-...4567 (management_routes): a key that may not call models',
    'model_list odd (petals): a provider without a channel type here',
    'model_list elsewhere (api_base os.environ/NOT_SET_HERE): a value in an environment variable',
    'model_list gpt-4o (AZURE_EU_KEY): a key in an environment variable',
    'model_list gpt-4o (rpm): values in columns that do not exist here',
    'model_list groq/*',
    'router_settings (routing_strategy): settings that are not imported',
    'litellm_settings gpt-4o (fallbacks: claude): models that take the place of others',
    'general_settings master_key: a master key; not imported',
    'LiteLLM_EndUserTable: a table that is not imported',
    'LiteLLM_VerificationToken (config, router_settings, agent_id',
  ])
    expect(output).toContain(line);
});

test('deployments are channels: one for each key and address, with mappings, order and weight; stored ones are decrypted', async () => {
  const vault = new Vault(process.env.TOLLGATE_SECRET ?? '');
  const channels = await rows<Record<string, unknown> & { key: string }>(
    `SELECT type, name, key, base_url, other, models, model_mapping AS mapping, priority::int, weight::int, status FROM channels ORDER BY name`,
  );
  const opened = channels.map((channel) => ({ ...channel, key: vault.open(channel.key) }));
  expect(opened).toMatchObject([
    {
      type: 14,
      name: 'anthropic',
      key: 'sk-ant-test',
      priority: -1,
      mapping: '{"claude":"claude-sonnet-4-5-20250929"}',
    },
    {
      type: 3,
      name: 'azure',
      key: 'env:AZURE_EU_KEY',
      base_url: 'https://eu.example.openai.azure.com',
      other: '2024-10-21',
      models: 'gpt-4o,fast,text-embedding-3-small',
      mapping: '{"gpt-4o":"gpt-4o-eu","fast":"gpt-4o-eu","text-embedding-3-small":"embed-eu"}',
      status: 1,
    },
    {
      type: 33,
      name: 'bedrock',
      key: 'AKIATEST|secret-test|eu-central-1',
      mapping: '{"nova":"amazon.nova-lite-v1:0"}',
    },
    { type: 43, name: 'deepseek', key: 'sk-stored-test', mapping: '{"stored":"deepseek-chat"}' },
    { type: expect.any(Number), name: 'groq', key: 'gsk-test' },
    {
      type: 42,
      name: 'mistral',
      key: 'mistral-key-test',
      mapping: '{"by-credential":"mistral-large-latest"}',
    },
    { type: 4, name: 'ollama_chat', key: 'none', base_url: 'http://ollama:11434' },
    { type: 1, name: 'openai', key: 'sk-openai-test', models: 'gpt-4o,fast', priority: -2, weight: 3 },
  ]);
  expect(
    await rows(`SELECT key, value FROM options WHERE key IN ('RetryTimes', 'FirstByteTimeout') ORDER BY 1`),
  ).toEqual([
    { key: 'FirstByteTimeout', value: '90' },
    { key: 'RetryTimes', value: '2' },
  ]);
  const [ratios] = await rows<{ value: string }>(`SELECT value FROM options WHERE key = 'ModelRatio'`);
  expect(JSON.parse(ratios!.value)).toMatchObject({
    'gpt-4o': 1.5,
    fast: 1.5,
    'text-embedding-3-small': 0.01,
  });
  expect(output).toMatch(/prices: none of 3 models changes/);
});

test('the same sk- keys work, with dashes too; the SHA-256 of a key is none, and is not needed after its first use', async () => {
  const vault = new Vault(process.env.TOLLGATE_SECRET ?? '');
  expect((await models(sha256(keys.alice))).status).toBe(401);
  expect((await models(`sk-${sha256(keys.alice)}`)).status).toBe(401);
  expect((await models('sk-Ab-cd_EFgh-12ijKLmnoq')).status).toBe(401);
  const stored = async (key: string) =>
    (
      await rows<{ end: string }>('SELECT key_end AS end FROM tokens WHERE key_hash = $1', [
        vault.lookupHash(key.slice(3)),
      ])
    ).length;
  expect(await stored(keys.alice)).toBe(0);
  for (const key of [keys.alice, keys.limited, keys.digits, keys.red, keys.redToo, 'sk-many-0', 'sk-many-17'])
    for (const attempt of [1, 2])
      expect([key, attempt, (await models(key)).status]).toEqual([key, attempt, 200]);
  expect(await stored(keys.alice)).toBe(1);
  for (const key of [keys.blocked, keys.expired, keys.management])
    expect((await models(key)).status).toBe(401);
  expect(await named(keys.red)).toEqual(['gpt-4o']);
  const billing = await request(gateway.app.getHttpServer())
    .get('/dashboard/billing/subscription')
    .set('authorization', `Bearer ${keys.alice}`);
  expect(billing.status).toBe(200);
  // Before its first use by the relay, too.
  const unused = await request(gateway.app.getHttpServer())
    .get('/dashboard/billing/subscription')
    .set('authorization', 'Bearer sk-many-21');
  expect(unused.status).toBe(200);
});

test('a second run changes nothing, and an update changes balances by the difference, not keys', async () => {
  const before = await digests(database);
  const second = await imported(from, ARGS);
  expect(second.code).toBe(0);
  expect(second.output).not.toMatch(/^\w+: \d+ (?:imported|updated)$/m);
  expect(await digests(database)).toEqual(before);
  await there.client.query(
    `UPDATE "LiteLLM_VerificationToken" SET spend = spend + 0.5 WHERE key_alias = 'limited'`,
  );
  await there.client.query(`UPDATE "LiteLLM_UserTable" SET spend = spend + 0.5 WHERE user_id = 'u-alice'`);
  const updated = await imported(from, [...ARGS, '--update']);
  expect(updated.output).toContain('every imported balance is proven');
  expect(updated.output).toContain('tokens: 1 updated');
  expect(
    await rows(
      `SELECT t.remain_quota AS token, u.quota AS account FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.name = 'limited'`,
    ),
  ).toEqual([{ token: 1625000, account: 3500000 }]);
  expect((await models(keys.limited)).status).toBe(200);
});
