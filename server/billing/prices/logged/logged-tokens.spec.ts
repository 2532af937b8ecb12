import type { PricedParts } from '../../../contract/usage.js';
import { loggedDetails, noUsage, priceWith } from '../../../../test/billing/prices/logged-request.js';
import type { TokenPrice } from '../price.js';
import { loggedTokens, totalTokens, type RequestFacts } from './request-log-details.js';
import type { ChargedUsage } from '../charge/usage.js';

const media = { audioInput: 40, audioCompletion: 2, imageInput: 3, imageOutput: 9 };

const detailsOf = (
  usage: Partial<ChargedUsage>,
  price: Partial<TokenPrice> = {},
  facts: Partial<RequestFacts> = {},
) => loggedDetails({ price: priceWith({ media, ...price }), usage: { ...noUsage, ...usage }, ...facts });

/** The row of a request that used nothing, with these members. */
const rowWith = (members: object) => ({ ...detailsOf({}), ...members });

describe('the columns of a row', () => {
  const all = {
    ...noUsage,
    input: 1,
    cacheRead: 10,
    cacheWrite5m: 100,
    cacheWrite1h: 1000,
    output: 2,
    reasoning: 20,
  };
  const media = { audioInput: 3, audioCacheRead: 30, audioOutput: 300, imageInput: 4, imageOutput: 40 };

  test.each<[name: string, usage: ChargedUsage, openai: number, anthropic: number, output: number]>([
    ['text', all, 1111, 1, 22],
    ['audio and images by token', { ...all, more: media }, 1111 + 37, 8, 22 + 340],
    ['images by piece, which count as input', { ...noUsage, input: 7, more: { images: 2 } }, 9, 9, 0],
    [
      'images by token, whose number does not count',
      { ...noUsage, input: 7, more: { images: 2, imageOutput: 50 } },
      7,
      7,
      50,
    ],
  ])('count %s', (_name, usage, openai, anthropic, completionTokens) => {
    expect(loggedTokens(usage, 'openai')).toEqual({ promptTokens: openai, completionTokens });
    expect(loggedTokens(usage, 'anthropic')).toEqual({ promptTokens: anthropic, completionTokens });
    expect(totalTokens(usage)).toBe(openai + completionTokens);
  });
});

describe('tokens and their prices', () => {
  const text = (output: number) => ({ text_input: 0, text_output: output });

  test('reasoning and cache writes are stated where there are any', () => {
    expect(detailsOf({ reasoning: 5 })).toStrictEqual(rowWith({ reasoning_tokens: 5 }));
    expect(detailsOf({ cacheWrite5m: 7 })).toStrictEqual(
      rowWith({
        cache_creation_tokens: 7,
        cache_creation_ratio: 1.25,
      }),
    );
    expect(detailsOf({ cacheWrite5m: 7, cacheWrite1h: 3 })).toStrictEqual(
      rowWith({
        cache_creation_tokens: 10,
        cache_creation_ratio: 1.25,
        cache_creation_tokens_5m: 7,
        cache_creation_ratio_5m: 1.25,
        cache_creation_tokens_1h: 3,
        cache_creation_ratio_1h: 2,
      }),
    );
  });

  test('rows of Anthropic counts state cache writes also where there are none', () => {
    expect(detailsOf({}, {}, { semantics: 'anthropic' })).toStrictEqual(
      rowWith({
        usage_semantic: 'anthropic',
        claude: true,
        cache_creation_tokens: 0,
        cache_creation_ratio: 1.25,
      }),
    );
  });

  const audio = { audio: true, audio_ratio: 40, audio_completion_ratio: 2 };
  const image = { image: true, image_ratio: 3, image_completion_ratio: 9 };
  test.each<[name: string, more: PricedParts, members: object]>([
    ['audio input', { audioInput: 6 }, { ...audio, audio_input: 6, audio_output: 0, ...text(0) }],
    ['audio output', { audioOutput: 6 }, { ...audio, audio_input: 0, audio_output: 6, ...text(0) }],
    // Cached audio without a ratio of its own costs as much as cached text.
    [
      'cached audio',
      { audioCacheRead: 6 },
      { audio: true, audio_cache_tokens: 6, audio_cache_ratio: 0.1, ...text(0) },
    ],
    ['image input', { imageInput: 6 }, { ...image, image_input: 6, image_output: 0 }],
    ['image output', { imageOutput: 6 }, { ...image, image_input: 0, image_output: 6 }],
    ['images by piece', { images: 2 }, { image: true, images: 2 }],
    ['no image', { images: 0 }, { image: true, images: 0 }],
    ['calls', { calls: 3 }, { calls: 3 }],
    ['characters', { unit: 'characters' }, { usage_unit: 'characters' }],
    ['paid options', { extras: { speakers: 0.4 } }, { extras: { speakers: 0.4 } }],
    ['tools without a price', { tools: { teleport: 1 } }, {}],
  ])('%s', (_name, more, members) => {
    expect(detailsOf({ more })).toStrictEqual(rowWith(members));
  });

  test('the text beside audio is stated with cached input and reasoning', () => {
    const details = detailsOf({ input: 1, cacheRead: 10, output: 2, reasoning: 20, more: { audioInput: 6 } });
    expect(details).toMatchObject({ text_input: 11, text_output: 22 });
  });

  test('cached audio has its own ratio where the model has one', () => {
    const price = { media: { ...media, audioCache: 4 } };
    expect(detailsOf({ more: { audioCacheRead: 6 } }, price)).toMatchObject({ audio_cache_ratio: 4 });
  });

  test('ratios are left out of rows whose price has none', () => {
    const details = detailsOf(
      { more: { audioInput: 6, audioCacheRead: 7, imageInput: 8 } },
      { media: undefined },
    );
    expect(details).toMatchObject({ audio_input: 6, audio_cache_ratio: 0.1, image_input: 8 });
    expect(details.audio_ratio).toBeUndefined();
    expect(details.image_ratio).toBeUndefined();
  });

  test('tools with a price are stated with the units per USD', () => {
    const price = { toolPrices: { web_search: 10 }, quotaPerUnit: 500_000 };
    expect(detailsOf({ more: { tools: { web_search: 2, teleport: 1 } } }, price)).toStrictEqual(
      rowWith({
        tool_surcharges: [{ name: 'web_search', count: 2, price: 10 }],
        quota_per_unit: 500_000,
      }),
    );
  });
});

describe('a response of a realtime session', () => {
  const session = { id: 's1', responses: 2, input_tokens: 30, output_tokens: 40 };
  const usage = { ...noUsage, input: 5, cacheRead: 4, output: 6, reasoning: 7 };

  test('is stated by itself, with cached input, beside the session so far', () => {
    const more = { audioInput: 8, audioOutput: 9 };
    expect(detailsOf({}, {}, { context: { session, usage: { ...usage, more } } })).toStrictEqual(
      rowWith({
        ws: true,
        audio_input: 8,
        audio_output: 9,
        text_input: 9,
        text_output: 13,
        audio_ratio: 40,
        audio_completion_ratio: 2,
        session,
      }),
    );
  });

  test.each([undefined, {}])('has no audio where it used none: %j', (more) => {
    expect(
      detailsOf({}, { media: undefined }, { context: { session, usage: { ...usage, more } } }),
    ).toStrictEqual(
      rowWith({
        ws: true,
        audio_input: 0,
        audio_output: 0,
        text_input: 9,
        text_output: 13,
        audio_ratio: undefined,
        audio_completion_ratio: undefined,
        session,
      }),
    );
  });
});
