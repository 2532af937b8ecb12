/** The scale of ratios. The option QuotaPerUnit changes what a quota unit is worth, not these. */

/** Quota units per USD: at model ratio 1 an input token costs one unit. */
export const QUOTA_PER_USD = 500_000;

/** USD per million input tokens at model ratio 1. */
export const USD_PER_RATIO = 1_000_000 / QUOTA_PER_USD;
