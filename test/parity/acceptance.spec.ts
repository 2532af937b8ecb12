import { chargeFor, holdAmount } from '../../server/billing/prices/charge/charge.js';
import { quotaText } from '../../server/billing/prices/logged/quota-text.js';
import { estimatePrompt } from '../../server/dialects/canonical/estimate.js';
import { imageSize } from '../../server/dialects/canonical/media/image-size.js';
import { imageTokens } from '../../server/dialects/canonical/media/image-tokens.js';
import { inputTotal, noUsage, outputTotal } from '../../server/dialects/canonical/usage.js';
import { imageGeneration } from '../../server/dialects/operations/image-generation.js';
import { speech } from '../../server/dialects/operations/speech.js';
import { charge, completion, priceOf, provider, usageOfOperation, usageOfWhole } from './book.js';

/** Worked examples, from the provider's usage report to the quota. */
const OPENAI = 1;
const ANTHROPIC = 14;
const GEMINI = 24;

const json = (body: object) => ({
  body: Buffer.from(JSON.stringify(body)),
  contentType: 'application/json',
  path: '/v1',
});
const chat = (usage: object) => usageOfWhole(provider(OPENAI).chat!, completion(usage));
const message = (usage: object) =>
  usageOfWhole(provider(ANTHROPIC).chat!, {
    id: 'a',
    type: 'message',
    role: 'assistant',
    model: 'claude-3-7-sonnet',
    content: [{ type: 'text', text: 'hi' }],
    stop_reason: 'end_turn',
    usage,
  });

test('G1: gpt-4o, 1000 in of which 400 cached, 200 out', () => {
  const usage = chat({
    prompt_tokens: 1000,
    completion_tokens: 200,
    total_tokens: 1200,
    prompt_tokens_details: { cached_tokens: 400 },
  });
  expect(charge(usage, priceOf('gpt-4o'))).toBe(2000);
  expect(charge(usage, priceOf('gpt-4o', { groupRatio: { default: 0.8 } }))).toBe(1600);
});

test("G1 again: the ratio of the user's own group replaces the group's (E1)", () => {
  const usage = chat({ prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 });
  const special = priceOf('gpt-4o', {
    groupRatio: { default: 0.8 },
    groupGroupRatio: { default: { default: 0.5 } },
  });
  expect(charge(usage, special)).toBe(1125);
  expect(holdAmount(special, 20, 1000, 500)).toBe(637);
});

const sonnet = { input_tokens: 100, cache_read_input_tokens: 2000, cache_creation_input_tokens: 500 };

test('G2: claude-3-7-sonnet with cache reads and writes', () => {
  expect(charge(message({ ...sonnet, output_tokens: 300 }), priceOf('claude-3-7-sonnet'))).toBe(3638);
});

test('G3: the same, written for five minutes and for an hour', () => {
  const cache_creation = { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 300 };
  const usage = message({ ...sonnet, cache_creation, output_tokens: 300 });
  expect(charge(usage, priceOf('claude-3-7-sonnet'))).toBe(3975);
});

test('G4: two wide images of dall-e-3 in high quality', () => {
  const { estimate } = imageGeneration.read(
    json({ model: 'dall-e-3', prompt: 'a gate', n: 2, size: '1792x1024', quality: 'hd' }),
  );
  const made = usageOfOperation(OPENAI, 'image-generation', { data: [{ url: 'a' }, { url: 'b' }] }, estimate);
  expect(charge(estimate, priceOf('dall-e-3'))).toBe(120_000);
  expect(charge(made, priceOf('dall-e-3'))).toBe(120_000);
});

test('G5: eleven characters of tts-1', () => {
  const { estimate } = speech.read(json({ model: 'tts-1', input: 'hello world', voice: 'alloy' }));
  expect(charge(estimate, priceOf('tts-1'))).toBe(83);
});

test('G6: 60.2 seconds of whisper-1', () => {
  const usage = usageOfOperation(OPENAI, 'transcription', { text: 'hi', duration: 60.2 });
  expect(usage).toMatchObject({ input: 1017 });
  expect(charge(usage, priceOf('whisper-1'))).toBe(15_255);
});

test('G7: sound in and out of gpt-4o-audio-preview', () => {
  const usage = chat({
    prompt_tokens: 300,
    completion_tokens: 350,
    total_tokens: 650,
    prompt_tokens_details: { text_tokens: 100, audio_tokens: 200, cached_tokens: 0 },
    completion_tokens_details: { text_tokens: 50, audio_tokens: 300, reasoning_tokens: 0 },
  });
  expect(charge(usage, priceOf('gpt-4o-audio-preview'))).toBe(40_375);
});

test('G8: one response of gpt-4o-realtime-preview', () => {
  const usage = provider(OPENAI).realtime!.usage({
    usage: {
      total_tokens: 1650,
      input_tokens: 700,
      output_tokens: 950,
      input_token_details: { text_tokens: 100, audio_tokens: 600, cached_tokens: 0 },
      output_token_details: { text_tokens: 50, audio_tokens: 900 },
    },
  });
  expect(charge(usage, priceOf('gpt-4o-realtime-preview'))).toBe(120_750);
});

test('G9: what gpt-4o holds for 20 tokens without max_tokens', () => {
  expect(holdAmount(priceOf('gpt-4o'), 20, undefined, 500)).toBe(625);
});

