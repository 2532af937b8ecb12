/** Tokens that a minute of sound counts as where operators say nothing else (spec/relay-and-billing.md C4). */
export const SOUND_TOKENS_PER_MINUTE = 1000;

/** Sound of which only the length is known, in tokens; started seconds count whole. */
export function audioTokens(seconds: number, perMinute: number = SOUND_TOKENS_PER_MINUTE): number {
  return Math.round((Math.ceil(seconds) / 60) * perMinute);
}
