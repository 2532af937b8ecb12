import { azureRealtime } from '../../providers/azure/realtime.js';
import { realtimeOf } from './realtime.js';
import { openai } from '../../providers/openai.js';
import { anyOpenAICompatible } from './openai-compatible.js';
import { wholeAddress } from '../../providers/custom/custom-upstream.js';
import { targetOf } from '../../../../test/dialects/recorded.js';

const realtime = openai.realtime!;
const target = targetOf({
  path: '/v1/realtime?model=asked',
  model: 'gpt-4.1-rt',
  requestedModel: 'gpt-4.1-rt',
});

describe('where a session is opened', () => {
  test('at OpenAI: the mapped model in the query, the key in a header', () => {
    expect(realtime.open({ ...target, organization: 'org-1' }, [])).toEqual({
      url: 'wss://upstream.example/v1/realtime?model=gpt-4.1-rt',
      headers: { authorization: 'Bearer sk-key', 'openai-organization': 'org-1' },
      subprotocols: [],
    });
  });

  test('the rest of the client’s query goes along', () => {
    expect(realtime.open({ ...target, path: '/v1/realtime?intent=x&model=asked' }, []).url).toBe(
      'wss://upstream.example/v1/realtime?intent=x&model=gpt-4.1-rt',
    );
  });

  test('a session that only transcribes names no model in its URL', () => {
    const path = '/v1/realtime?model=asked&intent=transcription';
    const url = 'wss://upstream.example/v1/realtime?intent=transcription';
    expect(realtime.open({ ...target, path }, []).url).toBe(url);
    expect(anyOpenAICompatible.realtime!.open({ ...target, path }, []).url).toBe(url);
    const custom = realtimeOf({ url: wholeAddress });
    expect(custom.open({ ...target, path, baseUrl: 'https://own.example/live' }, []).url).toBe(
      'wss://own.example/live?intent=transcription',
    );
  });

  test('a key that no subprotocol can hold goes into the header', () => {
    expect(realtime.open({ ...target, key: 'a b' }, ['realtime', 'openai-beta.realtime-v1'])).toMatchObject({
      headers: { authorization: 'Bearer a b', 'openai-beta': 'realtime=v1' },
      subprotocols: ['realtime', 'openai-beta.realtime-v1'],
    });
  });

  test.each([
    [{ other: '' }, '/openai/realtime?deployment=gpt-4.1-rt&api-version=2024-12-01-preview'],
    [{ other: '2025-01-01' }, '/openai/realtime?deployment=gpt-4.1-rt&api-version=2025-01-01'],
    [
      { other: '2025-01-01', path: '/v1/realtime?model=x&api-version=2026-01-01' },
      '/openai/realtime?api-version=2026-01-01&deployment=gpt-4.1-rt',
    ],
    [
      { other: '', requestedModel: 'voice' },
      '/openai/realtime?deployment=gpt-4.1-rt&api-version=2024-12-01-preview',
    ],
    [
      { other: '2025-04-01-preview', path: '/v1/realtime?model=x&intent=transcription' },
      '/openai/realtime?intent=transcription&api-version=2025-04-01-preview',
    ],
    [
      { other: 'v1', path: '/v1/realtime?intent=transcription&model=x' },
      '/openai/v1/realtime?intent=transcription',
    ],
    [{ other: 'v1' }, '/openai/v1/realtime?model=gpt-4.1-rt'],
    [{ other: 'preview' }, '/openai/v1/realtime?model=gpt-4.1-rt&api-version=preview'],
  ])('at Azure: %j', (overrides, path) => {
    const call = azureRealtime.open({ ...target, ...overrides, type: 3 }, [
      'realtime',
      'openai-beta.realtime-v1',
    ]);
    expect(call).toEqual({
      url: `wss://upstream.example${path}`,
      headers: { 'api-key': 'sk-key' },
      subprotocols: ['realtime'],
    });
  });
});

describe('what a response used', () => {
  const usage = (reported: object) => realtime.usage({ usage: reported });

  test('text and sound, in and out, are classes of their own', () => {
    expect(
      usage({
        input_tokens: 700,
        output_tokens: 950,
        input_token_details: { text_tokens: 100, audio_tokens: 600 },
        output_token_details: { text_tokens: 50, audio_tokens: 900 },
      }),
    ).toMatchObject({ input: 100, cacheRead: 0, output: 50, more: { audioInput: 600, audioOutput: 900 } });
  });

  test('cached tokens are taken out of text, sound and pictures', () => {
    expect(
      usage({
        input_tokens: 1000,
        output_tokens: 1,
        input_token_details: {
          text_tokens: 300,
          audio_tokens: 600,
          image_tokens: 100,
          cached_tokens: 450,
          cached_tokens_details: { text_tokens: 100, audio_tokens: 300, image_tokens: 50 },
        },
      }),
    ).toMatchObject({
      input: 200,
      cacheRead: 150,
      more: { audioInput: 300, audioCacheRead: 300, imageInput: 50 },
    });
  });

  test('cached tokens without details count as text before audio', () => {
    expect(
      usage({
        input_tokens: 300,
        output_tokens: 0,
        input_token_details: { audio_tokens: 200, cached_tokens: 150 },
      }),
    ).toMatchObject({ input: 0, cacheRead: 150, more: { audioInput: 150 } });
  });

  test.each([
    { input_tokens: 10, output_tokens: 5, input_token_details: { audio_tokens: 99, cached_tokens: 99 } },
    { input_tokens: 10, output_tokens: 5, output_token_details: { audio_tokens: 99, reasoning_tokens: 99 } },
    { input_tokens: 10, output_tokens: 5, input_token_details: 'x', output_token_details: [] },
  ])('the classes never add up to more than the whole: %j', (reported) => {
    const { input, cacheRead, output, reasoning, more } = usage(reported)!;
    expect(input + cacheRead + (more?.audioInput ?? 0) + (more?.imageInput ?? 0)).toBe(10);
    expect(output + reasoning + (more?.audioOutput ?? 0)).toBe(5);
  });

  test.each([undefined, null, {}, { input_tokens: 0, output_tokens: 0 }, 'x'])(
    '%j tells nothing',
    (reported) => {
      expect(realtime.usage({ usage: reported })).toBeUndefined();
    },
  );
});
