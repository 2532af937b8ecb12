import type { TokenProbability } from '../../canonical/events.js';

/** https://ai.google.dev/api/generate-content#LogprobsResult; tokens of other providers may have no tokenId. */
export function renderLogprobs(tokens: readonly TokenProbability[]): object {
  return {
    topCandidates: tokens.map(({ others }) => ({ candidates: others.map(candidate) })),
    chosenCandidates: tokens.map(candidate),
  };
}

/** Mean log probability of a whole response. */
export function meanLogprob(tokens: readonly TokenProbability[]): number {
  return tokens.reduce((sum, { logprob }) => sum + logprob, 0) / tokens.length;
}

function candidate({ text, logprob, id }: Omit<TokenProbability, 'others'>): object {
  return { token: text, ...(id !== undefined && { tokenId: id }), logProbability: logprob };
}
