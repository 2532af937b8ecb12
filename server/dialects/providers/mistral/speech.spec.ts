import { speechRequestOf } from '../../../../test/dialects/audio-requests.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';

const speech = providerOf(42).operations!.speech!;
const target = at(42, { model: 'voxtral-mini-tts-2603' });
const sent = (fields: object) => bodyOf(speech.request(speechRequestOf(fields), target));

test.each([
  ['alloy', 'gb_jane_neutral'],
  ['Onyx', 'en_paul_neutral'],
  ['fr_marie_happy', 'fr_marie_happy'],
])('voice %s is %s', (voice, id) => {
  expect(sent({ voice })).toMatchObject({ voice_id: id });
});

test('a request; a sample of a voice replaces the voice', () => {
  const call = speech.request(speechRequestOf({ response_format: 'flac' }), target);
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/audio/speech`, headers: bearer });
  const model = 'voxtral-mini-tts-2603';
  expect(bodyOf(call)).toEqual({
    model,
    input: 'Hello.',
    voice_id: 'gb_jane_neutral',
    response_format: 'flac',
  });
  expect(sent({ ref_audio: 'aGk=' })).toEqual({
    model,
    input: 'Hello.',
    ref_audio: 'aGk=',
    response_format: 'mp3',
  });
});

test.each([
  { speed: 1.5 },
  { response_format: 'aac' },
  { stream_format: 'sse' },
  { instructions: 'Whisper.' },
])('%j is refused', (fields) => {
  expect(() => sent(fields)).toThrow(ApiError);
});

test('the characters of the text are charged', () => {
  const request = speechRequestOf({ response_format: 'opus' });
  const usage = { ...noUsage(), input: 6, more: { unit: 'characters' } };
  expect(speech.estimate!(request, target)).toEqual(usage);
  expect(speech.answer!({ audio_data: 'aGk=' }, request)).toEqual({
    usage,
    media: { contentType: 'audio/ogg', bytes: Buffer.from('hi') },
  });
});

test('floating-point samples become those of OpenAI’s pcm', () => {
  const floats = Buffer.alloc(16);
  [0, 0.5, -1, 2].forEach((value, index) => floats.writeFloatLE(value, index * 4));
  const answer = speech.answer!(
    { audio_data: floats.toString('base64') },
    speechRequestOf({ response_format: 'pcm' }),
  );
  const { bytes, contentType } = answer.media!;
  expect(contentType).toBe('audio/pcm');
  expect([0, 2, 4, 6].map((at) => bytes.readInt16LE(at))).toEqual([0, 16_384, -32_767, 32_767]);
});

test('an answer without audio', () => {
  expect(() => speech.answer!({ audio_data: '' }, speechRequestOf({}))).toThrow('no audio');
});
