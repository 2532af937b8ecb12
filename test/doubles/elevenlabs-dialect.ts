import { recordedAnswer } from '../dialects/recorded.js';
import { fieldNames, fieldValue } from './form-fields.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { json, Violations } from './strict/violations.js';

type Refusal = ReturnType<NonNullable<Dialect['refuses']>>;

const FORMAT = /^(mp3_(22050_32|44100_(32|64|96|128|192))|pcm_\d+|wav_\d+|opus_48000_\d+|[ua]law_8000)$/;
const SPEECH_MEMBERS = [
  'text',
  'model_id',
  'language_code',
  'voice_settings',
  'pronunciation_dictionary_locators',
  'seed',
  'previous_text',
  'next_text',
  'apply_text_normalization',
  'apply_language_text_normalization',
];
const FORM_FIELDS = [
  'model_id',
  'file',
  'language_code',
  'tag_audio_events',
  'num_speakers',
  'timestamps_granularity',
  'diarize',
  'temperature',
  'seed',
  'keyterms',
  'no_verbatim',
];

const elevenlabs: Dialect = {
  ...openaiDialect,
  error: (status, message) => ({
    detail: {
      type: 'validation_error',
      code: status === 401 ? 'invalid_api_key' : 'invalid_parameters',
      message,
      status: status === 401 ? 'invalid_api_key' : 'invalid_parameters',
      request_id: '3c807fc4c3a1705f9638ecc764a91c01',
    },
  }),
};

const unauthorized = { status: 401, message: 'Invalid API key' };

/** https://elevenlabs.io/docs/api-reference/text-to-speech/convert */
const speech: Dialect = {
  ...elevenlabs,
  bytes: { contentType: 'application/octet-stream', body: Buffer.from([0xff, 0xfb, 0x90, 0x64, 1, 2, 3]) },
  refuses({ path, headers, json: body = {} }: DialectRequest): Refusal {
    if (headers['xi-api-key'] === undefined) return unauthorized;
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const format = searchParams.get('output_format') ?? '';
    const found = new Violations();
    found.known(body, SPEECH_MEMBERS, 'body');
    found.expect(typeof body.text === 'string' && body.text !== '', 'text', 'field required');
    found.expect(FORMAT.test(format), 'output_format', `unknown ${format}`);
    found.expect(
      !format.startsWith('wav') || !pathname.endsWith('/stream'),
      'output_format',
      'no stream of WAV',
    );
    const { speed = 1 } = json(body.voice_settings);
    found.expect(Number(speed) >= 0.7 && Number(speed) <= 1.2, 'voice_settings.speed', 'out of range');
    return found.list[0];
  },
};

/** https://elevenlabs.io/docs/api-reference/speech-to-text/convert */
const transcription: Dialect = {
  ...elevenlabs,
  refuses({ headers, body }: DialectRequest): Refusal {
    if (headers['xi-api-key'] === undefined) return unauthorized;
    const names = fieldNames(body);
    const found = new Violations();
    for (const name of names) found.expect(FORM_FIELDS.includes(name), 'body', `unknown field ${name}`);
    for (const name of ['model_id', 'file']) found.expect(names.includes(name), name, 'field required');
    const firstVersion = fieldValue(body, 'model_id')?.startsWith('scribe_v1');
    found.expect(!firstVersion || !names.includes('keyterms'), 'keyterms', 'only supported with scribe_v2');
    return found.list[0];
  },
  whole: () => json(recordedAnswer('elevenlabs', 'transcript')),
};

/** The dialect of a path of ElevenLabs; undefined for all others. */
export function elevenlabsDialect(path: string): Dialect | undefined {
  if (/^\/v1\/text-to-speech\/[^/]+(\/stream)?$/.test(path)) return speech;
  return path === '/v1/speech-to-text' ? transcription : undefined;
}
