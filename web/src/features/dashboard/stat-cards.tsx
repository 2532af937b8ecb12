import { Paper, SimpleGrid, Skeleton, Text, Title, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExact, formatFixed, formatNumber, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import type { Sums } from './dashboard.types';
import classes from './dashboard.module.css';
import type { Dashboard } from './use-dashboard';

interface Fact {
  label: string;
  value: string | undefined;
  /** The unabbreviated number. */
  exact?: number;
  /** Change relative to the preceding range; undefined = unknown. */
  change?: number | undefined;
}

/** Three cards: the account, the totals of the range, and its rates per minute. */
export function StatCards({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { self, answer, previous, query } = dashboard;
  const sums = answer?.sums;
  const minutes = Math.max(1, (query.end - query.start) / 60);
  const change = (key: keyof Sums) =>
    sums && previous && previous[key] > 0 ? sums[key] / previous[key] - 1 : undefined;
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} mb="md">
      <Card
        title={t('dashboard.account')}
        facts={[
          {
            label: t('dashboard.balance'),
            value: self && formatQuota(self.quota, money),
            ...(self && { exact: self.quota }),
          },
          {
            label: t('dashboard.used'),
            value: self && formatQuota(self.used_quota, money),
            ...(self && { exact: self.used_quota }),
          },
          {
            label: t('dashboard.requests'),
            value: self && formatNumber(self.request_count),
            ...(self && { exact: self.request_count }),
          },
        ]}
      />
      <Card
        title={t('dashboard.usage')}
        facts={[
          {
            label: t('dashboard.quota'),
            value: sums && formatQuota(sums.quota, money),
            ...(sums && { exact: sums.quota }),
            change: change('quota'),
          },
          {
            label: t('dashboard.tokens'),
            value: sums && formatNumber(sums.tokens),
            ...(sums && { exact: sums.tokens }),
            change: change('tokens'),
          },
          {
            label: t('dashboard.calls'),
            value: sums && formatNumber(sums.calls),
            ...(sums && { exact: sums.calls }),
            change: change('calls'),
          },
        ]}
      />
      <Card
        title={t('dashboard.pace')}
        facts={[
          { label: t('dashboard.rpm'), value: sums && formatFixed(sums.calls / minutes, 3) },
          { label: t('dashboard.tpm'), value: sums && pace(sums.tokens / minutes) },
        ]}
      />
    </SimpleGrid>
  );
}

/** Small rates need decimals, large ones do not. */
function pace(value: number): string {
  return value >= 1e4 ? formatNumber(value) : formatFixed(value, 3);
}

function Card({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} className={classes.cardTitle}>
        {title}
      </Title>
      <dl className={classes.facts} data-count={facts.length}>
        {facts.map(({ label, value, exact, change }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === undefined ? (
                <Skeleton h={26} w={72} />
              ) : (
                <Tooltip label={exact !== undefined && formatExact(exact)} disabled={exact === undefined}>
                  <span>{value}</span>
                </Tooltip>
              )}
              {change !== undefined && <Change change={change} />}
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}

function Change({ change }: { change: number }) {
  const { t } = useTranslation();
  const percent = Math.abs(change) >= 10 ? '>1000%' : `${Math.abs(Math.round(change * 100))}%`;
  const same = Math.round(change * 100) === 0;
  const text = `${change > 0 ? '↑' : '↓'} ${percent}`;
  return (
    <Tooltip label={same ? t('dashboard.noChange') : t('dashboard.change', { change: text })}>
      <Text span size="xs" c="dimmed" className={classes.change}>
        {same ? '=' : text}
      </Text>
    </Tooltip>
  );
}
