import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { sumOver } from './buckets';
import classes from './dashboard.module.css';
import type { Bucket, Metric } from './dashboard.types';
import { useMetricText } from './use-metric-text';

interface BucketTableProps {
  buckets: readonly Bucket[];
  linkOf: (bucket: Bucket) => string;
  metric: Metric;
  /** Adds a column with the metric's value in the preceding range. */
  compare: boolean;
}

/** The chart's data as a table, newest first: for keyboards, screen readers and exact values. */
export function BucketTable({ buckets, linkOf, metric, compare }: BucketTableProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const textOf = useMetricText(metric, 0);
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('dashboard.spendingTitle')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" data-start>
              {t('dashboard.bucket')}
            </th>
            <th scope="col">{t('dashboard.quota')}</th>
            <th scope="col">{t('dashboard.tokens')}</th>
            <th scope="col">{t('dashboard.calls')}</th>
            {compare && <th scope="col">{t('dashboard.before')}</th>}
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.start}>
              <th scope="row" data-start>
                <Anchor
                  component={Link}
                  size="sm"
                  to={linkOf(bucket)}
                  aria-label={t('dashboard.toLog', { name: bucket.label })}
                >
                  {bucket.label}
                </Anchor>
              </th>
              <td>{formatQuota(bucket.quota, money, 4)}</td>
              <td>{formatNumber(bucket.tokens)}</td>
              <td>{formatNumber(bucket.calls)}</td>
              {compare && <td>{textOf(sumOver(bucket.before, metric))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
