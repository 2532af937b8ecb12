import { estimateTokens } from '../canonical/estimate.js';
import { noUsage, type Usage } from '../canonical/usage.js';
import { isRecord } from '../json/lenient.js';

/** Texts with more characters are estimated by their length alone. */
const LONG = 200_000;
const CHARACTERS_PER_TOKEN = 4;
/** Estimated tokens of an image. */
const PER_IMAGE = 765;

/** Approximate tokens of a text. Very long texts are estimated by their length alone. */
export function textTokens(text: string): number {
  return text.length > LONG ? Math.ceil(text.length / CHARACTERS_PER_TOKEN) : estimateTokens(text);
}

/**
 * Approximate tokens of the `input` of embeddings, moderations and rerank: a text, a list of texts, a list of token ids,
 * nested lists, or objects with a `text` or an image.
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
