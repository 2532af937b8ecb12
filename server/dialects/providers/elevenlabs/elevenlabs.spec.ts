import { speechRequestOf } from '../../../../test/dialects/audio-requests.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { definitionOf } from '../registry.js';

const ELEVENLABS = 1120;
const elevenlabs = providerOf(ELEVENLABS);
const speech = elevenlabs.operations!.speech!;

test('speech and transcriptions are served', () => {
  expect(elevenlabs.chat).toBeUndefined();
  expect(Object.keys(elevenlabs.operations!).sort()).toEqual(['speech', 'transcription']);
});

describe('speech', () => {
  const sent = (fields: object, model = 'eleven_multilingual_v2', override?: object) =>
    speech.request(speechRequestOf(fields), at(ELEVENLABS, { model, override: override && { ...override } }));

  test('a request', () => {
    const call = sent({ voice: 'JBFqnCBsd6RMkjVDRZzb' });
    expect(call).toMatchObject({
      method: 'POST',
      url: `${base}/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/stream?output_format=mp3_44100_128`,
      headers: { 'xi-api-key': 'sk-key', 'content-type': 'application/json' },
    });
    expect(bodyOf(call)).toEqual({ text: 'Hello.', model_id: 'eleven_multilingual_v2' });
  });

  test.each([
    ['alloy', 'SAz9YHcvj6GT2YYXdXww'],
    ['Onyx', 'nPczCjzI2devNBz1zQrb'],
    ['George', 'JBFqnCBsd6RMkjVDRZzb'],
    [{ id: 'my/own' }, 'my%2Fown'],
    ['half \ud800', 'half%20%EF%BF%BD'],
    [undefined, 'JBFqnCBsd6RMkjVDRZzb'],
    ['constructor', 'constructor'],
  ])('voice %j', (voice, id) => {
    expect(sent({ voice }).url).toContain(`/v1/text-to-speech/${id}/stream?`);
  });

  test.each([
    ['mp3', '/stream?output_format=mp3_44100_128', 'audio/mpeg'],
    ['opus', '/stream?output_format=opus_48000_64', 'audio/ogg'],
    ['pcm', '/stream?output_format=pcm_24000', 'audio/pcm'],
    ['wav', '?output_format=wav_24000', 'audio/wav'],
    ['mp3_22050_32', '/stream?output_format=mp3_22050_32', 'audio/mpeg'],
    ['ulaw_8000', '/stream?output_format=ulaw_8000', undefined],
  ])('format %s', (format, end, contentType) => {
    const request = speechRequestOf({ response_format: format, input: 'Grüße 👋' });
    expect(sent({ response_format: format }).url.endsWith(end)).toBe(true);
    expect(speech.forwarded!({}, request)).toEqual({
      usage: { ...noUsage(), input: 7, more: { unit: 'characters' } },
      contentType,
    });
  });

  test('own members and the speed', () => {
    const fields = {
      speed: 1.1,
      voice_settings: { stability: 0.3 },
      language_code: 'de',
      seed: 7,
      user: 'not sent',
    };
    expect(bodyOf(sent(fields, 'eleven_v3', { next_text: 'And' }))).toEqual({
      text: 'Hello.',
      model_id: 'eleven_v3',
      language_code: 'de',
      seed: 7,
      voice_settings: { stability: 0.3, speed: 1.1 },
      next_text: 'And',
    });
  });

  test.each<[object, string, string]>([
    [{ response_format: 'flac' }, 'eleven_v3', 'response_format flac'],
    [{ response_format: 'mp3_1&x=1' }, 'eleven_v3', 'response_format'],
    [{ speed: 2 }, 'eleven_v3', 'speed 2'],
    [{ speed: 0.5 }, 'eleven_v3', 'speed 0.5'],
    [{ instructions: 'Whisper.' }, 'eleven_v3', 'instructions'],
    [{ voice: '..' }, 'eleven_v3', 'voice'],
    [{ input: 'x'.repeat(5001) }, 'eleven_v3', '5001 characters'],
    [{ input: 'x'.repeat(10_001) }, 'eleven_multilingual_v2', '10000'],
    [{ input: 'x'.repeat(30_001) }, 'eleven_flash_v2', '30000'],
    [{ input: 'x'.repeat(40_001) }, 'eleven_flash_v2_5', '40000'],
  ])('%j is refused', (fields, model, message) => {
    expect(() => sent(fields, model)).toThrow(ApiError);
    expect(() => sent(fields, model)).toThrow(message);
  });

  test('texts of the longest permitted length are sent', () => {
    expect(bodyOf(sent({ input: 'x'.repeat(40_000) }, 'eleven_flash_v2_5'))).toHaveProperty('text');
  });

  test('JSON instead of audio is an error', () => {
    const request = speechRequestOf({});
    const body = { detail: { status: 'quota_exceeded', message: 'none left' } };
    expect(() => speech.answer!(body, request)).toThrow('none left');
    expect(() => speech.answer!({}, request)).toThrow('no audio');
  });
});

