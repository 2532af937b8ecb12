/** The prompts to continue: texts, or lists of token ids of one model. Each prompt gets its own response. */
export interface Prompt {
  readonly texts: readonly string[];
  /** Number of tokens of each prompt of token ids. */
  readonly idCounts: readonly number[];
}

/** Why `prompt` is invalid. */
export type NoPrompt = 'missing' | 'malformed';

/** Reads `prompt`: a text, a list of texts, a list of token ids, or a list of such lists. */
export function readPrompt(value: unknown): Prompt | NoPrompt {
  if (value === undefined || value === null || value === '') return 'missing';
  if (typeof value === 'string') return { texts: [value], idCounts: [] };
  if (!Array.isArray(value)) return 'malformed';
  const list: readonly unknown[] = value;
  if (list.length === 0) return 'missing';
  if (list.every((item) => typeof item === 'string')) return { texts: list, idCounts: [] };
  if (list.every(isId)) return { texts: [], idCounts: [list.length] };
  if (!list.every(isIdList)) return 'malformed';
  return { texts: [], idCounts: list.map(({ length }) => length) };
}

/** Number of prompts. */
export function promptCount({ texts, idCounts }: Prompt): number {
  return texts.length + idCounts.length;
}

function isId(value: unknown): value is number {
  return Number.isInteger(value);
}

function isIdList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every(isId);
}
