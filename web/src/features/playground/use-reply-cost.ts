import { QuotaType } from '#contract/enums';
import type { PriceResponse } from '#contract/resources/price';
import useSWR from 'swr';
import { get } from '../../lib/api';
import type { ChatMessage } from './playground.types';
import { usePlaygroundChoices } from './use-playground-choices';

/** A cache key of its own: the pricing page caches the same response in another shape. */
const PRICES = ['/api/pricing', 'of replies'] as const;
const DOLLARS_PER_RATIO = 2;
const MILLION = 1_000_000;

/** Approximate cost of an answer in US dollars; undefined if its tokens or its price are unknown. */
export function useReplyCost(): (answer: ChatMessage) => number | undefined {
  const groups = usePlaygroundChoices()?.groups;
  const { data } = useSWR(PRICES, ([path]) => get<PriceResponse[]>(path), { revalidateOnFocus: false });
  return ({ usage, model, group }) => {
    const price = data?.find(({ model_name }) => model_name === model);
    if (!usage || !price) return undefined;
    const ratio = groups?.find(({ value }) => value === group)?.ratio ?? 1;
    if (price.quota_type === QuotaType.byCall) return price.model_price * ratio;
    const tokens = usage.input + usage.output * price.completion_ratio;
    return (tokens / MILLION) * price.model_ratio * DOLLARS_PER_RATIO * ratio;
  };
}
