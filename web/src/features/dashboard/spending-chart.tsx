import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatQuota, type Money } from '../../lib/format';
import { useMoney } from '../../lib/use-status';
import type { Bucket } from './dashboard.types';
import classes from './dashboard.module.css';
import type { Series } from './series';

interface SpendingChartProps {
  buckets: readonly Bucket[];
  series: readonly Series[];
  onOpen: (bucket: Bucket, model: string | undefined) => void;
}

/** Bars of quota over time, stacked by model. A click leads to the calls behind a piece. */
export function SpendingChart({ buckets, series, onOpen }: SpendingChartProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const data = buckets.map((bucket) => ({
    label: bucket.label,
    ...Object.fromEntries(series.map((each) => [each.key, quotaOf(bucket, each)])),
  }));
  const highest = Math.max(0, ...buckets.map(({ quota }) => quota));
  const digits = money.asCurrency && highest < money.perUnit / 10 ? 4 : 2;
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={t('dashboard.spendingTitle')}
      title={t('dashboard.drillHint')}
    >
      <BarChart
        h="100%"
        data={data}
        dataKey="label"
        type="stacked"
        series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
        gridAxis="x"
        tickLine="none"
        maxBarWidth={48}
        valueFormatter={(value) => formatQuota(value, money, digits)}
        yAxisProps={{ width: 64 }}
        xAxisProps={{ minTickGap: 24 }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={({ name }) => ({
          isAnimationActive: false,
          onClick: (_piece: unknown, index: number) => {
            const bucket = buckets[index];
            if (bucket) onOpen(bucket, series.find(({ key }) => key === name)?.model);
          },
        })}
        tooltipAnimationDuration={0}
        tooltipProps={{
          content: ({ active, label }) => {
            const bucket = active ? buckets.find((each) => each.label === label) : undefined;
            return bucket ? <BucketTooltip bucket={bucket} series={series} money={money} /> : null;
          },
          wrapperStyle: { zIndex: 10 },
        }}
      />
    </div>
  );
}

function BucketTooltip({
  bucket,
  series,
  money,
}: {
  bucket: Bucket;
  series: readonly Series[];
  money: Money;
}) {
  const { t } = useTranslation();
  const parts = series
    .map((each) => ({ ...each, quota: quotaOf(bucket, each) }))
    .filter(({ quota }) => quota > 0)
    .toSorted((a, b) => b.quota - a.quota);
  const sum = parts.reduce((total, { quota }) => total + quota, 0);
  return (
    <Paper withBorder shadow="md" className={classes.tooltip}>
      <Text size="xs" c="dimmed">
        {bucket.label}
      </Text>
      <dl>
        <dt data-sum>{t('dashboard.sum')}</dt>
        <dd data-sum>{formatQuota(sum, money, 4)}</dd>
        {parts.map(({ key, label, color, quota }) => (
          <Part key={key} label={label} color={color} value={formatQuota(quota, money, 4)} />
        ))}
      </dl>
    </Paper>
  );
}

function Part({ label, color, value }: { label: string; color: string; value: string }) {
  return (
    <>
      <dt>
        <span className={classes.swatch} style={{ background: color }} />
        {label}
      </dt>
      <dd>{value}</dd>
    </>
  );
}

function quotaOf(bucket: Bucket, { models }: Series): number {
  return models.reduce((sum, model) => sum + (bucket.models.get(model) ?? 0), 0);
}
