import { UpstreamError } from '../../canonical/failure.js';
import { count, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { NativeFinish } from '../../kit/native-finish.js';
import type { NativeChange, NativeCodec, Query, Target, UpstreamCall } from '../../kit/provider.js';
import { googleCall } from './address.js';
import { readAnswer } from './answer.js';
import { GEMINI_FINISH_REASONS, geminiFacts } from './facts.js';
import { finishWord, readStream } from './stream.js';

const blankLine = Buffer.from('\n\n');
const blankLineCr = Buffer.from('\r\n\r\n');
/**
 * Members of the event that completes a response. Quotes inside strings are escaped, so texts cannot contain these bytes.
 */
const lastFrames = ['"finishReason"', '"blockReason"'].map((words) => Buffer.from(words));

/**
 * Google clients on Google upstreams: the client's bytes. The model is in the URL, so model mapping leaves the body
 * unchanged. Streams are always requested as server-sent events; the pipeline converts them to the client's framing.
 */
export const nativeGenerate: NativeCodec = {
  reader: { answer: readAnswer('answer'), stream: () => readStream('answer') },
  request: generateCall,
  finish: new NativeFinish('finishReason', 3, GEMINI_FINISH_REASONS, geminiFacts.finish),
  end: '',
  endOf,
};

export const countTokens: Query<number, { body: Buffer }> = {
  request: (target, { body }) => googleCall(target, 'countTokens', body),
  read(body) {
    const tokens = count(record(body).totalTokens);
    if (tokens === undefined) throw new UpstreamError(invalidResponse('the answer holds no token count'));
    return tokens;
  },
};

function generateCall(body: Buffer, change: NativeChange, target: Target): UpstreamCall {
  const call = googleCall(
    target,
    change.stream ? 'streamGenerateContent?alt=sse' : 'generateContent',
    change.passThrough ? body : overridden(body, target),
  );
  return { ...call, reasoningEffort: effortIn(body) };
}

/** Applies the channel's param_override, which replaces top-level members. */
export function overridden(body: Buffer, { override }: Target): Buffer {
  if (!override) return body;
  const changes = new Map(Object.entries(override).map(([name, value]) => [name, JSON.stringify(value)]));
  return splice(scanObject(body), changes);
}

/** The requested thinking level or budget, for the log. */
export function effortIn(body: Buffer): string | undefined {
  if (!body.includes('"thinking')) return undefined;
  const object = scanObject(body);
  const member = object.find('generationConfig') ?? object.find('generation_config');
  const config = record(member && object.value(member));
  const thinking = record(config.thinkingConfig ?? config.thinking_config);
  const level = text(thinking.thinkingLevel ?? thinking.thinking_level).toLowerCase();
  const budget = thinking.thinkingBudget ?? thinking.thinking_budget;
  return level || (typeof budget === 'number' ? String(budget) : undefined);
}

/**
 * Offset of the last event with a finish reason or block reason; -1 if there is none. Google's streams have no end marker
 * (https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent).
 */
export function endOf(events: Buffer): number {
  for (let before = events.length; ;) {
    const at = Math.max(...lastFrames.map((words) => lastBefore(events, words, before)));
    if (at === -1) return -1;
    const start = eventStart(events, at);
    if (completes(dataOf(events.subarray(start)))) return start;
    before = at;
  }
}

function lastBefore(events: Buffer, words: Buffer, before: number): number {
  return before === 0 ? -1 : events.lastIndexOf(words, before - 1);
}

function eventStart(events: Buffer, at: number): number {
  const lf = events.lastIndexOf(blankLine, at);
  const cr = events.lastIndexOf(blankLineCr, at);
  return Math.max(lf === -1 ? 0 : lf + blankLine.length, cr === -1 ? 0 : cr + blankLineCr.length);
}

/** The JSON object of the first event in these bytes. */
function dataOf(events: Buffer): UnknownRecord {
  const lines: string[] = [];
  for (const line of events.toString('utf8').split(/\r?\n/)) {
    if (line === '' && lines.length > 0) break;
    if (line.startsWith('data:')) lines.push(line.slice('data:'.length));
  }
  try {
    return record(JSON.parse(lines.join('\n')));
  } catch {
    // An unreadable event does not end the stream.
    return record(undefined);
  }
}

function completes(event: UnknownRecord): boolean {
  if (text(record(event.promptFeedback).blockReason) !== '') return true;
  return list(event.candidates).some((candidate) => finishWord(record(candidate)) !== '');
}
