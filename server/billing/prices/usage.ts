/** Tokens by disjoint classes, as the relay counts them. */
export interface ChargedUsage {
  /** Input neither read from nor written to a cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Without reasoning. */
  readonly output: number;
  readonly reasoning: number;
  /** The vendor's word for how it served the request; undefined for ordinary service. */
  readonly serviceTier?: string | undefined;
  readonly more?: MoreUsage | undefined;
}

/** Classes few requests have, as the relay counts them. */
export interface MoreUsage {
  readonly audioInput?: number;
  readonly audioCacheRead?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /** How often the price of a call is due; 1 when undefined. */
  readonly calls?: number;
  /** Pictures made; shown in the log. */
  readonly images?: number;
  /** Finished calls of the vendor's own tools, by name. */
  readonly tools?: Readonly<Record<string, number>>;
  /** Calls of models besides the answer's own; charged apart. */
  readonly steps?: readonly unknown[];
}
