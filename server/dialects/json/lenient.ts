/**
 * Forgiving readers for what upstreams send: a field of the wrong type counts as absent, since vendors differ and an
 * answer that is paid for should not be lost to a detail.
 */
export type Loose = Readonly<Record<string, unknown>>;

const nothing: Loose = Object.freeze({});

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one. */
export function record(value: unknown): Loose {
  return isRecord(value) ? value : nothing;
}

/** The string, or ''. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The list, or an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** More than any request can use of anything. Believed, it would ruin an account, and no book could hold what it costs. */
const BEYOND_BELIEF = 1e9;

/** A whole number >= 0, or undefined. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < BEYOND_BELIEF ? Math.round(value) : undefined;
}

/** Parses a frame's data; anything but an object is a malformed frame. @throws SyntaxError */
export function parseRecord(data: string): Loose {
  const value: unknown = JSON.parse(data);
  if (!isRecord(value)) throw new SyntaxError('the frame is not a JSON object');
  return value;
}
