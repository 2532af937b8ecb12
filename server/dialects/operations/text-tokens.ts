import { estimateTokens } from '../canonical/estimate.js';
import { noUsage, type Usage } from '../canonical/usage.js';
import { isRecord } from '../json/lenient.js';

/** Characters beyond which a text is not looked at word by word. */
const LONG = 200_000;
const CHARACTERS_PER_TOKEN = 4;
/** What a picture counts as (spec/relay-and-billing.md C4). */
const PER_IMAGE = 765;

/** Approximate tokens of a text; of a very long one by its length alone. */
export function textTokens(text: string): number {
  return text.length > LONG ? Math.ceil(text.length / CHARACTERS_PER_TOKEN) : estimateTokens(text);
}

/**
 * Approximate tokens of an `input` as embeddings, moderations and rerank take it: a text, texts, a list of token
 * numbers, lists of them, objects with a `text` or a picture.
 */
export function inputTokens(input: unknown): number {
  if (typeof input === 'string') return textTokens(input);
  if (typeof input === 'number') return 1;
  if (Array.isArray(input)) return input.reduce((sum: number, one) => sum + inputTokens(one), 0);
  if (!isRecord(input)) return 0;
  if (typeof input.text === 'string') return textTokens(input.text);
  return PER_IMAGE;
}

export function inputUsage(tokens: number): Usage {
  return { ...noUsage(), input: tokens };
}
