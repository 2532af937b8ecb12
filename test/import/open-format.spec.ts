import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import request from 'supertest';
import { KIND_NAMES, RECORDS } from '../../server/import/open-format/kinds.js';
import type { ExportManifest } from '../../server/import/open-format/manifest.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { freshDatabase } from '../setup/fresh-databases.js';
import { Gateway } from '../setup/gateway.js';
import { Management } from '../setup/management.js';
import { digests } from './imported.js';
import { command, comparable, exportTo, fillColumns, importFrom, linesOf } from './open-format.js';

/** All databases of the tests are one installation, so that the import has to be named. */
const AS = ['--as', 'moved'];

let home: string;
let whole: string;
let open: string;
let upstream: ScriptedUpstream;
let there: Gateway | undefined;
let here: Management | undefined;
let database: pg.Client;
/** Of the first installation. */
const known = { url: '', keys: [] as string[], once: '', access: '', code: '', ann: 0, balance: 0 };

beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'tollgate-open-format-'));
  [whole, open] = [path.join(home, 'whole'), path.join(home, 'open')];
  upstream = await ScriptedUpstream.start();
  const gateway = (there = await Gateway.start());
  known.url = process.env.DATABASE_URL ?? '';
  await fill(gateway);
});
afterAll(async () => {
  await database?.end();
  await there?.close();
  await here?.close();
  await upstream?.close();
  rmSync(home, { recursive: true, force: true });
});

async function fill(gateway: Gateway): Promise<void> {
  await gateway.option('GitHubClientSecret', 'hush');
  await gateway.option('QuotaForNewUser', '250000');
  const channel = await gateway.addChannel({
    name: 'with everything',
    key: 'sk-upstream-1',
    base_url: upstream.url,
    models: 'gpt-4o,gpt-4o-mini',
    group: 'default,vip',
    model_mapping: '{"gpt-4o-mini":"gpt-4o"}',
  });
  await gateway.addChannel({ name: 'plain', base_url: upstream.url, models: 'gpt-4o' });
  await gateway.manage('POST', '/api/user/', {
    username: 'ann',
    password: 'password 1',
    display_name: 'Ann',
  });
  await gateway.manage('POST', '/api/user/', { username: 'gone', password: 'password 1', display_name: 'G' });
  const [ann] = await gateway.sql<{ id: number }>(`SELECT id FROM users WHERE username = 'ann'`);
  known.ann = ann!.id;
  await gateway.manage('PUT', '/api/user/', { id: known.ann, username: 'ann', quota: 900_000, group: 'vip' });
  const session = await gateway.session('ann', 'password 1');
  const call = async <T>(method: string, place: string, body?: object): Promise<T> => {
    const sent = request(gateway.url)[method as 'post'](place).set(session);
    const answer = await (body ? sent.send(body) : sent);
    expect([place, answer.body]).toEqual([place, expect.objectContaining({ success: true })]);
    return (answer.body as { data: T }).data;
  };
  await call('put', '/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 500,
    webhook_url: 'https://127.0.0.1:9/hook',
    webhook_secret: 'wh-secret',
  });
  known.access = await call('get', '/api/user/token');
  await call('get', '/api/user/aff');
  await call('post', '/api/token/', {
    name: "ann's",
    remain_quota: 400_000,
    unlimited_quota: false,
    expired_time: 1_999_999_999,
    model_limits_enabled: true,
    model_limits: 'gpt-4o,gpt-4o-mini',
    allow_ips: '127.0.0.1',
    scopes: 'models',
  });
  known.keys.push(await gateway.addToken({ name: 'of root', remain_quota: 300_000, unlimited_quota: false }));
  await gateway.addToken({ name: 'deleted' });
  await gateway.option('TokenKeyAccess', 'once');
  known.once = await call<{ key: string }>('post', '/api/token/', {
    name: 'shown once',
    unlimited_quota: true,
  }).then(({ key }) => key);
  const codes = await gateway.manage<string[]>('POST', '/api/redemption/', {
    name: 'spring',
    quota: 5000,
    count: 3,
    campaign: 'fair',
  });
  await call('post', '/api/user/topup', { key: codes[0] });
  known.code = codes[1]!;
  for (const stream of [false, true]) {
    const answer = await gateway.relay('/v1/chat/completions', known.keys[0]!, {
      model: 'gpt-4o',
      stream,
      max_tokens: 40,
      messages: [{ role: 'user', content: 'hello' }],
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  }
  await gateway.quiet();
  await fillColumns(gateway, known.ann, channel);
  await gateway.manage('POST', '/api/user/manage', {
    id: (await gateway.sql<{ id: number }>(`SELECT id FROM users WHERE username = 'gone'`))[0]!.id,
    action: 'delete',
  });
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as ExportManifest;

test('an export has a value in every column, and each line is valid by its JSON Schema for an independent validator', async () => {
  const { code, output } = await exportTo(whole, '--with-secrets');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('keys in clear text. Keep it as you keep them'),
  ]);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default.default(ajv);
  const empty: string[] = [];
  for (const kind of KIND_NAMES) {
    const schema = JSON.parse(readFileSync(path.join(whole, `${kind}.schema.json`), 'utf8')) as {
      properties: object;
    };
    const validate = ajv.compile(schema);
    const lines = linesOf(whole, kind);
    for (const line of lines) expect([kind, validate(line), validate.errors]).toEqual([kind, true, null]);
    expect(validate({ ...lines[0], another: 1 })).toBe(false);
    if (RECORDS.includes(kind)) continue;
    for (const name of Object.keys(schema.properties))
      if (lines.every((line) => ['', 0, null, false].includes(line[name] as string)))
        empty.push(`${kind}.${name}`);
  }
  expect(empty).toEqual([]);
  const manifest = JSON.parse(readFileSync(path.join(whole, 'manifest.schema.json'), 'utf8')) as object;
  expect(ajv.validate(manifest, manifestOf(whole))).toBe(true);
});

