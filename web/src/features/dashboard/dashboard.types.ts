/** What a model cost in one hour, as GET /api/data answers it. */
export interface UsageRow {
  model_name: string;
  /** Epoch seconds, a full hour. */
  created_at: number;
  /** Quota units. */
  quota: number;
  count: number;
  token_used: number;
}

export const GRAINS = ['hour', 'day', 'week'] as const;
export type Grain = (typeof GRAINS)[number];

/** Epoch seconds. */
export interface Span {
  start: number;
  end: number;
}

export interface Sums {
  /** Quota units. */
  quota: number;
  tokens: number;
  calls: number;
}

/** What is drawn over time. */
export const METRICS = ['quota', 'tokens', 'calls'] as const satisfies readonly (keyof Sums)[];
export type Metric = (typeof METRICS)[number];

/** How it is drawn. */
export const VIEWS = ['bars', 'lines', 'table'] as const;
export type View = (typeof VIEWS)[number];

/** One model over the whole range; `color` is a colour of the palette. */
export interface ModelUsage extends Sums {
  model: string;
  color: string;
}

/** A stretch of the time axis. */
export interface Bucket extends Span, Sums {
  label: string;
  models: Map<string, Sums>;
  /** By model, what was used in the same place of the range before; empty unless that is compared. */
  before: Map<string, Sums>;
}
