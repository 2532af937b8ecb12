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

/** Formats a value for a message. */
export function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** Whether the value is a text of this form. */
export function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

/** Collects the violations of a request, each with its place. */
export class Violations {
  readonly list: string[] = [];

  add(place: string, problem: string): void {
    this.list.push(`${place}: ${problem}`);
  }

  /** Adds a violation unless the condition holds. */
  expect(holds: boolean, place: string, problem: string): void {
    if (!holds) this.add(place, problem);
  }

  /** Adds a violation for each unknown member. */
  known(value: Json, names: readonly string[], place: string): void {
    for (const name of Object.keys(value)) {
      if (!names.includes(name)) this.add(place, `unknown member ${name}`);
    }
  }
}

/** State of a conversation that a strict provider keeps. */
export interface IssuedContent {
  /** Thought signatures it has issued. */
  readonly signatures: ReadonlySet<string>;
  /** Thoughts that it gave, by the ids of the calls beside them. */
  readonly thoughts?: ReadonlyMap<string, string>;
}
