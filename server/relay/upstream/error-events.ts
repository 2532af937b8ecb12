import { frameStart } from './sse.js';

const WORD = 'error';
const QUOTE = 0x22;
const COLON = 0x3a;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
/** `n` of `null`: many providers send `"error":null` in every event. */
const NULL = 0x6e;

/**
 * Returns the offset of the next event that may report an error, -1 if there is none: an event named `error`, or one with a
 * key or string value `"error"`. Quotes inside JSON strings are escaped, so generated text never matches.
 * @param events complete events
 * @param from offset at which the search starts
 */
export function errorEventAt(events: Buffer, from: number): number {
  for (let at = events.indexOf(WORD, from); at !== -1; at = events.indexOf(WORD, at + WORD.length)) {
    if (isQuotedError(events, at) || isErrorName(events, at)) return Math.max(frameStart(events, at), from);
  }
  return -1;
}

function isQuotedError(events: Buffer, at: number): boolean {
  let next = at + WORD.length;
  if (events[at - 1] !== QUOTE || events[next] !== QUOTE) return false;
  next = afterSpaces(events, next + 1);
  return events[next] !== COLON || events[afterSpaces(events, next + 1)] !== NULL;
}

function afterSpaces(events: Buffer, from: number): number {
  let at = from;
  while (events[at] === SPACE) at++;
  return at;
}

/** True for the line `event: error`. */
function isErrorName(events: Buffer, at: number): boolean {
  const next = events[at + WORD.length];
  if (next !== LF && next !== CR) return false;
  return /(?:^|[\r\n])event: ?$/.test(events.toString('latin1', Math.max(0, at - 8), at));
}
