import type { AnswerPart, CanonicalResponse, TokenProbability } from '../../canonical/events.js';
import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { customArguments } from '../../canonical/custom-tools.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { innerError } from './errors.js';
import { readTokens } from './logprobs.js';
import { readResponseUsage, readToolCalls } from './responses-usage.js';
import { served } from './usage.js';
import { invalidResponse } from './provider-error.js';

/** @throws UpstreamError for a failed response, or a body that is not a response */
export function readResponse(body: unknown): CanonicalResponse {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a response'));
  const failure = responseFailure(body);
  if (failure) throw new UpstreamError(failure);
  if (!Array.isArray(body.output)) throw new UpstreamError(invalidResponse('the answer is not a response'));
  const parts = body.output.flatMap((item: unknown) => readItem(record(item)));
  const logprobs = body.output.flatMap(probabilities);
  return {
    id: text(body.id),
    model: text(body.model),
    parts,
    finish: responseFinish(
      body,
      parts.some((part) => part.type === 'tool-call'),
    ),
    ...(logprobs.length > 0 && { logprobs }),
    usage: responseUsage(body),
  };
}

function probabilities(item: unknown): TokenProbability[] {
  return list(record(item).content).flatMap((part) => readTokens(record(part).logprobs));
}

/** The failure that a response reports; undefined if it did not fail. */
export function responseFailure(response: UnknownRecord): UpstreamFailure | undefined {
  const failure = innerError(response);
  if (failure) return failure;
  const status = text(response.status);
  if (status !== 'failed' && status !== 'cancelled') return undefined;
  return invalidResponse(`the response was ${status}`);
}

export function responseFinish(response: UnknownRecord, callsTools: boolean): CanonicalResponse['finish'] {
  const raw = text(record(response.incomplete_details).reason);
  if (raw === 'content_filter') return { reason: 'content-filter', raw };
  if (raw !== '' || response.status === 'incomplete') return { reason: 'length', raw: raw || undefined };
  return { reason: callsTools ? 'tool-calls' : 'stop', raw: text(response.status) || undefined };
}

/** Tokens, and calls of tools that are priced by the call: a response without tokens may still contain those. */
export function responseUsage(response: UnknownRecord): Usage | undefined {
  const usage = served(readResponseUsage(response.usage), response.service_tier);
  const tools = readToolCalls(response);
  return tools ? { ...(usage ?? noUsage()), more: { tools } } : usage;
}

function readItem(item: UnknownRecord): AnswerPart[] {
  switch (item.type) {
    case 'message':
      return list(item.content).flatMap((part) => readContent(record(part)));
    case 'reasoning':
      return [...list(item.summary), ...list(item.content)]
        .map((part) => text(record(part).text))
        .filter((thought) => thought !== '')
        .map((thought): AnswerPart => ({ type: 'reasoning', text: thought }));
    case 'function_call':
      return [toolCall(item, item.arguments)];
    case 'custom_tool_call':
      return [toolCall(item, customArguments(text(item.input)))];
    default:
      return [];
  }
}

function toolCall({ call_id, name }: UnknownRecord, given: unknown): AnswerPart {
  return { type: 'tool-call', id: text(call_id), name: text(name), arguments: text(given) };
}

function readContent(part: UnknownRecord): AnswerPart[] {
  const refusal = text(part.refusal);
  if (refusal !== '') return [{ type: 'refusal', text: refusal }];
  const spoken = text(part.text);
  return spoken === '' ? [] : [{ type: 'text', text: spoken }];
}
