import type { PriceResponse } from '#contract/resources/price';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { estimateCost } from '../../lib/models/token-prices';
import type { ChatMessage } from './playground.types';
import { usePlaygroundChoices } from './use-playground-choices';

/** A cache key of its own: the pricing page caches the same response in another shape. */
const PRICES = ['/api/pricing', 'of replies'] as const;

/** Approximate cost of an answer in US dollars; undefined if its tokens or its price are unknown. */
export function useReplyCost(): (answer: ChatMessage) => number | undefined {
  const groups = usePlaygroundChoices()?.groups;
  const { data } = useSWR(PRICES, ([path]) => get<PriceResponse[]>(path), { revalidateOnFocus: false });
  return ({ usage, model, group }) => {
    const price = data?.find(({ model_name }) => model_name === model);
    if (!usage || !price) return undefined;
    const ratio = groups?.find(({ value }) => value === group)?.ratio ?? 1;
    return (price.usd_per_million ? estimateCost(price.usd_per_million, usage) : price.model_price) * ratio;
  };
}
