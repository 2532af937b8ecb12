import type { Citation } from '../../../canonical/citations.js';
import type { AnswerPart, CanonicalResponse } from '../../../canonical/events.js';
import { UpstreamError, type UpstreamFailure } from '../../../canonical/failure.js';
import { imageText } from '../../../canonical/media/image-text.js';
import { ThoughtSplitter } from '../../../canonical/thought-splitter.js';
import { requireFinish } from '../../../canonical/finish.js';
import { argumentsText } from '../../../canonical/conversation/nesting.js';
import { invalidResponse } from '../../provider-error.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { ProviderFacts } from '../../facts/provider-facts.js';
import { openaiFacts } from '../default-facts.js';
import { CodePoints } from '../../../canonical/code-points.js';
import { readAnnotation } from './citations.js';
import { innerError } from '../errors.js';
import { readLogprobs } from './logprobs.js';
import { mayHaveSources, placedSources, readSources } from './numbered-sources.js';
import type { ShownCalls } from './reported-tools.js';
import { readAnswerUsage, served } from './usage.js';

/**
 * @param shownCalls finds calls of the provider's tools outside of the usage
 * @throws UpstreamError for an error inside a 200 response, or a body that is not a chat completion
 */
export function readAnswer(body: unknown, facts = openaiFacts, shownCalls?: ShownCalls): CanonicalResponse {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a chat completion'));
  const failure = innerError(body, facts) ?? choiceError(body, facts);
  if (failure) throw new UpstreamError(failure);
  if (!Array.isArray(body.choices)) {
    throw new UpstreamError(invalidResponse('the answer is not a chat completion'));
  }
  // Whatever usage it reports: there is nothing to deliver, so nothing is charged.
  if (body.choices.length === 0)
    throw new UpstreamError({
      ...invalidResponse('the answer has no choices'),
      text: 'upstream_empty',
      code: 'empty_answer',
    });
  const parts: AnswerPart[] = [];
  // All choices are metered: only clients of this protocol can request several, and they get the bytes unchanged.
  for (const choice of body.choices) readMessage(record(record(choice).message), parts);
  const callsTools = parts.some((part) => part.type === 'tool-call');
  const [finish = requireFinish('stop', '', callsTools)] = body.choices.map((choice) => {
    const raw = text(record(choice).finish_reason);
    return requireFinish(facts.finish.classOf(raw), raw, callsTools);
  });
  const logprobs = readLogprobs(record(body.choices[0]).logprobs);
  const citations = citationsOf(body);
  const shown = shownCalls?.(body);
  return {
    id: text(body.id),
    model: text(body.model),
    parts,
    ...(logprobs && { logprobs }),
    ...(citations.length > 0 && { citations }),
    finish,
    usage: served(
      readAnswerUsage(body.usage, facts.usage, shown) ??
        readAnswerUsage(record(body.choices[0]).usage, facts.usage, shown),
      body.service_tier,
    ),
  };
}

/** The error that gateways put beside the choice it ended: https://openrouter.ai/docs/api-reference/errors-and-debugging */
function choiceError({ choices }: UnknownRecord, facts: ProviderFacts): UpstreamFailure | undefined {
  for (const choice of list(choices)) {
    const failure = innerError({ error: record(choice).error }, facts);
    if (failure) return failure;
  }
  return undefined;
}

/** Annotations of the message, or sources that the text refers to by number. */
function citationsOf(body: UnknownRecord): Citation[] {
  const message = record(record(list(body.choices)[0]).message);
  const annotations = list(message.annotations);
  if (annotations.length > 0) {
    const points = CodePoints.of(textOf(message));
    const citations = annotations.flatMap((annotation) => readAnnotation(annotation, points) ?? []);
    if (citations.length > 0) return citations;
  }
  const sources = mayHaveSources(body, message) ? readSources(body, message) : [];
  if (sources.length === 0) return [];
  const { placed, unplaced } = placedSources(sources, textOf(message));
  return [...placed, ...unplaced];
}

function textOf({ content }: UnknownRecord): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(record(part).text))
    .join('');
}

function readMessage(message: UnknownRecord, parts: AnswerPart[]): void {
  readReasoning(message, parts);
  readText(textOf(message), parts);
  for (const url of imagesOf(message)) parts.push({ type: 'text', text: imageText(url) });
  if (text(message.refusal) !== '') parts.push({ type: 'refusal', text: text(message.refusal) });
  for (const item of list(message.tool_calls)) {
    const call = record(item);
    const { name, arguments: callArguments } = record(call.function);
    parts.push({
      type: 'tool-call',
      id: text(call.id) || `call_${parts.length}`,
      name: text(name),
      arguments: typeof callArguments === 'string' ? callArguments : argumentsText(callArguments),
    });
  }
  const legacy = message.function_call;
  if (isRecord(legacy)) {
    const call = { id: 'call_0', name: text(legacy.name), arguments: text(legacy.arguments) };
    parts.push({ type: 'tool-call', ...call });
  }
}

/**
 * Addresses of the images in a message, or in a piece of one
 * (https://openrouter.ai/docs/guides/overview/multimodal/image-generation).
 */
export function imagesOf({ images }: UnknownRecord): string[] {
  return list(images)
    .map((image) => text(record(record(image).image_url).url))
    .filter((url) => url !== '');
}

/** Thoughts at the beginning of the text repeat those that were read before. */
function readText(content: string, parts: AnswerPart[]): void {
  if (content === '') return;
  if (!/^\s*</.test(content)) {
    parts.push({ type: 'text', text: content });
    return;
  }
  const isKnown = parts.length > 0;
  const splitter = new ThoughtSplitter();
  for (const event of [...splitter.push(content), ...splitter.end()]) {
    if (event.type === 'text-delta') parts.push({ type: 'text', text: event.text });
    else if (event.type === 'reasoning-delta' && !isKnown)
      parts.push({ type: 'reasoning', text: event.text, signature: undefined });
  }
}

/** Details contain signatures if the upstream is a gateway to providers that sign; otherwise there is only text. */
function readReasoning(message: UnknownRecord, parts: AnswerPart[]): void {
  const before = parts.length;
  for (const item of list(message.reasoning_details)) {
    const detail = readDetail(item);
    if (detail?.type === 'redacted') parts.push({ type: 'reasoning-redacted', data: detail.data });
    else if (detail) parts.push({ type: 'reasoning', text: detail.text, signature: detail.signature });
  }
  const reasoning = text(message.reasoning_content) || text(message.reasoning);
  if (parts.length === before && reasoning !== '') parts.push({ type: 'reasoning', text: reasoning });
}

/** One entry of reasoning_details, in the format of OpenRouter and of gateways like this one. */
export function readDetail(
  item: unknown,
):
  | { type: 'text'; text: string; signature: string | undefined }
  | { type: 'redacted'; data: string }
  | undefined {
  const detail = record(item);
  switch (detail.type) {
    case 'thinking':
      return { type: 'text', text: text(detail.thinking), signature: text(detail.signature) || undefined };
    case 'reasoning.text':
      return { type: 'text', text: text(detail.text), signature: text(detail.signature) || undefined };
    case 'redacted':
    case 'reasoning.encrypted':
      return { type: 'redacted', data: text(detail.data) };
    default:
      return undefined;
  }
}
