import { AUDIO, transcriptionForm } from '../../../../test/dialects/audio-requests.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { UpstreamError } from '../../canonical/failure.js';
import type { UpstreamCall } from '../../kit/provider.js';

const ASSEMBLYAI = 1122;
const assemblyai = providerOf(ASSEMBLYAI);
const transcription = assemblyai.operations!.transcription!;
type Fields = Record<string, string | string[]>;

const uploaded = (fields: Fields = {}, model = 'universal-3-5-pro') =>
  transcription.request(
    transcriptionForm(fields),
    at(ASSEMBLYAI, { model, override: { webhook_url: 'https://hook.example' } }),
  );
/** The order that follows the upload. */
const ordered = (fields: Fields = {}, model?: string): UpstreamCall =>
  uploaded(fields, model).next!({ upload_url: 'https://cdn.assemblyai.com/upload/1' })!;

test('the file is uploaded', () => {
  const call = uploaded();
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/v2/upload`,
    headers: { authorization: 'sk-key', 'content-type': 'application/octet-stream', 'content-length': '4' },
  });
  expect(call.body).toEqual(AUDIO);
  expect(() => call.next!({})).toThrow('no address');
});

const order = { audio_url: 'https://cdn.assemblyai.com/upload/1', webhook_url: 'https://hook.example' };

test.each<[Fields, string, object]>([
  [{}, 'universal-2', { speech_models: ['universal-2'], language_detection: true }],
  [
    { language: 'en-US', prompt: 'A call about bills.', temperature: '0.1' },
    'universal-3-5-pro',
    {
      speech_models: ['universal-3-5-pro', 'universal-2'],
      language_code: 'en_us',
      keyterms_prompt: undefined,
      prompt: 'A call about bills.',
      temperature: 0.1,
    },
  ],
  [
    { language: 'de', prompt: 'The call is about the bills, which are wrong.', temperature: '0.1' },
    'universal-2',
    { speech_models: ['universal-2'], language_code: 'de' },
  ],
  [
    {
      response_format: 'diarized_json',
      prompt: 'Tollgate, Müller',
      speakers_expected: '2',
      disfluencies: 'true',
    },
    'universal-3-pro',
    {
      speech_models: ['universal-3-pro', 'universal-2'],
      language_detection: true,
      speaker_labels: true,
      speakers_expected: 2,
      keyterms_prompt: ['Tollgate', 'Müller'],
      disfluencies: true,
    },
  ],
])('the order for %j with %s', (fields, model, expected) => {
  const call = ordered(fields, model);
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v2/transcript`, waitMs: 0 });
  const { keyterms_prompt: terms, ...rest } = expected as { keyterms_prompt?: string[] };
  expect(bodyOf(call)).toEqual({ ...order, ...rest, ...(terms && { keyterms_prompt: terms }) });
});

test('the transcript is asked for until it is complete', () => {
  let call = ordered().next!({ id: 'a/b', status: 'queued' })!;
  const waits: (number | undefined)[] = [];
  for (let round = 0; round < 12; round++) {
    expect(call).toMatchObject({
      method: 'GET',
      url: `${base}/v2/transcript/a%2Fb`,
      headers: { authorization: 'sk-key' },
    });
    waits.push(call.waitMs);
    call = call.next!({ id: 'a/b', status: 'processing' })!;
  }
  expect([waits[0], waits[1], waits.at(-1)]).toEqual([1000, 1500, 5000]);
  expect(call.next!(recordedAnswer('assemblyai', 'transcript'))).toBeUndefined();
});

test.each([
  ['File does not appear to contain audio.', { status: 400, retryable: false }],
  ['Internal server error, please try again.', { status: 502, retryable: true }],
])('a transcription that fails: %s', (error, expected) => {
  const failed = { id: 'a', status: 'error', error };
  for (const read of [
    () => ordered().next!(failed),
    () => transcription.answer!(failed, transcriptionForm()),
  ])
    try {
      read();
      throw new Error('no failure');
    } catch (problem) {
      expect((problem as UpstreamError).failure).toMatchObject({
        ...expected,
        message: error,
        disables: false,
      });
    }
});

test('an order without id is an error', () => {
  expect(() => ordered().next!({ status: 'queued' })).toThrow('no id');
  expect(() => transcription.answer!({ status: 'queued' }, transcriptionForm())).toThrow('not complete');
});

