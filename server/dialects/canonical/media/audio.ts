/** Tokens charged per minute of audio unless the operator sets the option AudioTokensPerMinute. */
export const AUDIO_TOKENS_PER_MINUTE = 1000;

/** Tokens charged for audio of which only the length is known. Partial seconds are rounded up. */
export function audioTokens(seconds: number, perMinute: number = AUDIO_TOKENS_PER_MINUTE): number {
  return Math.round((Math.ceil(seconds) / 60) * perMinute);
}

/** Names of speech models whose price is per token of text and of audio, whichever provider serves them. */
const PRICED_BY_AUDIO = /^(?:gpt|gemini)-.*tts/;

export function isPricedByAudio(model: string): boolean {
  return PRICED_BY_AUDIO.test(model);
}
