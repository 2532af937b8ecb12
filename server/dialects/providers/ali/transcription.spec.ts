import { AUDIO, transcriptionForm } from '../../../../test/dialects/audio-requests.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { audioTokens } from '../../canonical/media/audio.js';
import { noUsage } from '../../canonical/usage.js';

const transcription = providerOf(17).operations!.transcription!;
const MODEL = 'qwen3-asr-flash';
const call = (fields: Record<string, string> = {}, model = MODEL) =>
  transcription.request(transcriptionForm(fields), at(17, { model }));
const data = `data:audio/wav;base64,${AUDIO.toString('base64')}`;
const answered = {
  choices: [
    {
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: 'Hello you.',
        annotations: [{ type: 'audio_info', language: 'en' }],
      },
    },
  ],
  usage: { prompt_tokens: 42, completion_tokens: 12, total_tokens: 54, seconds: 12 },
};

test.each<[Record<string, string>, object[], object]>([
  [{}, [], {}],
  [{ language: 'en-US', response_format: 'text' }, [], { language: 'en' }],
  [{ prompt: 'Tollgate' }, [{ role: 'system', content: [{ type: 'text', text: 'Tollgate' }] }], {}],
])('a form with %j is a chat', (fields, before, options) => {
  const made = call(fields);
  expect(made).toMatchObject({
    method: 'POST',
    url: `${base}/compatible-mode/v1/chat/completions`,
    headers: bearer,
  });
  expect(bodyOf(made)).toEqual({
    model: MODEL,
    messages: [...before, { role: 'user', content: [{ type: 'input_audio', input_audio: { data } }] }],
    stream: false,
    asr_options: { enable_itn: false, ...options },
  });
});

test.each<[Record<string, string>, string | undefined]>([
  [{ response_format: 'srt' }, undefined],
  [{ response_format: 'diarized_json' }, undefined],
  [{ 'timestamp_granularities[]': 'word', response_format: 'verbose_json' }, undefined],
  [{}, 'qwen3-asr-flash-filetrans'],
  [{}, 'paraformer-v2'],
])('%j of %s is refused', (fields, model) => {
  expect(() => call(fields, model)).toThrow(ApiError);
});

test('files beyond the limit are refused before they are read', () => {
  const request = transcriptionForm();
  const [file] = request.form!.parts;
  const form = { ...request.form!, parts: [{ ...file!, end: 7.5 * 1024 * 1024 + 1 }] };
  expect(() => transcription.request({ ...request, form }, at(17, { model: MODEL }))).toThrow('7.5 MB');
});

test('the reported seconds are charged', () => {
  const usage = { ...noUsage(), input: audioTokens(12) };
  expect(transcription.answer!(answered, transcriptionForm())).toEqual({
    usage,
    body: { text: 'Hello you.', usage: { type: 'duration', seconds: 12 } },
  });
  expect(
    transcription.answer!(answered, transcriptionForm({ response_format: 'verbose_json' })).body,
  ).toMatchObject({ text: 'Hello you.', language: 'english', duration: 12 });
  expect(transcription.answer!({ ...answered, usage: {} }, transcriptionForm()).usage).toBeUndefined();
});

test('an answer without text', () => {
  expect(() => transcription.answer!({ choices: [] }, transcriptionForm())).toThrow('no text');
});
