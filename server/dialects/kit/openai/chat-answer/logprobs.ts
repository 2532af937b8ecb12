import type { TokenProbability } from '../../../canonical/events.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../../json/lenient.js';

/** `choices[].logprobs` of OpenAI, of a response or one chunk; undefined if it contains no tokens of the text. */
export function readLogprobs(value: unknown): TokenProbability[] | undefined {
  if (!isRecord(value)) return undefined;
  const tokens = readTokens(value.content);
  return tokens.length > 0 ? tokens : undefined;
}

/** The tokens of a text, each with its alternatives. */
export function readTokens(value: unknown): TokenProbability[] {
  return list(value)
    .map(record)
    .map((one) => ({ ...token(one), others: list(one.top_logprobs).map(record).map(token) }));
}

function token({ token: piece, logprob, bytes }: UnknownRecord): Omit<TokenProbability, 'others'> {
  return {
    text: text(piece),
    logprob: typeof logprob === 'number' ? logprob : 0,
    ...(Array.isArray(bytes) && { bytes: bytes.filter((byte) => typeof byte === 'number') }),
  };
}
