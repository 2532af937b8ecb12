import type { WriteOffsResponse } from '#contract/resources/ledger/write-offs';
import { Paper, Text, Title } from '@mantine/core';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { formatNumber, formatQuota } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { LoadFailed } from '../../ui/feedback/empty-state';
import classes from './dashboard.module.css';
import type { Span } from './dashboard.types';

/** What no balance could pay in the range, by day, cause and channel. Shown only where there was any. */
export function WriteOffs({ start, end }: Span) {
  const { t } = useTranslation();
  const money = useMoney();
  const path = withQuery('/api/books/write-offs', { start_timestamp: start, end_timestamp: end });
  const { data, error, mutate } = useSWR<WriteOffsResponse, unknown>(path, (from: string) =>
    get<WriteOffsResponse>(from),
  );
  if (error && !data)
    return (
      <Paper withBorder mt="md">
        <LoadFailed message={messageOf(error)} onRetry={() => void mutate()} />
      </Paper>
    );
  if (!data?.length) return null;
  return (
    <Paper withBorder p="lg" mt="md" component="section" aria-label={t('dashboard.writeOffs')}>
      <Title order={2}>{t('dashboard.writeOffs')}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('dashboard.writeOffsHint')}
      </Text>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('dashboard.writeOffs')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-start>
                {t('dashboard.day')}
              </th>
              <th scope="col" data-start data-name>
                {t('dashboard.cause')}
              </th>
              <th scope="col">{t('common.channel')}</th>
              <th scope="col" data-wide>
                {t('dashboard.calls')}
              </th>
              <th scope="col">{t('dashboard.quota')}</th>
            </tr>
          </thead>
          <tbody>
            {byDay(data).map(({ day, cause, channel, charges, quota }) => (
              <tr key={`${day} ${cause} ${channel}`}>
                <td data-start data-day>
                  {day}
                </td>
                <th scope="row" data-start data-name>
                  {t(`dashboard.causes.${cause}`)}
                </th>
                <td>{channel === 0 ? '–' : `#${channel}`}</td>
                <td data-wide>{formatNumber(charges)}</td>
                <td>{formatQuota(quota, money, 4)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Paper>
  );
}

/** Sums by local day, cause and channel, in the order of the rows. */
function byDay(rows: WriteOffsResponse) {
  const sums = new Map<
    string,
    Omit<WriteOffsResponse[number], 'hour' | 'channel_id'> & { day: string; channel: number }
  >();
  for (const { hour, cause, channel_id: channel, charges, quota } of rows) {
    const day = dayjs.unix(hour).format('YYYY-MM-DD');
    const key = `${day} ${cause} ${channel}`;
    const sum = sums.get(key) ?? { day, cause, channel, charges: 0, quota: 0 };
    sums.set(key, { ...sum, charges: sum.charges + charges, quota: sum.quota + quota });
  }
  return [...sums.values()];
}
