import { readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import pg from 'pg';
import request from 'supertest';
import type {
  ImportedBalancesResponse,
  ImportRunDetailResponse,
  ImportsResponse,
  ImportUploadResponse,
} from '../../server/contract/resources/import.js';
import { Management, type Visitor } from '../setup/management.js';
import { checkedAddress } from '../../server/import/console/source-address.js';
import { age } from '../setup/session-age.js';
import { until } from '../setup/until.js';
import { digests, SQLITE } from './imported.js';

let gateway: Management;
let root: Visitor;
let client: pg.Client;
let uploaded = '';
/** Of the account `root` in the source. */
const OLD_PASSWORD = 'Root-pass-77';
const NOBODY = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await gateway?.close();
});

const sqlite = () => readFileSync(`test/fixtures/import/${SQLITE}`);

function send(visitor: Visitor, body: Buffer, name = SQLITE) {
  return request(gateway.app.getHttpServer())
    .post(`/api/import/upload?name=${name}`)
    .set(visitor.headers())
    .set('content-type', 'application/octet-stream')
    .send(body);
}

async function upload(): Promise<string> {
  const { body } = await asRoot(() => send(root, sqlite()).then());
  expect(body).toMatchObject({ success: true });
  return (body.data as ImportUploadResponse).id;
}

async function start(body: object): Promise<number> {
  const reply = await asRoot(() => root.post<{ id: number }>('/api/import', body));
  expect(reply).toMatchObject({ success: true });
  return reply.data.id;
}

/**
 * The super administrator of the source takes the place of the one that asks: its session ends with an import, or a moment after one
 * that was cancelled late.
 */
async function asRoot<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  const reply = await ask();
  if (reply.status !== 401) return reply;
  root = await gateway.signIn('root', OLD_PASSWORD);
  return ask();
}

async function read(id: number): Promise<ImportRunDetailResponse> {
  return (await asRoot(() => root.get<ImportRunDetailResponse>(`/api/import/${id}`))).data;
}

async function ended(id: number): Promise<ImportRunDetailResponse> {
  await until(async () => !['queued', 'running'].includes((await read(id)).state));
  return read(id);
}

/** Names of uploaded files on this machine. */
const files = () =>
  readdirSync(os.tmpdir())
    .filter((name) => name.startsWith('tollgate-upload-'))
    .flatMap((name) => readdirSync(`${os.tmpdir()}/${name}`));

test('a file that is neither a database nor a dump is refused, and nothing of it is left', async () => {
  const before = files();
  const { body } = await send(root, Buffer.from('\x7fELF'.padEnd(2000, 'x')));
  expect(body.code).toBe('import_file_unknown');
  expect(files()).toEqual(before);
});

test.each([
  ['without a source', {}, 'import_source_missing'],
  ['of a file that is not there', { upload: NOBODY }, 'import_upload_missing'],
  ['of another kind of address', { address: 'file:///etc/passwd' }, 'import_address_invalid'],
  [
    'with parameters that name files',
    { address: 'postgres://u:p@127.0.0.1/d?sslcert=/etc/passwd' },
    'import_address_invalid',
  ],
  ['without a database', { address: 'mysql://u:p@127.0.0.1' }, 'import_address_invalid'],
])('an import %s is refused', async (_what, source, code) => {
  expect((await root.post('/api/import', { ...source, dry_run: true })).extras.code).toBe(code);
  expect((await root.get<ImportsResponse>('/api/import')).data.runs).toEqual([]);
});

test('an address in the own network is refused where the operator does not allow it', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '2130706433'])
    await expect(checkedAddress(`postgres://u:p@${host}/d`, false)).rejects.toMatchObject({
      code: 'import_address_private',
    });
  expect(await checkedAddress('postgresql://u:p@127.0.0.1:5433/d', true)).toBe(
    'postgres://u:p@127.0.0.1:5433/d',
  );
});

test('an address without a password does not make the driver send that of this server', async () => {
  expect(await checkedAddress('postgres://u@127.0.0.1/d', true)).toBe('postgres://u:none@127.0.0.1/d');
});

test('a database that cannot be read fails with a reason, and its password is stored nowhere', async () => {
  const id = await start({ address: 'postgres://somebody:secret-word@127.0.0.1:1/old', dry_run: true });
  const run = await ended(id);
  expect(run).toMatchObject({ state: 'failed', label: '127.0.0.1:1/old', proven: null });
  expect(run.error).toContain('cannot be read');
  const stored = await gateway.sql<{ text: string }>(
    `SELECT (SELECT string_agg(r::text, ' ') FROM import_runs r) || (SELECT string_agg(a::text, ' ') FROM audit_log a) AS text`,
  );
  expect(stored[0]?.text).toContain('127.0.0.1:1/old');
  expect(stored[0]?.text).not.toContain('secret-word');
});

