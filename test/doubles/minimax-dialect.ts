import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { items, json, show, Violations } from './strict/violations.js';

type Refusal = ReturnType<NonNullable<Dialect['refuses']>>;

const MEMBERS = [
  'model',
  'text',
  'stream',
  'stream_options',
  'voice_setting',
  'audio_setting',
  'pronunciation_dict',
  'timbre_weights',
  'language_boost',
  'voice_modify',
  'subtitle_enable',
  'subtitle_type',
  'output_format',
  'aigc_watermark',
];
const VOICE_MEMBERS = [
  'voice_id',
  'speed',
  'vol',
  'pitch',
  'emotion',
  'text_normalization',
  'latex_read',
  'english_normalization',
];
const AUDIO_MEMBERS = ['sample_rate', 'bitrate', 'format', 'channel', 'force_cbr'];
const MODELS = /^speech-(01|02|2\.\d)-(hd|turbo)(-preview)?$/;
const FORMATS = ['mp3', 'pcm', 'flac', 'wav'];
/** Some of the system's voices (https://platform.minimaxi.com/docs/faq/system-voice-id), and those of the account. */
const VOICES =
  /^((fe)?male-(qn-)?[a-z]+|[A-Z][a-z]+_[\w-]+|presenter_(fe)?male|audiobook_(fe)?male_[12]|moss_audio_[\w-]+)$/;
const MAX_LENGTH = 10_000;
const INVALID = 2013;
const NO_SUCH_VOICE = 2054;

/**
 * Speech of MiniMax: https://platform.minimax.io/docs/api-reference/speech-t2a-http. Errors have status 200 in production;
 * here the scenario's.
 */
export const minimaxSpeech: Dialect = {
  ...openaiDialect,
  refuses: ({ headers, json: body = {} }: DialectRequest): Refusal => {
    if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
      return { status: 401, message: 'login fail: Please carry the API secret key' };
    const found = new Violations();
    found.known(body, MEMBERS, 'body');
    const { voice_setting, audio_setting, text } = body;
    const voice = json(voice_setting);
    const audio = json(audio_setting);
    found.known(voice, VOICE_MEMBERS, 'voice_setting');
    found.known(audio, AUDIO_MEMBERS, 'audio_setting');
    found.expect(MODELS.test(show(body.model)), 'model', 'unknown model');
    found.expect(
      typeof text === 'string' && text !== '' && text.length < MAX_LENGTH,
      'text',
      'invalid params, text length',
    );
    found.expect(body.stream === false || body.stream === undefined, 'stream', 'not expected');
    found.expect(body.output_format === 'hex', 'output_format', 'hex is expected');
    found.expect(VOICES.test(show(voice.voice_id)), 'voice_setting.voice_id', 'voice id not exist');
    const { speed = 1 } = voice;
    found.expect(Number(speed) >= 0.5 && Number(speed) <= 2, 'voice_setting.speed', 'out of range');
    found.expect(FORMATS.includes(show(audio.format)), 'audio_setting.format', 'unknown format');
    return found.list[0];
  },
  whole: ({ usage }) => ({
    data: { audio: 'fffb90640102', status: 2 },
    extra_info: {
      audio_length: 900,
      audio_sample_rate: 32_000,
      audio_size: 6,
      bitrate: 128_000,
      word_count: 2,
      invisible_character_ratio: 0,
      audio_format: 'mp3',
      ...(usage && { usage_characters: usage.input }),
    },
    trace_id: 'scripted',
    base_resp: { status_code: 0, status_msg: 'success' },
  }),
  error: (status, message) => ({
    base_resp: {
      status_code: status === 401 ? 1004 : /voice id/.test(message) ? NO_SUCH_VOICE : INVALID,
      status_msg: message,
    },
  }),
};

/** Embeddings of MiniMax: https://platform.minimaxi.com/document/guides/embeddings. Errors as above. */
export const minimaxEmbeddings: Dialect = {
  ...minimaxSpeech,
  refuses: ({ headers, json: body = {} }: DialectRequest): Refusal => {
    if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
      return { status: 401, message: 'login fail: Please carry the API secret key' };
    const found = new Violations();
    const texts = items(body.texts);
    found.known(body, ['model', 'texts', 'type'], 'body');
    found.expect(texts.length > 0 && texts.length <= 4096, 'texts', 'invalid params, texts length');
    found.expect(
      texts.every((one) => typeof one === 'string' && one !== ''),
      'texts',
      'invalid params',
    );
    found.expect(['db', 'query'].includes(show(body.type)), 'type', 'invalid params, type');
    return found.list[0];
  },
  whole: ({ usage }) => ({
    vectors: [
      [0.1, -0.2, 0.3],
      [1, 0, 0.5],
    ],
    ...(usage && { total_tokens: usage.input }),
    base_resp: { status_code: 0, status_msg: 'success' },
  }),
};
