import type {
  AnswerPart,
  CanonicalResponse,
  FinishReason,
  TokenProbability,
} from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, record, text } from '../../json/lenient.js';
import { invalidResponse } from '../openai/provider-error.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

/**
 * Reads a chat response (https://docs.cohere.com/reference/chat). Citations are left out: they refer to documents and tool
 * results by positions that no client protocol can express.
 * @throws UpstreamError for an error inside a 200 response, or one without a message
 */
export function readAnswer(body: unknown): CanonicalResponse {
  const answer = record(body);
  const failure = innerError(answer, answer);
  if (failure) throw new UpstreamError(failure);
  if (!isRecord(answer.message)) throw new UpstreamError(invalidResponse('the answer holds no message'));
  const parts = partsOf(answer.message);
  const raw = text(answer.finish_reason);
  const logprobs = list(answer.logprobs).flatMap(readLogprobs);
  return {
    id: text(answer.id),
    model: '',
    parts,
    finish: {
      reason: finishReason(
        raw,
        parts.some(({ type }) => type === 'tool-call'),
      ),
      raw,
    },
    ...(logprobs.length > 0 && { logprobs }),
    usage: readUsage(answer.usage),
  };
}

function partsOf({
  content,
  tool_plan: plan,
  tool_calls: calls,
}: Readonly<Record<string, unknown>>): AnswerPart[] {
  const parts: AnswerPart[] = [];
  for (const item of list(content).map(record)) {
    if (text(item.thinking) !== '') parts.push({ type: 'reasoning', text: text(item.thinking) });
    if (text(item.text) !== '') parts.push({ type: 'text', text: text(item.text) });
  }
  if (typeof content === 'string' && content !== '') parts.push({ type: 'text', text: content });
  if (text(plan) !== '') parts.push({ type: 'reasoning', text: text(plan) });
  for (const [index, call] of list(calls).map(record).entries()) {
    const { name, arguments: given } = record(call.function);
    parts.push({
      type: 'tool-call',
      id: text(call.id) || `call_${index}`,
      name: text(name),
      arguments: callArguments(text(given)),
    });
  }
  return parts;
}

/** Calls without arguments have `null` or nothing. */
export function callArguments(given: string): string {
  return ['', 'null'].includes(given.trim()) ? '{}' : given;
}

/** https://docs.cohere.com/reference/chat#response.body.finish_reason */
export function finishReason(raw: string, callsTools: boolean): FinishReason {
  switch (raw) {
    case 'COMPLETE':
    case 'STOP_SEQUENCE':
      return callsTools ? 'tool-calls' : 'stop';
    case 'MAX_TOKENS':
    case 'ERROR_LIMIT':
      return 'length';
    case 'TOOL_CALL':
      return 'tool-calls';
    case 'ERROR_TOXIC':
      return 'content-filter';
    default:
      return 'other';
  }
}

/** One entry per piece of text. A piece of several tokens is as probable as all of them together. */
export function readLogprobs(value: unknown): TokenProbability[] {
  const { text: piece, logprobs } = record(value);
  const logs = list(logprobs).filter((log): log is number => typeof log === 'number');
  if (typeof piece !== 'string' || logs.length === 0) return [];
  return [{ text: piece, logprob: logs.reduce((sum, log) => sum + log, 0), others: [] }];
}
