import { speechRequestOf } from '../../../../test/dialects/audio-requests.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';

const XAI = 48;
const speech = providerOf(XAI).operations!.speech!;
const target = at(XAI, { model: 'grok-tts' });
const sent = (fields: object) => bodyOf(speech.request(speechRequestOf(fields), target));

test.each([
  ['alloy', 'eve'],
  ['Onyx', 'leo'],
  [undefined, 'eve'],
  ['Rex', 'Rex'],
  ['voice-of-the-account', 'voice-of-the-account'],
])('voice %s is %s', (voice, id) => {
  expect(sent({ voice })).toMatchObject({ voice_id: id });
});

test('a request names no model', () => {
  const call = speech.request(
    speechRequestOf({ speed: 1.5, response_format: 'wav', language: 'pt-BR' }),
    target,
  );
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/tts`, headers: bearer });
  expect(bodyOf(call)).toEqual({
    text: 'Hello.',
    voice_id: 'eve',
    language: 'pt-BR',
    output_format: { codec: 'wav', sample_rate: 24_000 },
    speed: 1.5,
  });
  expect(sent({})).toMatchObject({ language: 'auto', output_format: { codec: 'mp3' } });
});

test.each([
  { speed: 0.5 },
  { speed: 1.6 },
  { response_format: 'opus' },
  { instructions: 'Whisper.' },
  { input: 'a'.repeat(15_001) },
])('%j is refused', (fields) => {
  expect(() => sent(fields)).toThrow(ApiError);
});

test('characters are held and charged', () => {
  const request = speechRequestOf({ input: 'Guten Tag, 你好' });
  const usage = { ...noUsage(), input: 13, more: { unit: 'characters' } };
  expect(speech.estimate!(request, target)).toEqual(usage);
  expect(speech.forwarded!({}, request)).toEqual({ usage, contentType: 'audio/mpeg' });
});

test('a JSON response is an error', () => {
  const body = { code: 'invalid-argument', error: 'voice not found' };
  expect(() => speech.answer!(body, speechRequestOf({}))).toThrow('voice not found');
});
