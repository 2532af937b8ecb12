import Database from 'libsql';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../server/database/options.js';
import { SqlScript } from '../../server/import/export/sql-script.js';
import { Program } from '../books/program.js';
import { freshDatabase } from '../setup/fresh-databases.js';
import { Management } from '../setup/management.js';
import { HASH, importFile, SmallDatabases, token, user } from './small-databases.js';

/** The way back: the old database gets what has changed here since its import. */
const sources = new SmallDatabases();
let gateway: Management;
let database: DataSource;
let admin: Awaited<ReturnType<Management['root']>>;
let file: string;

beforeAll(async () => {
  gateway = await Management.start();
  database = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  file = sources.make('old', {
    users: [
      user(1, 'root', { role: 100, status: 2, quota: 500, password: HASH }),
      user(8, 'debtor', { quota: -6000 }),
      user(2, 'ann', { quota: 1000, email: "o'hara@example.com" }),
      user(3, 'bob', { quota: 1000 }),
    ],
    tokens: [token(1, 2, 'first', { remain_quota: 500 }), token(2, 3, 'sk-second', { unlimited_quota: 1 })],
    channels: [
      { id: 1, type: 1, key: 'up1', name: 'c', models: 'gpt-4o', group: 'default', status: 1, priority: 0 },
      {
        id: 2,
        type: 1,
        key: 'up2',
        name: 'gone',
        models: 'gpt-4o',
        group: 'default',
        status: 1,
        priority: 0,
      },
    ],
    abilities: [{ group: 'default', model: 'gpt-4o', channel_id: 1, enabled: 1, priority: 0 }],
    options: [{ key: 'QuotaForNewUser', value: '250000' }],
    redemptions: [
      { id: 1, user_id: 1, key: 'code1', status: 1, quota: 5, used_user_id: 0, name: 'a', redeemed_time: 0 },
    ],
  });
  expect((await importFile(database, file)).isProven).toBe(true);
  admin = await gateway.root();
});
afterAll(async () => {
  await database.destroy();
  await gateway.close();
  sources.remove();
});

async function exported(
  name: string,
  ...args: string[]
): Promise<{ code: number | string; output: string; out: string }> {
  const { DATABASE_URL = '', REDIS_URL = '', TOLLGATE_DATA_DIR = '', TOLLGATE_SECRET = '' } = process.env;
  const out = path.join(sources.folder, name);
  const program = new Program(
    'server/import/export/export.command.js',
    { DATABASE_URL, REDIS_URL, TOLLGATE_DATA_DIR, TOLLGATE_SECRET },
    undefined,
    ['--to', 'new-api', '--source', `sqlite:${file}`, '--out', out, ...args],
  );
  return { code: await program.run(), output: program.output, out };
}

/** A database without the record of a setup is recognized by its first user, whose name the script changes. */
async function nameOfImport(): Promise<string> {
  const [row] = await database.query<{ source: string }[]>('SELECT source FROM imports');
  return row!.source;
}

const COLUMNS = {
  users: 'username, quota::int, "group", status, email',
  tokens:
    '(SELECT username FROM users WHERE users.id = user_id) AS owner, key_hash, name, remain_quota::int AS remain, status',
  channels: 'name, models, status, priority::int',
  redemptions: 'key_hash, status, quota::int',
} as const;

async function state(of: DataSource): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(COLUMNS))
    found[table] = await of.query(
      `SELECT ${columns} FROM ${table} WHERE ${table === 'channels' ? 'true' : 'deleted_at IS NULL'}
       ${table === 'users' ? "AND username <> 'root' AND username NOT LIKE 'root-%'" : ''} ORDER BY 1, 2`,
    );
  return found;
}

test('without changes here there is nothing to change there', async () => {
  const { code, output, out } = await exported('same.sql');
  expect([code, output]).toEqual([0, expect.stringContaining('tokens: 0 changed, 0 added, 0 deleted')]);
  // Also not what rules of the import decided: another name, another role, a balance of 0.
  expect(readFileSync(out, 'utf8')).not.toContain('UPDATE ');
  expect(statSync(out).mode & 0o777).toBe(0o600);
});

test('a token whose key is not stored here keeps the key of the old database, and a new one is left out; both are named', async () => {
  const [first] = await database.query<{ id: string; key: string; user_id: string }[]>(
    `SELECT id, key, user_id FROM tokens WHERE key <> '' ORDER BY id LIMIT 1`,
  );
  await database.query(`UPDATE tokens SET key = '', name = 'kept there' WHERE id = $1`, [first!.id]);
  await database.query(
    `INSERT INTO tokens (user_id, key, key_hash, name) VALUES ($1, '', repeat('0', 64), 'left out')`,
    [first!.user_id],
  );
  const { code, output, out } = await exported('keyless.sql');
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/2 tokens have keys that are not stored here.*: kept there, left out/),
  ]);
  const script = readFileSync(out, 'utf8');
  expect(script).toContain('kept there');
  expect(script).not.toMatch(/left out|[`"]?key[`"]? = ''/);
  await database.query(`DELETE FROM tokens WHERE name = 'left out'`);
  await database.query(`UPDATE tokens SET key = $2, name = 'first' WHERE id = $1`, [first!.id, first!.key]);
});

