import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const MODELS = { openai: 'gpt-5', anthropic: 'claude-3-7-sonnet-20250219' };
const USAGE = { input: 100_000, output: 10_000 };
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: MODELS.openai });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: MODELS.anthropic });
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
  const asked = path.endsWith('responses') ? { input: content } : { messages: [{ role: 'user', content }] };
  const answer = await gateway.relay(path, key, { model, max_tokens: 20_000, stream, ...asked });
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
