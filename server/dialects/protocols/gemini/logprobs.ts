import type { TokenProbability } from '../../canonical/events.js';

/** https://ai.google.dev/api/generate-content#LogprobsResult; tokens have no numbers here where another vendor chose them. */
export function renderLogprobs(tokens: readonly TokenProbability[]): object {
  return {
    topCandidates: tokens.map(({ others }) => ({ candidates: others.map(candidate) })),
    chosenCandidates: tokens.map(candidate),
  };
}

/** Of a whole answer. */
export function meanLogprob(tokens: readonly TokenProbability[]): number {
  return tokens.reduce((sum, { logprob }) => sum + logprob, 0) / tokens.length;
}

function candidate({ text, logprob, id }: Omit<TokenProbability, 'others'>): object {
  return { token: text, ...(id !== undefined && { tokenId: id }), logProbability: logprob };
}
