import { OptionsService } from '../../server/options/options.service.js';
import type { Management } from '../setup/management.js';
import { Stranger } from './mail/mailbox.js';
import { startGateway, setOptions } from './oauth/start-gateway.js';
import { Loopback, type Reply } from './oauth/loopback.js';

let gateway: Management;
let close: () => Promise<void>;
let cloudflare: Loopback;
let verdict: () => Reply;
let stranger: Stranger;

beforeAll(async () => {
  // A token is good once, as at Cloudflare.
  const used = new Set<string>();
  verdict = () => {
    const response = cloudflare.requests.at(-1)?.form.get('response') ?? '';
    const success = response.startsWith('human') && !used.has(response);
    used.add(response);
    return { body: { success, 'error-codes': success ? [] : ['invalid-input-response'] } };
  };
  cloudflare = await Loopback.start(() => verdict());
  ({ gateway, close } = await startGateway(
    { TURNSTILE_VERIFY_ADDRESS: `${cloudflare.address}/siteverify` },
    {},
  ));
  stranger = new Stranger(gateway);
  await gateway.user('alice');
  await setOptions(gateway, { TurnstileSiteKey: 'site', TurnstileSecretKey: 'hush' });
});
afterAll(async () => {
  await close();
  await cloudflare.close();
});

const credentials = { username: 'alice', password: 'password 1' };
const signIn = async (query: Record<string, string> = {}) =>
  (await stranger.post('/api/user/login', credentials, query)).body;
const failed = {
  success: false,
  message: 'Turnstile 校验失败，请刷新重试！',
  data: null,
  code: 'turnstile_failed',
};

test('while it is off nobody is asked', async () => {
  expect((await signIn()).success).toBe(true);
  expect(cloudflare.requests).toEqual([]);
  const root = await gateway.root();
  await root.put('/api/option/', { key: 'TurnstileCheckEnabled', value: true });
});

test('every call that people make needs a token', async () => {
  const missing = { success: false, message: 'Turnstile token 为空', data: null, code: 'turnstile_missing' };
  expect(await signIn()).toEqual(missing);
  expect(await signIn({ turnstile: '' })).toEqual(missing);
  expect((await stranger.post('/api/user/register', {})).body).toEqual(missing);
  expect((await stranger.get('/api/verification', { email: 'a@example.com' })).body).toEqual(missing);
  expect((await stranger.get('/api/reset_password', { email: 'a@example.com' })).body).toEqual(missing);
  expect((await stranger.get('/api/verification?turnstile=human&turnstile=human')).body).toEqual(missing);
  expect(cloudflare.requests).toEqual([]);
});

test('Cloudflare is asked each time, with the secret and the client, and a token is good once', async () => {
  expect((await signIn({ turnstile: 'human 1' })).success).toBe(true);
  expect(cloudflare.requests).toHaveLength(1);
  const [received] = cloudflare.requests;
  expect(received).toMatchObject({ method: 'POST', path: '/siteverify' });
  expect(Object.fromEntries(received?.form ?? [])).toEqual({
    secret: 'hush',
    response: 'human 1',
    remoteip: '127.0.0.1',
  });
  expect(await signIn({ turnstile: 'human 1' })).toEqual(failed);
  expect(await signIn({ turnstile: 'robot' })).toEqual(failed);
  expect(cloudflare.requests).toHaveLength(3);
});

test('a passed check is no pass for later', async () => {
  const body = { username: 'bob', password: 'password 1' };
  const registered = await stranger.post('/api/user/register', body, { turnstile: 'human 2' });
  expect(registered.body.success).toBe(true);
  const unregistered = await stranger.get('/api/reset_password', {
    email: 'nobody@example.com',
    turnstile: 'human 3',
  });
  // Past the check: the answer is that of a gateway without a mail server.
  expect(unregistered.body.message).toBe('SMTP 服务器未配置');
  expect((await signIn()).success).toBe(false);
});

test.each<[string, Reply]>([
  ['is out of order', { status: 500, body: 'sorry' }],
  ['answers no JSON', { type: 'text/html', body: '<html>' }],
  ['answers something else', { body: { ok: true } }],
  ['says yes in another way', { body: { success: 'true' } }],
  ['never stops', { body: { success: true, filler: 'x'.repeat(100_000) } }],
])('a verifier that %s lets nobody in', async (_name, reply) => {
  const before = verdict;
  verdict = () => reply;
  expect(await signIn({ turnstile: 'human 4' })).toEqual({
    success: false,
    message: '无法连接至 Turnstile 服务器，请稍后重试！',
    data: null,
    code: 'turnstile_unreachable',
  });
  verdict = before;
});

test('without a secret, or with a token longer than any, nobody passes and nobody is asked', async () => {
  const requestsBefore = cloudflare.requests.length;
  expect(await signIn({ turnstile: 'human'.repeat(500) })).toEqual(failed);
  // Nobody can sign in to change it, so the table is written and read again.
  await gateway.sql(`DELETE FROM options WHERE key = 'TurnstileSecretKey'`);
  await gateway.app.get(OptionsService).reload();
  expect(await signIn({ turnstile: 'human 5' })).toEqual(failed);
  expect(cloudflare.requests).toHaveLength(requestsBefore);
});
