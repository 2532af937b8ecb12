import { UpstreamError } from './failure.js';

/** Levels of objects and lists that the arguments of a tool call may have: far more than any schema, far fewer than a stack holds. */
const MAX_DEPTH = 512;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The JSON text of a tool call's arguments that a provider sent as a value.
 * @throws UpstreamError where they are nested too deeply to be written again (RangeError beyond what the stack holds)
 */
export function argumentsText(value: unknown): string {
  const text = JSON.stringify(value ?? {});
  requireShallow(text);
  return text;
}

/**
 * For arguments that are to be parsed and written again. Texts that are too short to be deep cost nothing.
 * @throws UpstreamError where they are nested too deeply
 */
export function requireShallow(text: string): void {
  if (text.length <= MAX_DEPTH) return;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH) throw tooDeep();
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
}

function tooDeep(): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: 'the arguments of a tool call are nested too deeply',
    kind: 'upstream_error',
    code: 'answer_unreadable',
    retryable: true,
    disables: false,
  });
}
