import { ApiError } from '../../../contract/errors/api-error.js';
import { table } from '../../kit/table.js';
import type { CanonicalChat, TurnPart } from '../../canonical/chat.js';
import { unfoldAnswer } from '../../canonical/fold.js';
import type { CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { count, list, parseRecord, record, text } from '../../json/lenient.js';
import { notSupported } from '../../operations/operation.js';
import { failure, invalidResponse } from '../../kit/provider-error.js';
import { charactersOf } from '../../kit/audio/speech-request.js';
import type { ChatCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { deeplCall } from './address.js';

const PREFIX = /^deepl-/i;
/** DeepL's codes of languages that clients usually name otherwise. */
const CODES = table({ 'ZH-CN': 'ZH-HANS', 'ZH-TW': 'ZH-HANT', NO: 'NB', IW: 'HE' });
const LANGUAGE = /^[A-Z]{2,3}(-[A-Z0-9]{2,8})*$/;
/** Bytes of a request: https://developers.deepl.com/docs/resources/usage-limits */
const MAX_REQUEST_BYTES = 128 * 1024;

/**
 * Translations as a chat (https://developers.deepl.com/api-reference/translate): the model `deepl-<language>` translates the
 * text of the last user message. Instructions and earlier messages are not sent, and nothing is streamed. Usage is in
 * characters, of which DeepL bills those of the source text.
 */
export const translation: ChatCodec = {
  request,
  estimate: (chat) => ({
    ...noUsage(),
    input: charactersOf(sourceOf(chat)),
    more: { unit: 'characters' },
  }),
  answer,
  stream:
    () =>
    ({ data }) =>
      unfoldAnswer(answer(parseRecord(data))),
};

/** @throws ApiError 400 for tools, structured output, anything but text, and texts that are too long */
function request(chat: CanonicalChat, target: Target): UpstreamCall {
  if (chat.tools.length > 0) throw notSupported('tools: not supported by this model');
  if (chat.responseFormat && chat.responseFormat.type !== 'text')
    throw new ApiError('unsupported_parameter', { detail: 'response_format: not supported by this model' });
  const source = sourceOf(chat);
  if (source.trim() === '') throw notSupported('messages: the last user message has no text to translate');
  const { stream: _stream, ...override } = target.override ?? {};
  const body = Buffer.from(
    JSON.stringify({
      text: [source],
      target_lang: languageOf(target.model),
      show_billed_characters: true,
      ...override,
    }),
  );
  if (body.length > MAX_REQUEST_BYTES)
    throw notSupported(
      `messages: the text has more than ${MAX_REQUEST_BYTES} bytes, the limit of this model`,
    );
  return deeplCall(target, '/v2/translate', body);
}

/** The text of the last user message. */
function sourceOf({ turns }: CanonicalChat): string {
  const last = turns.findLast(({ role }) => role === 'user');
  return last?.parts.map(textOf).join('') ?? '';
}

function textOf(part: TurnPart): string {
  if (part.type === 'text') return part.text;
  throw notSupported(`${part.type}: not supported by this model`);
}

/** @throws ApiError convert_request_failed if the name does not end with a language */
function languageOf(model: string): string {
  const code = model.replace(PREFIX, '').replaceAll('_', '-').toUpperCase();
  if (!LANGUAGE.test(code))
    throw notSupported(`model ${model}: names of models end with a language, as deepl-de`);
  return CODES[code] ?? code;
}

/** @throws UpstreamError for a response without a translation */
function answer(body: unknown): CanonicalResponse {
  const { translations, message } = record(body);
  const [first] = list(translations).map(record);
  if (!first || typeof first.text !== 'string')
    throw new UpstreamError(
      text(message) === ''
        ? invalidResponse('the answer holds no translation')
        : failure({ message: text(message), kind: '', code: '' }, 502, () => true),
    );
  return {
    id: '',
    model: '',
    parts: [{ type: 'text', text: first.text }],
    finish: { reason: 'stop' },
    usage: usageOf(count(first.billed_characters), first.text),
  };
}

function usageOf(billed: number | undefined, translated: string): Usage | undefined {
  if (!billed) return undefined;
  return { ...noUsage(), input: billed, output: charactersOf(translated), more: { unit: 'characters' } };
}
