import { framesIn } from './sse.js';

const LF = 10;
const CR = 13;
/** `d` of `data:`; no other field name starts with it. */
const DATA = 100;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const SPACE = 32;
const AFTER_DATA = 'data:'.length;
const END_MARKER = '[DONE]';

/** The complete events before the first one with damaged JSON. */
export interface ReadableEvents {
  /** Bytes of these events, without noise. */
  readonly bytes: Buffer;
  /** Data of the damaged event; undefined if only noise was removed. */
  readonly damaged?: string;
  /** Name of the damaged event; 'message' if it has none. */
  readonly name?: string;
  /** The events after the damaged one. */
  readonly rest?: Buffer;
}

/**
 * Removes events whose data is not JSON, because clients fail on them. Returns undefined if there is nothing to remove. Data
 * between braces is assumed to be JSON, so nearly every event costs two searches for a line end; only the others are parsed.
 * @param region complete events
 */
export function withoutUnreadable(region: Buffer): ReadableEvents | undefined {
  const first = region.indexOf(LF);
  // Fast path: a single event of one line, as nearly all are.
  if (first === region.length - 2 && region[0] === DATA && looksWhole(region, 0, first)) return undefined;
  let retained: Buffer[] | undefined;
  let retainedFrom = 0;
  let event = 0;
  let line = 0;
  let doubtful = false;
  for (let lf = first; lf !== -1; lf = region.indexOf(LF, line)) {
    const end = region[lf - 1] === CR ? lf - 1 : lf;
    if (end > line) {
      if (region[line] === DATA && !looksWhole(region, line, end)) doubtful = true;
      line = lf + 1;
      continue;
    }
    line = lf + 1;
    if (doubtful) {
      const verdict = look(region.subarray(event, line));
      if (verdict !== 'readable') {
        (retained ??= []).push(region.subarray(retainedFrom, event));
        if (verdict !== 'noise')
          return { bytes: Buffer.concat(retained), ...verdict, rest: region.subarray(line) };
        retainedFrom = line;
      }
      doubtful = false;
    }
    event = line;
  }
  if (!retained) return undefined;
  retained.push(region.subarray(retainedFrom));
  return { bytes: Buffer.concat(retained) };
}

function looksWhole(region: Buffer, line: number, end: number): boolean {
  if (region[end - 1] !== CLOSING_BRACE) return false;
  const first = region[line + AFTER_DATA];
  return first === OPENING_BRACE || (first === SPACE && region[line + AFTER_DATA + 1] === OPENING_BRACE);
}

function look(event: Buffer): 'readable' | 'noise' | { damaged: string; name: string } {
  for (const { name, data } of framesIn(event)) {
    if (data === END_MARKER) continue;
    try {
      JSON.parse(data);
    } catch {
      // A damaged event may lack its beginning as well as its end.
      return /[{}"]/.test(data) ? { damaged: data, name } : 'noise';
    }
  }
  return 'readable';
}

/**
 * Returns whether a damaged event belongs to the response, so that part of the response is missing. Events that proxies
 * insert start differently: before the first list (choices, candidates) an event contains id, model and time, which are the
 * same in all events of one response. True in doubt.
 * @param name name of the event
 * @param damaged data of the event
 * @param others data of the complete events before it
 */
export function belongsToAnswer(name: string, damaged: string, others: readonly string[]): boolean {
  if (name !== 'message') return name !== 'ping';
  const [first, second] = others.slice(-2);
  if (first === undefined || second === undefined) return true;
  const list = first.indexOf('[');
  const envelope = list === -1 ? first.length : list;
  const most = Math.min(envelope, second.length, damaged.length);
  for (let at = 0; at < most; at++) {
    // The response's own events differ from here on, so the rest cannot be compared.
    if (first[at] !== second[at]) return true;
    if (first[at] !== damaged[at]) return false;
  }
  return true;
}
