import type { Citation } from '../../canonical/citations.js';
import { CodePoints } from '../../canonical/code-points.js';
import type { AnswerPart, CanonicalResponse, TokenProbability } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { requireFinish } from '../../canonical/finish.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { readCitations } from './citations.js';
import { cohereFacts } from './facts.js';
import { innerError } from './errors.js';
import { readChatUsage } from './usage.js';

/**
 * Reads a chat response (https://docs.cohere.com/reference/chat).
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
  const citations = citationsOf(answer.message);
  return {
    id: text(answer.id),
    model: '',
    parts,
    finish: requireFinish(
      cohereFacts.finish.classOf(raw),
      raw,
      parts.some(({ type }) => type === 'tool-call'),
    ),
    ...(logprobs.length > 0 && { logprobs }),
    ...(citations.length > 0 && { citations }),
    usage: readChatUsage(answer.usage),
  };
}

function partsOf({ content, tool_plan: plan, tool_calls: calls }: UnknownRecord): AnswerPart[] {
  const parts: AnswerPart[] = [];
  for (const item of list(content).map(record)) {
    if (text(item.thinking) !== '') parts.push({ type: 'reasoning', text: text(item.thinking) });
    if (text(item.text) !== '') parts.push({ type: 'text', text: text(item.text) });
  }
  if (typeof content === 'string' && content !== '') parts.push({ type: 'text', text: content });
  if (text(plan) !== '') parts.push({ type: 'reasoning', text: text(plan) });
  for (const [index, call] of list(calls).map(record).entries()) {
    const { name, arguments: argumentsText } = record(call.function);
    parts.push({
      type: 'tool-call',
      id: text(call.id) || `call_${index}`,
      name: text(name),
      arguments: callArguments(text(argumentsText)),
    });
  }
  return parts;
}

function citationsOf({ content, citations }: UnknownRecord): Citation[] {
  const texts = (typeof content === 'string' ? [{ text: content }] : list(content)).map((block) =>
    text(record(block).text),
  );
  return list(citations).flatMap((citation) => {
    const first = Math.max(
      texts.findIndex((block) => block !== ''),
      0,
    );
    const blockIndex = count(record(citation).content_index);
    // Models without thinking leave out the index of the block, as there is only one.
    const index = blockIndex !== undefined && texts[blockIndex] ? blockIndex : first;
    return readCitations(citation, CodePoints.of(texts[index] ?? ''), texts.slice(0, index).join('').length);
  });
}

/** Calls without arguments have `null` or nothing. */
export function callArguments(argumentsText: string): string {
  return ['', 'null'].includes(argumentsText.trim()) ? '{}' : argumentsText;
}

/** One entry per piece of text. A piece of several tokens is as probable as all of them together. */
export function readLogprobs(value: unknown): TokenProbability[] {
  const { text: piece, logprobs } = record(value);
  const logs = list(logprobs).filter((log): log is number => typeof log === 'number');
  if (typeof piece !== 'string' || logs.length === 0) return [];
  return [{ text: piece, logprob: logs.reduce((sum, log) => sum + log, 0), others: [] }];
}
