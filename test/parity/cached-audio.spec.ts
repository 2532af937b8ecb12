import { chargeFor } from '../../server/billing/prices/charge/charge.js';
import {
  cacheReadTotal,
  inputTotal,
  mergeUsage,
  noUsage,
  type Usage,
} from '../../server/dialects/canonical/usage.js';
import { protocols } from '../../server/dialects/protocols/registry.js';
import { charge, chunks, completion, priceOf, provider, usageOfStream, usageOfWhole } from './book.js';

const usd = (usage: Usage, model: string, change = {}) => chargeFor(usage, priceOf(model, change)) / 500_000;
const cached = (tokens: number): Usage => ({ ...noUsage(), more: { audioCacheRead: tokens } });

test.each([
  ['gpt-4o-realtime-preview', 2.5],
  ['gpt-4o-mini-realtime-preview', 0.3],
  ['gemini-2.5-flash', 0.1],
])('a million tokens of sound read from the cache of %s cost %d USD', (model, price) => {
  expect(usd(cached(1_000_000), model)).toBeCloseTo(price, 6);
});

test('operators name another price', () => {
  expect(
    usd(cached(1_000_000), 'gpt-4o-realtime-preview', { audioCacheRatio: { 'gpt-4o-realtime-preview': 2 } }),
  ).toBeCloseTo(10, 6);
});

test('sound of Gemini’s models costs what Google sells it for', () => {
  expect(usd({ ...noUsage(), more: { audioInput: 1_000_000 } }, 'gemini-2.5-flash')).toBeCloseTo(1, 6);
  expect(usd({ ...noUsage(), more: { audioInput: 1_000_000 } }, 'gemini-2.0-flash')).toBeCloseTo(0.7, 6);
});

const table = {
  modelRatio: { m: 1 },
  completionRatio: { m: 4 },
  cacheRatio: { m: 0.5 },
  audioRatio: { m: 10 },
  audioCacheRatio: { m: 2 },
};

test.each([
  [
    'with details',
    { cached_tokens: 300, audio_tokens: 500, cached_tokens_details: { audio_tokens: 200 } },
    400 + 50 + 400 + 3000,
  ],
  ['without details', { cached_tokens: 300, audio_tokens: 500 }, 200 + 150 + 5000],
  [
    'more than there is',
    { cached_tokens: 300, audio_tokens: 500, cached_tokens_details: { audio_tokens: 900 } },
    500 + 600 + 2000,
  ],
])('a chat that reads sound from the cache, %s', (_name, prompt_tokens_details, quota) => {
  const usage = { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000, prompt_tokens_details };
  const { chat } = provider(1);
  expect(charge(usageOfWhole(chat!, completion(usage)), priceOf('m', table))).toBe(quota);
  expect(charge(usageOfStream(chat!, chunks(usage)), priceOf('m', table))).toBe(quota);
});

test('a realtime response tells it apart', () => {
  const usage = provider(1).realtime!.usage({
    usage: {
      input_tokens: 1000,
      output_tokens: 0,
      input_token_details: {
        text_tokens: 500,
        audio_tokens: 500,
        cached_tokens: 300,
        cached_tokens_details: { text_tokens: 100, audio_tokens: 200 },
      },
    },
  });
  expect(usage).toMatchObject({ input: 400, cacheRead: 100, more: { audioInput: 300, audioCacheRead: 200 } });
  expect(charge(mergeUsage(noUsage(), usage!), priceOf('m', table))).toBe(400 + 50 + 3000 + 400);
});

test('Gemini tells it apart', () => {
  const { chat } = provider(24);
  const usage = usageOfWhole(chat!, {
    candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: 1000,
      candidatesTokenCount: 10,
      cachedContentTokenCount: 300,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 500 },
        { modality: 'AUDIO', tokenCount: 500 },
      ],
      cacheTokensDetails: [
        { modality: 'TEXT', tokenCount: 100 },
        { modality: 'AUDIO', tokenCount: 200 },
      ],
    },
  })!;
  expect(usage).toMatchObject({ input: 400, cacheRead: 100, more: { audioInput: 300, audioCacheRead: 200 } });
  expect(inputTotal(usage)).toBe(1000);
  expect(cacheReadTotal(usage)).toBe(300);
  expect(charge(usage, priceOf('m', table))).toBe(400 + 50 + 3000 + 400 + 40);
});

test.each([
  ['openai-chat', ['"prompt_tokens":1000', '"cached_tokens":300']],
  ['openai-responses', ['"input_tokens":1000', '"cached_tokens":300']],
  ['anthropic-messages', ['"cache_read_input_tokens":300']],
  [
    'gemini',
    ['"promptTokenCount":1000', '"cachedContentTokenCount":300', '{"modality":"AUDIO","tokenCount":500}'],
  ],
] as const)('clients of %s get all that was read from the cache reported', (name, words) => {
  const usage: Usage = {
    ...noUsage(),
    input: 400,
    cacheRead: 100,
    output: 1,
    more: { audioInput: 300, audioCacheRead: 200 },
  };
  const answer = {
    id: 'a',
    model: 'm',
    parts: [{ type: 'text' as const, text: 'hi' }],
    finish: { reason: 'stop' as const },
    usage,
  };
  const context = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 };
  const text = JSON.stringify(protocols[name].answer(answer, context));
  for (const word of words) expect(text).toContain(word);
});