test('G10: what gpt-4o holds for 20 tokens and max_tokens 1000', () => {
  expect(holdAmount(priceOf('gpt-4o'), 20, 1000, 500)).toBe(1275);
});

describe('G11: an image of 2048×1024', () => {
  const png = Buffer.alloc(64);
  png.write('\x89PNG\r\n\x1a\n', 'latin1');
  png.writeUInt32BE(2048, 16);
  png.writeUInt32BE(1024, 20);
  const gif = Buffer.alloc(64);
  gif.write('GIF89a');
  gif.writeUInt16LE(2048, 6);
  gif.writeUInt16LE(1024, 8);
  const jpeg = Buffer.alloc(64);
  jpeg.writeUInt32BE(0xffd8ffe0);
  jpeg.writeUInt16BE(16, 4);
  jpeg.writeUInt16BE(0xffc2, 20);
  jpeg.writeUInt16BE(1024, 25);
  jpeg.writeUInt16BE(2048, 27);
  const webp = (kind: string) => {
    const bytes = Buffer.alloc(64);
    bytes.write(`RIFF    WEBP${kind}`);
    return bytes;
  };
  const lossy = webp('VP8 ');
  lossy.writeUInt16LE(2048, 26);
  lossy.writeUInt16LE(1024, 28);
  const lossless = webp('VP8L');
  lossless.writeUInt32LE(2047 | (1023 << 14), 21);
  const extended = webp('VP8X');
  extended.writeUIntLE(2047, 24, 3);
  extended.writeUIntLE(1023, 27, 3);

  test.each(Object.entries({ png, gif, jpeg, lossy, lossless, extended }))(
    '%s says its size',
    (_kind, bytes) => {
      expect(imageSize(bytes.toString('base64'))).toEqual({ width: 2048, height: 1024 });
      for (let length = 0; length < bytes.length; length++)
        expect(() => imageSize(bytes.subarray(0, length).toString('base64'))).not.toThrow();
    },
  );

  test('counts 1105 tokens in high detail, 85 in low', () => {
    const size = { width: 2048, height: 1024 };
    expect(imageTokens('gpt-4o', 'high', size)).toBe(1105);
    expect(imageTokens('gpt-4o', undefined, size)).toBe(1105);
    expect(imageTokens('gpt-4o', 'low', size)).toBe(85);
    expect(imageTokens('gpt-4o-mini', 'high', size)).toBe(2833 + 6 * 5667);
  });

  test('so does a prompt whose provider does not count', () => {
    const prompt = (detail: string) =>
      estimatePrompt({
        model: 'gpt-4o',
        system: [],
        tools: [],
        stream: false,
        includeUsage: false,
        turns: [
          {
            role: 'user',
            parts: [
              {
                type: 'image',
                detail,
                source: { type: 'base64', mediaType: 'image/png', data: png.toString('base64') },
              },
            ],
          },
        ],
      });
    expect(prompt('high') - prompt('low')).toBe(1105 - 85);
  });
});

test('G12: two web searches', () => {
  const search = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } };
  const response = (output: object[]) =>
    usageOfWhole(provider(OPENAI).native['openai-responses']!.reader!, {
      id: 'r',
      object: 'response',
      status: 'completed',
      model: 'gpt-4o',
      output,
      usage: { input_tokens: 1000, output_tokens: 10, total_tokens: 1010 },
    });
  const price = priceOf('gpt-4o');
  expect(charge(response([search, search]), price) - charge(response([]), price)).toBe(10_000);
});

test('G13: one token of gpt-4o-mini costs the minimum of 1', () => {
  expect(chargeFor({ ...noUsage(), input: 1 }, priceOf('gpt-4o-mini'))).toBe(1);
});

test('G14: 2000 quota are shown as ＄0.004000', () => {
  expect(quotaText(2000, { inCurrency: true, quotaPerUnit: 500_000 })).toBe('＄0.004000');
});

test('G15: what Gemini says of thoughts, tools and the cache', () => {
  const usage = usageOfWhole(provider(GEMINI).chat!, {
    candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: 1000,
      toolUsePromptTokenCount: 50,
      cachedContentTokenCount: 200,
      candidatesTokenCount: 300,
      thoughtsTokenCount: 700,
    },
  })!;
  expect(usage).toMatchObject({ input: 850, cacheRead: 200, output: 300, reasoning: 700 });
  expect([inputTotal(usage), outputTotal(usage)]).toEqual([1050, 1000]);
});

test('G16: Responses with cache reads, cache writes and reasoning', () => {
  const usage = usageOfWhole(provider(OPENAI).native['openai-responses']!.reader!, {
    id: 'r',
    object: 'response',
    status: 'completed',
    model: 'n',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }],
    usage: {
      input_tokens: 5000,
      input_tokens_details: { cached_tokens: 1000, cache_write_tokens: 3000 },
      output_tokens: 400,
      output_tokens_details: { reasoning_tokens: 300 },
      total_tokens: 5400,
    },
  });
  const price = priceOf('n', {
    modelRatio: { n: 2.5 },
    completionRatio: { n: 6 },
    cacheRatio: { n: 0.1 },
    cacheCreationRatio: { n: 1.25 },
  });
  expect(charge(usage, price)).toBe(18_125);
});
