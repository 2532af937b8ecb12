import { ApiError } from '../../../contract/errors/api-error.js';
import { fileForm } from '../../kit/multipart.js';
import type { CanonicalChat, MediaSource } from '../../canonical/chat.js';
import { UpstreamError } from '../../canonical/failure.js';
import { textTurns, type MediaPart, type TextTurn } from '../../canonical/conversation/text-turns.js';
import { record, text } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { innerError } from './errors.js';

/** Every request needs an end user. Conversations belong to it. */
const ANYONE = 'anonymous';
/** Member of the client's metadata that starts ('') or continues a conversation; the others are variables of the bot. */
const CONVERSATION = 'conversation_id';
/** Limit of `additional_messages`. */
const MAX_MESSAGES = 100;
/** Required message of a user without text. */
const SILENCE = '...';

/**
 * Builds a chat with a bot (https://www.coze.cn/docs/developer_guides/chat_v3). It always streams, because a request that
 * does not stream returns before the bot has answered. Model, sampling and limits are settings of the bot.
 * @throws ApiError unsupported_parameter for tools and output formats, which only the bot can define
 */
export function chatRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  refuseUnsupported(chat);
  const { [CONVERSATION]: conversation, ...variables } = chat.metadata ?? {};
  const turns = conversation ? chat.turns.slice(lastAnswer(chat) + 1) : chat.turns;
  const messages = messagesOf(textTurns(turns), conversation ? '' : systemText(chat));
  const query = conversation ? `?conversation_id=${encodeURIComponent(conversation)}` : '';
  return withUploads(uploadsOf(messages), target, (ids) => ({
    method: 'POST',
    url: `${target.baseUrl}/v3/chat${query}`,
    headers: {
      authorization: `Bearer ${target.key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: Buffer.from(
      JSON.stringify({
        bot_id: botOf(target),
        user_id: chat.user || ANYONE,
        stream: true,
        // A conversation is stored only if the client means to continue it.
        auto_save_history: conversation !== undefined,
        additional_messages: messages.slice(-MAX_MESSAGES).map((message) => written(message, ids)),
        ...(Object.keys(variables).length > 0 && { custom_variables: variables }),
        ...target.override,
      }),
    ),
  }));
}

function refuseUnsupported({ tools, toolChoice, responseFormat, logprobs }: CanonicalChat): void {
  const refused = [
    tools.length > 0 && toolChoice?.type !== 'none' && 'tools',
    responseFormat !== undefined && responseFormat.type !== 'text' && 'response_format',
    logprobs === true && 'logprobs',
  ].filter((name) => name !== false);
  if (refused.length > 0)
    throw new ApiError('unsupported_parameter', {
      detail: `${refused.join(', ')}: defined by the bot, not by the request`,
    });
}

/** The channel's bot; without one, the model name (after the channel's mapping) is the bot's id. */
function botOf({ other, model }: Target): string {
  return other.trim() || model;
}

function lastAnswer({ turns }: CanonicalChat): number {
  return turns.findLastIndex(({ role }) => role === 'assistant');
}

function systemText({ system }: CanonicalChat): string {
  return system
    .map((part) => part.text)
    .filter((part) => part.trim() !== '')
    .join('\n');
}

/** There is no role for instructions, so they precede the first message of the user. The last message is the question. */
function messagesOf(turns: readonly TextTurn[], system: string): TextTurn[] {
  const messages = [...turns];
  if (messages.at(-1)?.role !== 'user') messages.push({ role: 'user', text: SILENCE, media: [] });
  const first = messages.findIndex(({ role }) => role === 'user');
  if (system === '') return messages;
  return messages.map((message, index) =>
    index === first ? { ...message, text: [system, message.text].filter(Boolean).join('\n\n') } : message,
  );
}

function written({ role, text: said, media }: TextTurn, ids: ReadonlyMap<string, string>): object {
  const type = role === 'user' ? 'question' : 'answer';
  if (media.length === 0) return { role, type, content: said || SILENCE, content_type: 'text' };
  const content = [
    ...(said === '' ? [] : [{ type: 'text', text: said }]),
    ...media.map((part) => ({ type: part.type, ...reference(part, ids) })),
  ];
  return { role, type, content: JSON.stringify(content), content_type: 'object_string' };
}

function reference(part: MediaPart, ids: ReadonlyMap<string, string>): object {
  const { source } = part.type === 'audio' ? { source: undefined } : part;
  if (source?.type === 'url') return { file_url: source.url };
  return { file_id: ids.get(dataOf(part)) };
}

/** Media that must be uploaded first, by their data. */
function uploadsOf(messages: readonly TextTurn[]): MediaPart[] {
  const media = messages.flatMap((message) => message.media);
  const inline = media.filter((part) => part.type === 'audio' || isInline(part.source));
  return [...new Map(inline.map((part) => [dataOf(part), part])).values()];
}

function isInline(source: MediaSource): boolean {
  if (source.type === 'base64') return true;
  if (/^https?:\/\//i.test(source.url)) return false;
  throw new ApiError('convert_request_failed', { detail: 'files must be sent as http(s) URLs or as data' });
}

function dataOf(part: MediaPart): string {
  if (part.type === 'audio') return part.data;
  return part.source.type === 'base64' ? part.source.data : '';
}

/** The request, after a call for each file (https://www.coze.cn/docs/developer_guides/upload_files). */
function withUploads(
  files: readonly MediaPart[],
  target: Target,
  request: (ids: ReadonlyMap<string, string>) => UpstreamCall,
  ids: ReadonlyMap<string, string> = new Map(),
): UpstreamCall {
  const [file, ...rest] = files;
  if (!file) return ids.size > 0 ? { ...request(ids), waitMs: 0 } : request(ids);
  const data = dataOf(file);
  const { contentType, body } = fileForm(
    {},
    { name: nameOf(file), mediaType: mediaTypeOf(file), bytes: Buffer.from(data, 'base64') },
  );
  return {
    method: 'POST',
    url: `${target.baseUrl}/v1/files/upload`,
    headers: { authorization: `Bearer ${target.key}`, 'content-type': contentType },
    body,
    waitMs: 0,
    next: (uploaded) => {
      const failed = innerError(uploaded);
      if (failed) throw new UpstreamError(failed);
      const id = text(record(record(uploaded).data).id);
      if (id === '') throw new UpstreamError(invalidResponse('the upload returned no file'));
      return withUploads(rest, target, request, new Map([...ids, [data, id]]));
    },
  };
}

function mediaTypeOf(file: MediaPart): string {
  if (file.type === 'audio') return `audio/${file.format === 'mp3' ? 'mpeg' : file.format}`;
  return file.source.type === 'base64' ? file.source.mediaType : 'application/octet-stream';
}

function nameOf(file: MediaPart): string {
  if (file.type === 'audio') return `audio.${file.format}`;
  const fileName = file.type === 'file' ? file.name : undefined;
  if (fileName?.includes('.')) return fileName;
  const [, subtype = 'bin'] = mediaTypeOf(file).split('/');
  return `${fileName || file.type}.${subtype === 'plain' ? 'txt' : subtype}`;
}
