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
