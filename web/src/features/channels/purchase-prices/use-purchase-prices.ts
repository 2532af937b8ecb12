import type { UpstreamPricesResponse } from '#contract/resources/channels/upstream-prices';
import type { PurchasePriceRequest, PurchasePriceResponse } from '#contract/resources/costs/purchase-price';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../../lib/api/api';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';

const PATH = '/api/costs/prices';

/** The purchase prices of a channel. */
export function usePurchasePrices(channelId: number) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<PurchasePriceResponse[], unknown>(
    withQuery(PATH, { channel_id: channelId }),
    (path: string) => get<PurchasePriceResponse[]>(path),
  );
  const add = useAction(
    (price: PurchasePriceRequest) => call<PurchasePriceResponse>('POST', PATH, { body: price }),
    async () => {
      toast.success(t('purchasePrices.added'));
      await mutate();
    },
  );
  const remove = useAction(
    (id: number) => call<null>('DELETE', `${PATH}/${id}`),
    async () => {
      toast.success(t('purchasePrices.removed'));
      await mutate();
    },
  );
  return { prices: data, error, reload: () => void mutate(), add, remove };
}

/** Prices of the channel's upstream, if it is a gateway of the compatible API. */
export function fetchUpstreamPrices(channelId: number): Promise<UpstreamPricesResponse> {
  return get<UpstreamPricesResponse>(`/api/channel/${channelId}/upstream_prices`);
}
