import type { PriceResponse } from '#contract/resources/price';

/** A row of the table; `id` is its position in the response. */
export interface Price extends PriceResponse {
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
