import { AUDIO, sentForm, transcriptionForm } from '../../../../test/dialects/audio-requests.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import type { Target } from '../../kit/provider.js';

const MISTRAL = 42;
const codec = providerOf(MISTRAL).operations!.transcription!;
const sent = (fields: Parameters<typeof transcriptionForm>[0], overrides: Partial<Target> = {}) =>
  codec.request(transcriptionForm(fields), at(MISTRAL, { model: 'voxtral-mini-latest', ...overrides }));
const usage = { prompt_audio_seconds: 9, prompt_tokens: 4, completion_tokens: 30, total_tokens: 164 };
const transcript = {
  model: 'voxtral-mini-2602',
  text: 'A gate opens. Come in!',
  language: 'en',
  segments: [
    ['A', 0, 0.2],
    ['gate', 0.2, 0.6],
    ['opens.', 0.6, 1],
    ['Come', 1.2, 1.4],
    ['in!', 1.4, 1.6],
  ].map(([text, start, end]) => ({ type: 'transcription_segment', text: ` ${text}`, start, end })),
  usage,
};

test.each<[Parameters<typeof transcriptionForm>[0], [string, string][]]>([
  [{}, []],
  [
    { language: 'en', temperature: '0.2', user: 'ada' },
    [
      ['language', 'en'],
      ['temperature', '0.2'],
    ],
  ],
  [{ response_format: 'verbose_json', language: 'en' }, [['timestamp_granularities', 'word']]],
  [
    { diarize: 'true' },
    [
      ['timestamp_granularities', 'word'],
      ['diarize', 'true'],
    ],
  ],
  [
    { prompt: 'Ada Lovelace, gate' },
    [
      ['context_bias', 'Ada_Lovelace'],
      ['context_bias', 'gate'],
    ],
  ],
])('%j is sent as %j, without the fields that the API does not have', (fields, expected) => {
  const call = sent(fields);
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/audio/transcriptions`, headers: bearer });
  const { fields: written, file } = sentForm(call);
  expect(written).toEqual([['model', 'voxtral-mini-latest'], ...expected]);
  expect(file).toEqual({ field: 'file', name: 'a.wav', type: 'audio/wav', content: AUDIO });
});

test('the transcript has the format that the client asked for, and the reported tokens are charged', () => {
  const read = (response_format: string) => codec.answer!(transcript, transcriptionForm({ response_format }));
  expect(read('json')).toMatchObject({
    usage: { input: 4, output: 30, more: { audioInput: 130 } },
    body: { text: transcript.text },
  });
  expect(read('text').media?.bytes.toString()).toBe(`${transcript.text}\n`);
  expect(read('srt').media?.bytes.toString()).toContain('00:00:01,200 --> 00:00:01,600\nCome in!');
  expect(read('verbose_json').body).toMatchObject({
    language: 'english',
    duration: 9,
    segments: [{ text: 'A gate opens.' }, { text: 'Come in!' }],
  });
});

test('streams and answers without text are refused', () => {
  expect(() => codec.request(transcriptionForm({}, true), at(MISTRAL, { model: 'v' }))).toThrow('stream');
  expect(() => codec.answer!({ object: 'error', message: 'no' }, transcriptionForm())).toThrow();
});
