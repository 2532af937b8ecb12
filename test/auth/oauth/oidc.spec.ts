import type { Management } from '../../setup/management.js';
import { Browser, idOf, type Shown } from './browser.js';
import { atOnce, balanced, startGateway, setOptions } from './start-gateway.js';
import { CLIENT, Issuer, RETURN, type Person } from './issuer.js';

let gateway: Management;
let close: () => Promise<void>;
let issuer: Issuer;

beforeAll(async () => {
  issuer = await Issuer.start();
  ({ gateway, close } = await startGateway(
    {},
    {
      ServerAddress: 'http://console.example',
      'oidc.client_id': CLIENT.id,
      'oidc.client_secret': CLIENT.secret,
      'oidc.well_known': issuer.wellKnown,
      'oidc.enabled': 'true',
      QuotaForNewUser: '100',
    },
  ));
});
afterAll(async () => {
  await close();
  await issuer.close();
});

let people = 0;
const somebody = (more: Person = {}): string => {
  const sub = `sub-${++people}`;
  issuer.people.set(sub, {
    name: 'Some Body',
    email: `${sub}@issuer.example`,
    email_verified: true,
    ...more,
  });
  return sub;
};

/** Begins as our console does: the gateway says where to go. */
async function begin(browser: Browser, aff = ''): Promise<{ url: string; state: string }> {
  const { body } = await browser.get('/api/oauth/state', { provider: 'oidc', aff });
  if (typeof body['authorization_url'] !== 'string') throw new Error(body.message);
  return { url: body['authorization_url'], state: String(body.data) };
}

async function signIn(sub: string, browser = new Browser(gateway)): Promise<Shown> {
  const { url } = await begin(browser);
  const { code = '', state = '' } = await issuer.visit(url, sub);
  return browser.get('/api/oauth/oidc', { code, state });
}

const row = async (id: number) => {
  const [found] = await gateway.sql<Record<string, unknown>>('SELECT * FROM users WHERE id = $1', [id]);
  return found;
};

