import { asWav } from '../../server/dialects/kit/audio/wav.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect } from './scripted-answer.js';
import { bearer, currentRequest, strict } from './strict-image-dialect.js';
import { items, json, matches, show } from './strict/violations.js';

/** Path of the file of every text. */
export const SPEECH_FILE = '/files/speech.wav';
const VOICES = ['Cherry', 'Serena', 'Ethan', 'Chelsie'];
const aliError = (message: string) => ({ code: 'InvalidParameter', message, request_id: 'r' });

/** https://www.alibabacloud.com/help/en/model-studio/qwen-tts-api: usage is the number of characters. */
export const aliSpeech: Dialect = {
  ...strict(
    bearer,
    (found, { json: body = {} }) => {
      const { text, voice, ...more } = json(body.input);
      found.known(body, ['model', 'input'], 'body');
      found.known(more, ['language_type', 'instructions', 'optimize_instructions'], 'input');
      found.expect(typeof text === 'string' && text !== '' && text.length <= 600, 'input.text', 'length');
      found.expect(VOICES.includes(show(voice)), 'input.voice', 'not supported');
    },
    () => ({}),
    aliError,
  ),
  whole: ({ usage }) => ({
    output: {
      finish_reason: 'stop',
      audio: { data: '', id: 'audio', url: `http://${currentRequest()?.headers.host}${SPEECH_FILE}` },
    },
    ...(usage && { usage: { characters: usage.input } }),
    request_id: 'r',
  }),
};

/** A file is public: a key that is sent along is one too many. */
export const speechFile: Dialect = {
  ...openaiDialect,
  bytes: {
    contentType: 'audio/wav',
    body: asWav({ samples: Buffer.from([1, 2, 3, 4]), rate: 24_000, channels: 1, bits: 16, wav: undefined }),
  },
  refuses: ({ headers }) => (headers.authorization === undefined ? undefined : 'a key was sent'),
};

/** https://www.alibabacloud.com/help/en/model-studio/qwen-asr-api-reference: a chat whose message is the audio. */
export const aliTranscription: Dialect = {
  ...strict(
    bearer,
    (found, { json: body = {} }) => {
      const messages = items(body.messages).map(json);
      const user = messages.at(-1) ?? {};
      const [part, ...others] = items(user.content).map(json);
      found.known(body, ['model', 'messages', 'stream', 'asr_options'], 'body');
      found.known(json(body.asr_options), ['language', 'enable_itn'], 'asr_options');
      found.expect(
        messages.length <= 2 &&
          user.role === 'user' &&
          messages.slice(0, -1).every(({ role }) => role === 'system'),
        'messages',
        'must be an optional context and the audio',
      );
      found.expect(part?.type === 'input_audio' && others.length === 0, 'content', 'must be one audio');
      found.expect(
        matches(json(part?.input_audio).data, /^(?:https?:|data:audio\/[\w.+-]+;base64,)/),
        'input_audio',
        'not an audio',
      );
    },
    () => ({}),
    (message) => ({ error: { message, type: 'invalid_request_error', code: 'invalid_parameter_error' } }),
  ),
  whole: ({ usage }, model) => ({
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: {
          role: 'assistant',
          content: 'hello you',
          annotations: [{ type: 'audio_info', language: 'en', emotion: 'neutral' }],
        },
      },
    ],
    ...(usage && {
      usage: { prompt_tokens: 42, completion_tokens: 12, total_tokens: 54, seconds: usage.input },
    }),
  }),
};
