import { shifted, type Citation } from './citations.js';
import type { AnswerPart, CanonicalResponse, CanonicalEvent, TokenProbability } from './events.js';
import { UpstreamError } from './failure.js';
import { mergeUsage, noUsage } from './usage.js';

type TextPart = Extract<AnswerPart, { type: 'text' }>;
type ToolCall = Extract<AnswerPart, { type: 'tool-call' }>;

/** Joins the events of a stream into one response, event by event, so that a long stream is not kept as events. */
export class AnswerFold {
  private readonly answer: CanonicalResponse = {
    id: '',
    model: '',
    parts: [],
    finish: { reason: 'stop' },
    usage: undefined,
  };
  private readonly tools = new Map<number, ToolCall>();
  private readonly tokens: TokenProbability[] = [];
  private readonly citations: Citation[] = [];
  private finished = false;
  private reported = false;

  /** @throws UpstreamError when the event reports a failure */
  add(event: CanonicalEvent): void {
    const { answer } = this;
    switch (event.type) {
      case 'start':
        answer.id ||= event.id;
        answer.model ||= event.model;
        return;
      case 'text-delta':
        return extend(answer.parts, 'text', event.text);
      case 'refusal-delta':
        return extend(answer.parts, 'refusal', event.text);
      case 'logprobs':
        // One by one: a list may be longer than a function may have arguments.
        for (const token of event.tokens) this.tokens.push(token);
        return;
      case 'citation':
        this.citations.push(event.citation);
        return;
      case 'reasoning-delta':
        return extend(answer.parts, 'reasoning', event.text);
      case 'reasoning-signature': {
        const last = answer.parts.at(-1);
        if (last?.type === 'reasoning' && last.signature === undefined) last.signature = event.signature;
        // The provider signed reasoning that it does not show.
        else answer.parts.push({ type: 'reasoning', text: '', signature: event.signature });
        return;
      }
      case 'reasoning-redacted':
        answer.parts.push({ type: 'reasoning-redacted', data: event.data });
        return;
      case 'tool-start': {
        const { id, name, signature } = event;
        const call: ToolCall = { type: 'tool-call', id, name, arguments: '' };
        if (signature !== undefined) call.signature = signature;
        this.tools.set(event.index, call);
        answer.parts.push(call);
        return;
      }
      case 'tool-delta': {
        const call = this.tools.get(event.index);
        if (call) call.arguments += event.text;
        return;
      }
      case 'usage':
        answer.usage = mergeUsage(answer.usage ?? noUsage(), event.usage);
        return;
      case 'finish':
        answer.finish = { reason: event.reason, raw: event.raw, stopSequence: event.stopSequence };
        this.finished = this.reported = true;
        return;
      case 'error':
        throw new UpstreamError(event.failure);
      case 'done':
        this.finished = true;
    }
  }

  /** The response. @throws UpstreamError when the stream ended without a finish or done event */
  whole(): CanonicalResponse {
    const { answer, tokens, citations } = this;
    if (!this.finished) throw cutShort();
    if (!this.reported && this.tools.size > 0) answer.finish.reason = 'tool-calls';
    if (tokens.length > 0) answer.logprobs = tokens;
    if (citations.length > 0) answer.citations = citations;
    return answer;
  }
}

/**
 * Joins the events of a stream into one response.
 * @throws UpstreamError when the stream reported a failure or ended without a finish or done event
 */
export function foldEvents(events: Iterable<CanonicalEvent>): CanonicalResponse {
  const fold = new AnswerFold();
  for (const event of events) fold.add(event);
  return fold.whole();
}

/** A whole response as the events of a stream. */
export function unfoldAnswer(answer: CanonicalResponse): CanonicalEvent[] {
  const events: CanonicalEvent[] = [{ type: 'start', id: answer.id, model: answer.model }];
  let tool = 0;
  let logprobs = answer.logprobs;
  const cited = citationsByPart(answer.parts, answer.citations);
  let offset = 0;
  for (const part of answer.parts) {
    if (part.type === 'text' && logprobs) {
      events.push({ type: 'logprobs', tokens: logprobs });
      logprobs = undefined;
    }
    if (part.type === 'text') {
      events.push({ type: 'text-delta', text: part.text });
      for (const citation of cited.get(part) ?? [])
        events.push({ type: 'citation', citation: shifted(citation, offset) });
      offset += part.text.length;
    } else if (part.type === 'refusal') events.push({ type: 'refusal-delta', text: part.text });
    else if (part.type === 'reasoning-redacted') events.push({ type: 'reasoning-redacted', data: part.data });
    else if (part.type === 'tool-call') {
      const { id, name, signature } = part;
      events.push({
        type: 'tool-start',
        index: tool,
        id,
        name,
        ...(signature !== undefined && { signature }),
      });
      events.push({ type: 'tool-delta', index: tool++, text: part.arguments });
    } else {
      events.push({ type: 'reasoning-delta', text: part.text });
      if (part.signature !== undefined)
        events.push({ type: 'reasoning-signature', signature: part.signature });
    }
  }
  if (answer.usage) events.push({ type: 'usage', usage: answer.usage });
  events.push({ type: 'finish', ...answer.finish });
  return events;
}

/**
 * Citations by the text part they belong to, with ranges within that part. Those without a range belong to the last text,
 * those beyond all text are left out.
 */
export function citationsByPart(
  parts: readonly AnswerPart[],
  citations: readonly Citation[] | undefined,
): ReadonlyMap<AnswerPart, readonly Citation[]> {
  const found = new Map<AnswerPart, Citation[]>();
  if (!citations?.length) return found;
  const texts = parts.filter((part): part is TextPart => part.type === 'text');
  for (const citation of citations) {
    const place = placeOf(citation, texts);
    if (!place) continue;
    const { part, offset } = place;
    const list = found.get(part) ?? [];
    list.push(shifted(citation, -offset, part.text.length));
    found.set(part, list);
  }
  return found;
}

function placeOf(
  { range }: Citation,
  texts: readonly TextPart[],
): { part: TextPart; offset: number } | undefined {
  let offset = 0;
  for (const [at, part] of texts.entries()) {
    const end = offset + part.text.length;
    if (range ? range.start < end : at === texts.length - 1) return { part, offset };
    offset = end;
  }
  return undefined;
}

/** Appends to the last part if it has the same type and is unsigned, because a signature closes a reasoning part. */
function extend(parts: AnswerPart[], type: 'text' | 'refusal' | 'reasoning', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type && !('signature' in last)) last.text += text;
  else parts.push({ type, text });
}

function cutShort(): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: 'the stream ended before the answer did',
    text: 'upstream_cut',
    kind: 'upstream_error',
    code: 'invalid_response',
    retryable: true,
    disables: false,
  });
}
