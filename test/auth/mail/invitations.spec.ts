import type { InvitationResponse } from '../../../server/contract/resources/accounts/invitation.js';
import { Role } from '../../../server/contract/enums.js';
import type { Management, Visitor } from '../../setup/management.js';
import { setOptions } from '../oauth/start-gateway.js';
import { gatewayWithMailbox, type Mailbox, Stranger } from './mailbox.js';

let gateway: Management;
let mailbox: Mailbox;
let close: () => Promise<void>;
let stranger: Stranger;
let root: Visitor;
let admin: Visitor;

beforeAll(async () => {
  ({ gateway, mailbox, close } = await gatewayWithMailbox({
    SystemName: 'Tollgate',
    RegisterEnabled: 'false',
  }));
  stranger = new Stranger(gateway);
  root = await gateway.root();
  const { id } = await gateway.user('manager');
  await root.post('/api/user/manage', { id, action: 'promote' });
  admin = await gateway.signIn('manager', 'password 1');
});
afterAll(() => close());

const PASSWORD = 'chosen by herself';
const invite = (by: Visitor, email: string, more: object = {}) =>
  by.post<InvitationResponse>('/api/invitation', { email, ...more });
const tokenOf = (email: string) => mailbox.link(email).hash.slice(1);
const accept = async (token: string, username: string) =>
  (await stranger.post('/api/invitation/accept', { token, username, password: PASSWORD })).body;
const open = async () =>
  (await root.get<InvitationResponse[]>('/api/invitation')).data.map(({ email }) => email);
const invalid = { success: false, code: 'invitation_invalid' };

test('an invited person gets an account with role, group and quota, once, while registration is closed', async () => {
  const email = 'ann@example.com';
  const sent = await invite(root, email, { role: Role.admin, group: 'vip', quota: 1_234_567 });
  expect(sent).toMatchObject({ success: true, data: { email, role: 10, group: 'vip', quota: 1_234_567 } });
  const token = tokenOf(email);
  const rows = await gateway.sql<{ token_hash: string }>('SELECT token_hash FROM invitations');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(sent)).not.toContain(token);
  const { body } = await stranger.post('/api/invitation/read', { token });
  expect(body).toMatchObject({ success: true, data: { email, inviter: 'root' } });

  expect(await accept(token, 'ann')).toMatchObject({ success: true });
  const [ann] = await gateway.sql<{ id: number }>(
    'SELECT id, email, role, "group", quota FROM users WHERE username = \'ann\'',
  );
  expect(ann).toMatchObject({ email, role: 10, group: 'vip', quota: 1_234_567 });
  const ledger = await gateway.sql('SELECT kind, delta FROM ledger_entries WHERE user_id = $1', [ann!.id]);
  expect(ledger).toEqual([{ kind: 'opening', delta: 1_234_567 }]);
  expect(await accept(token, 'ann-again')).toMatchObject(invalid);
  expect(await open()).not.toContain(email);
  const signedIn = await stranger.post('/api/user/login', { username: 'ann', password: PASSWORD });
  expect(signedIn.body).toMatchObject({ success: true, data: { role: 10 } });
  const audit = await gateway.sql<{ action: string; details: string }>(
    "SELECT action, details FROM audit_log WHERE action IN ('user_invited', 'invitation_accepted') ORDER BY id",
  );
  expect(audit.map(({ action }) => action)).toEqual(['user_invited', 'invitation_accepted']);
  expect(JSON.parse(audit[0]!.details)).toEqual({ email, role: 10, group: 'vip', quota: 1_234_567 });
});

test('only administrators invite, and only to roles below their own', async () => {
  const user = await gateway.user('bystander');
  expect((await invite(user, 'b@example.com')).success).toBe(false);
  expect((await user.get('/api/invitation')).success).toBe(false);
  expect(await invite(admin, 'b@example.com', { role: Role.admin })).toMatchObject({
    success: false,
    extras: { code: 'user_not_creatable' },
  });
  expect(await invite(root, 'b@example.com', { role: Role.root })).toMatchObject({ success: false });
  const { data } = await invite(root, 'c@example.com', { role: Role.admin });
  expect(await admin.delete(`/api/invitation/${data.id}`)).toMatchObject({
    success: false,
    extras: { code: 'user_not_editable' },
  });
  expect(await open()).toEqual(['c@example.com']);
  await root.delete(`/api/invitation/${data.id}`);
});

