import type { Management, Visitor } from '../setup/management.js';
import { Mailbox } from './mail/mailbox.js';
import { GithubDouble } from './oauth/github-double.js';
import { CLIENT, Issuer } from './oauth/issuer.js';
import { Loopback, type Reply } from './oauth/loopback.js';
import { setOptions, startGateway } from './oauth/start-gateway.js';

/** The super administrator tests the settings of services before anybody signs in with them. */
const GITHUB = { id: 'app-id', secret: 'app-secret' };
const TURNSTILE_SECRET = '0x4AAA-secret';

let gateway: Management;
let close: () => Promise<void>;
let issuer: Issuer;
let github: GithubDouble;
let cloudflare: Loopback;
let linuxdo: Loopback;
let linuxdoReply: Reply = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };
let mailbox: Mailbox;

beforeAll(async () => {
  [issuer, github, mailbox] = await Promise.all([Issuer.start(), GithubDouble.start(GITHUB), Mailbox.open()]);
  cloudflare = await Loopback.start(({ form }) => {
    const isKnown = form.get('secret') === TURNSTILE_SECRET;
    return {
      body: { success: false, 'error-codes': [isKnown ? 'invalid-input-response' : 'invalid-input-secret'] },
    };
  });
  linuxdo = await Loopback.start(() => linuxdoReply);
  ({ gateway, close } = await startGateway(
    {
      GITHUB_OAUTH_ADDRESS: github.address,
      TURNSTILE_VERIFY_ADDRESS: `${cloudflare.address}/siteverify`,
      LINUX_DO_TOKEN_ENDPOINT: `${linuxdo.address}/oauth2/token`,
    },
    { ServerAddress: 'http://console.example' },
  ));
});
afterAll(async () => {
  await close();
  await Promise.all([issuer.close(), github.close(), cloudflare.close(), linuxdo.close(), mailbox.close()]);
});

async function check(service: string, more = {}, by?: Visitor) {
  const visitor = by ?? (await gateway.root());
  const { extras, ...reply } = await visitor.post('/api/option/check', { service, ...more });
  return { ...reply, ...extras };
}

const incomplete = { success: false, code: 'service_check_incomplete' };
const refused = { success: false, code: 'service_check_refused' };
const accepted = (service: string, reached: string) => ({
  success: true,
  data: { service, reached, credentials: 'accepted' },
});

test('before anything is stored there is nothing to test', async () => {
  for (const service of ['oidc', 'github', 'linuxdo', 'turnstile'])
    expect(await check(service)).toMatchObject(incomplete);
  expect(await check('smtp', { email: 'root@example.com' })).toMatchObject({ code: 'smtp_not_configured' });
  expect(await check('smtp')).toMatchObject({ code: 'email_malformed' });
  expect(await check('wechat')).toMatchObject({ success: false });
});

test('the mail server sends a mail, or says why not', async () => {
  await setOptions(gateway, mailbox.options);
  expect(await check('smtp', { email: 'root@example.com' })).toMatchObject({
    data: { service: 'smtp', reached: '127.0.0.1', credentials: 'unknown' },
  });
  expect((await mailbox.arrived('root@example.com')).html).toContain('可以发送邮件');
  mailbox.isBroken = true;
  expect(await check('smtp', { email: 'root@example.com' })).toMatchObject({
    code: 'service_check_failed',
    params: { reason: expect.stringContaining('out of order') as string },
  });
});

test('OIDC: discovery works before sign-in is enabled, and the issuer recognises the client', async () => {
  await setOptions(gateway, { 'oidc.well_known': issuer.wellKnown });
  expect(await check('oidc')).toMatchObject(incomplete);
  await setOptions(gateway, { 'oidc.client_id': CLIENT.id, 'oidc.client_secret': CLIENT.secret });
  expect(await check('oidc')).toMatchObject(accepted('oidc', issuer.address));
  await setOptions(gateway, { 'oidc.client_secret': 'another secret' });
  expect(await check('oidc')).toMatchObject(refused);
});

test('OIDC: a discovery that fails says why; endpoints without one are tested by themselves', async () => {
  await setOptions(gateway, { 'oidc.well_known': `${issuer.address}/nothing/here` });
  expect(await check('oidc')).toMatchObject({ success: false, code: 'service_check_failed' });
  await setOptions(gateway, {
    'oidc.well_known': '',
    'oidc.token_endpoint': `${issuer.address}/token`,
    'oidc.client_secret': CLIENT.secret,
  });
  expect(await check('oidc')).toMatchObject(accepted('oidc', new URL(issuer.address).host));
});

test('GitHub recognises the application, or refuses its secret', async () => {
  await setOptions(gateway, { GitHubClientId: GITHUB.id, GitHubClientSecret: GITHUB.secret });
  expect(await check('github')).toMatchObject(accepted('github', new URL(github.address).host));
  await setOptions(gateway, { GitHubClientSecret: 'wrong' });
  expect(await check('github')).toMatchObject({
    ...refused,
    params: { reason: expect.stringContaining('incorrect_client_credentials') as string },
  });
});

test('Turnstile accepts the secret, or refuses it', async () => {
  await setOptions(gateway, { TurnstileSecretKey: TURNSTILE_SECRET });
  expect(await check('turnstile')).toMatchObject(accepted('turnstile', new URL(cloudflare.address).host));
  await setOptions(gateway, { TurnstileSecretKey: 'wrong' });
  expect(await check('turnstile')).toMatchObject({ ...refused, params: { reason: 'invalid-input-secret' } });
});

test('Linux DO speaks about the client or the code; an answer that is neither is said as it is', async () => {
  await setOptions(gateway, { LinuxDOClientId: 'id', LinuxDOClientSecret: 'secret' });
  expect(await check('linuxdo')).toMatchObject({
    code: 'service_check_failed',
    params: { reason: 'HTTP 502' },
  });
  linuxdoReply = { status: 401, body: { error: 'invalid_client' } };
  expect(await check('linuxdo')).toMatchObject(refused);
  linuxdoReply = { status: 400, body: { error: 'invalid_grant' } };
  expect(await check('linuxdo')).toMatchObject(accepted('linuxdo', new URL(linuxdo.address).host));
  linuxdoReply = { status: 400, body: { error: 'invalid_request' } };
  expect(await check('linuxdo')).toMatchObject({ data: { credentials: 'unknown' } });
});

test('administrators do not test services', async () => {
  await gateway.user('deputy');
  const root = await gateway.root();
  await root.post('/api/user/manage', { id: 2, action: 'promote' });
  const deputy = await gateway.signIn('deputy', 'password 1');
  expect(await check('oidc', {}, deputy)).toMatchObject({ code: 'role_too_low' });
});
