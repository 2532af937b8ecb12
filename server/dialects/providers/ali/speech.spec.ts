import { speechRequestOf } from '../../../../test/dialects/audio-requests.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { asWav } from '../../kit/audio/wav.js';

const speech = providerOf(17).operations!.speech!;
const MODEL = 'qwen3-tts-flash';
const call = (fields: object, model = MODEL) => speech.request(speechRequestOf(fields), at(17, { model }));
const FILE = 'http://dashscope-result-bj.oss-cn-beijing.aliyuncs.com/1.wav?Expires=1&Signature=s';
const samples = Buffer.from([1, 0, 2, 0]);
const wav = asWav({ samples, rate: 24_000, channels: 1, bits: 16, wav: undefined });
const answered = {
  output: { finish_reason: 'stop', audio: { data: '', url: FILE, id: 'a' } },
  usage: { characters: 9 },
};

test.each([
  ['alloy', 'Cherry'],
  ['Onyx', 'Ethan'],
  ['Jennifer', 'Jennifer'],
])('voice %s is %s', (voice, name) => {
  expect(bodyOf(call({ voice }))).toMatchObject({ input: { voice: name } });
});

test('a request', () => {
  const made = call({ language_type: 'English' });
  expect(made).toMatchObject({
    method: 'POST',
    url: `${base}/api/v1/services/aigc/multimodal-generation/generation`,
    headers: bearer,
  });
  expect(bodyOf(made)).toEqual({
    model: MODEL,
    input: { text: 'Hello.', voice: 'Cherry', language_type: 'English' },
  });
  expect(bodyOf(call({ instructions: 'Whisper.' }, 'qwen3-tts-instruct-flash'))).toMatchObject({
    input: { instructions: 'Whisper.' },
  });
});

test.each<[object, string | undefined]>([
  [{ response_format: 'mp3' }, undefined],
  [{ speed: 1.5 }, undefined],
  [{ stream_format: 'sse' }, undefined],
  [{ instructions: 'Whisper.' }, undefined],
  [{ input: 'a'.repeat(601) }, undefined],
  [{}, 'cosyvoice-v3-flash'],
  [{}, 'qwen3-tts-flash-realtime'],
])('%j of %s is refused', (fields, model) => {
  expect(() => call(fields, model)).toThrow(ApiError);
});

test('the file is downloaded without the key', () => {
  const file = call({}).next!(answered)!;
  expect(file).toMatchObject({ method: 'GET', url: FILE, headers: { accept: 'audio/*' }, workBegun: true });
  expect(file.headers).not.toHaveProperty('authorization');
  expect(file.download!.publicOnly).toBe(true);
  const body = file.download!.read(wav);
  expect(speech.answer!(body, speechRequestOf({}))).toEqual({
    usage: { ...noUsage(), input: 9, more: { unit: 'characters' } },
    media: { contentType: 'audio/wav', bytes: wav },
  });
  expect(speech.answer!(body, speechRequestOf({ response_format: 'pcm' })).media).toEqual({
    contentType: 'audio/pcm',
    bytes: samples,
  });
});

test('a Chinese character counts as two; older models are charged by tokens', () => {
  const request = speechRequestOf({ input: 'Hi 你好' });
  expect(speech.estimate!(request, at(17, { model: MODEL }))).toMatchObject({ input: 7 });
  expect(speech.estimate!(request, at(17, { model: 'qwen-tts' }))).toBe(request.estimate);
  const usage = { input_tokens: 5, output_tokens: 60, total_tokens: 65 };
  const body = call({}, 'qwen-tts').next!({ ...answered, usage })!.download!.read(wav);
  expect(speech.answer!(body, request).usage).toMatchObject({ input: 5, more: { audioOutput: 60 } });
});

test.each<[object, string]>([
  [{ code: 'InvalidParameter', message: 'voice not supported' }, 'voice not supported'],
  [{ output: { audio: { url: '' } } }, 'no audio'],
])('%j is an error', (body, message) => {
  expect(() => call({}).next!(body)).toThrow(message);
});
