import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { UpstreamError } from '../../canonical/failure.js';
import { textTurns } from '../../canonical/conversation/text-turns.js';
import { record, text } from '../../json/lenient.js';
import { fileForm } from '../../kit/multipart.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { appOf, urlOf } from './app.js';
import { filesOf, type SentFile } from './files.js';

/** Every request needs an end user. Conversations and files belong to it. */
const ANYONE = 'anonymous';
/** Member of the client's metadata that continues a conversation of the app; the others are variables of the app. */
const CONVERSATION = 'conversation_id';

/**
 * Builds the request of an app (https://docs.dify.ai/api-reference/chatflows/send-chat-message,
 * https://docs.dify.ai/api-reference/workflows/run-workflow). It always streams: agents refuse blocking requests, and Dify
 * Cloud interrupts those that take more than 100 seconds. Model, sampling and limits are settings of the app.
 * @throws ApiError unsupported_parameter for tools and output formats, which only the app can define
 */
export function chatRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  refuseUnsupported(chat);
  const { path, variable } = appOf(target);
  const { [CONVERSATION]: conversation, ...variables } = chat.metadata ?? {};
  // A conversation that Dify stores needs only the new message. Only chats have conversations.
  const continued = conversation !== undefined && variable === undefined;
  const turns = continued ? chat.turns.slice(lastAnswer(chat) + 1) : chat.turns;
  const query = queryOf({ ...chat, system: continued ? [] : chat.system, turns });
  const user = chat.user || ANYONE;
  const { inputs, ...override } = target.override ?? {};
  return withUploads(filesOf(turns), user, target, (files) => ({
    method: 'POST',
    url: urlOf(target, path),
    headers: {
      authorization: `Bearer ${target.key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: Buffer.from(
      JSON.stringify({
        inputs: { ...variables, ...record(inputs), ...(variable !== undefined && { [variable]: query }) },
        ...(variable === undefined && { query, auto_generate_name: false }),
        ...(continued && { conversation_id: conversation }),
        response_mode: 'streaming',
        user,
        ...(files.length > 0 && { files }),
        ...override,
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
      detail: `${refused.join(', ')}: defined by the app, not by the request`,
    });
}

function lastAnswer({ turns }: CanonicalChat): number {
  return turns.findLastIndex(({ role }) => role === 'assistant');
}

/** A single question is sent as it is; otherwise each message is preceded by its role. */
function queryOf({ system, turns }: CanonicalChat): string {
  const instructions = system
    .map((part) => part.text)
    .filter((part) => part.trim() !== '')
    .join('\n');
  const messages = textTurns(turns).filter((turn) => turn.text !== '');
  const [only] = messages;
  if (instructions === '' && messages.length <= 1) {
    // Dify requires a query, also beside a file.
    if (!only) return '...';
    if (only.role === 'user') return only.text;
  }
  const named = messages.map(({ role, text: said }) => block(role.toUpperCase(), said));
  return [...(instructions === '' ? [] : [block('SYSTEM', instructions)]), ...named].join('');
}

function block(role: string, said: string): string {
  return `${role}: \n${said}\n`;
}

/** The request, after a call for each file that must be uploaded first. */
function withUploads(
  files: readonly SentFile[],
  user: string,
  target: Target,
  request: (files: readonly object[]) => UpstreamCall,
  sent: readonly object[] = [],
): UpstreamCall {
  const [file, ...rest] = files;
  if (!file) return sent.length > 0 ? { ...request(sent), waitMs: 0 } : request(sent);
  const { type } = file;
  const then = (one: object) => withUploads(rest, user, target, request, [...sent, one]);
  if ('url' in file) return then({ type, transfer_method: 'remote_url', url: file.url });
  const bytes = Buffer.from(file.data, 'base64');
  const { contentType, body } = fileForm({ user }, { name: file.name, mediaType: file.mediaType, bytes });
  return {
    method: 'POST',
    url: urlOf(target, '/files/upload'),
    headers: { authorization: `Bearer ${target.key}`, 'content-type': contentType },
    body,
    waitMs: 0,
    next: (uploaded) => {
      const id = text(record(uploaded).id);
      if (id === '') throw new UpstreamError(invalidResponse('the upload returned no file'));
      return then({ type, transfer_method: 'local_file', upload_file_id: id });
    },
  };
}
