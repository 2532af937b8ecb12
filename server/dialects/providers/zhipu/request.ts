import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { textTurns } from '../../canonical/conversation/text-turns.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { EventDecoder } from './event-decoder.js';
import { signedToken } from './token.js';

/** Neither temperature nor top_p may be 0, and top_p not 1. */
const LOWEST = 0.01;
const HIGHEST_TOP_P = 0.99;
/** Required message of a user without text. */
const SILENCE = '...';

/**
 * Builds a request of version 3 of the API, whose messages are plain text and whose model is in the path.
 * @throws ApiError unsupported_parameter for tools, media and output formats
 */
export function chatRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  const { baseUrl, key, model, override } = target;
  const turns = textTurns(chat.turns);
  refuseUnsupported(
    chat,
    turns.some(({ media }) => media.length > 0),
  );
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  if (messages.at(-1)?.role !== 'user') messages.push({ role: 'user', content: SILENCE });
  const body = {
    prompt: [...instructions(chat), ...messages],
    temperature: within(chat.temperature, LOWEST, 1),
    top_p: within(chat.topP, LOWEST, HIGHEST_TOP_P),
    ...(chat.stream && { incremental: true }),
    ...override,
  };
  const call: UpstreamCall = {
    method: 'POST',
    url: `${baseUrl}/api/paas/v3/model-api/${encodeURIComponent(model)}/${chat.stream ? 'sse-invoke' : 'invoke'}`,
    headers: {
      'content-type': 'application/json',
      accept: chat.stream ? 'text/event-stream' : 'application/json',
    },
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify(body)),
    sign: (_call, now) => {
      const authorization = signedToken(key, now);
      return Promise.resolve({ authorization });
    },
  };
  if (!chat.stream) return call;
  // Errors are JSON, whatever was asked for.
  return {
    ...call,
    decoder: (headers) =>
      String(headers['content-type']).includes('application/json') ? undefined : new EventDecoder(),
  };
}

function refuseUnsupported(
  { tools, toolChoice, responseFormat, logprobs }: CanonicalChat,
  hasMedia: boolean,
): void {
  const refused = [
    tools.length > 0 && toolChoice?.type !== 'none' && 'tools',
    responseFormat !== undefined && responseFormat.type !== 'text' && 'response_format',
    logprobs === true && 'logprobs',
    hasMedia && 'images and files',
  ].filter((name) => name !== false);
  if (refused.length > 0)
    throw new ApiError('unsupported_parameter', {
      detail: `${refused.join(', ')}: not supported by this model`,
    });
}

/** Instructions are followed by a message of the user. */
function instructions({ system }: CanonicalChat): object[] {
  const content = system
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n');
  if (content === '') return [];
  return [
    { role: 'system', content },
    { role: 'user', content: 'Okay' },
  ];
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.min(most, Math.max(least, value));
}
