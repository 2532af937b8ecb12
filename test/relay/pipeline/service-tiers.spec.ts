import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const MODELS = { openai: 'gpt-5', anthropic: 'claude-3-7-sonnet-20250219', gemini: 'gemini-3.5-flash' };
const USAGE = { input: 100_000, output: 10_000 };
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: MODELS.openai });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: MODELS.anthropic });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: MODELS.gemini });
  await gateway.sell({ [MODELS.gemini]: 0.25 });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => gateway.sql('DELETE FROM logs WHERE type = 2'));

async function charged(path: string, model: string, serviceTier: string | undefined, stream: boolean) {
  upstream.otherwise = { answer: { usage: USAGE, ...(serviceTier !== undefined && { serviceTier }) } };
  const content = 'hello';
  const prompt = path.endsWith('responses') ? { input: content } : { messages: [{ role: 'user', content }] };
  const answer = await gateway.relay(path, key, { model, max_tokens: 20_000, stream, ...prompt });
  await answer.text();
  expect(answer.status).toBe(200);
  return (await gateway.logs()).at(-1)!;
}

describe.each([
  ['/v1/chat/completions', MODELS.openai],
  ['/v1/messages', MODELS.openai],
  ['/v1/responses', MODELS.openai],
  ['/v1/messages', MODELS.anthropic],
  ['/v1/chat/completions', MODELS.anthropic],
])('%s at %s', (path, model) => {
  const [cheap, ratio] = model === MODELS.openai ? ['flex', 0.5] : ['batch', 0.5];
  test.each([true, false])(
    'costs what the tier costs that the provider names (stream: %p)',
    async (stream) => {
      const usual = await charged(path, model, undefined, stream);
      expect(usual.other).not.toHaveProperty('service_tier');
      const other = await charged(path, model, cheap, stream);
      expect(other.quota).toBe(usual.quota * ratio);
      expect(other.other).toMatchObject({
        service_tier: cheap,
        service_tier_ratio: ratio,
        model_ratio: Number(usual.other.model_ratio) * ratio,
      });
      const unknown = await charged(path, model, 'turbo', stream);
      expect(unknown.quota).toBe(usual.quota);
      expect(unknown.other).toMatchObject({ service_tier: 'turbo', service_tier_ratio: 1 });
    },
  );
});

