import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { messagesOf } from './messages.js';
import { maxOutputOf, pathOf } from './models.js';
import { accessTokenOf } from './token.js';

const LOWEST_TEMPERATURE = 0.01;
const LEAST_OUTPUT = 2;
const MAX_STOPS = 4;
const MAX_STOP_LENGTH = 20;

/** Builds a chat request (https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t). Members out of range are rejected. */
export function chatRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  const { model } = target;
  if (chat.logprobs)
    throw new ApiError('unsupported_parameter', { detail: 'logprobs: not supported by this model' });
  const system = chat.system
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n');
  return baiduCall(target, {
    messages: messagesOf(chat.turns),
    system: system || undefined,
    stream: chat.stream,
    temperature: within(chat.temperature, LOWEST_TEMPERATURE, 1),
    top_p: within(chat.topP, 0, 1),
    penalty_score: penalty(chat.frequencyPenalty),
    max_output_tokens: within(chat.maxTokens, LEAST_OUTPUT, maxOutputOf(model)),
    stop: stops(chat.stop),
    response_format: responseFormat(chat.responseFormat),
    user_id: chat.user,
    ...functions(chat),
  });
}

/** A call of the channel's model; the access token, which is the only authorization, is added when it is sent. */
export function baiduCall(target: Target, body: Readonly<Record<string, unknown>>): UpstreamCall {
  return {
    method: 'POST',
    url: `${target.baseUrl}${pathOf(target.model)}`,
    headers: { 'content-type': 'application/json' },
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify({ ...body, ...target.override })),
    accessToken: accessTokenOf(target),
  };
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.min(most, Math.max(least, value));
}

/** Its range is 1 to 2, with another meaning below 1. */
function penalty(value: number | undefined): number | undefined {
  return value !== undefined && value >= 1 && value <= 2 ? value : undefined;
}

function stops(stop: readonly string[] = []): string[] | undefined {
  const accepted = stop.filter(({ length }) => length > 0 && length <= MAX_STOP_LENGTH).slice(0, MAX_STOPS);
  return accepted.length > 0 ? accepted : undefined;
}

function responseFormat(format: CanonicalChat['responseFormat']): string | undefined {
  if (format?.type === 'schema')
    throw new ApiError('unsupported_parameter', {
      detail: 'response_format json_schema: not supported by this model',
    });
  return format?.type === 'json' ? 'json_object' : undefined;
}

function functions({ tools, toolChoice }: CanonicalChat): object {
  if (tools.length === 0 || toolChoice?.type === 'none') return {};
  const [only, ...others] = tools;
  const chosen =
    toolChoice?.type === 'tool'
      ? toolChoice.name
      : toolChoice?.type === 'required' && others.length === 0
        ? only?.name
        : undefined;
  return {
    functions: tools.map(declared),
    ...(chosen !== undefined && { tool_choice: { type: 'function', function: { name: chosen } } }),
  };
}

/** Description and parameters are required. */
function declared({ name, description, parameters }: CanonicalTool): object {
  const schema = isRecord(parameters) ? parameters : {};
  return {
    name,
    description: description || name,
    parameters: { type: 'object', properties: {}, ...schema },
  };
}
