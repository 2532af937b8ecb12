/** Prices of audio and images relative to text input of the same model. */
export interface MediaRatios {
  readonly audioInput: number;
  /** Cached audio input; undefined = priced like cached text. */
  readonly audioCache?: number | undefined;
  /** Audio output, multiplied with `audioInput`. */
  readonly audioCompletion: number;
  readonly imageInput: number;
  readonly imageOutput: number;
}

type Rule = readonly [matches: (name: string) => boolean, ratio: number];

const has =
  (...parts: string[]) =>
  (name: string) =>
    parts.every((part) => name.includes(part));

/** Checked in order; the first match wins. */
const AUDIO: readonly Rule[] = [
  // Google's list prices for audio: https://ai.google.dev/gemini-api/docs/pricing
  [has('gemini', '-native-audio'), 3 / 0.5],
  [has('gemini', '-tts'), 1],
  [has('gemini-2.5-flash-lite'), 0.3 / 0.1],
  [has('gemini-2.5-flash'), 1 / 0.3],
  [has('gemini-2.0-flash-lite'), 1],
  [has('gemini-2.0-flash'), 0.7 / 0.1],
  [has('gpt-4o-realtime-preview-2024-12-17'), 8],
  [has('-realtime', 'mini'), 10 / 0.6],
  [has('-realtime'), 20],
  [has('gpt-4o-audio-preview-2024-12-17'), 16],
  [has('-audio', 'mini'), 10 / 0.15],
  [has('-audio'), 40],
  [has('gpt-4o-mini-tts'), 25],
];

/** Cached audio of models for which the provider's list price differs from that of cached text. */
const AUDIO_CACHE: readonly Rule[] = [
  [has('gpt-realtime-mini'), 0.3 / 0.6],
  [has('gpt-4o-realtime-preview-2024-10-01'), 20 / 5],
  [has('gemini-2.5-flash-lite'), 0.03 / 0.1],
  [has('gemini-2.5-flash'), 0.1 / 0.3],
  [has('gemini-2.0-flash-lite'), 0.25],
  [has('gemini-2.0-flash'), 0.175 / 0.1],
];

/** `gpt-4o-mini-tts` is priced by its audio output, older voices by their text input. */
const AUDIO_COMPLETION: readonly Rule[] = [
  [has('tts-1'), 0],
  [has('gpt-4o-mini-tts'), 1],
  [has('gemini', '-native-audio'), 12 / 3],
  [has('-realtime'), 2],
  [has('-audio'), 2],
];

const IMAGE: readonly Rule[] = [[has('gpt-image-1'), 2]];

/** Images that chat models generate, relative to text input: https://ai.google.dev/gemini-api/docs/pricing */
const IMAGE_OUTPUT: readonly Rule[] = [
  [has('gemini-2.5-flash-image'), 30 / 0.3],
  [has('gemini-3-pro-image'), 120 / 2],
  [has('gemini-3.1-flash-image'), 60 / 0.5],
];

/** Ratios derived from a model's name, 1 by default. `completionRatio` is the default for generated images and audio. */
export function mediaRatios(name: string, completionRatio: number): MediaRatios {
  // Audio without a price of its own costs as much as text.
  return {
    audioInput: first(AUDIO, name),
    audioCache: AUDIO_CACHE.find(([matches]) => matches(name))?.[1],
    audioCompletion: first(AUDIO_COMPLETION, name, completionRatio),
    imageInput: first(IMAGE, name),
    imageOutput: first(IMAGE_OUTPUT, name, completionRatio),
  };
}

function first(rules: readonly Rule[], name: string, otherwise = 1): number {
  return rules.find(([matches]) => matches(name))?.[1] ?? otherwise;
}
