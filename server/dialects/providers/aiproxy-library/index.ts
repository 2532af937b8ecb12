import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, TurnPart } from '../../canonical/chat.js';
import type { CanonicalEvent, CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { count, isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { readError } from '../../kit/openai/errors.js';
import { failure, invalidResponse } from '../../kit/provider-error.js';
import type { Frame, Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { plain } from '../../kit/rules/fit-chat.js';

/**
 * Questions to a knowledge base of AI Proxy, whose site is gone; for imported channels whose address is a compatible
 * gateway. It reports no usage.
 */
const library: Provider = {
  native: {},
  chat: plain({ request, answer, stream, reportsUsage: false }),
  readError,
};

export default defineProvider({
  type: 21,
  id: 'aiproxy-library',
  name: { en: 'Knowledge base: AI Proxy', zh: '知识库：AI Proxy' },
  color: 'grape',
  baseUrl: 'https://api.aiproxy.io',
  sdkPath: 'none',
  models: [],
  api: library,
  legacy: true,
  retired: true,
  form: {
    other: {
      label: { en: 'Knowledge base ID', zh: '知识库 ID' },
      placeholder: { en: 'For example 123456', zh: '例如：123456' },
    },
  },
});

/**
 * The API takes one question, which is the text of the last message; all others are left out.
 * @throws ApiError convert_request_failed for tools, and for a last message that is not text
 */
function request(chat: CanonicalChat, target: Target): UpstreamCall {
  if (chat.tools.length > 0) throw unsupported('tools');
  const { stream: _stream, ...override } = target.override ?? {};
  const body = {
    model: target.model,
    query: chat.turns.at(-1)?.parts.map(textOf).join('') ?? '',
    libraryId: target.other,
    stream: chat.stream,
    ...override,
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/api/library/ask`,
    headers: {
      authorization: `Bearer ${target.key}`,
      'content-type': 'application/json',
      accept: chat.stream ? 'text/event-stream' : 'application/json',
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function textOf(part: TurnPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'reasoning' || part.type === 'reasoning-redacted') return '';
  throw unsupported(part.type);
}

function unsupported(what: string): ApiError {
  return new ApiError('convert_request_failed', { detail: `${what}: not supported by this model` });
}

/** @throws UpstreamError for an error inside a 200 response, or a response without an answer */
function answer(body: unknown): CanonicalResponse {
  const reply = record(body);
  const failed = innerError(reply);
  if (failed) throw new UpstreamError(failed);
  if (typeof reply.answer !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
  const content = reply.answer + sourcesOf(reply.documents);
  return {
    id: '',
    model: '',
    parts: content === '' ? [] : [{ type: 'text', text: content }],
    finish: { reason: 'stop' },
    usage: undefined,
  };
}

/** Creates a reader for one stream: pieces of text, and the documents of the answer with any of them. */
function stream(): (frame: Frame) => CanonicalEvent[] {
  let model: string | undefined;
  let documents: unknown;
  let ended = false;
  const end = (): CanonicalEvent[] => {
    if (ended) return [];
    ended = true;
    const sources = sourcesOf(documents);
    const shown: CanonicalEvent[] = sources === '' ? [] : [{ type: 'text-delta', text: sources }];
    return [...shown, { type: 'finish', reason: 'stop' }, { type: 'done' }];
  };
  return ({ data }) => {
    if (data.trim() === '[DONE]') return end();
    const piece = parseRecord(data);
    const failed = innerError(piece);
    if (failed) return [{ type: 'error', failure: failed }];
    const events: CanonicalEvent[] = [];
    if (model === undefined) {
      model = text(piece.model);
      events.push({ type: 'start', id: '', model });
    }
    if (list(piece.documents).length > 0) documents = piece.documents;
    if (text(piece.content) !== '') events.push({ type: 'text-delta', text: text(piece.content) });
    return piece.finish === true ? [...events, ...end()] : events;
  };
}

/** The documents that the answer is based on, as a list of links below it. */
function sourcesOf(documents: unknown): string {
  const links = list(documents)
    .map(record)
    .map(({ title, url }, index) => `${index + 1}. [${text(title)}](${text(url)})`);
  return links.length > 0 ? `\n\n参考文档：\n${links.join('\n')}\n` : '';
}

/** The failure in a 2xx response or a piece of a stream; undefined if there is none. */
function innerError(reply: UnknownRecord): UpstreamFailure | undefined {
  const code = count(reply.errCode) ?? 0;
  if (code === 0 && reply.success !== false && !isRecord(reply.error)) return undefined;
  const message = text(reply.message) || text(record(reply.error).message);
  const status = code >= 400 && code <= 599 ? code : 502;
  return failure({ message, kind: '', code: String(code || '') }, status, (statusCode) => statusCode !== 400);
}
