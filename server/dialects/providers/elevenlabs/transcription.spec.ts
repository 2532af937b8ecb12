import { AUDIO, sentForm, transcriptionForm } from '../../../../test/dialects/audio-requests.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { recordedAnswer } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';

const ELEVENLABS = 1120;
const transcription = providerOf(ELEVENLABS).operations!.transcription!;

describe('transcription', () => {
  test.each([
    [{ diarize: 'true' }, 'scribe_v2', undefined, undefined],
    [{ prompt: 'Tollgate' }, 'scribe_v2', undefined, { keyterms: 0.05 / 0.22 }],
    [{ keyterms: ['a', 'b'] }, 'scribe_v2', undefined, { keyterms: 0.05 / 0.22 }],
    [{ prompt: 'Tollgate' }, 'scribe_v1', undefined, undefined],
    [{}, 'scribe_v2', { keyterms: ['a'] }, { keyterms: 0.05 / 0.22 }],
  ])('paid options of %j with %s, param_override %j', (fields, model, override, extras) => {
    const { more } = transcription.estimate!(transcriptionForm(fields), { model, override });
    expect(more?.extras).toEqual(extras);
  });

  test.each(['entity_detection', 'use_multi_channel'])('%s has no price and is refused', (name) => {
    const target = at(ELEVENLABS, { model: 'scribe_v2' });
    expect(() => transcription.request(transcriptionForm({ [name]: 'all' }), target)).toThrow(
      new ApiError('unsupported_parameter', { detail: `${name}: not supported by this model` }),
    );
  });

  test('the type of a file cannot add lines to the head of its part', () => {
    const { form, ...request } = transcriptionForm();
    const contentType = 'audio/wav\ncontent-disposition: form-data; name="model_id"';
    const parts = form!.parts.map((part) => ({ ...part, contentType }));
    const call = transcription.request(
      { ...request, form: { ...form!, parts } },
      at(ELEVENLABS, { model: 'scribe_v2' }),
    );
    expect(sentForm(call).file.type).toBe('application/octet-stream');
    expect(call.body!.toString()).not.toContain('audio/wav');
  });

  const sent = (fields: Record<string, string | string[]>, model = 'scribe_v2') =>
    transcription.request(
      transcriptionForm(fields),
      at(ELEVENLABS, { model, override: { no_verbatim: true } }),
    );
  const answered = (fields: Record<string, string | string[]>) =>
    transcription.answer!(recordedAnswer('elevenlabs', 'transcript'), transcriptionForm(fields));

  test('a request', () => {
    const call = sent({
      language: 'de',
      temperature: '0.2',
      prompt: 'We talk about our company and its products',
    });
    expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/speech-to-text` });
    expect(call.headers).toMatchObject({
      'xi-api-key': 'sk-key',
      'content-length': String(call.body!.length),
    });
    expect(sentForm(call)).toEqual({
      fields: [
        ['model_id', 'scribe_v2'],
        ['language_code', 'de'],
        ['temperature', '0.2'],
        ['tag_audio_events', 'false'],
        ['no_verbatim', 'true'],
      ],
      file: { field: 'file', name: 'a.wav', type: 'audio/wav', content: AUDIO },
    });
  });

  test.each<[Record<string, string | string[]>, string[]]>([
    [{ prompt: 'Tollgate, Müller GmbH' }, ['Tollgate', 'Müller GmbH']],
    [{ keyterms: ['one', 'two'] }, ['one', 'two']],
    [{ keyterms: '["one","two"]' }, ['one', 'two']],
    [{ prompt: 'Please write down, as exactly as you can, what was said' }, []],
  ])('key terms of %j', (fields, terms) => {
    const names = sentForm(sent(fields)).fields.filter(([name]) => name === 'keyterms');
    expect(names.map(([, value]) => value)).toEqual(terms);
    expect(sentForm(sent(fields, 'scribe_v1')).fields.map(([name]) => name)).not.toContain('keyterms');
  });

  test.each<Record<string, string>>([{ response_format: 'diarized_json' }, { diarize: 'true' }])(
    'speakers: %j',
    (fields) => {
      expect(sentForm(sent(fields)).fields).toContainEqual(['diarize', 'true']);
    },
  );

  const usage = { ...noUsage(), input: 1500 };
  const seconds = { usage: { type: 'duration', seconds: 90 } };
  const text = 'With a soft voice. Hello world!';

  test('the reported duration is charged', () => {
    expect(answered({})).toEqual({ usage, body: { text, ...seconds } });
    const { audio_duration_secs: _duration, ...rest } = recordedAnswer('elevenlabs', 'transcript') as Record<
      string,
      unknown
    >;
    expect(transcription.answer!(rest, transcriptionForm())).toEqual({ usage: undefined, body: { text } });
  });

  test('all formats', () => {
    expect(answered({ response_format: 'text' }).media?.bytes.toString()).toBe(`${text}\n`);
    expect(answered({ response_format: 'srt' }).media).toEqual({
      contentType: 'text/plain; charset=utf-8',
      bytes: Buffer.from(
        '1\n00:00:00,119 --> 00:00:01,745\nWith a soft voice.\n\n2\n00:00:01,900 --> 00:00:02,850\nHello world!\n\n',
      ),
    });
    expect(answered({ response_format: 'vtt' }).media).toEqual({
      contentType: 'text/vtt; charset=utf-8',
      bytes: Buffer.from(
        'WEBVTT\n\n00:00:00.119 --> 00:00:01.745\nWith a soft voice.\n\n00:00:01.900 --> 00:00:02.850\nHello world!\n\n',
      ),
    });
    const granularities = {
      response_format: 'verbose_json',
      'timestamp_granularities[]': ['word', 'segment'],
    };
    expect(answered(granularities).body).toMatchObject({
      task: 'transcribe',
      language: 'english',
      duration: 89.5,
      text,
      segments: [
        { id: 0, start: 0.119, end: 1.745, text: 'With a soft voice.' },
        { id: 1, start: 1.9, end: 2.85, text: 'Hello world!' },
      ],
      words: [
        { word: 'With', start: 0.119, end: 0.259 },
        { word: 'a' },
        { word: 'soft' },
        { word: 'voice.' },
        { word: 'Hello' },
        { word: 'world!' },
      ],
      ...seconds,
    });
    expect(answered({ response_format: 'diarized_json' }).body).toEqual({
      task: 'transcribe',
      duration: 89.5,
      text,
      segments: [
        {
          type: 'transcript.text.segment',
          id: 'seg_0',
          start: 0.119,
          end: 1.745,
          text: 'With a soft voice.',
          speaker: 'A',
        },
        {
          type: 'transcript.text.segment',
          id: 'seg_1',
          start: 1.9,
          end: 2.85,
          text: 'Hello world!',
          speaker: 'B',
        },
      ],
      ...seconds,
    });
  });

  test.each<[Record<string, string | string[]>, string]>([
    [{ response_format: 'docx' }, 'response_format docx'],
    [{ 'include[]': 'logprobs' }, 'logprobs'],
    [{ 'known_speaker_names[]': ['agent'] }, 'known_speaker_names'],
  ])('%j is refused', (fields, message) => {
    expect(() => sent(fields)).toThrow(ApiError);
    expect(() => sent(fields)).toThrow(message);
  });

  test('a stream is refused', () => {
    expect(() => transcription.request(transcriptionForm({}, true), at(ELEVENLABS))).toThrow('stream');
  });

  test('errors inside a 200 and responses without text', () => {
    const request = transcriptionForm();
    expect(() => transcription.answer!({ detail: { code: 'x', message: 'broken' } }, request)).toThrow(
      'broken',
    );
    expect(() => transcription.answer!({}, request)).toThrow('no text');
  });
});
