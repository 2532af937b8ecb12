/** Tokens of a request in disjoint classes: their sum is the number of tokens processed. Integers >= 0. */
export interface TokenClasses {
  /** Input that was neither read from nor written to a cache. */
  input: number;
  cacheRead: number;
  /** Cache writes with a lifetime of 5 minutes or an unknown one. */
  cacheWrite5m: number;
  cacheWrite1h: number;
  /** Visible output, without reasoning. */
  output: number;
  reasoning: number;
}

/** Classes with prices of their own, disjoint from those above and from each other. Integer tokens unless noted. */
export interface PricedParts {
  /** Audio input that was not read from a cache. */
  readonly audioInput?: number;
  /** Audio input that was read from a cache. Providers that do not report it separately have it in `cacheRead`. */
  readonly audioCacheRead?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /**
   * Multiplier of the price per call: images × size × quality, not necessarily an integer; 1 when undefined. Applies to
   * models priced per call, and to others when no tokens are known.
   */
  readonly calls?: number;
  /** Number of generated images; shown in the log. */
  readonly images?: number;
  /**
   * Unit of the counts; tokens when undefined. Providers that bill characters bill those of the request only: output then
   * costs nothing.
   */
  readonly unit?: 'characters';
  /** Paid options of the provider that the request used (`speakers`): their prices as shares of that of `input`. */
  readonly extras?: Readonly<Record<string, number>>;
  /** Completed calls of the provider's own tools, by name (`web_search`). */
  readonly tools?: Readonly<Record<string, number>>;
}
