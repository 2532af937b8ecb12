import type { AnswerPart, CanonicalResponse, CanonicalEvent } from '../../../canonical/events.js';
import { UpstreamError } from '../../../canonical/failure.js';
import { finishEvent, requireFinish } from '../../../canonical/finish.js';
import { serviceTierOf } from '../../../canonical/usage.js';
import { isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { ProviderFacts } from '../../facts/provider-facts.js';
import { openaiFacts } from '../default-facts.js';
import type { Frame } from '../../provider.js';
import { eventError, innerError } from '../errors.js';
import type { NormalizeBody } from '../dialect.js';
import { readAnswerUsage, served, StreamUsage } from '../chat-answer/usage.js';
import { invalidResponse } from '../../provider-error.js';

/**
 * Reads a completion (https://platform.openai.com/docs/api-reference/completions/object) with the texts of all choices,
 * which are all metered.
 * @throws UpstreamError for an error inside a 200 response, or a body that is not a completion
 */
export function readCompletion(body: unknown, facts = openaiFacts): CanonicalResponse {
  const failure = isRecord(body) ? innerError(body, facts) : undefined;
  if (failure) throw new UpstreamError(failure);
  if (!isRecord(body) || !Array.isArray(body.choices))
    throw new UpstreamError(invalidResponse('the answer is not a completion'));
  const parts: AnswerPart[] = [];
  for (const item of body.choices) {
    const choice = record(item);
    if (thoughtOf(choice) !== '') parts.push({ type: 'reasoning', text: thoughtOf(choice) });
    if (text(choice.text) !== '') parts.push({ type: 'text', text: text(choice.text) });
  }
  const [finish = requireFinish('stop', '', false)] = body.choices.map((choice) => {
    const raw = text(record(choice).finish_reason);
    return requireFinish(facts.finish.classOf(raw), raw, false);
  });
  return {
    id: text(body.id),
    model: text(body.model),
    parts,
    finish,
    usage: served(readAnswerUsage(body.usage, facts.usage), body.service_tier),
  };
}

/** Creates a reader for one completion stream. */
export function readCompletionStream(
  normalize?: NormalizeBody,
  facts = openaiFacts,
): (frame: Frame) => CanonicalEvent[] {
  const reader = new PieceReader(normalize, facts);
  return (frame) => reader.read(frame);
}

class PieceReader {
  private started = false;
  private finished = false;
  private readonly usage: StreamUsage;
  private tier: unknown;

  constructor(
    private readonly normalize: NormalizeBody | undefined,
    private readonly facts: ProviderFacts,
  ) {
    this.usage = new StreamUsage(facts.usage);
  }

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data, this.facts) }];
    if (data === '[DONE]') return [...this.reported(), { type: 'done' }];
    const sent = parseRecord(data);
    const piece = this.normalize ? this.normalize(sent, true) : sent;
    const failure = innerError(piece, this.facts);
    if (failure) return [{ type: 'error', failure }];
    const events: CanonicalEvent[] = this.opening(piece);
    this.tier = piece.service_tier ?? this.tier;
    this.usage.add(piece.usage);
    for (const item of list(piece.choices)) {
      const choice = record(item);
      if (thoughtOf(choice) !== '') events.push({ type: 'reasoning-delta', text: thoughtOf(choice) });
      if (text(choice.text) !== '') events.push({ type: 'text-delta', text: text(choice.text) });
      const raw = text(choice.finish_reason);
      if (raw === '') continue;
      this.finished = true;
      const end = finishEvent(this.facts.finish.classOf(raw), raw, false);
      // Nothing is read after a failure.
      if (end.type === 'error') events.push(...this.reported());
      events.push(end);
    }
    if (this.finished) events.push(...this.reported());
    return events;
  }

  private opening(piece: UnknownRecord): CanonicalEvent[] {
    if (this.started || !Array.isArray(piece.choices)) return [];
    this.started = true;
    const start: CanonicalEvent = { type: 'start', id: text(piece.id), model: text(piece.model) };
    const serviceTier = serviceTierOf(piece.service_tier);
    return serviceTier === undefined ? [start] : [start, { type: 'usage', usage: { serviceTier } }];
  }

  private reported(): CanonicalEvent[] {
    const usage = this.usage.take(this.tier);
    return usage ? [{ type: 'usage', usage }] : [];
  }
}

/** Reasoning, which gateways to reasoning models send beside the text. */
function thoughtOf(choice: UnknownRecord): string {
  return text(choice.reasoning_content) || text(choice.reasoning);
}
