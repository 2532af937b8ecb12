import type { Management } from '../../setup/management.js';
import { Browser, idOf } from './browser.js';
import { atOnce, balanced, startGateway, setOptions } from './start-gateway.js';
import { Grants, Loopback, type ReceivedRequest, type Reply } from './loopback.js';

interface Member {
  id: number;
  username: string;
  name: string;
  active: boolean;
  trust_level: number;
  silenced: boolean;
}

let gateway: Management;
let close: () => Promise<void>;
let linuxdo: Loopback;
const grants = new Grants<Member>();
const basic = `Basic ${Buffer.from('client-id:hush').toString('base64')}`;

/** The token and user calls of connect.linux.do, as its documentation shows them. */
function answer(request: ReceivedRequest): Reply {
  if (request.path === '/oauth2/token') {
    if (request.headers.authorization !== basic)
      return { status: 401, body: { error: 'invalid_client', error_description: 'client is not known' } };
    const token =
      request.form.get('grant_type') === 'authorization_code' && grants.redeem(request.form.get('code'));
    return token
      ? { body: { access_token: token, token_type: 'bearer', expires_in: 3600 } }
      : { status: 400, body: { error: 'invalid_grant', message: 'code is used up' } };
  }
  const member = grants.bearer(request);
  if (member === undefined) return { status: 401, body: { error: 'invalid_token' } };
  return { body: { ...member, avatar_template: '/a/{size}.png', api_key: 'none', external_ids: null } };
}

beforeAll(async () => {
  linuxdo = await Loopback.start(answer);
  ({ gateway, close } = await startGateway(
    {
      LINUX_DO_TOKEN_ENDPOINT: `${linuxdo.address}/oauth2/token`,
      LINUX_DO_USER_ENDPOINT: `${linuxdo.address}/api/user`,
    },
    {
      LinuxDOClientId: 'client-id',
      LinuxDOClientSecret: 'hush',
      LinuxDOOAuthEnabled: 'true',
      QuotaForNewUser: '7',
    },
  ));
});
afterAll(async () => {
  await close();
  await linuxdo.close();
});

let nextId = 100;
const member = (more: Partial<Member> = {}): Member => ({
  id: ++nextId,
  username: `member${nextId}`,
  name: 'A Member',
  active: true,
  trust_level: 1,
  silenced: false,
  ...more,
});
const signIn = (who: Member, browser = new Browser(gateway)) => browser.comeBack('linuxdo', grants.code(who));
const messageOf = async (who: Member) => (await signIn(who)).body.message;

test('a member gets an account, and comes back to it', async () => {
  const who = member();
  const first = await signIn(who);
  const id = idOf(first);
  expect(first.body.data).toMatchObject({
    id,
    quota: 7,
    username: `linuxdo_${id}`,
    display_name: 'A Member',
    role: 1,
    status: 1,
    group: 'default',
  });
  expect(await gateway.sql('SELECT linux_do_id, email, quota FROM users WHERE id = $1', [id])).toEqual([
    { linux_do_id: String(who.id), email: '', quota: 7 },
  ]);
  expect(idOf(await signIn({ ...who, username: 'renamed' }))).toBe(id);
});

test('odd optional members are ignored, and count as the strictest where they decide', async () => {
  const odd = { name: 7, username: null, trust_level: 'high', active: 'yes' } as unknown as Partial<Member>;
  expect((await signIn(member(odd))).body.data).toMatchObject({ display_name: 'Linux DO User' });
});

test('the code is traded with the secret in a header and the address a console gave', async () => {
  await setOptions(gateway, { ServerAddress: 'http://gateway.example' });
  await signIn(member());
  const received = linuxdo.requests.at(-2);
  expect(Object.fromEntries(received?.form ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: expect.any(String),
    redirect_uri: 'http://gateway.example/api/oauth/linuxdo',
  });
  await setOptions(gateway, { ServerAddress: '' });
});

test('five first sign-ins of one member at once make one account', async () => {
  const who = member();
  const answers = await atOnce(
    gateway,
    Array.from({ length: 5 }, () => () => signIn(who)),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await balanced(gateway)).toBe(true);
});

test('a lowest trust level keeps new members out below it, and nobody who is known', async () => {
  const known = member({ trust_level: 0 });
  const id = idOf(await signIn(known));
  await setOptions(gateway, { LinuxDOMinimumTrustLevel: '2' });
  expect(await messageOf(member({ trust_level: 1 }))).toBe('Linux DO 信任等级未达到管理员设置的最低信任等级');
  expect(idOf(await signIn(member({ trust_level: 2 })))).toBeGreaterThan(id);
  for (const oddity of [{ active: false }, { silenced: true }])
    expect(await messageOf(member({ trust_level: 4, ...oddity }))).toBe(
      'Linux DO 账户未激活或已被禁言，无法注册',
    );
  expect(idOf(await signIn(known))).toBe(id);
  const { body } = await new Browser(gateway).get('/api/status');
  expect(body.data).toMatchObject({ linuxdo_minimum_trust_level: 2 });
  await setOptions(gateway, { LinuxDOMinimumTrustLevel: '0' });
  expect(idOf(await signIn(member({ active: false, silenced: true })))).toBeGreaterThan(id);
});

test('who is signed in binds, and no second account binds the same member', async () => {
  await gateway.user('binder');
  const who = member();
  const browser = new Browser(gateway);
  const id = await browser.signIn('binder', 'password 1');
  expect((await signIn(who, browser)).body).toEqual({ success: true, message: 'bind', data: null });
  expect(idOf(await signIn(who))).toBe(id);
  await gateway.user('late');
  const late = new Browser(gateway);
  await late.signIn('late', 'password 1');
  expect((await signIn(who, late)).body.message).toBe('该 Linux DO 账户已被绑定');
});

test('deleted and banned accounts stay out', async () => {
  const root = await gateway.root();
  for (const [action, message] of [
    ['delete', '用户已注销'],
    ['disable', '用户已被封禁'],
  ]) {
    const who = member();
    await root.post('/api/user/manage', { id: idOf(await signIn(who)), action });
    expect(await messageOf(who)).toBe(message);
  }
});

test('every failure has its own message', async () => {
  const comeBack = async (query: Record<string, string>) => {
    const browser = new Browser(gateway);
    const { body } = await browser.get('/api/oauth/linuxdo', { ...query, state: await browser.state() });
    return body.message;
  };
  expect(await comeBack({ error: 'access_denied', error_description: 'the member said no' })).toBe(
    'the member said no',
  );
  expect(await comeBack({})).toBe('invalid code');
  expect(await comeBack({ code: 'made up' })).toBe('failed to get access token: code is used up');
  expect(await messageOf(member({ id: 0 }))).toBe('invalid user info returned');
  await setOptions(gateway, { LinuxDOClientSecret: 'not the secret' });
  expect(await messageOf(member())).toBe('failed to get access token: client is not known');
  await setOptions(gateway, { LinuxDOClientSecret: 'hush', LinuxDOOAuthEnabled: 'false' });
  expect(await messageOf(member())).toBe('管理员未开启通过 Linux DO 登录以及注册');
  await setOptions(gateway, { LinuxDOOAuthEnabled: 'true' });
});