test('the manifest has the lines and the SHA-256 of each file, which only their owner can read, and the audit log has the export', async () => {
  for (const { kind, file, rows, sha256 } of manifestOf(whole).files) {
    const content = readFileSync(path.join(whole, file));
    expect([kind, rows, sha256]).toEqual([
      kind,
      linesOf(whole, kind).length,
      createHash('sha256').update(content).digest('hex'),
    ]);
    expect(statSync(path.join(whole, file)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(whole).mode & 0o777).toBe(0o700);
  expect(existsSync(`${whole}.partial`)).toBe(false);
  const noted = await there!.sql<{ details: string }>(
    `SELECT details FROM audit_log WHERE actor_name = 'npm run export'`,
  );
  expect(noted.map(({ details }) => JSON.parse(details) as object)).toMatchObject([
    { command: 'export', secrets: true, folder: whole },
  ]);
  expect(await exportTo(whole)).toMatchObject({
    code: 2,
    output: expect.stringContaining('exists: name a new folder'),
  });
});

test('without secrets, none is in the export', async () => {
  const { code, output } = await exportTo(open);
  expect([code, output]).toEqual([0, expect.stringContaining('without secrets: passwords, keys, codes')]);
  const text = KIND_NAMES.map((kind) => readFileSync(path.join(open, `${kind}.ndjson`), 'utf8')).join('');
  const secrets = [
    'hush',
    'wh-secret',
    'sk-upstream',
    'user:pass',
    '"hidden',
    known.code,
    known.access,
    '$argon2',
  ];
  for (const secret of [...secrets, ...known.keys.map((key) => key.slice(3)), known.once.slice(-20)])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
});

test('the installation that made the export does not import it', async () => {
  expect(await importFrom(whole, ['--dry-run'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('this installation made the export'),
  });
});

test('a file that was changed is refused, with the line that is not of its form, and so is one that is missing or too short', async () => {
  const changed = async (file: string, change: (text: string) => string | undefined) => {
    const folder = mkdtempSync(path.join(home, 'changed-'));
    cpSync(whole, folder, { recursive: true });
    const place = path.join(folder, file);
    const text = change(readFileSync(place, 'utf8'));
    if (text === undefined) rmSync(place);
    else writeFileSync(place, text);
    const { code, output } = await importFrom(folder, [...AS, '--dry-run']);
    expect([code, output.trim().split('\n').length]).toEqual([2, 1]);
    return output.trim().replace('tollgate: not imported: ', '');
  };
  const annAt = linesOf(whole, 'users').findIndex(({ username }) => username === 'ann') + 1;
  expect(await changed('users.ndjson', (text) => text.replace('"ann"', '"anm"'))).toBe(
    'users.ndjson is not as it was exported (SHA-256)',
  );
  expect(await changed('users.ndjson', (text) => text.replace('"username":"ann"', '"username":5'))).toMatch(
    `users.ndjson, line ${annAt}: username: Invalid input: expected string`,
  );
  expect(await changed('users.ndjson', (text) => text.replace('{', '['))).toMatch(/^users\.ndjson, line 1: /);
  const last = linesOf(whole, 'logs').length - 1;
  expect(await changed('logs.ndjson', (text) => text.replace(/[^\n]*\n$/, ''))).toMatch(
    `logs.ndjson, line ${last}: it is the last one of ${last + 1}`,
  );
  expect(await changed('tokens.ndjson', () => undefined)).toBe('tokens.ndjson is missing');
  expect(await changed('manifest.json', (text) => text.replace('"format": 1', '"format": 9'))).toBe(
    'the export has format 9, and this release reads format 1: a newer release made it',
  );
  // Records are not imported, and checked all the same.
  expect(
    await changed('audit_log.ndjson', (text) => text.replace('"actor_name":"root"', '"actor_name":"toor"')),
  ).toBe('audit_log.ndjson is not as it was exported (SHA-256)');
});

test('an installation is the same after its export is imported elsewhere: a second export has the same lines', async () => {
  known.balance = await there!.quota(known.ann);
  await there!.close();
  there = undefined;
  here = await Management.start();
  database = new pg.Client(process.env.DATABASE_URL);
  await database.connect();
  const before = await digests(database);
  const trial = await importFrom(whole, [...AS, '--dry-run']);
  expect([trial.code, trial.output]).toEqual([0, expect.stringContaining('dry run: nothing was changed')]);
  expect(await digests(database)).toEqual(before);

  const { code, output } = await importFrom(whole, AS);
  expect(output).toContain('every imported balance is proven');
  expect(output).toMatch(/prices: none of \d+ models changes/);
  expect(output).toMatch(/ledger_entries \(\d+ lines\): a record of the old installation/);
  expect(code).toBe(0);
  const again = path.join(home, 'again');
  expect((await exportTo(again, '--with-secrets')).code).toBe(0);
  expect(comparable(again)).toEqual(comparable(whole));
});

test('a second import changes nothing, also from files that were compressed since', async () => {
  const before = await digests(database);
  const folder = path.join(home, 'compressed');
  cpSync(whole, folder, { recursive: true });
  for (const file of ['logs.ndjson', 'users.ndjson']) {
    const content = readFileSync(path.join(folder, file));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(content));
    rmSync(path.join(folder, file));
  }
  const { code, output } = await importFrom(folder, [...AS, '--update']);
  expect([code, output]).toEqual([0, expect.stringContaining('every imported balance is proven')]);
  expect(output).not.toMatch(/^\w+: \d+ (?:imported|updated)$/m);
  expect(await digests(database)).toEqual(before);
});

test('passwords, keys, access tokens and codes work as before, and the ledger balances', async () => {
  expect((await command('server/billing/ledger/ledger-audit.command.js', [])).output).toContain(
    'the ledger balances',
  );
  const ann = await here!.signIn('ann', 'password 1');
  expect(ann.id).toBe(known.ann);
  expect((await ann.get<{ quota: number }>('/api/user/self')).data).toMatchObject({ quota: known.balance });
  for (const key of [...known.keys, known.once]) {
    const sent = `Bearer ${key.startsWith('sk-') ? key : `sk-${key}`}`;
    const answer = await request(here!.app.getHttpServer()).get('/v1/models').set('authorization', sent);
    expect(answer.status).toBe(200);
  }
  const self = await request(here!.app.getHttpServer())
    .get('/api/user/self')
    .set({ authorization: known.access, 'new-api-user': String(known.ann) });
  expect(self.body).toMatchObject({ success: true, data: { username: 'ann' } });
  expect(await ann.post('/api/user/topup', { key: known.code })).toMatchObject({ success: true, data: 5000 });
});

test('without secrets, accounts and channels are imported, and what is missing is named', async () => {
  const { url } = await freshDatabase();
  const { code, output } = await importFrom(open, AS, { DATABASE_URL: url });
  expect(output).toContain('every imported balance is proven');
  expect(code).toBe(0);
  for (const line of [
    /users \d+ \(ann, password, access token, webhook_secret\): a secret that the export does not have/,
    /users \d+ \(ann\): two-factor sign-in/,
    /channels \d+ \(with everything, key, proxy, x-key\): a channel whose key/,
    /channels \d+ \(plain, key\): a channel whose key/,
    /tokens \d+ \(of root\): a token whose key/,
    /tokens \d+ \(shown once\): a token whose key/,
    /redemptions \d+ \(spring\): a redemption code whose text/,
    /options GitHubClientSecret: a secret that the export does not have/,
  ])
    expect(output).toMatch(line);
  const client = new pg.Client(url);
  await client.connect();
  const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  expect(await rows(`SELECT status, setting FROM channels WHERE name = 'with everything'`)).toEqual([
    { status: 2, setting: '{"upstream":{"headers":{}}}' },
  ]);
  expect(await rows('SELECT DISTINCT status FROM redemptions ORDER BY 1')).toEqual([
    { status: 2 },
    { status: 3 },
  ]);
  expect(await rows(`SELECT quota::int FROM users WHERE username = 'ann'`)).toEqual([
    { quota: known.balance },
  ]);
  await client.end();
  // What is here would be lost.
  expect(await importFrom(open, [...AS, '--update'], { DATABASE_URL: url })).toMatchObject({
    code: 2,
    output: expect.stringContaining('export again --with-secrets'),
  });
});

test('hashes by another secret are named, and their tokens get new keys', async () => {
  const { url } = await freshDatabase();
  const environment = {
    DATABASE_URL: url,
    TOLLGATE_SECRET: 'another secret of the tests, which is long enough',
  };
  const { output } = await importFrom(whole, AS, environment);
  expect(output).toMatch(/tokens \d+ \(shown once\): a token whose key .*; imported with a new key/);
  expect(output).not.toMatch(/\(of root\): a token/);
  expect(output).toMatch(/users \d+ \(ann, access token\): a secret/);
});

test('every table and column of the database is in an export, or docs/open-format.md says why not', async () => {
  const page = readFileSync('docs/open-format.md', 'utf8');
  const named = new Set([...page.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name));
  const { rows } = await database.query<{ table: string; column: string }>(
    `SELECT c.relname AS "table", a.attname AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
       AND NOT a.attisdropped ORDER BY 1, 2`,
  );
  const missing = rows.filter(({ table, column }) => {
    const kind = KIND_NAMES.find((name) => name === table);
    if (!kind) return !named.has(table);
    return !(column in linesOf(whole, kind)[0]!) && !named.has(`${table}.${column}`);
  });
  expect(missing).toEqual([]);
});
