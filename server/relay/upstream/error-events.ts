import { frameStart } from './sse.js';

const WORD = 'error';
const QUOTE = 0x22;
const COLON = 0x3a;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
/** `n` of `null`: many providers send `"error":null` with every answer. */
const NULL = 0x6e;

/**
 * Where the next event begins that may report an error, -1 when there is none: an event named `error`, or one with a key or
 * value `"error"`. Quotes inside texts are escaped, so texts of an answer are never taken for one.
 * @param events whole events
 * @param from where the search begins
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

/** `event: error`, a line of its own. */
function isErrorName(events: Buffer, at: number): boolean {
  const next = events[at + WORD.length];
  if (next !== LF && next !== CR) return false;
  return /(?:^|[\r\n])event: ?$/.test(events.toString('latin1', Math.max(0, at - 8), at));
}
