import type { PriceResponse } from '#contract/resources/price';
import { useMemo } from 'react';
import useSWR from 'swr';
import { get } from '../../../lib/api/api';

/** Completion ratios of the public price list by model, where none is set. Empty until they are loaded. */
export function usePublicRatios(): ReadonlyMap<string, number> {
  const { data } = useSWR('/api/pricing', (path: string) => get<PriceResponse[]>(path));
  return useMemo(
    () =>
      new Map(
        data
          ?.filter(({ public_list: listed }) => listed.includes('completion_ratio'))
          .map(({ model_name: name, completion_ratio: ratio }) => [name, ratio]),
      ),
    [data],
  );
}
