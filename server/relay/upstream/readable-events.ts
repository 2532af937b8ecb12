import { framesIn } from './sse.js';

const LF = 10;
const CR = 13;
/** `d` of `data:`; no other field of an event begins with it. */
const DATA = 100;
const CLOSING_BRACE = 125;
const END_MARKER = '[DONE]';

/** What is left of whole events when those are taken out that no client could read. */
export interface ReadableEvents {
  readonly bytes: Buffer;
  /** Pieces of JSON among what was taken out; noise is not counted. */
  readonly damaged: number;
}

/**
 * Takes events out whose data is no JSON: clients give up over one of them, though the rest of the answer is in order.
 * Undefined when there is nothing to take out. Data that ends with a brace is taken for JSON, so nearly every event costs
 * two searches for a line end; only others are read.
 * @param region whole events
 */
export function withoutUnreadable(region: Buffer): ReadableEvents | undefined {
  let kept: Buffer[] | undefined;
  let keptFrom = 0;
  let damaged = 0;
  let event = 0;
  let line = 0;
  let doubtful = false;
  for (let lf = region.indexOf(LF); lf !== -1; lf = region.indexOf(LF, line)) {
    const end = region[lf - 1] === CR ? lf - 1 : lf;
    if (end > line) {
      if (region[line] === DATA && region[end - 1] !== CLOSING_BRACE) doubtful = true;
      line = lf + 1;
      continue;
    }
    line = lf + 1;
    if (doubtful) {
      const verdict = look(region.subarray(event, line));
      if (verdict !== 'readable') {
        (kept ??= []).push(region.subarray(keptFrom, event));
        keptFrom = line;
        if (verdict === 'damaged') damaged++;
      }
      doubtful = false;
    }
    event = line;
  }
  if (!kept) return undefined;
  kept.push(region.subarray(keptFrom));
  return { bytes: Buffer.concat(kept), damaged };
}

function look(event: Buffer): 'readable' | 'damaged' | 'noise' {
  for (const { data } of framesIn(event)) {
    if (data === END_MARKER) continue;
    try {
      JSON.parse(data);
    } catch {
      return data.startsWith('{') ? 'damaged' : 'noise';
    }
  }
  return 'readable';
}
