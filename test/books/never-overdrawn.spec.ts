import fc from 'fast-check';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../server/app.js';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { REDIS } from '../../server/core/injection.js';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { producing } from '../doubles/requested-output.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';

const RUNS = 12;
let gateway: Gateway;
let upstream: ScriptedUpstream;
const others: NestFastifyApplication[] = [];
const urls: string[] = [];

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  upstream.otherwise = { ...producing, headersAfterMs: 30 };
  gateway = await Gateway.start();
  for (let i = 0; i < 2; i++) {
    const app = await createApp(withoutConsole);
    await app.listen(0, '127.0.0.1');
    others.push(app);
    urls.push(await app.getUrl());
  }
  urls.push(gateway.url);
  await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o,gpt-4o-mini,o3-mini' });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
});

afterAll(async () => {
  await Promise.all(others.map((app) => app.close()));
  await gateway?.close();
  await upstream?.close();
});

const request = fc.record({
  instance: fc.nat(2),
  limitedToken: fc.boolean(),
  route: fc.constantFrom('chat', 'messages', 'responses'),
  model: fc.constantFrom('gpt-4o', 'gpt-4o-mini', 'o3-mini', 'claude-3-7-sonnet-20250219'),
  stream: fc.boolean(),
  outputTokens: fc.integer({ min: 1, max: 6000 }),
  limit: fc.option(fc.integer({ min: 1, max: 8000 }), { nil: undefined }),
  ignores: fc.boolean(),
});
type SampledRequest = typeof request extends fc.Arbitrary<infer T> ? T : never;

function sent({
  route,
  model,
  stream,
  outputTokens,
  limit,
  ignores,
}: SampledRequest): [path: string, body: object] {
  const text = `produce ${outputTokens}${ignores ? ' ignoring the limit' : ''}`;
  const messages = [{ role: 'user', content: text }];
  if (route === 'messages') return ['/v1/messages', { model, stream, messages, max_tokens: limit ?? 4000 }];
  if (route === 'responses')
    return ['/v1/responses', { model, stream, input: text, ...(limit && { max_output_tokens: limit }) }];
  return ['/v1/chat/completions', { model, stream, messages, ...(limit && { max_tokens: limit }) }];
}

async function ask(one: SampledRequest, key: string): Promise<number> {
  const [path, body] = sent(one);
  const response = await fetch(`${urls[one.instance]}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

test('whatever is asked of three servers at once, no balance and no token falls below zero, and the ledger is exact', async () => {
  let tokens = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 60_000 }),
      fc.integer({ min: 20, max: 40_000 }),
      fc.array(request, { minLength: 2, maxLength: 24 }),
      async (balance, allowance, requests) => {
        await gateway.setQuota(balance);
        const name = `limited ${++tokens}`;
        const limited = await gateway.addToken({ name, unlimited_quota: false, remain_quota: allowance });
        const unlimited = await gateway.addToken();
        await gateway.quiet();
        await gateway.sql('DELETE FROM logs WHERE type = 2');
        const statuses = await Promise.all(
          requests.map((one) => ask(one, one.limitedToken ? limited : unlimited)),
        );
        expect(statuses.filter((status) => ![200, 402, 403].includes(status))).toEqual([]);
        const left = await gateway.quota();
        expect(left).toBeGreaterThanOrEqual(0);
        const rows = await gateway.logs();
        expect(balance - left).toBe(rows.reduce((sum, { quota }) => sum + quota, 0));
        const [token] = await gateway.sql<{ remain_quota: number }>(
          'SELECT remain_quota FROM tokens WHERE name = $1',
          [name],
        );
        expect(token!.remain_quota).toBeGreaterThanOrEqual(0);
        // Where providers keep to the limit, nothing has to be written off either.
        if (!requests.some(({ ignores }) => ignores))
          expect(rows.filter(({ other }) => other.uncollected)).toEqual([]);
        const report = await auditLedger(
          gateway.app.get<DataSource>(getDataSourceToken()),
          gateway.app.get<Redis>(REDIS),
        );
        expect(report).toMatchObject({ balanced: true, memory: { wrong: [] } });
      },
    ),
    { numRuns: RUNS, seed: 20261122, endOnFailure: true },
  );
});

test('200 requests at once over three servers are all served, 80 and more at once, by a balance for 377', async () => {
  // 1,060 quota units each: 20 input tokens at 1.25, 207 output tokens at 5.
  const model = 'gpt-4o-2024-08-06';
  await gateway.addChannel({ base_url: upstream.url, models: model });
  const key = await gateway.addToken();
  const all = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const messages = [{ role: 'user', content: 'produce 207' }];
        const response = await fetch(`${urls[n % 3]}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ model, messages, stream: n % 2 === 0 }),
        });
        await response.text();
        return response.status;
      }),
    );
  await gateway.setQuota(1_000_000_000);
  // Each server learns the usual length of the model's answers.
  await all(90);
  await gateway.setQuota(400_000);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  upstream.clear();
  let answer!: () => void;
  const headersAfter = new Promise<void>((resolve) => (answer = resolve));
  upstream.otherwise = { ...producing, headersAfter };
  const first = all(80);
  let others: Promise<number[]> | undefined;
  try {
    await until(
      () => upstream.requests.length === 80,
      () => `80 served at once, instead of ${upstream.requests.length}`,
    );
    others = all(120);
  } finally {
    answer();
    upstream.otherwise = producing;
  }
  expect(new Set([...(await first), ...(await others)])).toEqual(new Set([200]));
  const rows = await gateway.logs();
  expect(rows).toHaveLength(200);
  expect(new Set(rows.map(({ completion_tokens: out }) => out))).toEqual(new Set([207]));
  expect(rows.filter(({ other }) => other.uncollected)).toEqual([]);
  expect(await gateway.quota()).toBe(400_000 - rows.reduce((sum, { quota }) => sum + quota, 0));
});

test('the same with providers that keep to the limit: nothing is written off', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 30_000 }),
      fc.array(
        request.map((one) => ({ ...one, ignores: false, limitedToken: false })),
        {
          minLength: 8,
          maxLength: 30,
        },
      ),
      async (balance, requests) => {
        await gateway.setQuota(balance);
        const key = await gateway.addToken();
        await gateway.quiet();
        await gateway.sql('DELETE FROM logs WHERE type = 2');
        await Promise.all(requests.map((one) => ask(one, key)));
        expect(await gateway.quota()).toBeGreaterThanOrEqual(0);
        const rows = await gateway.logs();
        expect(rows.filter(({ other }) => other.uncollected)).toEqual([]);
      },
    ),
    { numRuns: RUNS, seed: 7, endOnFailure: true },
  );
});
