import { imageText } from '../../canonical/media/image-text.js';
import { AnswerText } from '../../canonical/citations.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { brokenOff, finishEvent } from '../../canonical/finish.js';
import { argumentsText } from '../../canonical/conversation/nesting.js';
import { mayBeCut } from '../../canonical/whole-calls.js';
import { isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame, ReadOptions } from '../../kit/provider.js';
import { readGrounding, readRecitations } from './citations.js';
import { geminiFacts } from './facts.js';
import { innerError } from './errors.js';
import { readLogprobs } from './logprobs.js';
import { PartialCall } from './partial-call.js';
import { UsageReader } from './usage.js';

/**
 * How a blocked prompt is reported: as an empty response, which Google clients expect, or as an error, which all others
 * expect.
 */
export type Blocked = 'answer' | 'error';

/** Creates a reader for one stream: every event is a complete response object with the new parts. There is no end marker. */
export function readStream(blocked: Blocked, options?: ReadOptions): (frame: Frame) => CanonicalEvent[] {
  const reader = new ContentReader(blocked, options);
  return ({ data }) => reader.read(parseRecord(data));
}

export class ContentReader {
  private started = false;
  private tools = 0;
  private id = '';
  /** Set if citations are wanted: their ranges are counted in its bytes. */
  private readonly answer: AnswerText | undefined;
  private grounding: UnknownRecord | undefined;
  private recitation: UnknownRecord | undefined;
  /** A call that arrives in pieces. */
  private partial: PartialCall | undefined;
  private readonly usage = new UsageReader();

  constructor(
    private readonly blocked: Blocked,
    options?: ReadOptions,
  ) {
    if (options?.citations) this.answer = new AnswerText();
  }

  read(event: UnknownRecord): CanonicalEvent[] {
    const failure = innerError(event);
    if (failure) return [{ type: 'error', failure }];
    const events = this.start(event);
    const [candidate] = list(event.candidates).map(record);
    const tokens = candidate && readLogprobs(candidate.logprobsResult);
    if (tokens) events.push({ type: 'logprobs', tokens });
    for (const part of list(record(candidate?.content).parts)) events.push(...this.part(record(part)));
    const usage = this.usage.read(event, candidate);
    if (usage) events.push({ type: 'usage', usage });
    this.keepSources(candidate);
    const raw = finishWord(candidate);
    if (raw !== '') events.push(...this.end(raw, text(candidate?.finishMessage)));
    else events.push(...this.block(text(record(event.promptFeedback).blockReason)));
    return events;
  }

  private start(event: UnknownRecord): CanonicalEvent[] {
    if (this.started) return [];
    this.started = true;
    this.id = text(event.responseId);
    return [{ type: 'start', id: this.id, model: text(event.modelVersion) }];
  }

  private part(part: UnknownRecord): CanonicalEvent[] {
    const signature = text(part.thoughtSignature);
    if (isRecord(part.functionCall)) return this.callPiece(part.functionCall, signature);
    if (part.thought === true) {
      const events: CanonicalEvent[] = [];
      if (text(part.text) !== '') events.push({ type: 'reasoning-delta', text: text(part.text) });
      if (signature !== '') events.push({ type: 'reasoning-signature', signature });
      return events;
    }
    const shown = textOf(part);
    this.answer?.add(shown);
    return shown === '' ? [] : [{ type: 'text-delta', text: shown }];
  }

  /** Some events repeat the metadata without its sources. */
  private keepSources(candidate: UnknownRecord | undefined): void {
    if (!candidate || !this.answer) return;
    const { groundingMetadata: grounding, citationMetadata: recitation } = candidate;
    if (list(record(grounding).groundingChunks).length > 0) this.grounding = record(grounding);
    if (isRecord(recitation)) this.recitation = recitation;
  }

