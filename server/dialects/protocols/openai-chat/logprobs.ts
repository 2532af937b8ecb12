import type { TokenProbability } from '../../canonical/events.js';

/**
 * `logprobs` of a choice (https://platform.openai.com/docs/api-reference/chat/object): every token of the text with its
 * alternatives.
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

/** Null for a token that is part of a character, whose bytes cannot be derived from the text. */
function bytesOf(text: string): number[] | null {
  return text.includes('\ufffd') ? null : [...Buffer.from(text, 'utf8')];
}
