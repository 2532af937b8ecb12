import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatQuota } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { BillTable } from './bill-table';
import type { useReceipt } from './use-logs';

/** How a row was billed, as the server recorded it. */
export function LogBill({ receipt: { data, error, mutate } }: { receipt: ReturnType<typeof useReceipt> }) {
  const { t } = useTranslation();
  const money = useMoney();
  if (!data && error !== undefined)
    return <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton h={220} role="status" aria-label={t('common.loading')} />;
  if (data.price)
    return (
      <Billing>
        <BillTable receipt={data} price={data.price} />
      </Billing>
    );
  return (
    <Billing>
      <Text size="sm">{t('bill.noPrice', { quota: formatQuota(data.charged, money, 6) })}</Text>
    </Billing>
  );
}

function Billing({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('logDetail.billing')}>
      <Text size="xs" c="dimmed" mb={6}>
        {t('logDetail.billing')}
      </Text>
      {children}
    </section>
  );
}
