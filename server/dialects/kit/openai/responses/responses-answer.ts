import { table } from '../../table.js';
import type { Citation } from '../../../canonical/citations.js';
import { CodePoints } from '../../../canonical/code-points.js';
import type { AnswerPart, CanonicalResponse, TokenProbability } from '../../../canonical/events.js';
import { UpstreamError, type UpstreamFailure } from '../../../canonical/failure.js';
import { brokenOff, finishOf, finishOrThrow, type FinishClass } from '../../../canonical/finish.js';
import { noUsage, type Usage } from '../../../canonical/usage.js';
import { customArguments } from '../../../canonical/conversation/custom-tools.js';
import { mayBeCut } from '../../../canonical/whole-calls.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../../json/lenient.js';
import { openaiFacts, RESPONSES_STATUSES } from '../default-facts.js';
import { readAnnotation } from '../chat-answer/citations.js';
import { innerError } from '../errors.js';
import { readTokens } from '../chat-answer/logprobs.js';
import { isCutItem } from './output-items.js';
import { readToolCalls } from './responses-usage.js';
import { readAnswerUsage, served } from '../chat-answer/usage.js';
import { invalidResponse } from '../../provider-error.js';

/** @throws UpstreamError for a failed response, or a body that is not a response */
export function readResponse(body: unknown): CanonicalResponse {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a response'));
  const failure = responseFailure(body);
  if (failure) throw new UpstreamError(failure);
  if (!Array.isArray(body.output)) throw new UpstreamError(invalidResponse('the answer is not a response'));
  const parts = body.output.flatMap((item: unknown) => readItem(record(item)));
  const logprobs = body.output.flatMap(probabilities);
  const citations = citationsOf(body.output);
  const callsTools = parts.some((part) => part.type === 'tool-call');
  return {
    id: text(body.id),
    model: text(body.model),
    parts,
    finish: finishOrThrow(responseFinish(body, '', callsTools, body.output.some(isCutItem))),
    ...(logprobs.length > 0 && { logprobs }),
    ...(citations.length > 0 && { citations }),
    usage: responseUsage(body),
  };
}

/** Ranges are within a part there. */
function citationsOf(output: readonly unknown[]): Citation[] {
  const citations: Citation[] = [];
  let base = 0;
  for (const part of output.flatMap((item) => list(record(item).content)).map(record)) {
    if (part.type !== 'output_text') continue;
    const content = text(part.text);
    const annotations = list(part.annotations);
    if (annotations.length > 0) {
      const points = CodePoints.of(content);
      citations.push(...annotations.flatMap((annotation) => readAnnotation(annotation, points, base) ?? []));
    }
    base += content.length;
  }
  return citations;
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

/**
 * How a response ended: its finish, or a failure if its status is unknown, is that of an unfinished response, or contradicts
 * one of its items.
 * @param event name of the event of a stream with the response; '' for a whole response
 * @param isCut whether an item is incomplete
 */
export function responseFinish(
  response: UnknownRecord,
  event: string,
  callsTools: boolean,
  isCut: boolean,
): CanonicalResponse['finish'] | UpstreamFailure {
  const reason = text(record(response.incomplete_details).reason);
  const status = statusOf(response, event);
  const finish =
    reason === ''
      ? finishOf(statuses[status] ?? 'broken', status, callsTools)
      : finishOf(openaiFacts.finish.classOf(reason), reason, callsTools);
  return isCut && 'reason' in finish && !mayBeCut(finish.reason) ? brokenOff('an incomplete item') : finish;
}

const statuses = table<FinishClass>({ '': 'stop', ...RESPONSES_STATUSES });

/** Some gateways repeat the response with the status it began with, or leave the status out. */
function statusOf({ status }: UnknownRecord, event: string): string {
  const reported = text(status);
  const isBegun = reported === '' || reported === 'in_progress' || reported === 'queued';
  return isBegun && event !== '' ? event.slice('response.'.length) : reported;
}

/** Tokens, and calls of tools that are priced by the call: a response without tokens may still contain those. */
export function responseUsage(response: UnknownRecord): Usage | undefined {
  const usage = served(readAnswerUsage(response.usage), response.service_tier);
  // Counts that the provider reports (xAI) are those that it bills.
  const called = openaiFacts.usage.countsAllCalls(response.usage) ? undefined : readToolCalls(response);
  const tools = called && { ...called, ...usage?.more?.tools };
  return tools ? { ...(usage ?? noUsage()), more: { ...usage?.more, tools } } : usage;
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

function toolCall({ call_id, name }: UnknownRecord, callArguments: unknown): AnswerPart {
  return { type: 'tool-call', id: text(call_id), name: text(name), arguments: text(callArguments) };
}

function readContent(part: UnknownRecord): AnswerPart[] {
  const refusal = text(part.refusal);
  if (refusal !== '') return [{ type: 'refusal', text: refusal }];
  const content = text(part.text);
  return content === '' ? [] : [{ type: 'text', text: content }];
}
