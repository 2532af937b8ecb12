import type { TokenProbability } from '../../canonical/events.js';

/**
 * `logprobs` of a choice (https://platform.openai.com/docs/api-reference/chat/object): every token of the text with those
 * that were nearly said instead.
 */
export function renderLogprobs(tokens: readonly TokenProbability[]): object {
  return {
    content: tokens.map(({ others, ...one }) => ({ ...token(one), top_logprobs: others.map(token) })),
    refusal: null,
  };
}

function token({ text, logprob, bytes }: Omit<TokenProbability, 'others'>): object {
  return { token: text, logprob, bytes: bytes ?? bytesOf(text) };
}

/** A token that is part of a letter cannot be told from its text. */
function bytesOf(text: string): number[] | null {
  return text.includes('\ufffd') ? null : [...Buffer.from(text, 'utf8')];
}