test('a browser is sent to the discovered issuer with a state, a nonce and a code challenge', async () => {
  const { url, state } = await begin(new Browser(gateway));
  const { origin, pathname, searchParams } = new URL(url);
  expect(`${origin}${pathname}`).toBe(`${issuer.address}/auth`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: CLIENT.id,
    redirect_uri: RETURN,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('who comes for the first time gets an account under the name they wish for, and comes back to it', async () => {
  const sub = somebody({ preferred_username: 'mona', name: 'Mona Lisa' });
  const first = await signIn(sub);
  expect(first.body).toMatchObject({
    success: true,
    message: '',
    data: { username: 'mona', display_name: 'Mona Lisa', role: 1, status: 1, group: 'default' },
  });
  expect(await row(idOf(first))).toMatchObject({
    oidc_id: sub,
    email: `${sub}@issuer.example`,
    password: '',
    quota: 100,
  });
  expect(idOf(await signIn(sub))).toBe(idOf(first));
  expect(await balanced(gateway)).toBe(true);
});

test('a console that makes up the address itself gets in too', async () => {
  const browser = new Browser(gateway);
  const state = await browser.state();
  const query = new URLSearchParams({
    client_id: CLIENT.id,
    redirect_uri: RETURN,
    response_type: 'code',
    scope: 'openid profile email',
    state,
  });
  const back = await issuer.visit(`${issuer.address}/auth?${query.toString()}`, somebody());
  expect(idOf(await browser.get('/api/oauth/oidc', back))).toBeGreaterThan(1);
});

test('a name that is taken, too long or an address is made into one that fits', async () => {
  await gateway.user('taken');
  const nameOf = async (preferred_username: string) =>
    (await row(idOf(await signIn(somebody({ preferred_username })))))?.['username'];
  expect(await nameOf('taken')).toMatch(/^taken_[0-9A-Za-z]{4}$/);
  expect(await nameOf('a name much too long')).toBe('a name much');
  expect(await nameOf('ada@issuer.example')).toBe('ada');
  expect(await nameOf('  \u200b ')).toMatch(/^oidc_\d+$/);
});

test('a code stolen on its way is worth nothing in another browser', async () => {
  const victim = await begin(new Browser(gateway));
  const { code = '' } = await issuer.visit(victim.url, somebody());
  const thief = new Browser(gateway);
  const { state } = await begin(thief);
  expect((await thief.get('/api/oauth/oidc', { code, state })).body.message).toBe(
    'OIDC 获取 Token 失败，请检查设置！',
  );
});

test('who was invited is remembered on the way through the issuer', async () => {
  const inviter = await gateway.user('inviter');
  const [invitation] = await gateway.sql<{ code: string }>(
    'SELECT aff_code AS code FROM users WHERE id = $1',
    [inviter.id],
  );
  const browser = new Browser(gateway);
  const { url } = await begin(browser, invitation?.code);
  const { code = '', state = '' } = await issuer.visit(url, somebody());
  const id = idOf(await browser.get('/api/oauth/oidc', { code, state }));
  expect(await row(id)).toMatchObject({ inviter_id: inviter.id });
  expect(await row(inviter.id)).toMatchObject({ aff_count: 1, aff_quota: 0 });
});

test('a code that was asked for with another nonce is refused', async () => {
  const browser = new Browser(gateway);
  const { url } = await begin(browser);
  const bent = new URL(url);
  bent.searchParams.set('nonce', 'of somebody else');
  const { code = '', state = '' } = await issuer.visit(bent.href, somebody());
  expect((await browser.get('/api/oauth/oidc', { code, state })).body.message).toBe(
    'OIDC 获取 Token 失败，请检查设置！',
  );
});

test('an answer that names another issuer is refused, one that names the right one is not', async () => {
  for (const [iss, success] of [
    ['http://other.example', false],
    [issuer.address, true],
  ] as const) {
    const browser = new Browser(gateway);
    const { url } = await begin(browser);
    const { code = '', state = '' } = await issuer.visit(url, somebody());
    expect((await browser.get('/api/oauth/oidc', { code, state, iss })).body.success).toBe(success);
  }
});

test('five first sign-ins of one person at once make one account', async () => {
  const sub = somebody();
  const answers = await atOnce(
    gateway,
    Array.from({ length: 5 }, () => () => signIn(sub)),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await gateway.sql('SELECT 1 FROM users WHERE oidc_id = $1', [sub])).toHaveLength(1);
});

test('an address that the issuer has not verified is not stored', async () => {
  const doubted = idOf(await signIn(somebody({ email_verified: false })));
  expect(await row(doubted)).toMatchObject({ email: '' });
});

test.each<[string, Person]>([
  ['no address', { preferred_username: 'adah' }],
  ['null', { email: null, preferred_username: 'bea' } as unknown as Person],
  ['an empty address', { email: '', preferred_username: 'cia' }],
  ['an address without a domain name', { email: 'dan@intranet', preferred_username: 'dan' }],
  ['a number for a name', { name: 7, preferred_username: 'eva' } as unknown as Person],
])('optional claims may be absent or odd: %s', async (_case, person) => {
  const sub = somebody();
  issuer.people.set(sub, person);
  const id = idOf(await signIn(sub));
  const { preferred_username: username } = person;
  expect(await row(id)).toMatchObject({ oidc_id: sub, username, display_name: username, email: '' });
  expect(idOf(await signIn(sub))).toBe(id);
});

test('who is signed in binds, and no second account binds the same person', async () => {
  await gateway.user('binder');
  const sub = somebody();
  const browser = new Browser(gateway);
  const id = await browser.signIn('binder', 'password 1');
  expect((await signIn(sub, browser)).body).toEqual({ success: true, message: 'bind', data: null });
  expect(idOf(await signIn(sub))).toBe(id);
  await gateway.user('late');
  const late = new Browser(gateway);
  await late.signIn('late', 'password 1');
  expect((await signIn(sub, late)).body.message).toBe('该 OIDC 账户已被绑定');
});

test('deleted and banned accounts stay out', async () => {
  const root = await gateway.root();
  for (const [action, message, code] of [
    ['delete', '用户已注销', 'account_deleted'],
    ['disable', '用户已被封禁', 'user_banned'],
  ]) {
    const sub = somebody();
    const id = idOf(await signIn(sub));
    await root.post('/api/user/manage', { id, action });
    expect((await signIn(sub)).body).toEqual({ success: false, message, data: null, code });
    expect(await gateway.sql('SELECT 1 FROM users WHERE oidc_id = $1', [sub])).toHaveLength(1);
  }
});

test('a wrong secret, a missing code and an issuer that is unreachable or disabled have different errors', async () => {
  const begun = new Browser(gateway);
  const state = await begun.state();
  expect((await begun.get('/api/oauth/oidc', { code: '', state })).body.message).toBe('无效的参数');

  await setOptions(gateway, { 'oidc.client_secret': 'not the secret' });
  expect((await signIn(somebody())).body.message).toBe('OIDC 获取 Token 失败，请检查设置！');
  await setOptions(gateway, { 'oidc.client_secret': CLIENT.secret });

  for (const wellKnown of ['http://127.0.0.1:1/.well-known/openid-configuration', `${issuer.address}/none`]) {
    await setOptions(gateway, { 'oidc.well_known': wellKnown });
    expect((await new Browser(gateway).get('/api/oauth/state', { provider: 'oidc' })).body.message).toBe(
      '无法连接至 OIDC 服务器，请稍后重试！',
    );
  }
  await setOptions(gateway, { 'oidc.well_known': issuer.wellKnown, 'oidc.enabled': 'false' });
  const off = '管理员未开启通过 OIDC 登录以及注册';
  expect((await new Browser(gateway).get('/api/oauth/state', { provider: 'oidc' })).body.message).toBe(off);
  expect((await new Browser(gateway).comeBack('oidc', 'code')).body.message).toBe(off);
  await setOptions(gateway, { 'oidc.enabled': 'true' });
});

test('where only the endpoints are set, the user info endpoint says who it is', async () => {
  await setOptions(gateway, {
    'oidc.well_known': '',
    'oidc.authorization_endpoint': `${issuer.address}/auth`,
    'oidc.token_endpoint': `${issuer.address}/token`,
    'oidc.user_info_endpoint': `${issuer.address}/me`,
  });
  const sub = somebody();
  const id = idOf(await signIn(sub));
  expect(await row(id)).toMatchObject({ oidc_id: sub });
  await setOptions(gateway, { 'oidc.client_secret': 'not the secret' });
  expect((await signIn(sub)).body.message).toBe('OIDC 获取 Token 失败，请检查设置！');
  await setOptions(gateway, {
    'oidc.client_secret': CLIENT.secret,
    'oidc.user_info_endpoint': `${issuer.address}/nowhere`,
  });
  expect((await signIn(sub)).body.message).toBe('OIDC 获取用户信息失败！请检查设置！');
  await setOptions(gateway, { 'oidc.well_known': issuer.wellKnown });
});
