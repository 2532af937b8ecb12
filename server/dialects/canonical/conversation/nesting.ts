import { UpstreamError } from '../failure.js';

/** Maximum nesting of tool call arguments: more than any schema needs and far less than the stack allows. */
const MAX_DEPTH = 512;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The JSON text of tool call arguments that a provider sent as a value.
 * @throws UpstreamError when they are nested too deeply to be serialised again (RangeError beyond what the stack allows)
 */
export function argumentsText(value: unknown): string {
  const text = JSON.stringify(value ?? {});
  requireShallow(text);
  return text;
}

/**
 * Checks arguments that will be parsed and serialised again. Texts too short to be nested deeply are not scanned.
 * @throws UpstreamError when they are nested too deeply
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
    text: 'upstream_unreadable',
    kind: 'upstream_error',
    code: 'answer_unreadable',
    retryable: true,
    disables: false,
  });
}
