import type { Redis } from 'ioredis';
import { REDIS } from '../../../server/core/injection.js';
import type { Management } from '../../setup/management.js';
import { Browser, idOf } from './browser.js';
import { GithubDouble } from './github-double.js';
import { startGateway } from './start-gateway.js';

let gateway: Management;
let close: () => Promise<void>;
let github: GithubDouble;
const person = { id: 583231, login: 'octocat', name: 'The Octocat' };
const refused = {
  success: false,
  message: 'state is empty or not same',
  data: null,
  code: 'oauth_state_wrong',
};

beforeAll(async () => {
  github = await GithubDouble.start({ id: 'client-id', secret: 'hush' });
  ({ gateway, close } = await startGateway(
    { GITHUB_OAUTH_ADDRESS: github.address, GITHUB_OAUTH_API_ADDRESS: github.address },
    {
      GitHubClientId: 'client-id',
      GitHubClientSecret: 'hush',
      GitHubOAuthEnabled: 'true',
      LinuxDOClientId: 'client-id',
      LinuxDOOAuthEnabled: 'true',
    },
  ));
  await gateway.user('alice');
  await gateway.user('bob');
});
afterAll(async () => {
  await close();
  await github.close();
});

const comeBack = (browser: Browser, state: string) =>
  browser.get('/api/oauth/github', { code: github.grants.code(person), state });

test('a state is twelve random characters, tied to the browser by a cookie of its own', async () => {
  const browser = new Browser(gateway);
  const { body, cookies } = await browser.get('/api/oauth/state');
  expect(body).toEqual({ success: true, message: '', data: expect.stringMatching(/^[0-9A-Za-z]{12}$/) });
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(
    /^oauth_state=[\w-]{43}; Max-Age=600; Path=\/api\/oauth; HttpOnly; SameSite=Strict$/,
  );
  expect(await browser.state()).not.toBe(body.data);
  const keys = await gateway.app.get<Redis>(REDIS).keys('oauthState:*');
  expect(keys.join()).not.toContain(String(body.data));
});

test('a state is good once', async () => {
  const browser = new Browser(gateway);
  const state = await browser.state();
  expect((await comeBack(browser, state)).body.success).toBe(true);
  const again = await comeBack(new Browser(gateway), state);
  expect([again.status, again.body]).toEqual([403, refused]);
  await browser.get('/api/user/logout');
  expect((await comeBack(browser, state)).status).toBe(403);
});

test('no state, an invented one and an expired one are refused before GitHub is asked', async () => {
  const browser = new Browser(gateway);
  const before = github.requests.length;
  for (const state of ['', 'abcdefghijkl', 'x'.repeat(4000)]) {
    const answer = await comeBack(browser, state);
    expect([answer.status, answer.body]).toEqual([403, refused]);
  }
  const state = await browser.state();
  const redis = gateway.app.get<Redis>(REDIS);
  const keys = await redis.keys('oauthState:*');
  for (const key of keys) {
    const seconds = await redis.ttl(key);
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    await redis.pexpire(key, 1);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await comeBack(browser, state)).status).toBe(403);
  expect(github.requests).toHaveLength(before);
});

test('a state of another browser is refused, and is used up by the attempt', async () => {
  const victim = new Browser(gateway);
  const thief = new Browser(gateway);
  await thief.state();
  const state = await victim.state();
  expect((await comeBack(thief, state)).status).toBe(403);
  expect((await comeBack(victim, state)).status).toBe(403);
});

test('a state to sign in with does not bind, one to bind with does not sign in, nor bind to somebody else', async () => {
  const browser = new Browser(gateway);
  const toSignIn = await browser.state();
  await browser.signIn('alice', 'password 1');
  expect((await comeBack(browser, toSignIn)).status).toBe(403);
  const [forBob, forNobody] = [await browser.state(), await browser.state()];
  await browser.signIn('bob', 'password 1');
  expect((await comeBack(browser, forBob)).status).toBe(403);
  await browser.get('/api/user/logout');
  expect((await comeBack(browser, forNobody)).status).toBe(403);
  expect(
    await gateway.sql("SELECT 1 FROM users WHERE username IN ('alice', 'bob') AND github_id <> ''"),
  ).toEqual([]);
});

test('a state for one provider is none for another', async () => {
  const browser = new Browser(gateway);
  const state = await browser.state({ provider: 'linuxdo' });
  expect((await comeBack(browser, state)).status).toBe(403);
  const right = await comeBack(browser, await browser.state({ provider: 'github' }));
  expect(right.body.success).toBe(true);
});

test('several tabs of one browser may be on their way at once', async () => {
  const browser = new Browser(gateway);
  const [first, second] = [await browser.state(), await browser.state()];
  const answer = await comeBack(browser, first);
  expect(idOf(answer)).toBeGreaterThan(0);
  await browser.get('/api/user/logout');
  expect((await comeBack(browser, second)).body.success).toBe(true);
});

test('an unknown provider and a repeated field are refused, an unknown field is ignored and named', async () => {
  const browser = new Browser(gateway);
  for (const query of ['provider=myspace', 'aff=a&aff=b'])
    expect((await browser.get(`/api/oauth/state?${query}`)).body.success).toBe(false);
  const { body } = await browser.get('/api/oauth/state?other=1');
  expect(body).toMatchObject({ success: true, ignored: ['other'] });
  expect((await browser.get('/api/oauth/github?code=a&state=b&state=c')).body.message).toBe(
    '无效的参数：state 应为字符串',
  );
});
