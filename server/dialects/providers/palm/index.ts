import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTurn } from '../../canonical/chat.js';
import type { CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { unfoldAnswer } from '../../canonical/fold.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { list, parseRecord, record, text } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { readRecitations } from '../gemini/citations.js';
import { innerError, readError } from '../gemini/errors.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { plain } from '../../kit/rules/fit-chat.js';

/** The only chat model that the API had, whatever the channel calls it. */
const MODEL = 'chat-bison-001';
const USER = '0';
const ASSISTANT = '1';

/**
 * Google's PaLM API, which Google shut down in 2024; for imported channels whose address is a compatible gateway
 * (https://github.com/google/generative-ai-docs/blob/main/site/en/palm_docs). It does not stream and reports no usage.
 */
const palm: Provider = {
  native: {},
  chat: plain({
    request,
    answer,
    stream:
      () =>
      ({ data }) =>
        unfoldAnswer(answer(parseRecord(data))),
    reportsUsage: false,
  }),
  readError,
};

export default defineProvider({
  type: 11,
  id: 'palm',
  name: { en: 'Google PaLM2', zh: 'Google PaLM2' },
  color: 'orange',
  baseUrl: 'https://generativelanguage.googleapis.com',
  sdkPath: 'none',
  models: ['PaLM-2'],
  api: palm,
  legacy: true,
  retired: true,
});

/** @throws ApiError convert_request_failed for anything but text */
function request(chat: CanonicalChat, target: Target): UpstreamCall {
  if (chat.tools.length > 0) throw unsupported('tools');
  const context = chat.system.map((part) => part.text).join('\n');
  const body = {
    prompt: {
      ...(context !== '' && { context }),
      messages: chat.turns.map(asUserTurn).map((turn) => ({
        author: turn.role === 'user' ? USER : ASSISTANT,
        content: textOf(turn),
      })),
    },
    temperature: chat.temperature,
    topP: chat.topP,
    topK: chat.topK,
    ...target.override,
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/v1beta2/models/${MODEL}:generateMessage`,
    headers: {
      'x-goog-api-key': target.key,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify(body)),
  };
}

function textOf({ parts }: CanonicalTurn): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'reasoning' || part.type === 'reasoning-redacted') return '';
      throw unsupported(part.type);
    })
    .join('');
}

function unsupported(what: string): ApiError {
  return new ApiError('convert_request_failed', { detail: `${what}: not supported by this model` });
}

/** @throws UpstreamError for an error inside a 200 response, a filtered prompt, or a response without candidates */
function answer(body: unknown): CanonicalResponse {
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  const { candidates, filters } = record(body);
  const [candidate] = list(candidates).map(record);
  if (!candidate) throw new UpstreamError(filtered(list(filters)));
  const content = text(candidate.content);
  const citations = readRecitations(record(candidate.citationMetadata), content);
  return {
    id: '',
    model: '',
    parts: content === '' ? [] : [{ type: 'text', text: content }],
    ...(citations.length > 0 && { citations }),
    finish: { reason: 'stop' },
    usage: undefined,
  };
}

function filtered(filters: readonly unknown[]): UpstreamFailure {
  const [filter] = filters.map(record);
  if (!filter) return invalidResponse('No candidates returned');
  return {
    status: 400,
    message: text(filter.message) || `the prompt was blocked: ${text(filter.reason)}`,
    kind: 'invalid_request_error',
    code: 'content_filter',
    retryable: false,
    disables: false,
  };
}
