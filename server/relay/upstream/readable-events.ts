import { framesIn } from './sse.js';

const LF = 10;
const CR = 13;
/** `d` of `data:`; no other field of an event begins with it. */
const DATA = 100;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const SPACE = 32;
const AFTER_DATA = 'data:'.length;
const END_MARKER = '[DONE]';

/** Whole events up to the first one that holds damaged JSON. */
export interface ReadableEvents {
  /** What came before it, without noise. */
  readonly bytes: Buffer;
  /** The data of the damaged event; undefined when there was only noise. */
  readonly damaged?: string;
  /** Its name; 'message' where its sender gave none. */
  readonly name?: string;
  /** The events behind the damaged one. */
  readonly rest?: Buffer;
}

/**
 * Takes events out whose data is no JSON: clients give up over one of them. Undefined when there is nothing to take out.
 * Data between braces is taken for JSON, so nearly every event costs two searches for a line end; only others are read.
 * @param region whole events
 */
export function withoutUnreadable(region: Buffer): ReadableEvents | undefined {
  const first = region.indexOf(LF);
  // One event of one line, as nearly all are.
  if (first === region.length - 2 && region[0] === DATA && looksWhole(region, 0, first)) return undefined;
  let kept: Buffer[] | undefined;
  let keptFrom = 0;
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
        (kept ??= []).push(region.subarray(keptFrom, event));
        if (verdict !== 'noise')
          return { bytes: Buffer.concat(kept), ...verdict, rest: region.subarray(line) };
        keptFrom = line;
      }
      doubtful = false;
    }
    event = line;
  }
  if (!kept) return undefined;
  kept.push(region.subarray(keptFrom));
  return { bytes: Buffer.concat(kept) };
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
      // Half of an event may have lost its beginning as well as its end.
      return /[{}"]/.test(data) ? { damaged: data, name } : 'noise';
    }
  }
  return 'readable';
}

/**
 * Is a damaged event a part of the answer, of which something is missing now? What proxies put between the events of an
 * answer begins otherwise than those: before the first list (choices, candidates) an event names its answer, its model and
 * its time, and all events of one answer do so alike. In doubt it is a part of the answer.
 * @param name of the event
 * @param damaged the data of the event
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
    // Here the events of the answer differ themselves: what comes from here on tells nothing.
    if (first[at] !== second[at]) return true;
    if (first[at] !== damaged[at]) return false;
  }
  return true;
}
