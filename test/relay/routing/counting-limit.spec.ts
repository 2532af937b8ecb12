import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Counting tokens is free, so there is a share of it for each user. */
const SHARE = 5;
let gateway: Gateway;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ COUNT_TOKENS_RATE_LIMIT: String(SHARE) });
  await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o' });
});
afterAll(async () => {
  delete process.env.COUNT_TOKENS_RATE_LIMIT;
  await gateway?.close();
  await upstream?.close();
});

const routes: readonly [string, (text: string) => object][] = [
  ['/v1/messages/count_tokens', (text) => ({ model: 'gpt-4o', messages: [{ role: 'user', content: text }] })],
  ['/v1/responses/input_tokens', (text) => ({ model: 'gpt-4o', input: text })],
  ['/v1beta/models/gpt-4o:countTokens', (text) => ({ contents: [{ parts: [{ text }] }] })],
];

let users = 0;
async function newUser(): Promise<[string, string]> {
  const username = `counter${++users}`;
  const account = { username, password: 'password 1', display_name: username };
  await gateway.manage('POST', '/api/user/', account);
  const headers = {
    ...(await gateway.session(username, account.password)),
    'content-type': 'application/json',
  };
  const keys: string[] = [];
  for (const name of ['one', 'two']) {
    const body = JSON.stringify({ name, unlimited_quota: true });
    await fetch(`${gateway.url}/api/token/`, { method: 'POST', headers, body });
  }
  const listed = await fetch(`${gateway.url}/api/token/?p=0&size=10`, { headers });
  const { data } = (await listed.json()) as { data: { key: string }[] };
  for (const { key } of data) keys.push(`sk-${key}`);
  return [keys[0]!, keys[1]!];
}

test('all routes and tokens of a user share it, and the answer says when to come again', async () => {
  const [one, two] = await newUser();
  for (let n = 0; n < SHARE; n++) {
    const [path, body] = routes[n % routes.length]!;
    const response = await gateway.relay(path, n % 2 ? one : two, body('Hi'));
    expect([path, response.status]).toEqual([path, 200]);
  }
  for (const [path, body] of routes) {
    const response = await gateway.relay(path, one, body('Hi'));
    expect([path, response.status]).toEqual([path, 429]);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  const [another] = await newUser();
  const [path, body] = routes[0]!;
  expect((await gateway.relay(path, another, body('Hi'))).status).toBe(200);
});

test('a large body is as many as it is large; the largest takes all of it', async () => {
  const [path, body] = routes[0]!;
  const [key] = await newUser();
  expect((await gateway.relay(path, key, body('word '.repeat(400_000)))).status).toBe(200);
  expect((await gateway.relay(path, key, body('Hi'))).status).toBe(429);
});
