import { LogType } from '#contract/enums';
import { SPEND_DAYS } from '#contract/limits';
import type { CreditPageResponse } from '#contract/resources/ledger/own-credits';
import type { PaymentExtras, PaymentFormResponse } from '#contract/resources/top-up';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { formatQuota, nowSeconds, startOfToday } from '../../lib/format/format';
import { daysLeft } from '../../lib/format/lasts';
import { toast } from '../../lib/interaction/toast';
import { messageOf, useAction } from '../../lib/interaction/use-action';
import { usePoll } from '../../lib/api/use-poll';
import { useSelf } from '../../lib/api/use-self';
import { useMoney } from '../../lib/api/use-status';
import { openPayment } from './payment-form';
import type { LogSumsResponse } from '#contract/resources/logs/log';

export type PaymentMethod = 'zfb' | 'wx';

const QUIET_MS = 400;
const LOOK_FOR_MS = 10 * 60_000;
const PAGE_SIZE = 8;
const DAY = 86_400;

export type Wallet = ReturnType<typeof useWallet>;

export function useWallet() {
  const { self, error, refresh } = useSelf();
  const [page, setPage] = useState(1);
  const records = useSWR(
    withQuery('/api/user/credits', { p: page, page_size: PAGE_SIZE }),
    (path: string) => get<CreditPageResponse>(path),
    { keepPreviousData: true },
  );
  const days = useDaysLeft(self?.quota);
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
    /** Days that the balance lasts; undefined without spend. */
    days,
    records: {
      data: records.data,
      page,
      pages: Math.max(1, Math.ceil((records.data?.total ?? 0) / PAGE_SIZE)),
      setPage,
    },
    pay,
    waiting,
    async refresh() {
      await Promise.all([refresh(), records.mutate()]);
    },
  };
}

/** Days that the balance lasts at the spend of the last 7 days. */
function useDaysLeft(left: number | undefined): number | undefined {
  // From the start of the day, so that the address stays the same while the page is open.
  const start = startOfToday() - (SPEND_DAYS - 1) * DAY;
  const { data } = useSWR(
    withQuery('/api/log/self/stat', { type: LogType.consumption, start_timestamp: start }),
    (path: string) => get<LogSumsResponse>(path),
  );
  if (left === undefined || !data) return undefined;
  return daysLeft({ left, week: data.quota, created: 0 }, nowSeconds());
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