test('what changed here is in the old database after the script: an import of it into another installation has the same', async () => {
  const find = async (table: string, name: string) =>
    (
      await database.query<{ id: number }[]>(
        `SELECT id::int FROM ${table} WHERE ${table === 'users' ? 'username' : 'name'} = $1`,
        [name],
      )
    )[0]!.id;
  const ann = await find('users', 'ann');
  await admin.put('/api/user/', { id: ann, quota: 700, group: 'vip', quota_reason: 'test' });
  await admin.post('/api/user/manage', { id: await find('users', 'bob'), action: 'disable' });
  const carl = await gateway.user('carl');
  await admin.put('/api/user/', { id: carl.id, quota: 4321 });
  await carl.post('/api/token/', { name: "carl's \\ token", remain_quota: 100, unlimited_quota: false });
  const channel = (await admin.get<object>(`/api/channel/${await find('channels', 'c')}`)).data;
  await admin.put('/api/channel/', { ...channel, models: 'gpt-4o,gpt-4o-mini', key: 'rotated' });
  await admin.delete(`/api/channel/${await find('channels', 'gone')}`);
  await carl.post('/api/user/topup', { key: 'code1' });
  await admin.put('/api/option/', { key: 'QuotaForNewUser', value: '300000' });

  const { code, output, out } = await exported('changes.sql');
  expect(output).toContain('channels: 1 changed, 0 added, 1 deleted');
  expect(output).toContain('options: 1 changed');
  expect(output).toMatch(/\d users signed in here: .*carl/);
  expect(code).toBe(0);
  const old = new Database(file);
  old.exec(readFileSync(out, 'utf8').replace('.bail on\n', ''));
  const value = (sql: string) => (old.prepare(sql).raw().get() as unknown[])[0];
  expect(value('SELECT key FROM channels WHERE id = 1')).toBe('rotated');
  expect(value('SELECT count(*) FROM abilities WHERE channel_id = 1')).toBe(2);
  expect(value(`SELECT value FROM options WHERE "key" = 'QuotaForNewUser'`)).toBe('300000');
  // The hash there is that of the old gateway.
  expect(value('SELECT password FROM users WHERE id = 1')).toBe(HASH);
  old.close();

  const { url } = await freshDatabase();
  const there = await new DataSource(databaseOptions(url)).initialize();
  try {
    expect((await importFile(there, file)).isProven).toBe(true);
    expect(await state(there)).toEqual(await state(database));
  } finally {
    await there.destroy();
  }
  // The script again has nothing to do.
  const again = await exported('again.sql', '--as', await nameOfImport());
  expect(
    readFileSync(again.out, 'utf8')
      .split('\n')
      .filter((line) => /UPDATE|INSERT|DELETE/.test(line)),
  ).toEqual([]);
});

test('an old database that went on with ids of new rows is refused, and leaves no script', async () => {
  const dora = await gateway.user('dora');
  sources.change(
    file,
    `INSERT INTO users (id, username, password, role, status, quota, "group") VALUES (${dora.id + 8}, 'other', '', 1, 1, 5, 'default')`,
  );
  const name = await nameOfImport();
  const { code, output, out } = await exported('refused.sql', '--as', name);
  expect([code, output]).toEqual([
    2,
    expect.stringContaining(`users ${dora.id + 8} is another row in the old database`),
  ]);
  expect(existsSync(out)).toBe(false);
  expect((await exported('other.sql', '--as', 'other')).output).toContain(
    `there is no import other. Name one with --as: ${name}`,
  );
});

test.each([
  [
    'sqlite',
    `.bail on\nBEGIN;\nINSERT INTO "t" ("key", "on", "at") VALUES ('it''s \\n', 1, '2026-01-02 03:04:05+00:00');\n`,
  ],
  [
    'postgres',
    `\\set ON_ERROR_STOP on\nBEGIN;\nINSERT INTO "t" ("key", "on", "at") VALUES ('it''s \\n', true, '2026-01-02 03:04:05+00:00');\n`,
  ],
  [
    'mysql',
    "SET NAMES utf8mb4; SET sql_mode = '', time_zone = '+00:00';\nSTART TRANSACTION;\nINSERT INTO `t` (`key`, `on`, `at`) VALUES ('it''s \\\\n', 1, '2026-01-02 03:04:05');\n",
  ],
] as const)('statements for %s quote names and texts', (dialect, expected) => {
  let written = '';
  const script = new SqlScript(dialect, (text) => (written += text));
  script.begin();
  script.insert('t', { key: "it's \\n", on: true, at: new Date('2026-01-02T03:04:05.678Z') });
  expect(written).toBe(expected);
});
