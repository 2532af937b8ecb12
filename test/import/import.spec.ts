import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import request from 'supertest';
import { Vault } from '../../server/core/crypto.js';
import { Management } from '../setup/management.js';
import { digests, imported, progress, source, SQLITE } from './imported.js';

interface Facts {
  passwords: Record<string, string>;
  tokens: { key: string; user_id: number }[];
  accessTokens: Record<string, string>;
  codes: string[];
}
const facts = JSON.parse(gunzipSync(readFileSync('test/fixtures/import/facts.gz')).toString()) as Facts;

let gateway: Management;
let root: Awaited<ReturnType<Management['signIn']>>;
let database: pg.Client;

beforeAll(async () => {
  gateway = await Management.start();
  database = new pg.Client(process.env.DATABASE_URL);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await gateway.close();
});

const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query(sql, values)).rows as T[];

test('a database is imported by one command, also after one that was killed: each balance equal, and the ledger balances', async () => {
  const killed = source(SQLITE).program([], process.env.DATABASE_URL ?? '');
  killed.start();
  while (killed.running && (await progress(database)) < 200 + Math.random() * 5000) continue;
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');
  const begun = performance.now();
  const { code, output } = await imported(source(SQLITE));
  expect(performance.now() - begun).toBeLessThan(120_000);
  expect(output).toContain(
    'users: 213 of 213 imported; balances: source 3307463104, imported 3307463104, changed here since 0, now 3307463104, ledger entries 3307463104',
  );
  expect(output).toContain('tokens: 500 balances equal, 0 differ as a note says, 0 differ');
  expect(output).toContain('users: used quota: source 40316896, here 40316896');
  expect(output).toContain(
    'logs: 20637 rows imported, 20637 here; charges in them: source 40316896, imported 40316896, here 40316896',
  );
  expect(output).toContain('channels: 22 of 22 imported');
  expect(output).toMatch(/users 1 \(root\): .*took the place of the unused first account/);
  expect(output).toContain('the ledger balances');
  expect(output).toContain('every imported balance is proven');
  expect(code).toBe(0);
  // Keys and passwords are in no report.
  for (const secret of [
    ...facts.tokens.map(({ key }) => key),
    ...facts.codes,
    ...Object.values(facts.passwords),
  ])
    expect(output).not.toContain(secret);
  const partitions = await rows<{ name: string }>(
    `SELECT DISTINCT tableoid::regclass::text AS name FROM logs WHERE created_at < 1795500000`,
  );
  expect(partitions).toEqual([{ name: 'logs_2026_11' }]);
});

test('passwords, keys, access tokens and codes work as before', async () => {
  const enabled = await rows<{ username: string }>(
    'SELECT username FROM users WHERE status = 1 AND deleted_at IS NULL ORDER BY id LIMIT 20',
  );
  expect(enabled).toHaveLength(20);
  for (const { username } of enabled) {
    const session = await gateway.signIn(username, facts.passwords[username]!);
    if (username === 'root') root = session;
  }
  const usable = await rows<{ hash: string }>(
    `SELECT t.key_hash AS hash FROM tokens t JOIN users u ON u.id = t.user_id
     WHERE t.status = 1 AND u.status = 1 AND u.deleted_at IS NULL AND (t.expired_time = -1 OR t.expired_time > 1900000000)
       AND (t.unlimited_quota OR t.remain_quota > 0) AND u.quota > 0 AND t."group" IN ('', u."group") ORDER BY t.id`,
  );
  const hashes = new Set(usable.map(({ hash }) => hash));
  const vault = new Vault(process.env.TOLLGATE_SECRET ?? '');
  const keys = facts.tokens
    .filter(({ key }) => hashes.has(vault.lookupHash(key.replace(/^sk-/, ''))))
    .slice(0, 50);
  expect(keys).toHaveLength(50);
  const refused: unknown[] = [];
  for (const [index, { key }] of keys.entries()) {
    const sent = index % 2 === 0 ? key : key.replace(/^sk-/, '');
    const answer = await request(gateway.app.getHttpServer())
      .get('/v1/models')
      .set('authorization', `Bearer ${sent}`);
    if (answer.status !== 200) refused.push([index, answer.status, answer.body]);
  }
  expect(refused).toEqual([]);
  for (const [name, token] of Object.entries(facts.accessTokens)) {
    const [user] = await rows<{ id: string }>('SELECT id FROM users WHERE username = $1', [name]);
    const answer = await request(gateway.app.getHttpServer())
      .get('/api/user/self')
      .set({ authorization: token, 'new-api-user': String(user?.id) });
    expect(answer.body).toMatchObject({ success: true, data: { username: name } });
  }
});

test('what is sealed here is sealed, and channels serve the models that they served', async () => {
  const [plain] = await rows(
    `SELECT (SELECT count(*) FROM tokens WHERE key NOT LIKE 'v1:%')::int AS tokens,
       (SELECT count(*) FROM channels WHERE key NOT LIKE 'v1:%')::int AS channels,
       (SELECT count(*) FROM redemptions WHERE key NOT LIKE 'v1:%')::int AS codes,
       (SELECT count(*) FROM users WHERE access_token IS NOT NULL)::int AS access,
       (SELECT count(*) FROM options WHERE key ~ 'Secret|SMTPToken|EpayKey' AND value NOT LIKE 'v1:%')::int AS options`,
  );
  expect(plain).toEqual({ tokens: 0, channels: 0, codes: 0, access: 0, options: 0 });
  expect(await rows('SELECT count(*)::int AS count FROM abilities')).toEqual([{ count: 168 }]);
});

test('a second import changes nothing', async () => {
  const before = await digests(database);
  const { code, output } = await imported(source(SQLITE));
  expect(code).toBe(0);
  expect(output).toContain('every imported balance is proven');
  expect(output).not.toMatch(/^\w+: \d+ imported$/m);
  expect(await digests(database)).toEqual(before);
});

test('a code that was not redeemed is redeemed once, and the wallet shows no references of the import', async () => {
  const vault = new Vault(process.env.TOLLGATE_SECRET ?? '');
  const unused = await rows<{ hash: string; quota: string }>(
    'SELECT key_hash AS hash, quota FROM redemptions WHERE status = 1 AND deleted_at IS NULL ORDER BY id',
  );
  const code = facts.codes.find((one) => unused.some(({ hash }) => hash === vault.lookupHash(one)));
  const quota = Number(unused.find(({ hash }) => hash === vault.lookupHash(code ?? ''))?.quota);
  const balance = async () =>
    Number((await rows<{ quota: string }>("SELECT quota FROM users WHERE username = 'root'"))[0]?.quota);
  const before = await balance();
  expect(await root.post('/api/user/topup', { key: code })).toMatchObject({ success: true, data: quota });
  expect(await root.post('/api/user/topup', { key: code })).toMatchObject({ success: false });
  expect(await balance()).toBe(before + quota);
  const { data } = await root.get<{ items: { kind: string; reason: string }[] }>('/api/user/credits');
  expect(data.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['redemption', 'adjust']));
  expect(data.items.map(({ reason }) => reason).filter((reason) => reason !== '')).toEqual([]);
});
