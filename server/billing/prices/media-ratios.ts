/** How dear sound and pictures are, relative to text input of the same model. */
export interface MediaRatios {
  readonly audioInput: number;
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
  [has('gpt-4o-realtime-preview-2024-12-17'), 8],
  [has('-realtime', 'mini'), 10 / 0.6],
  [has('-realtime'), 20],
  [has('gpt-4o-audio-preview-2024-12-17'), 16],
  [has('-audio', 'mini'), 10 / 0.15],
  [has('-audio'), 40],
  [has('gpt-4o-mini-tts'), 25],
];

/** `gpt-4o-mini-tts` is sold by what it says, the older voices by what they are given to say. */
const AUDIO_COMPLETION: readonly Rule[] = [
  [has('tts-1'), 0],
  [has('gpt-4o-mini-tts'), 1],
  [has('-realtime'), 2],
  [has('-audio'), 2],
];

const IMAGE: readonly Rule[] = [[has('gpt-image-1'), 2]];

/** What is known of a model by its name; 1 where nothing is. `completionRatio` prices pictures and sound the model makes. */
export function mediaRatios(name: string, completionRatio: number): MediaRatios {
  // Where sound has no price of its own it costs what text does.
  return {
    audioInput: first(AUDIO, name),
    audioCompletion: first(AUDIO_COMPLETION, name, completionRatio),
    imageInput: first(IMAGE, name),
    imageOutput: completionRatio,
  };
}

function first(rules: readonly Rule[], name: string, otherwise = 1): number {
  return rules.find(([matches]) => matches(name))?.[1] ?? otherwise;
}
