import { z } from 'zod';
import { USD_PER_RATIO } from '../../contract/quota.js';
import type { UpstreamPricesResponse } from '../../contract/resources/channels/upstream-prices.js';

/** Models that are read of a list; the operator's channels have far fewer. */
const MAX_MODELS = 5000;
const MAX_NAME = 200;
/** `quota_type` of models with a price per call. */
const PER_CALL = 1;

const price = z.object({
  model_name: z.string().min(1).max(MAX_NAME),
  quota_type: z.number().default(0),
  model_ratio: z.number().min(0).default(0),
  model_price: z.number().min(0).default(0),
  completion_ratio: z.number().min(0).default(1),
  /** Ratios of cached input; some gateways do not state them. */
  cache_ratio: z.number().min(0).nullish(),
  cache_creation_ratio: z.number().min(0).nullish(),
  create_cache_ratio: z.number().min(0).nullish(),
});

const list = z.object({
  data: z.array(z.unknown()),
  group_ratio: z.record(z.string(), z.number().min(0)).catch({}),
});

/**
 * Reads the answer of `GET /api/pricing` of gateways with the compatible API. Models that are malformed are left out.
 * @returns undefined if it is no such answer
 */
export function readUpstreamPrices(body: unknown): UpstreamPricesResponse | undefined {
  const read = list.safeParse(body);
  if (!read.success) return undefined;
  const prices = read.data.data.slice(0, MAX_MODELS).flatMap((row) => {
    const found = price.safeParse(row);
    return found.success ? [priceOf(found.data)] : [];
  });
  return prices.length === 0 ? undefined : { groups: read.data.group_ratio, prices };
}

function priceOf(row: z.infer<typeof price>): UpstreamPricesResponse['prices'][number] {
  const none = { input: null, output: null, cached: null, cache_write: null, call: null };
  if (row.quota_type === PER_CALL)
    return { ...none, model: row.model_name, kind: 'call', call: row.model_price };
  const input = row.model_ratio * USD_PER_RATIO;
  const written = row.cache_creation_ratio ?? row.create_cache_ratio;
  const times = (ratio: number | null | undefined) =>
    typeof ratio === 'number' ? round(input * ratio) : null;
  return {
    model: row.model_name,
    kind: 'tokens',
    input: round(input),
    output: round(input * row.completion_ratio),
    cached: times(row.cache_ratio),
    cache_write: times(written),
    call: null,
  };
}

/** Without the noise of binary fractions. */
function round(usd: number): number {
  return Number(usd.toPrecision(12));
}
