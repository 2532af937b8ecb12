import { LogType } from '#contract/enums';
import type { PaymentExtras, PaymentFormResponse } from '#contract/resources/top-up';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { formatQuota } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { usePoll } from '../../lib/api/use-poll';
import { useSelf } from '../../lib/api/use-self';
import { useMoney } from '../../lib/api/use-status';
import { openPayment } from './payment-form';
import type { LogPageResponse } from '#contract/resources/logs/log';

export type PaymentMethod = 'zfb' | 'wx';

const QUIET_MS = 400;
const LOOK_FOR_MS = 10 * 60_000;
/** Log rows of top-ups. */
const TOP_UPS = withQuery('/api/log/self/', { type: LogType.topUp, p: 1, page_size: 5 });

export function useWallet() {
  const { self, error, refresh } = useSelf();
  const records = useSWR(TOP_UPS, async (path: string) => (await get<LogPageResponse>(path)).items);
  const waiting = useArrival(self?.quota, async () => {
    const [now] = await Promise.all([refresh(), records.mutate()]);
    return now?.quota;
  });

  const pay = useAction(
    (amount: number, method: PaymentMethod) =>
      call<PaymentFormResponse, PaymentExtras>('POST', '/api/user/pay', {
        body: { amount, top_up_code: '', payment_method: method },
      }),
    ({ data, url }) => {
      openPayment({ fields: data, url });
      waiting.start();
    },
  );

  return {
    self,
    error,
    records: records.data,
    pay,
    waiting,
    async refresh() {
      await Promise.all([refresh(), records.mutate()]);
    },
  };
}

/** Redeems a code; `onRedeemed` receives the quota it added. */
export function useRedeem(onRedeemed: (quota: number) => void) {
  const { t } = useTranslation();
  return useAction(
    (key: string) => call<number>('POST', '/api/user/topup', { body: { key } }),
    ({ data }) => {
      toast.success(t('wallet.redeemed'));
      onRedeemed(data);
    },
  );
}

/** The price of an amount, requested after a pause in typing; undefined while unknown. */
export function useQuote(amount: number, enabled: boolean) {
  const { t } = useTranslation();
  const [calm] = useDebouncedValue(amount, QUIET_MS);
  const { data, error, isLoading } = useSWR<string, unknown>(
    enabled && calm === amount ? ['/api/user/amount', calm] : null,
    async () =>
      (await call<string>('POST', '/api/user/amount', { body: { amount: calm, top_up_code: '' } })).data,
    { revalidateOnFocus: false },
  );
  useEffect(() => {
    if (error !== undefined) toast.error(t('http.other', { message: messageOf(error) }));
  }, [error, t]);
  return { cost: error === undefined ? data : '0', isLoading: isLoading || calm !== amount };
}

/** Polls the balance after a payment was started, until it grows. `look` returns the current balance. */
function useArrival(quota: number | undefined, look: () => Promise<number | undefined>) {
  const { t } = useTranslation();
  const money = useMoney();
  const [before, setBefore] = useState<number>();

  usePoll(before !== undefined, async () => {
    const gained = ((await look()) ?? 0) - (before ?? 0);
    if (gained <= 0) return;
    setBefore(undefined);
    toast.success(t('wallet.arrived', { quota: formatQuota(gained, money) }));
  });
  useEffect(() => {
    if (before === undefined) return undefined;
    const end = setTimeout(() => setBefore(undefined), LOOK_FOR_MS);
    return () => clearTimeout(end);
  }, [before]);

  return {
    active: before !== undefined,
    start: () => setBefore(quota),
    stop: () => setBefore(undefined),
  };
}
