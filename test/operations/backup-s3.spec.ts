import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newBackup, storedBackup } from '../../server/backup/places/places.js';
import { readEnv } from '../../server/core/env.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { S3Server } from '../doubles/clouds/s3-server.js';
import { setVariables } from '../setup/variables.js';
import { backup, elsewhere, query, restore } from './backup-programs.js';

/** Backups in a bucket of S3: made while requests are charged, and restored elsewhere. */
const PLENTY = 100_000_000;
const TO = 's3://backups/nightly';

let storage: S3Server;
let gateway: GatewayProcesses;

beforeAll(async () => {
  storage = new S3Server();
  await storage.start();
  gateway = await GatewayProcesses.open();
});
afterEach(() => {
  expect(storage.violations).toEqual([]);
  storage.forbidden = undefined;
  storage.failures = 0;
});
afterAll(async () => {
  await gateway?.close();
  await storage?.close();
});

const here = () => ({ ...gateway.environment, ...storage.environment });
const manifests = () => [...storage.objects.keys()].filter((key) => key.endsWith('/manifest.json'));

test('a backup that is made under load in a bucket is restored elsewhere, and the ledger balances', async () => {
  const member = await gateway.member(PLENTY, 2, PLENTY / 2);
  gateway.clients.start(2, member.keys);
  await gateway.clients.served(50);
  const served = gateway.clients.counts()['200'] ?? 0;
  // The service is busy for a moment.
  storage.failures = 2;
  expect(await backup(here(), TO)).toEqual([
    0,
    expect.stringMatching(/backup: s3:\/\/backups\/nightly\/tollgate-\w+\n/),
  ]);
  await gateway.clients.stop();
  const [manifest = ''] = manifests();
  // Written last: without it there is no backup.
  expect(storage.calls.at(-1)).toBe(`PutObject ${manifest}`);
  const from = `s3://backups/${manifest.replace('/manifest.json', '')}`;
  const there = { ...(await elsewhere(gateway.environment)), ...storage.environment };
  expect(await restore(there, from)).toEqual([0, expect.stringMatching(/the ledger balances\nrestored\n$/)]);
  const [row] = await query<{ count: number }>(
    there,
    `SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'consume' AND user_id = ${member.id}`,
  );
  expect(row!.count).toBeGreaterThanOrEqual(served);
  expect(await query(there, "SELECT 1 FROM users WHERE username = 'root'")).toHaveLength(1);
});

test('what fails leaves no object and no upload, and says why without secrets', async () => {
  const before = storage.objects.size;
  for (const forbidden of [/^PutObject .*users/, /^PutObject .*manifest/]) {
    storage.forbidden = forbidden;
    const [code, output] = await backup(here(), TO);
    expect([code, output]).toEqual([2, expect.stringContaining('AccessDenied')]);
    expect(output).not.toContain(storage.environment.AWS_SECRET_ACCESS_KEY);
    expect(storage.objects.size).toBe(before);
    expect(storage.uploads.size).toBe(0);
  }
  expect(await backup(here(), 's3://elsewhere/nightly')).toEqual([
    2,
    expect.stringContaining('NoSuchBucket'),
  ]);
  expect(await backup({ ...here(), AWS_ACCESS_KEY_ID: 'AKIDUNKNOWN' }, TO)).toEqual([
    2,
    expect.stringContaining('InvalidAccessKeyId'),
  ]);
  expect(await backup(here(), 's3://Bad_Bucket')).toEqual([2, expect.stringContaining('no address')]);
  const there = { ...(await elsewhere(gateway.environment)), ...storage.environment };
  expect(await restore(there, 's3://backups/none')).toEqual([
    2,
    expect.stringContaining('s3://backups/none is no complete backup'),
  ]);
});

describe('files of many parts', () => {
  const MIB = 1024 * 1024;
  let restoreVariables: () => void;
  beforeAll(() => (restoreVariables = setVariables(storage.environment)));
  afterAll(() => restoreVariables());
  const env = () =>
    readEnv({
      DATABASE_URL: 'postgres://host/db',
      REDIS_URL: 'redis://host',
      TOLLGATE_SECRET: 'a secret of sixteen',
      ...storage.environment,
    });

  test('a file of many parts arrives as it was, after parts that failed for a moment', async () => {
    const content = randomBytes(40 * MIB);
    const made = await newBackup(env(), TO, 'large');
    storage.failures = 2;
    await made.write('logs.copy.gz', Readable.from(chunksOf(content)));
    expect(storage.calls.filter((call) => call === 'UploadPart nightly/large/logs.copy.gz')).toHaveLength(3);
    const stored = await storedBackup(env(), made.name);
    expect((await buffer(await stored.read('logs.copy.gz'))).equals(content)).toBe(true);
    await made.discard();
    expect(storage.objects.has('nightly/large/logs.copy.gz')).toBe(false);
  });

  test.each([
    ['its rows', undefined],
    ['a part', /^UploadPart .*logs/],
  ])('a file of which %s fails is aborted', async (_title, forbidden) => {
    storage.forbidden = forbidden;
    const made = await newBackup(env(), TO, 'aborted');
    const content = Readable.from(rowsThatFail(forbidden === undefined));
    await expect(made.write('logs.copy.gz', content)).rejects.toThrow(
      forbidden ? 'AccessDenied' : 'the rows ended',
    );
    expect(content.destroyed).toBe(true);
    expect(storage.uploads.size).toBe(0);
    expect([...storage.objects.keys()].filter((key) => key.includes('aborted'))).toEqual([]);
  });

  function* chunksOf(content: Buffer): Generator<Buffer> {
    for (let at = 0; at < content.length; at += MIB) yield content.subarray(at, at + MIB);
  }

  function* rowsThatFail(fails: boolean): Generator<Buffer> {
    for (let chunk = 0; chunk < 40; chunk++) yield randomBytes(MIB);
    if (fails) throw new Error('the rows ended');
  }
});
