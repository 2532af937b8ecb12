import type { LogSumsResponse } from '../../../server/contract/resources/logs/log.js';
import type { TokenResponse } from '../../../server/contract/resources/token.js';
import type { UsageResponse } from '../../../server/contract/resources/usage.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Public reports by operators of other gateways, each with its smallest input. The name has the report. */
const MODEL = 'gpt-4o';
let gateway: Gateway;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  await gateway.setQuota(10_000_000);
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(() => upstream.clear());

const ask = (key: string, more: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model: MODEL,
    messages: [{ role: 'user', content: 'hello' }],
    max_tokens: 100,
    ...more,
  });

async function tokenNamed(name: string): Promise<TokenResponse> {
  const tokens = await gateway.manage<TokenResponse[]>('GET', '/api/token/?p=0&size=100');
  return tokens.find((token) => token.name === name)!;
}

/** Spends a token until it is refused. */
async function exhaust(key: string): Promise<void> {
  for (let call = 0; call < 50; call++) {
    const { status } = await ask(key);
    if (status !== 200) return;
  }
  throw new Error('not exhausted');
}

test('BerriAI/litellm#29576, #30002: a key that was used up serves with the next request after its quota was raised', async () => {
  const key = await gateway.addToken({ name: 'raised', unlimited_quota: false, remain_quota: 1000 });
  await exhaust(key);
  await gateway.quiet();
  const { id } = await tokenNamed('raised');
  await gateway.manage('PUT', '/api/token/', { id, remain_quota: 100_000 });
  expect((await ask(key)).status).toBe(200);
});

test('BerriAI/litellm#39726: an account that had no balance serves with the next request after a top-up', async () => {
  const key = await gateway.addToken({ name: 'topped up' });
  await gateway.setQuota(0);
  expect((await ask(key)).status).toBe(403);
  expect((await ask(key)).status).toBe(403);
  await gateway.setQuota(10_000_000);
  expect((await ask(key)).status).toBe(200);
});

test('BerriAI/litellm#30460: balances in Redis do not drift from those in Postgres over calls that fail', async () => {
  const key = await gateway.addToken({ name: 'drift', unlimited_quota: false, remain_quota: 50_000 });
  for (let call = 0; call < 10; call++) {
    upstream.next(call % 2 === 0 ? 'plain' : { refuse: { status: 400, message: 'no' } });
    await (await ask(key)).text();
  }
  await gateway.quiet();
  const { remain_quota: left, used_quota: used } = await tokenNamed('drift');
  expect(left + used).toBe(50_000);
  // What Redis would still let through is exactly what is left.
  await gateway.manage('PUT', '/api/token/', { id: (await tokenNamed('drift')).id, remain_quota: left });
  expect((await ask(key)).status).toBe(200);
});

test('QuantumNous/new-api#2775: a session and an access token read the same sums and rates', async () => {
  const key = await gateway.addToken({ name: 'rates' });
  for (let call = 0; call < 3; call++) await (await ask(key)).text();
  await gateway.quiet();
  const bySession = await gateway.manage<LogSumsResponse>('GET', '/api/log/stat?token_name=rates');
  const accessToken = await gateway.manage<string>('GET', '/api/user/token');
  const response = await fetch(`${gateway.url}/api/log/stat?token_name=rates`, {
    headers: { authorization: accessToken, 'new-api-user': '1' },
  });
  const { data } = (await response.json()) as { data: LogSumsResponse };
  expect(bySession).toMatchObject({ rpm: 3, quota: expect.any(Number) });
  expect(data).toEqual(bySession);
});

test('maximhq/bifrost#5673: a limit that a create request names is stored, enforced and shown, or named as ignored', async () => {
  const headers = { ...(await gateway.session()), 'content-type': 'application/json' };
  const body = { name: 'limited', remain_quota: 500, unlimited_quota: false, budget: { max_limit: 0.0005 } };
  const response = await fetch(`${gateway.url}/api/token/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(await response.json()).toMatchObject({ success: true, ignored: ['budget'] });
  const { key, remain_quota } = await tokenNamed('limited');
  expect(remain_quota).toBe(500);
  await exhaust(`sk-${key}`);
});

test('bestruirui/octopus#97: output that the upstream reports as 0 tokens is counted from the text', async () => {
  const key = await gateway.addToken({ name: 'zero' });
  upstream.next({ answer: { usage: { input: 12, output: 0 } } });
  const response = await ask(key, { stream: true, stream_options: { include_usage: true } });
  expect(await response.text()).toContain('data: [DONE]');
  await gateway.quiet();
  const row = (await gateway.logs()).at(-1)!;
  expect(Number(row.completion_tokens)).toBeGreaterThan(0);
});

test('langfuse/langfuse#8808: usage that grows with each chunk of a stream is counted once', async () => {
  const key = await gateway.addToken({ name: 'cumulative' });
  upstream.next('plain');
  await (await ask(key, { stream: true })).text();
  await gateway.quiet();
  const row = (await gateway.logs()).at(-1)!;
  expect([row.prompt_tokens, row.completion_tokens]).toEqual([12, 7]);
});

test('BerriAI/litellm#31831, decolua/9router#4095: sums of a day can be read for the hours of any time zone', async () => {
  const now = Math.floor(Date.now() / 1000);
  const sums = await Promise.all(
    [0, 1800, 2700, 3600, -12_600].map(async (offset) => {
      const path = `/api/data/self/?start_timestamp=${now - 86_400}&end_timestamp=${now}&offset=${offset}`;
      const rows = await gateway.manage<UsageResponse[]>('GET', path);
      return rows.reduce((sum, { quota }) => sum + quota, 0);
    }),
  );
  expect(sums[0]).toBeGreaterThan(0);
  expect(new Set(sums).size).toBe(1);
});
