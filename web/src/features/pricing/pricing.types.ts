/** A row of GET /api/pricing. */
export interface PriceRow {
  model_name: string;
  /** 0 by usage, 1 per call. */
  quota_type: number;
  /** 1 = 2 US dollars per million prompt tokens. */
  model_ratio: number;
  completion_ratio: number;
  /** US dollars per call. */
  model_price: number;
  enable_groups: string[];
  /** The maker of the model; '' when unknown. */
  vendor: string;
  /** Relative to uncached prompt tokens; null when unknown. */
  cache_ratio: number | null;
  cache_creation_ratio: number | null;
  /** False: no price is set and calls are rejected; only administrators see such rows. */
  priced: boolean;
}

/** A row of the table; `id` is its position in the response. */
export interface Price extends PriceRow {
  id: number;
}

export interface PriceList {
  prices: Price[];
  /** Price ratios of the groups this user may see. */
  ratios: Record<string, number>;
}

export const UNITS = ['1M', '1K'] as const;
export type Unit = (typeof UNITS)[number];

/** Filters in the URL; '' = not set. */
export interface PriceFilters {
  [key: string]: string;
  keyword: string;
  group: string;
  type: string;
  vendor: string;
  usable: string;
}
