import type { TokenProbability } from '../../hub/events.js';
import { isRecord, list, record, text, type Loose } from '../../json/loose.js';

/** `choices[].logprobs` of OpenAI, whole or of one chunk; undefined where it tells no token of the text. */
export function readLogprobs(value: unknown): TokenProbability[] | undefined {
  if (!isRecord(value)) return undefined;
  const tokens = list(value.content)
    .map(record)
    .map((one) => ({ ...token(one), others: list(one.top_logprobs).map(record).map(token) }));
  return tokens.length > 0 ? tokens : undefined;
}

function token({ token: said, logprob, bytes }: Loose): Omit<TokenProbability, 'others'> {
  return {
    text: text(said),
    logprob: typeof logprob === 'number' ? logprob : 0,
    ...(Array.isArray(bytes) && { bytes: bytes.filter((byte) => typeof byte === 'number') }),
  };
}
