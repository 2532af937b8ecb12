/**
 * Lenient readers for upstream data: a field of the wrong type counts as absent, because providers differ and a response
 * that is paid for should not be lost because of a detail.
 */
export type UnknownRecord = Readonly<Record<string, unknown>>;

const nothing: UnknownRecord = Object.freeze({});

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one. */
export function record(value: unknown): UnknownRecord {
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

/**
 * Bound for plausible counts. A larger report is ignored: charging for it would empty the account and could overflow the
 * ledger.
 */
const BEYOND_BELIEF = 1e9;

/** An integer >= 0 (fractions are rounded), or undefined. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < BEYOND_BELIEF ? Math.round(value) : undefined;
}

/** The number, also if it is written as a text; NaN for other values. */
export function numeric(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Parses the data of a frame, which must be an object. @throws SyntaxError */
export function parseRecord(data: string): UnknownRecord {
  const value: unknown = JSON.parse(data);
  if (!isRecord(value)) throw new SyntaxError('the frame is not a JSON object');
  return value;
}