const text = 'Smoke from hundreds. Wildfires in Canada.';
const seconds = { usage: { type: 'duration', seconds: 281 } };
const answered = (fields: Fields, body = recordedAnswer('assemblyai', 'transcript')) =>
  transcription.answer!(body, transcriptionForm(fields));

test('formats; the duration is charged', () => {
  expect(answered({})).toEqual({ usage: { ...noUsage(), input: 4683 }, body: { text, ...seconds } });
  expect(answered({ response_format: 'verbose_json' }).body).toMatchObject({
    language: 'english',
    duration: 281,
    text,
    segments: [
      { id: 0, start: 0.25, end: 1.418, text: 'Smoke from hundreds.' },
      { id: 1, start: 1.454, end: 2.35, text: 'Wildfires in Canada.' },
    ],
  });
  expect(answered({ response_format: 'srt' }).media?.bytes.toString()).toBe(
    '1\n00:00:00,250 --> 00:00:01,418\nSmoke from hundreds.\n\n2\n00:00:01,454 --> 00:00:02,350\nWildfires in Canada.\n\n',
  );
});

test('silence, and a transcript without a duration', () => {
  const silence = { status: 'completed', text: null, words: [] };
  expect(answered({}, silence)).toEqual({ usage: undefined, body: { text: '' } });
  expect(answered({ response_format: 'vtt' }, silence).media?.bytes.toString()).toBe('WEBVTT\n\n');
});

test.each<[Fields, boolean, string]>([
  [{ response_format: 'docx' }, false, 'response_format docx'],
  [{}, true, 'stream'],
])('%j is refused', (fields, stream, message) => {
  const request = () =>
    transcription.request(transcriptionForm(fields, stream), at(ASSEMBLYAI, { model: 'universal-2' }));
  expect(request).toThrow(ApiError);
  expect(request).toThrow(message);
});

test.each<[number, string, object]>([
  [401, '{"error":"Authentication error, API token missing/invalid"}', { disables: true, retryable: true }],
  [
    400,
    '{"error":"Your current account balance is negative. Please top up to continue using the API."}',
    { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  ],
  [400, '{"error":"Invalid endpoint schema"}', { message: 'Invalid endpoint schema', retryable: false }],
  [429, '{"error":"Too many requests"}', { retryable: true, disables: false, retryAfterSeconds: 9 }],
  [503, '<html>', { retryable: true }],
])('status %d %s', (status, body, expected) => {
  expect(assemblyai.readError(status, { 'retry-after': '9' }, body)).toMatchObject(expected);
});

test.each<[Fields, string, object | undefined]>([
  [{}, 'universal-2', undefined],
  [{ diarize: 'true' }, 'universal-2', { speakers: 0.02 / 0.15 }],
  [{ prompt: 'Tollgate' }, 'universal-2', undefined],
  [
    { diarize: 'true', prompt: 'Tollgate', filter_profanity: 'true' },
    'universal-3-5-pro',
    { speakers: 0.02 / 0.21, prompt: 0.05 / 0.21, profanity_filter: 0.01 / 0.21 },
  ],
  [{ prompt: 'The call is about the bills.' }, 'universal-3-5-pro', { prompt: 0.05 / 0.21 }],
])('paid options of %j with %s', (fields, model, extras) => {
  const { more } = transcription.estimate!(transcriptionForm(fields), { model, override: undefined });
  expect(more?.extras).toEqual(extras);
});

test('paid options that the operator sets or unsets', () => {
  const estimate = (override: Record<string, unknown>) =>
    transcription.estimate!(transcriptionForm({ diarize: 'true' }), { model: 'universal-2', override });
  expect(estimate({ speaker_labels: false }).more).toBeUndefined();
  expect(estimate({ filter_profanity: true }).more?.extras).toEqual({
    speakers: 0.02 / 0.15,
    profanity_filter: 0.01 / 0.15,
  });
});

test.each(['sentiment_analysis', 'summarization', 'redact_pii'])('%s has no price and is refused', (name) => {
  const refused = new ApiError('unsupported_parameter', { detail: `${name}: not supported by this model` });
  expect(() => uploaded({ [name]: 'true' })).toThrow(refused);
  expect(() => uploaded({ [name]: 'false' })).not.toThrow();
});