test('a dry run reports everything and changes nothing', async () => {
  const before = await digests(client);
  uploaded = await upload();
  const id = await start({ upload: uploaded, dry_run: true });
  const run = await ended(id);
  expect(run).toMatchObject({ state: 'done', dry_run: true, label: SQLITE, upload: uploaded, error: '' });
  expect(run.report.balances).toMatchObject([
    { table: 'users', imported: 213, total: 213, equal: 213, differing: [] },
    { table: 'tokens', imported: 500, total: 500, differing: [] },
  ]);
  expect(run.report.counts).toContainEqual({ table: 'channels', imported: 22, total: 22 });
  expect(run.progress).toContainEqual({ table: 'users', done: 213, total: 213 });
  expect(run.report.notes.find(({ code }) => code === 'first_account')).toMatchObject({ count: 1 });
  expect(run.report.prices?.changed.length).toBeGreaterThan(0);
  expect(run.report.lines.join('\n')).toContain('users: 213 balances equal');
  expect(await digests(client)).toEqual(before);
});

test('a run that is cancelled ends, and is listed as such', async () => {
  // The run stops where it writes rows of the log, however fast this machine is.
  await client.query('BEGIN');
  await client.query('LOCK TABLE logs IN EXCLUSIVE MODE');
  try {
    const id = await start({ upload: uploaded, dry_run: false });
    expect(
      (await asRoot(() => root.post('/api/import', { upload: uploaded, dry_run: true }))).extras.code,
    ).toBe('import_running');
    await until(async () => (await read(id)).progress.length > 0);
    expect(await asRoot(() => root.post(`/api/import/${id}/cancel`, {}))).toMatchObject({ success: true });
    expect((await ended(id)).state).toBe('cancelled');
    expect((await asRoot(() => root.post(`/api/import/${id}/cancel`, {}))).extras.code).toBe(
      'import_not_found',
    );
  } finally {
    await client.query('ROLLBACK');
  }
});

test('a run whose server has ended is interrupted, and does not keep others from starting', async () => {
  await gateway.sql(
    `INSERT INTO import_runs (server, state, dry_run, label, choices, started_by, started_by_name, created_at, seen_at)
     VALUES ($1, 'running', false, 'lost', $2, 1, 'root', 1, floor(extract(epoch FROM now())) - 60)`,
    [NOBODY, JSON.stringify({ parts: ['users'], since: null, keep_prices: false, update: false })],
  );
  const { runs } = (await asRoot(() => root.get<ImportsResponse>('/api/import'))).data;
  expect(runs[0]).toMatchObject({ label: 'lost', state: 'interrupted' });
});

test('the next run continues to the proof: every balance is that of the source, here and in the ledger', async () => {
  const id = await start({ upload: uploaded, dry_run: false });
  const run = await ended(id);
  expect(run).toMatchObject({ state: 'done', dry_run: false, proven: true });
  expect(run.report.ledger).toMatchObject({ balanced: true });
  const users = run.report.balances[0];
  expect(users).toMatchObject({ table: 'users', imported: 213, equal: 213, differing: [] });
  expect(users?.source).toBe(users?.ledger);
  const page = (await root.get<ImportedBalancesResponse>(`/api/import/${id}/balances?table=tokens`)).data;
  expect(page).toMatchObject({ total: 500, page: 1, page_size: 50 });
  for (const { source, now, ledger } of page.items) expect([now, ledger]).toEqual([source, source]);
});

test('the file is removed after the import', async () => {
  await until(async () => (await root.get<ImportsResponse>('/api/import')).data.uploads.length === 0);
  await until(() => Promise.resolve(!files().some((name) => name.startsWith(uploaded))));
});

test('a second import of the same source changes nothing', async () => {
  const before = await digests(client);
  const id = await start({ upload: await upload(), dry_run: false });
  expect(await ended(id)).toMatchObject({ state: 'done', proven: true });
  expect(await digests(client)).toEqual(before);
});

test('an uploaded file can be removed', async () => {
  const id = await upload();
  expect(files().some((name) => name.startsWith(id))).toBe(true);
  expect(await root.delete(`/api/import/upload/${id}`)).toMatchObject({ success: true });
  expect(files().some((name) => name.startsWith(id))).toBe(false);
});

test('only the super administrator uploads and imports, and an old session has to be confirmed', async () => {
  await root.post('/api/user/', { username: 'other', password: 'password 1', display_name: 'other' });
  const other = await gateway.signIn('other', 'password 1');
  await root.post('/api/user/manage', { id: other.id, action: 'promote' });
  const administrator = await gateway.signIn('other', 'password 1');
  const starting = { upload: NOBODY, dry_run: true };
  expect((await send(administrator, sqlite())).body.code).toBe('role_too_low');
  expect((await administrator.post('/api/import', starting)).extras.code).toBe('role_too_low');
  expect((await administrator.get('/api/import')).extras.code).toBe('role_too_low');
  await age(gateway, { signedInAt: 700, confirmedAt: 700, openedAt: 700 });
  expect((await send(root, sqlite())).body.code).toBe('confirmation_required');
  expect((await root.post('/api/import', starting)).extras.code).toBe('confirmation_required');
  root = await gateway.signIn('root', OLD_PASSWORD);
});

test('the audit log has upload, dry run, start, cancel and end', async () => {
  const entries = await gateway.sql<{ step: string }>(
    `SELECT DISTINCT details::jsonb->>'step' AS step FROM audit_log WHERE action = 'import' ORDER BY 1`,
  );
  expect(entries.map(({ step }) => step)).toEqual([
    'cancel',
    'dry_run',
    'end',
    'start',
    'upload',
    'upload_removed',
  ]);
});
