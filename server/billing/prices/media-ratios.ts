/** How dear sound and pictures are, relative to text input of the same model. */
export interface MediaRatios {
  readonly audioInput: number;
  /** Sound read from a cache; undefined: as dear as text that was. */
  readonly audioCache?: number | undefined;
  /** On top of `audioInput`, for sound the model makes. */
  readonly audioCompletion: number;
  readonly imageInput: number;
  readonly imageOutput: number;
}

type Rule = readonly [matches: (name: string) => boolean, ratio: number];

const has =
  (...parts: string[]) =>
  (name: string) =>
    parts.every((part) => name.includes(part));

/** In order, first match wins (spec/relay-and-billing.md C3, 7). */
const AUDIO: readonly Rule[] = [
  // E5: what Google sells sound for on its own.
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

/** Sound in the cache of models that sell it at another price than text in the cache (the vendors' price lists). */
const AUDIO_CACHE: readonly Rule[] = [
  [has('gpt-realtime-mini'), 0.3 / 0.6],
  [has('gpt-4o-realtime-preview-2024-10-01'), 20 / 5],
  [has('gemini-2.5-flash-lite'), 0.03 / 0.1],
  [has('gemini-2.5-flash'), 0.1 / 0.3],
  [has('gemini-2.0-flash-lite'), 0.25],
  [has('gemini-2.0-flash'), 0.175 / 0.1],
];

/** `gpt-4o-mini-tts` is sold by what it says, the older voices by what they are given to say. */
const AUDIO_COMPLETION: readonly Rule[] = [
  [has('tts-1'), 0],
  [has('gpt-4o-mini-tts'), 1],
  [has('gemini', '-native-audio'), 12 / 3],
  [has('-realtime'), 2],
  [has('-audio'), 2],
];

const IMAGE: readonly Rule[] = [[has('gpt-image-1'), 2]];

/** What is known of a model by its name; 1 where nothing is. `completionRatio` prices pictures and sound the model makes. */
export function mediaRatios(name: string, completionRatio: number): MediaRatios {
  // Where sound has no price of its own it costs what text does.
  return {
    audioInput: first(AUDIO, name),
    audioCache: AUDIO_CACHE.find(([matches]) => matches(name))?.[1],
    audioCompletion: first(AUDIO_COMPLETION, name, completionRatio),
    imageInput: first(IMAGE, name),
    imageOutput: completionRatio,
  };
}

function first(rules: readonly Rule[], name: string, otherwise = 1): number {
  return rules.find(([matches]) => matches(name))?.[1] ?? otherwise;
}
