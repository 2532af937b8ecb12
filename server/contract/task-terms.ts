/** Options of a task by which its price differs. */
export const taskFactorNames = ['size', 'mode', 'audio', 'tier', 'samples'] as const;
export type TaskFactorName = (typeof taskFactorNames)[number];

/** Durations in whole seconds that a model accepts. */
export type AcceptedSeconds = readonly number[] | { readonly from: number; readonly to: number };

/** An option of a task, and what its values cost. */
export interface TaskFactor {
  readonly name: TaskFactorName;
  /** Price of each value as a multiple of that of the default one, which is the first and costs 1. */
  readonly values: Readonly<Record<string, number>>;
  /** The provider accepts values that are not listed, at the price of the default one. */
  readonly isOpen?: true;
}

/** What a model's videos can be, and how their price follows from it. */
export interface VideoTerms {
  readonly seconds: AcceptedSeconds;
  readonly defaultSeconds: number;
  readonly factors: readonly TaskFactor[];
  /** Tokens that the provider reports per second with default options, for models that are charged by them. */
  readonly tokensPerSecond?: number;
  /** Nothing says that the model makes videos, or these are the terms of models that are newer than this release. */
  readonly isAssumed?: true;
}

/** Prices of a video per call instead of per second are named `<model>/call`. */
export const CALL_PRICE = '/call';
/** Prices of a video of a model whose images have another price are named `<model>/video`. */
export const VIDEO_PRICE = '/video';
