import type { TokenProbability } from '../../canonical/events.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * `candidates[].logprobsResult` (https://ai.google.dev/api/generate-content#LogprobsResult); undefined if it contains no
 * tokens.
 */
export function readLogprobs(value: unknown): TokenProbability[] | undefined {
  if (!isRecord(value)) return undefined;
  const others = list(value.topCandidates).map((one) => list(record(one).candidates).map(record));
  const tokens = list(value.chosenCandidates)
    .map(record)
    .map((one, index) => ({ ...token(one), others: (others[index] ?? []).map(token) }));
  return tokens.length > 0 ? tokens : undefined;
}

function token({ token: piece, tokenId, logProbability }: UnknownRecord): Omit<TokenProbability, 'others'> {
  const id = count(tokenId);
  return {
    text: text(piece),
    logprob: typeof logProbability === 'number' ? logProbability : 0,
    ...(id !== undefined && { id }),
  };
}