test('a revoked, a repeated and an expired link do not work, nor one of an administrator who lost the role', async () => {
  const { data } = await invite(admin, 'd@example.com');
  const revoked = tokenOf('d@example.com');
  expect(await admin.delete(`/api/invitation/${data.id}`)).toMatchObject({ success: true });
  expect(await accept(revoked, 'd')).toMatchObject(invalid);
  expect(await admin.delete(`/api/invitation/${data.id}`)).toMatchObject({
    extras: { code: 'invitation_not_found' },
  });

  await invite(admin, 'e@example.com');
  const first = tokenOf('e@example.com');
  await invite(admin, 'E@example.com');
  expect(await accept(first, 'e')).toMatchObject(invalid);
  const second = tokenOf('E@example.com');
  await gateway.sql('UPDATE invitations SET expires_at = $1', [Math.floor(Date.now() / 1000)]);
  expect(await accept(second, 'e')).toMatchObject(invalid);
  expect(await open()).toEqual([]);

  await invite(admin, 'f@example.com');
  await gateway.sql('UPDATE users SET role = 1 WHERE id = $1', [admin.id]);
  expect(await accept(tokenOf('f@example.com'), 'f')).toMatchObject(invalid);
  await gateway.sql('UPDATE users SET role = 10 WHERE id = $1', [admin.id]);
});

test('the mail is in the language that was chosen for it, else in that of the site, else in both', async () => {
  const subject = async (more: object) => {
    await invite(root, 'ida@example.com', more);
    return mailbox.last('ida@example.com').subject;
  };
  expect(await subject({})).toBe('Tollgate 账户邀请 / Invitation to Tollgate');
  expect(mailbox.last('ida@example.com').html).toMatch(
    /root 邀请您加入Tollgate.*root invites you to Tollgate/,
  );
  await setOptions(gateway, { DefaultLanguage: 'zh' });
  expect(await subject({})).toBe('Tollgate 账户邀请');
  expect(await subject({ language: 'en' })).toBe('Invitation to Tollgate');
  expect(mailbox.link('ida@example.com').search).toBe('?lng=en');
  await setOptions(gateway, { DefaultLanguage: '' });
  expect(await invite(root, 'ida@example.com', { language: 'xx' })).toMatchObject({ success: false });
  const body = { token: tokenOf('ida@example.com'), username: 'ida', password: PASSWORD };
  await stranger.post('/api/invitation/accept', body).set('Accept-Language', 'en');
  expect(await gateway.sql("SELECT setting FROM users WHERE username = 'ida'")).toEqual([
    { setting: '{"language":"en"}' },
  ]);
});

test('bad input and a mail that cannot be sent store nothing', async () => {
  const before = await open();
  for (const [body, code] of [
    [{ email: 'no address' }, 'email_malformed'],
    [{ email: 'g@example.com', group: 'no such group' }, 'group_unknown'],
    [{ email: 'g@example.com', quota: -1 }, 'quota_negative'],
    [{ email: 'ann@example.com' }, 'email_taken'],
  ] as const)
    expect(await root.post('/api/invitation', body)).toMatchObject({ success: false, extras: { code } });
  await invite(root, 'hugo@example.com');
  const earlier = tokenOf('hugo@example.com');
  mailbox.isBroken = true;
  for (const email of ['g@example.com', 'hugo@example.com'])
    expect(await invite(root, email)).toMatchObject({ success: false });
  mailbox.isBroken = false;
  // The earlier link to the same address is still valid.
  expect(await accept(earlier, 'hugo')).toMatchObject({ success: true });
  await setOptions(gateway, { SMTPServer: '', SMTPAccount: '' });
  expect(await invite(root, 'g@example.com')).toMatchObject({ extras: { code: 'smtp_not_configured' } });
  await setOptions(gateway, mailbox.options);
  expect(await open()).toEqual(before);

  // A refused acceptance leaves the link valid.
  await invite(root, 'g@example.com');
  const token = tokenOf('g@example.com');
  expect(await accept(token, 'ann')).toMatchObject({ success: false, code: 'registration_username_taken' });
  expect(await accept(token, 'gina')).toMatchObject({ success: true });
});
