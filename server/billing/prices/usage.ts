/** Tokens in disjoint classes, as counted by the relay. */
export interface ChargedUsage {
  /** Input neither read from nor written to a cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Output without reasoning. */
  readonly output: number;
  readonly reasoning: number;
  /** Service tier reported by the provider; undefined for standard service. */
  readonly serviceTier?: string | undefined;
  readonly more?: MoreUsage | undefined;
}

/** Classes that few requests have, as counted by the relay. */
export interface MoreUsage {
  readonly audioInput?: number;
  readonly audioCacheRead?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /** Number of calls to charge at the price per call; 1 when undefined. */
  readonly calls?: number;
  /** Number of generated images; shown in the log. */
  readonly images?: number;
  /** Unit of the counts; tokens when undefined. Output in characters costs nothing. */
  readonly unit?: 'characters';
  /** Paid options of the provider by name: their prices as shares of that of `input`. */
  readonly extras?: Readonly<Record<string, number>>;
  /** Completed calls of provider tools, by name. */
  readonly tools?: Readonly<Record<string, number>>;
  /** Additional model calls; charged separately. */
  readonly steps?: readonly unknown[];
}
