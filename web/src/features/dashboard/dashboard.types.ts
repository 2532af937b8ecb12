import type { UsageResponse } from '#contract/resources/usage';

export const GRAINS = ['hour', 'day', 'week'] as const;
export type Grain = (typeof GRAINS)[number];

/** Usage of a model within an hour, day or week. */
export type UsageSum = Pick<UsageResponse, 'created_at' | 'model_name' | 'quota' | 'count' | 'token_used'>;

/** Time range in epoch seconds. */
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

/** Metrics of the chart over time. */
export const METRICS = ['quota', 'tokens', 'calls'] as const satisfies readonly (keyof Sums)[];
export type Metric = (typeof METRICS)[number];

/** Display forms of the chart. */
export const VIEWS = ['bars', 'lines', 'table'] as const;
export type View = (typeof VIEWS)[number];

/** Totals of one model over the whole range; `color` is its colour in the charts. */
export interface ModelUsage extends Sums {
  model: string;
  color: string;
}

/** One interval of the time axis. */
export interface Bucket extends Span, Sums {
  label: string;
  models: Map<string, Sums>;
  /** By model: usage in the corresponding interval of the preceding range; empty unless compared. */
  before: Map<string, Sums>;
}
