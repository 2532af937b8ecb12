import { generateIdentity, identityToRecipient } from 'age-encryption';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { parseManifest } from '../../server/backup/backup-format.js';
import { Vault } from '../../server/core/crypto.js';
import { KEYS } from '../../server/core/redis/scripts/keys.js';
import { freshWorld } from '../setup/fresh-databases.js';
import {
  backup,
  elsewhere,
  onlyBackupIn,
  query,
  restore,
  type Ended,
  type Environment,
} from './backup-programs.js';

/** What `npm run backup` and `npm run restore` refuse, and encrypted backups. */
const SECRET = 'a secret of thirty-two characters';

let here: Environment;
let folder: string;

beforeAll(async () => {
  await freshWorld();
  const { DATABASE_URL = '', REDIS_URL = '', TOLLGATE_DATA_DIR = '' } = process.env;
  here = { DATABASE_URL, REDIS_URL, TOLLGATE_DATA_DIR, TOLLGATE_SECRET: SECRET };
  await query(
    here,
    `INSERT INTO secret_checks (id, sealed) VALUES (1, '${new Vault(SECRET).seal('tollgate')}')`,
  );
  await query(here, `INSERT INTO users (username, quota) VALUES ('someone', 0)`);
  folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an encrypted backup has nothing to read, and is restored with its key alone', async () => {
  const identity = await generateIdentity();
  const to = join(folder, 'encrypted');
  expect(await backup(here, to, '--encrypt-to', await identityToRecipient(identity))).toEqual([
    0,
    expect.any(String),
  ]);
  const from = onlyBackupIn(to);
  const files = readdirSync(from).filter((name) => name !== 'manifest.json');
  expect(files.every((name) => name.endsWith('.copy.gz.age'))).toBe(true);
  expect(readFileSync(join(from, 'users.copy.gz.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);

  const there = await elsewhere(here);
  expect(await restore(there, from)).toEqual([2, expect.stringContaining('the backup is encrypted')]);
  const key = join(folder, 'key.txt');
  writeFileSync(key, `# a comment\n${await generateIdentity()}\n`);
  expect(await restore(there, from, '--identity', key)).toEqual([
    2,
    expect.stringContaining('cannot be decrypted with this key'),
  ]);
  writeFileSync(key, `# a comment\n${identity}\n`);
  // What failed before left tables without rows.
  expect(await restore(there, from, '--identity', key)).toEqual([0, expect.stringMatching(/restored\n$/)]);
});

describe('what cannot be restored is refused, and leaves no rows', () => {
  let from: string;
  let there: Environment;

  beforeAll(async () => {
    const to = join(folder, 'refused');
    expect((await backup(here, to))[0]).toBe(0);
    from = onlyBackupIn(to);
    there = await elsewhere(here);
  });
  afterEach(async () => {
    const [found] = await query<{ name: string | null }>(there, `SELECT to_regclass('users')::text AS name`);
    if (found!.name) expect(await query(there, 'SELECT id FROM users')).toEqual([]);
  });

  const changed = async (file: string, change: (content: Buffer) => Buffer): Promise<Ended> => {
    const original = readFileSync(join(from, file));
    writeFileSync(join(from, file), change(original));
    try {
      return await restore(there, from);
    } finally {
      writeFileSync(join(from, file), original);
    }
  };

  test('a database or a Redis in use', async () => {
    expect(await restore({ ...there, DATABASE_URL: here.DATABASE_URL! }, from)).toEqual([
      2,
      expect.stringContaining('the database is in use: its table users has rows'),
    ]);
    const redis = new Redis(here.REDIS_URL!);
    await redis.set(KEYS.epoch, 'an epoch');
    await redis.quit();
    expect(await restore({ ...there, REDIS_URL: here.REDIS_URL! }, from)).toEqual([
      2,
      expect.stringContaining('this Redis has balances and charges of an installation'),
    ]);
  });

  test('another secret', async () => {
    expect(await restore({ ...there, TOLLGATE_SECRET: 'x'.repeat(40) }, from)).toEqual([
      2,
      expect.stringContaining('TOLLGATE_SECRET is not that of the backup'),
    ]);
  });

  test('a file that is damaged, cut off or missing', async () => {
    const flipped = (content: Buffer) =>
      Buffer.from(content.map((byte, at) => (at === 40 ? byte ^ 1 : byte)));
    for (const change of [flipped, (content: Buffer) => content.subarray(0, -5)])
      expect(await changed('users.copy.gz', change)).toEqual([
        2,
        expect.stringContaining('users.copy.gz is damaged'),
      ]);
    expect(await restore(there, join(from, 'nowhere'))).toEqual([
      2,
      expect.stringContaining('is no complete backup'),
    ]);
  });

  test.each([
    ['a newer format', { format: 3 }, 'which a newer release made'],
    ['a manifest without its tables', { tables: undefined }, 'manifest.json is damaged: tables'],
    ['migrations of a newer release', { migrations: ['Later1999999999999'] }, 'made by a newer release'],
    ['fewer rows than were saved', { rows: true }, 'were saved'],
  ])('%s', async (_what, change, message) => {
    const answer = await changed('manifest.json', (content) => {
      const manifest = JSON.parse(content.toString()) as { tables: { name: string; rows: number }[] };
      if ('rows' in change) for (const table of manifest.tables) if (table.name === 'tokens') table.rows++;
      return Buffer.from(JSON.stringify({ ...manifest, ...change }));
    });
    expect(answer).toEqual([2, expect.stringContaining(message)]);
  });
});

test('a manifest of the previous format is read: its partitions were months', () => {
  const table = { name: 'logs', columns: ['id'], rows: 0, file: 'logs.copy.gz', sha256: '', bytes: 0 };
  const manifest = {
    release: '0.1.0',
    at: '2026-11-30T02:00:00.000Z',
    installation: 'one',
    secretCheck: null,
    migrations: [],
    isEncrypted: false,
    sequences: {},
  };
  const read = (format: number, member: string) =>
    parseManifest(JSON.stringify({ ...manifest, format, tables: [{ ...table, [member]: ['2026_11'] }] }))
      .tables;
  expect(read(1, 'months')).toEqual([{ ...table, partitions: ['2026_11'] }]);
  expect(read(2, 'partitions')).toEqual([{ ...table, partitions: ['2026_11'] }]);
  expect(() => read(2, 'months')).toThrow('manifest.json is damaged: tables.0.partitions');
});

test('a backup that fails in the middle leaves no files', async () => {
  const to = join(folder, 'aborted');
  const client = new pg.Client(here.DATABASE_URL);
  await client.connect();
  // The reading of this table waits.
  await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const ended = backup(here, to);
  const terminated = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tollgate backup' AND wait_event_type = 'Lock'`;
  // On connections of their own: in a transaction, the first look at the activity is repeated.
  while ((await query(here, terminated)).length === 0) await sleep(50);
  expect(await ended).toEqual([2, expect.stringMatching(/^tollgate: no backup was made: /m)]);
  await client.end();
  expect(readdirSync(to)).toEqual([]);
});

test('with wrong arguments or without Redis no backup is made', async () => {
  expect(await backup(here, '')).toEqual([2, expect.stringContaining('--to is missing')]);
  expect(await backup(here, folder, '--encrypt-to', 'nobody')).toEqual([
    2,
    expect.stringContaining('neither a public key of age nor a file with one'),
  ]);
  expect(await backup({ ...here, REDIS_URL: 'redis://127.0.0.1:1' }, folder)).toEqual([
    2,
    expect.stringContaining('REDIS_URL: '),
  ]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
});