test.each<[number, object | string, object]>([
  [
    401,
    { detail: { status: 'invalid_api_key', message: 'Invalid API key' } },
    { status: 401, disables: true },
  ],
  [
    401,
    { detail: { status: 'quota_exceeded', message: 'You have 0 credits left' } },
    { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  ],
  [402, { detail: { type: 'payment_required', code: 'x', message: 'pay' } }, { disables: true }],
  [
    402,
    {
      detail: {
        type: 'payment_required',
        code: 'paid_plan_required',
        status: 'payment_required',
        message: 'x',
      },
    },
    { status: 403, disables: false, retryable: true },
  ],
  [
    402,
    { detail: { status: 'payment_required', message: 'Free users cannot use library voices via the API.' } },
    { status: 403, disables: false, retryable: true },
  ],
  [
    401,
    { detail: { status: 'missing_permissions', message: 'speech_to_text' } },
    { status: 403, disables: false, retryable: true },
  ],
  [404, { detail: { status: 'voice_not_found', message: 'no voice' } }, { disables: false, retryable: true }],
  [
    400,
    {
      detail: {
        type: 'validation_error',
        code: 'invalid_parameters',
        message: "The 'keyterms' parameter is only supported with the 'scribe_v2' model.",
        status: 'invalid_parameters',
        request_id: '3c80',
        param: 'keyterms',
      },
    },
    { status: 400, code: 'invalid_parameters', kind: 'validation_error', retryable: false, disables: false },
  ],
  [
    422,
    { detail: [{ loc: ['body', 'text'], msg: 'field required', type: 'missing' }] },
    { message: 'body.text: field required', retryable: false },
  ],
  [
    429,
    { detail: { code: 'concurrent_limit_exceeded', message: 'busy' } },
    { retryable: true, retryAfterSeconds: 3 },
  ],
  [503, '<html>', { status: 503, retryable: true, message: 'bad response status code 503' }],
])('error %d %j', (status, body, expected) => {
  const bytes = typeof body === 'string' ? body : JSON.stringify(body);
  expect(elevenlabs.readError(status, { 'retry-after': '3' }, bytes)).toMatchObject(expected);
});

test('models and the balance', () => {
  const { request, read } = elevenlabs.models!;
  expect(request(at(ELEVENLABS), {})).toMatchObject({
    url: `${base}/v1/models`,
    headers: { 'xi-api-key': 'sk-key' },
  });
  expect(read(recordedAnswer('elevenlabs', 'models'))).toEqual([
    'eleven_multilingual_v2',
    'scribe_v3',
    'scribe_v2',
  ]);
  const balance = definitionOf(ELEVENLABS)!.balance!(at(ELEVENLABS), new Date());
  expect(balance.next().value).toMatchObject({
    url: `${base}/v1/user/subscription`,
    headers: { 'xi-api-key': 'sk-key' },
  });
  expect(balance.next({ tier: 'pro', character_count: 17_231, character_limit: 100_000 })).toEqual({
    done: true,
    value: [{ amount: 82_769, unit: 'characters' }],
  });
});
