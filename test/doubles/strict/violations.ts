/** A parsed JSON object. */
export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function json(value: unknown): Json {
  return isJson(value) ? value : {};
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value in a message. */
export function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** What a request does against the rules its provider documents, each with its place. */
export class Violations {
  readonly list: string[] = [];

  add(place: string, problem: string): void {
    this.list.push(`${place}: ${problem}`);
  }

  /** Refuses a condition that does not hold. */
  expect(holds: boolean, place: string, problem: string): void {
    if (!holds) this.add(place, problem);
  }

  /** Members that the provider does not know. */
  known(value: Json, names: readonly string[], place: string): void {
    for (const name of Object.keys(value)) {
      if (!names.includes(name)) this.add(place, `unknown member ${name}`);
    }
  }
}

/** What a strict provider remembers of a conversation. */
export interface Given {
  /** Proofs of thoughts that it has given out. */
  readonly signatures: ReadonlySet<string>;
}
