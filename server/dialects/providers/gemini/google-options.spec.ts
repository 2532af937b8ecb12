import { safetySettings } from '../../../../test/dialects/gemini-calls.js';
import { at, providerOf, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { geminiViolations } from '../../../../test/doubles/strict/gemini-rules.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { readChat } from '../../protocols/openai-chat/read.js';
import { protocols } from '../../protocols/registry.js';

const GEMINI = 24;
const PRO_IMAGE = 'gemini-3-pro-image';
const messages = [{ role: 'user', content: 'q' }];

interface Body {
  generationConfig: Record<string, unknown>;
  safetySettings: object[];
  cachedContent?: string;
}

function sent(fields: object, model: string) {
  const body = bodyOf(written(GEMINI, { messages, ...fields }, { model }));
  expect(geminiViolations(body as never, model, { signatures: new Set() })).toEqual([]);
  return body as unknown as Body;
}

const refusal = (detail: string) => new ApiError('unsupported_parameter', { detail });
const google = (members: object) => ({ extra_body: { google: members } });

/** https://ai.google.dev/gemini-api/docs/openai; SDKs send what is in `extra_body` at the top. */
describe.each([
  ['extra_body.google', google],
  ['google', (members: object) => ({ google: members })],
])('Chat Completions with %s', (place, fields) => {
  test('the shape of images', () => {
    const imageConfig = { aspectRatio: '21:9', imageSize: '4K' };
    for (const members of [{ image_config: { aspect_ratio: '21:9', image_size: '4k' } }, { imageConfig }])
      expect(sent(fields(members), PRO_IMAGE).generationConfig).toMatchObject({ imageConfig });
  });

  test('thinking, as the client wrote it', () => {
    const members = fields({ thinking_config: { thinking_budget: 800, include_thoughts: true } });
    expect(sent(members, 'gemini-2.5-flash').generationConfig.thinkingConfig).toEqual({
      thinkingBudget: 800,
      includeThoughts: true,
    });
    const level = fields({ thinking_config: { thinking_level: 'low' } });
    expect(sent(level, 'gemini-3-pro-preview').generationConfig.thinkingConfig).toEqual({
      thinkingLevel: 'low',
    });
  });

  test('thoughts that are not to be shown, beside an effort', () => {
    const members = { ...fields({ thinking_config: { include_thoughts: false } }), reasoning_effort: 'low' };
    expect(sent(members, 'gemini-2.5-flash').generationConfig.thinkingConfig).toEqual({
      thinkingBudget: 1024,
      includeThoughts: false,
    });
  });

  test('cached content, for which a key must pin its channel', () => {
    const members = fields({ cached_content: 'cachedContents/1' });
    expect(sent(members, 'gemini-2.5-flash').cachedContent).toBe('cachedContents/1');
    expect(readChat(Buffer.from(JSON.stringify({ model: 'm', messages, ...members }))).accountBound).toBe(
      `${place}.cached_content`,
    );
  });

  test('safety settings replace those of the site, category by category', () => {
    const chosen = { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' };
    const members = fields({ safety_settings: [chosen] });
    expect(sent(members, 'gemini-2.5-flash').safetySettings).toEqual([...safetySettings.slice(1), chosen]);
  });

  test.each([
    [{ thought_tag_marker: 'think' }, 'gemini-2.5-flash', 'thought_tag_marker'],
    [{ image_config: { seed: 1 } }, PRO_IMAGE, 'image_config.seed'],
    [{ thinking_config: { effort: 'x' } }, 'gemini-2.5-flash', 'thinking_config.effort'],
    [{ image_config: { aspect_ratio: '1:1' } }, 'gemini-2.5-flash', 'image_config'],
    [{ thinking_config: { thinking_budget: 1 } }, 'gemini-2.0-flash', 'thinking_config'],
    [{ thinking_config: { thinking_level: 'low' } }, 'gemini-2.5-flash', 'thinking_config.thinking_level'],
  ])('%j to %s is refused by name', (members, model, name) => {
    expect(() => sent(fields(members), model)).toThrow(
      refusal(`${place}.${name}: not supported by this model`),
    );
  });
});

test('image_config in OpenRouter’s form', () => {
  const image_config = { aspect_ratio: '16:9', image_size: '2K' };
  expect(sent({ image_config }, PRO_IMAGE).generationConfig.imageConfig).toEqual({
    aspectRatio: '16:9',
    imageSize: '2K',
  });
});

test('the only size of a model is not sent', () => {
  const members = { image_config: { image_size: '1K' } };
  expect(sent(members, 'gemini-2.5-flash-image').generationConfig).not.toHaveProperty('imageConfig');
});

test.each([
  [
    { aspect_ratio: '7:5' },
    'aspect_ratio: this model supports 1:1, 2:3, 3:2, 3:4, 4:3, 4:5, 5:4, 9:16, 16:9, 21:9',
  ],
  [{ image_size: '4K' }, 'image_size: this model supports 1K'],
  [{ image_size: 'huge' }, 'image_size: this model supports 1K'],
])('an image_config of %j that the model lacks is refused with what it has', (image_config, detail) => {
  expect(() => sent({ image_config }, 'gemini-2.5-flash-image')).toThrow(refusal(`image_config.${detail}`));
});

test('an effort and a budget exclude each other', () => {
  const members = { ...google({ thinking_config: { thinking_budget: 1 } }), reasoning_effort: 'low' };
  expect(() => sent(members, 'gemini-2.5-flash')).toThrow(
    refusal('extra_body.google.thinking_config with reasoning_effort: not supported by this model'),
  );
});

test('Vertex AI gets the same', () => {
  const target = at(41, { model: PRO_IMAGE, key: 'AQ.key' });
  const chat = protocols['openai-chat'].parse(
    Buffer.from(JSON.stringify({ model: 'm', messages, image_config: { image_size: '4K' } })),
    '',
  );
  expect(bodyOf(providerOf(41).ofModel!(PRO_IMAGE).chat!.request(chat, target))).toMatchObject({
    generationConfig: { imageConfig: { imageSize: '4K' } },
  });
});

describe.each([
  ['Claude', 14],
  ['Cohere', 34],
  ['Dify', 37],
])('at %s', (_, type) => {
  test.each([
    [{ image_config: { image_size: '4K' } }, 'image_config'],
    [google({ image_config: { image_size: '4K' } }), 'extra_body.google.image_config'],
    [google({ safety_settings: [] }), 'extra_body.google.safety_settings'],
    [{ google: { cached_content: 'c', other: 1 } }, 'google.cached_content, google.other'],
  ])('%j is refused by name', (fields, names) => {
    expect(() => written(type, { messages, ...fields }, { model: 'm' })).toThrow(
      refusal(`${names}: not supported by this model`),
    );
  });
});

test('thinking settings in Google’s form are thinking settings for others', () => {
  const members = google({ thinking_config: { thinking_budget: 2000 } });
  const body = bodyOf(
    written(14, { messages, max_tokens: 9000, ...members }, { model: 'claude-sonnet-4-5' }),
  );
  expect(body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2000 } });
});

test('other members of extra_body are none of Google’s', () => {
  expect(
    protocols['openai-chat'].parse(
      Buffer.from(JSON.stringify({ model: 'm', messages, extra_body: { a: 1 } })),
      '',
    ),
  ).not.toHaveProperty('google');
});