  /** The sources of the text, once it is complete. */
  private cite(): CanonicalEvent[] {
    const { grounding, recitation, answer } = this;
    this.grounding = this.recitation = undefined;
    if (!answer) return [];
    return [
      ...(grounding ? readGrounding(grounding, answer.whole) : []),
      ...(recitation ? readRecitations(recitation, answer.whole) : []),
    ].map((citation) => ({ type: 'citation', citation }));
  }

  /** Calls arrive complete, or in pieces: then they are emitted with the last one. */
  private callPiece(call: UnknownRecord, signature: string): CanonicalEvent[] {
    const continues = call.willContinue === true;
    // Another name begins another call, even if the end of the one before was lost.
    const before = text(call.name) !== '' ? this.endUnfinished() : [];
    if (!this.partial && !continues && call.partialArgs === undefined)
      return [...before, ...this.call(call, signature)];
    (this.partial ??= new PartialCall()).add(call, signature);
    return [...before, ...(continues ? [{ type: 'working' } satisfies CanonicalEvent] : this.endCall())];
  }

  /** A call without its end is complete if its arguments are. */
  private endUnfinished(): CanonicalEvent[] {
    if (!this.partial?.isCut) return this.endCall();
    this.partial = undefined;
    return [{ type: 'error', failure: brokenOff('an incomplete call') }];
  }

  private endCall(): CanonicalEvent[] {
    const { partial } = this;
    this.partial = undefined;
    if (!partial || partial.name === '') return [];
    return this.call({ id: partial.id, name: partial.name, args: partial.args }, partial.signature);
  }

  /**
   * If the upstream sends no call id, one is derived from the response id, because names are not
   * unique.
   */
  private call(call: UnknownRecord, signature: string): CanonicalEvent[] {
    const index = this.tools++;
    const id = text(call.id) || `call_${this.id || 'gemini'}_${index}`;
    const start: CanonicalEvent = { type: 'tool-start', index, id, name: text(call.name) };
    if (signature !== '') start.signature = signature;
    return [start, { type: 'tool-delta', index, text: argumentsText(call.args) }];
  }

  /** @param message Google's explanation of the reason */
  private end(raw: string, message: string): CanonicalEvent[] {
    const reason = geminiFacts.finish.classOf(raw);
    if (reason === 'broken')
      return [{ type: 'error', failure: brokenOff([raw, message].filter(Boolean).join(': ')) }];
    const called = mayBeCut(reason) ? [] : this.endUnfinished();
    if (called[0]?.type === 'error') return called;
    return [...called, ...this.cite(), finishEvent(reason, raw, this.tools > 0)];
  }

  private block(reason: string): CanonicalEvent[] {
    if (reason === '') return [];
    if (this.blocked === 'error') return [{ type: 'error', failure: blockedPrompt(reason) }];
    return [{ type: 'finish', reason: 'content-filter', raw: reason }];
  }
}

/** The finish reason of a candidate; '' if it has not ended. */
export function finishWord(candidate: UnknownRecord | undefined): string {
  const raw = text(candidate?.finishReason);
  return raw === 'FINISH_REASON_UNSPECIFIED' ? '' : raw;
}

/** Shows other parts as text if possible: code that the model executed, its output, and generated images. */
function textOf(part: UnknownRecord): string {
  if (typeof part.text === 'string') return part.text;
  const code = record(part.executableCode);
  if (typeof code.code === 'string')
    return `\n\`\`\`${text(code.language).toLowerCase()}\n${code.code}\n\`\`\`\n`;
  const { output } = record(part.codeExecutionResult);
  if (typeof output === 'string') return `\n\`\`\`output\n${output}\n\`\`\`\n`;
  const { mimeType, data } = record(part.inlineData);
  if (text(mimeType).startsWith('image/')) return imageText(`data:${text(mimeType)};base64,${text(data)}`);
  return '';
}

function blockedPrompt(reason: string): UpstreamFailure {
  return {
    status: 400,
    message: `the prompt was blocked: ${reason}`,
    text: 'upstream_filtered',
    kind: 'upstream_error',
    code: 'content_filter',
    retryable: false,
    disables: false,
  };
}
