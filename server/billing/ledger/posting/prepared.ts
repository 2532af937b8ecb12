/** A statement of `pg` with a name. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * A statement that a connection parses and plans once instead of for every batch: for batches of a few requests, planning takes
 * longer than running it. Session pools allow it; transaction pools are refused when the programs start.
 * @param name unique; always with the same text
 */
export function prepared(name: string, text: string, values: unknown[]): Prepared {
  return { name: `post ${name}`, text, values };
}
