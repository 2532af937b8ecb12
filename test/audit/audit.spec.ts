import request from 'supertest';
import type { AuditEntryResponse } from '../../server/contract/resources/audit.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;
let admin: Visitor;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  root = await gateway.root();
  await gateway.user('deputy');
  await gateway.sql(`UPDATE users SET role = 10 WHERE username = 'deputy'`);
  admin = await gateway.signIn('deputy', 'password 1');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
});

const entries = async (query = ''): Promise<AuditEntryResponse[]> =>
  (await admin.get<AuditEntryResponse[]>(`/api/audit?size=100${query}`)).data;
const latest = async (action: string) => (await entries(`&action=${action}`))[0];

test('changes, sign-ins, failed ones, ended sessions and new keys are in it, with where they came from', async () => {
  await root.put('/api/option/', { key: 'QuotaPerUnit', value: '250000' });
  expect(await latest('change')).toMatchObject({
    actor_id: 1,
    actor_name: 'root',
    details: { option: { key: 'QuotaPerUnit', before: '500000', after: '250000' } },
  });
  await root.put('/api/option/', { key: 'EpayKey', value: 'hunter2' });
  expect(JSON.stringify(await latest('change'))).not.toContain('hunter2');

  await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .set('user-agent', 'a browser')
    .send({ username: 'deputy', password: 'a guess' });
  expect(await latest('sign_in_failed')).toMatchObject({
    actor_id: 0,
    actor_name: 'deputy',
    user_id: admin.id,
    user_agent: 'a browser',
    address: '127.0.0.1',
    request_id: expect.stringMatching(/^\d{20}/),
  });
  const again = await gateway.signIn('deputy', 'password 1');
  expect(await latest('sign_in')).toMatchObject({ actor_id: admin.id, details: { method: 'password' } });
  admin = again;
  await again.delete('/api/user/sessions');
  expect(await latest('session_ended')).toMatchObject({ actor_id: admin.id });
  await again.get('/api/user/token');
  expect(await latest('access_token_created')).toMatchObject({ actor_id: admin.id });
  await again.post('/api/token/', { name: 'new', remain_quota: 1 });
  expect(await latest('key_created')).toMatchObject({ actor_id: admin.id, details: { name: 'new' } });
});

test('it is read page by page, and by account', async () => {
  const all = await entries();
  const pages: AuditEntryResponse[] = [];
  for (;;) {
    const before = pages.at(-1)?.id;
    const { data } = await admin.get<AuditEntryResponse[]>(
      `/api/audit?size=2${before === undefined ? '' : `&before=${before}`}`,
    );
    pages.push(...data);
    if (data.length < 2) break;
  }
  expect(pages).toEqual(all);
  const ofAdmin = await entries(`&user_id=${admin.id}`);
  expect(ofAdmin).toEqual(all.filter((one) => one.actor_id === admin.id || one.user_id === admin.id));
  const named = await entries('&username=deputy');
  expect(named).toEqual(all.filter((one) => one.actor_name === 'deputy'));
  expect(named.map(({ action }) => action)).toContain('sign_in_failed');
});

test('rows cannot be changed or deleted, and the deletion of old logs keeps them', async () => {
  for (const statement of [
    `UPDATE audit_log SET content = ''`,
    'DELETE FROM audit_log',
    'DELETE FROM audit_log WHERE id = 1',
    'TRUNCATE audit_log',
  ])
    await expect(gateway.sql(statement)).rejects.toThrow('never changed or deleted');
  const before = await entries();
  const target = Math.floor(Date.now() / 1000) + 100;
  expect(await admin.delete(`/api/log/?target_timestamp=${target}`)).toMatchObject({ success: false });
  await gateway.sql('UPDATE logs SET created_at = created_at - 10');
  expect((await root.delete(`/api/log/?target_timestamp=${target}`)).success).toBe(true);
  const after = await entries();
  expect(after.slice(-before.length)).toEqual(before);
  // The deletion itself is in it, too.
  expect(after[0]).toMatchObject({
    action: 'change',
    actor_id: 1,
    content: expect.stringContaining('历史日志'),
  });
});

test('users do not read it', async () => {
  const user = await gateway.user('somebody');
  expect((await user.get('/api/audit')).success).toBe(false);
});

test('it is limited to a range of time, and exported as CSV and NDJSON, which is an entry itself', async () => {
  // Older than anything else, more than are read at a time, and with what a spreadsheet would calculate.
  await gateway.sql(`INSERT INTO audit_log (created_at, action, actor_name, content, details)
    SELECT 1000 + n, 'sign_in', 'ancient', CASE n WHEN 1201 THEN '=1+1' ELSE 'x' END, CASE n WHEN 1201 THEN '{"a":"b,c"}' ELSE '' END
    FROM generate_series(1, 1201) n`);
  const range = 'start_timestamp=1001&end_timestamp=2201';
  const some = (await admin.get<AuditEntryResponse[]>(`/api/audit?size=2&${range}`)).data;
  expect(some.map(({ created_at: at }) => at)).toEqual([2201, 2200]);
  const next = await admin.get<AuditEntryResponse[]>(
    `/api/audit?size=1&before=${some[1]!.id}&start_timestamp=2199`,
  );
  expect(next.data.map(({ created_at: at }) => at)).toEqual([2199]);
  expect(await entries('&start_timestamp=2202&end_timestamp=3000')).toEqual([]);

  const file = async (query: string) => {
    const answer = admin.open(`/api/audit/export?${query}`).set('new-api-user', String(admin.id));
    return (await answer.buffer(true)).text;
  };
  const csv = await file(`format=csv&${range}`);
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1202);
  expect(lines[0]).toBe(
    '\uFEFFid,created_at,action,actor_id,actor_name,user_id,content,details,address,user_agent,request_id,session',
  );
  expect(lines[1]?.replace(/^\d+/, '')).toBe(
    `,1970-01-01T00:36:41.000Z,sign_in,0,ancient,0,'=1+1,"{""a"":""b,c""}",,,,`,
  );
  const ndjson = await file(`format=ndjson&${range}&action=sign_in`);
  const objects = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntryResponse);
  expect(objects).toHaveLength(1201);
  expect(objects[0]).toMatchObject({ created_at: 2201, details: { a: 'b,c' } });
  expect(new Set(objects.map(({ id }) => id)).size).toBe(1201);
  expect(await latest('audit_exported')).toMatchObject({
    actor_id: admin.id,
    details: { format: 'ndjson', start_timestamp: 1001, end_timestamp: 2201, action: 'sign_in' },
    address: '127.0.0.1',
  });
  expect((await admin.get('/api/audit/export?format=xml')).success).toBe(false);
});
