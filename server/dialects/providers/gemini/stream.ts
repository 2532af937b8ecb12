import type { FinishReason, CanonicalEvent } from '../../canonical/events.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { argumentsText } from '../../canonical/nesting.js';
import type { Usage } from '../../canonical/usage.js';
import { isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../provider.js';
import { innerError } from './errors.js';
import { readLogprobs } from './logprobs.js';
import { readSearches, readUsage } from './usage.js';

/**
 * How a blocked prompt is reported: as an empty response, which Google clients expect, or as an error, which all others
 * expect.
 */
export type Blocked = 'answer' | 'error';

/** Creates a reader for one stream: every event is a complete response object with the new parts. There is no end marker. */
export function readStream(blocked: Blocked): (frame: Frame) => CanonicalEvent[] {
  const reader = new ContentReader(blocked);
  return ({ data }) => reader.read(parseRecord(data));
}

export class ContentReader {
  private started = false;
  private tools = 0;
  private id = '';

  constructor(private readonly blocked: Blocked) {}

  read(event: UnknownRecord): CanonicalEvent[] {
    const failure = innerError(event);
    if (failure) return [{ type: 'error', failure }];
    const events = this.start(event);
    const [candidate] = list(event.candidates).map(record);
    const tokens = candidate && readLogprobs(candidate.logprobsResult);
    if (tokens) events.push({ type: 'logprobs', tokens });
    for (const part of list(record(candidate?.content).parts)) events.push(...this.part(record(part)));
    const usage = usageOf(event, candidate);
    if (usage) events.push({ type: 'usage', usage });
    const raw = text(candidate?.finishReason);
    if (raw !== '') events.push({ type: 'finish', reason: this.reason(raw), raw });
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
    if (isRecord(part.functionCall)) return this.call(part.functionCall, signature);
    if (part.thought === true) {
      const events: CanonicalEvent[] = [];
      if (text(part.text) !== '') events.push({ type: 'reasoning-delta', text: text(part.text) });
      if (signature !== '') events.push({ type: 'reasoning-signature', signature });
      return events;
    }
    const shown = textOf(part);
    return shown === '' ? [] : [{ type: 'text-delta', text: shown }];
  }

  /**
   * Calls arrive complete. If the upstream sends no call id, one is derived from the response id, because names are not
   * unique.
   */
  private call(call: UnknownRecord, signature: string): CanonicalEvent[] {
    const index = this.tools++;
    const id = text(call.id) || `call_${this.id || 'gemini'}_${index}`;
    const start: CanonicalEvent = { type: 'tool-start', index, id, name: text(call.name) };
    if (signature !== '') start.signature = signature;
    return [start, { type: 'tool-delta', index, text: argumentsText(call.args) }];
  }

  private reason(raw: string): FinishReason {
    const reason = finishReason(raw);
    return reason === 'stop' && this.tools > 0 ? 'tool-calls' : reason;
  }

  private block(reason: string): CanonicalEvent[] {
    if (reason === '') return [];
    if (this.blocked === 'error') return [{ type: 'error', failure: blockedPrompt(reason) }];
    return [{ type: 'finish', reason: 'content-filter', raw: reason }];
  }
}

function usageOf(event: UnknownRecord, candidate: UnknownRecord | undefined): Partial<Usage> | undefined {
  const usage = readUsage(event.usageMetadata);
  const searches = readSearches(candidate);
  if (!searches) return usage;
  return { ...usage, more: { ...usage?.more, ...searches } };
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
  if (text(mimeType).startsWith('image/')) return `![image](data:${text(mimeType)};base64,${text(data)})`;
  return '';
}

/** https://ai.google.dev/api/generate-content#FinishReason */
function finishReason(raw: string): FinishReason {
  switch (raw) {
    case 'STOP':
    // Sent by some relays of this API for tool calls.
    case 'FUNCTION_CALL':
      return 'stop';
    case 'MAX_TOKENS':
      return 'length';
    case 'SAFETY':
    case 'RECITATION':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
    case 'LANGUAGE':
      return 'content-filter';
    default:
      return 'other';
  }
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