describe.each(['/v1/chat/completions', `/v1beta/models/${MODELS.gemini}:generateContent`])(
  'Gemini at %s',
  (path) => {
    /** What Google documents: https://ai.google.dev/gemini-api/docs/priority-inference */
    test.each([
      ['priority', 1.8, { service_tier: 'priority', service_tier_ratio: 1.8 }],
      ['flex', 0.5, { service_tier: 'flex', service_tier_ratio: 0.5 }],
      ['standard', 1, {}],
    ])(
      'a header that says %s costs %p times the usual price, whatever was requested',
      async (tier, ratio, named) => {
        for (const stream of [false, true]) {
          const ask = async (headers: Record<string, string>, requested?: string) => {
            upstream.otherwise = { answer: { usage: USAGE, serviceTier: requested ?? '' }, headers };
            const url = stream ? path.replace(':generateContent', ':streamGenerateContent?alt=sse') : path;
            const answer = await gateway.relay(url, key, {
              ...(path.startsWith('/v1beta')
                ? { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
                : { model: MODELS.gemini, messages: [{ role: 'user', content: 'hello' }], stream }),
              ...(requested && { service_tier: requested }),
            });
            expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
            return (await gateway.logs()).at(-1)!;
          };
          const usual = await ask({});
          const row = await ask({ 'x-gemini-service-tier': tier }, 'priority');
          expect(row.quota).toBe(Math.round(usual.quota * ratio));
          const { service_tier, service_tier_ratio } = row.other;
          expect({ service_tier, service_tier_ratio }).toEqual({
            service_tier: undefined,
            service_tier_ratio: undefined,
            ...named,
          });
        }
      },
    );

    test.each([
      ['priority', 1.8],
      ['flex', 0.5],
    ])('%s costs %p times the usual price', async (tier, ratio) => {
      const ask = async (serviceTier?: string) => {
        upstream.otherwise = { answer: { usage: USAGE, ...(serviceTier && { serviceTier }) } };
        const prompt = path.startsWith('/v1beta')
          ? { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
          : { model: MODELS.gemini, messages: [{ role: 'user', content: 'hello' }] };
        const answer = await gateway.relay(path, key, {
          ...prompt,
          ...(serviceTier && { service_tier: serviceTier }),
        });
        expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
        return (await gateway.logs()).at(-1)!;
      };
      const usual = await ask();
      const row = await ask(tier);
      const sent = upstream.last.json as Record<string, unknown>;
      expect(sent.service_tier ?? sent.serviceTier).toBe(tier);
      expect(row.quota).toBe(Math.round(usual.quota * ratio));
      expect(row.other).toMatchObject({ service_tier: tier, service_tier_ratio: ratio });
    });
  },
);

test.each([
  ['/v1/chat/completions', MODELS.openai, { service_tier: 'priority' }, 'priority'],
  ['/v1/responses', MODELS.openai, { service_tier: 'priority' }, 'priority'],
  ['/v1/messages', 'claude-opus-5', { speed: 'fast' }, 'fast'],
])('%s: the tier that the client of %s names is held', async (path, model, named, tier) => {
  if (model !== MODELS.openai) {
    await gateway.addChannel({ type: 14, base_url: upstream.url, models: model });
    await gateway.sell({ [model]: 2.5 });
  }
  const { quota: price } = await charged(path, model, undefined, false);
  const most = path === '/v1/responses' ? 'max_output_tokens' : 'max_tokens';
  await gateway.setQuota(Math.round(price * 0.3));
  const content = 'hello';
  const ask = async (more: object) => {
    upstream.otherwise = { answer: { usage: { input: 10, output: 100 }, serviceTier: tier } };
    const answer = await gateway.relay(path, key, {
      model,
      [most]: 100_000,
      ...(path.endsWith('responses') ? { input: content } : { messages: [{ role: 'user', content }] }),
      ...more,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    const { max_tokens, max_output_tokens, max_completion_tokens } = upstream.last.json as Record<
      string,
      number
    >;
    return max_tokens ?? max_output_tokens ?? max_completion_tokens!;
  };
  const usual = await ask({});
  const dearer = await ask(named);
  // A balance that pays for so many tokens at the usual price pays for half as many at twice of it.
  expect(dearer).toBeLessThan(usual * 0.6);
  await gateway.setQuota(2_000_000_000);
});

test('inference in the US only is held for, whether the client or the channel asks for it', async () => {
  const [plain, bound] = ['claude-plain', 'claude-bound'];
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: plain });
  const param_override = '{"inference_geo":"us"}';
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: bound, param_override });
  await gateway.sell({ [plain]: 2.5, [bound]: 2.5 });
  const { quota: price } = await charged('/v1/messages', plain, undefined, false);
  const limit = async (model: string, more: object = {}) => {
    // Less than the usual hold, before each request: the limit is what the balance pays for.
    await gateway.setQuota(Math.round(price * 0.05));
    upstream.otherwise = { answer: { usage: { input: 10, output: 100 } } };
    const messages = [{ role: 'user', content: 'hello' }];
    const answer = await gateway.relay('/v1/messages', key, {
      model,
      max_tokens: 100_000,
      messages,
      ...more,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    await gateway.quiet();
    return (upstream.last.json as { max_tokens: number }).max_tokens;
  };
  const usual = await limit(plain);
  expect((await limit(plain, { inference_geo: 'us' })) / usual).toBeCloseTo(1 / 1.1, 2);
  expect((await limit(bound)) / usual).toBeCloseTo(1 / 1.1, 2);
  await gateway.setQuota(2_000_000_000);
});

test('operators say what a tier costs', async () => {
  const usual = await charged('/v1/chat/completions', MODELS.openai, undefined, false);
  await gateway.option('ServiceTierRatio', JSON.stringify({ 'gpt*': { turbo: 3 } }));
  await gateway.settledEvents();
  const row = await charged('/v1/chat/completions', MODELS.openai, 'turbo', true);
  expect(row.quota).toBe(usual.quota * 3);
  const flex = await charged('/v1/chat/completions', MODELS.openai, 'flex', true);
  expect(flex.quota).toBe(usual.quota);
  await expect(gateway.option('ServiceTierRatio', '{"gpt*":{"flex":-1}}')).rejects.toThrow();
});

test('a stream that breaks off costs by its tier, too', async () => {
  const cut = { ending: 'cut' as const, frames: 4 };
  const rows = [];
  for (const serviceTier of [undefined, 'turbo']) {
    upstream.otherwise = {
      ...cut,
      answer: {
        text: ['word '.repeat(300), 'more '.repeat(300), 'and more'],
        ...(serviceTier !== undefined && { serviceTier }),
      },
    };
    const answer = await gateway.relay('/v1/chat/completions', key, {
      model: MODELS.openai,
      stream: true,
      messages: [{ role: 'user', content: 'hello' }],
    });
    await answer.text().catch(() => '');
    rows.push((await gateway.logs()).at(-1)!);
  }
  expect(rows[1]!.other).toMatchObject({ service_tier: 'turbo', usage_source: 'estimated' });
  expect(rows[1]!.quota).toBeGreaterThan(rows[0]!.quota * 2.9);
});
