import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sumOver } from './buckets';
import classes from './dashboard.module.css';
import type { Bucket, Metric } from './dashboard.types';
import type { Series } from './series';
import { useMetricText } from './use-metric-text';

interface BucketTooltipProps {
  bucket: Bucket;
  series: readonly Series[];
  metric: Metric;
  compare: boolean;
}

/** The segments of a bar, largest first. */
export function BucketTooltip({ bucket, series, metric, compare }: BucketTooltipProps) {
  const { t } = useTranslation();
  const textOf = useMetricText(metric, 0);
  const parts = series
    .map((each) => ({ ...each, value: sumOver(bucket.models, metric, each.models) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
  const models = series.flatMap((each) => each.models);
  return (
    <Paper withBorder shadow="md" className={classes.tooltip}>
      <Text size="xs" c="dimmed">
        {bucket.label}
      </Text>
      <dl>
        <dt data-sum>{t('dashboard.sum')}</dt>
        <dd data-sum>{textOf(parts.reduce((sum, { value }) => sum + value, 0))}</dd>
        {compare && (
          <>
            <dt>{t('dashboard.before')}</dt>
            <dd>{textOf(sumOver(bucket.before, metric, models))}</dd>
          </>
        )}
        {parts.map(({ key, label, color, value }) => (
          <Part key={key} label={label} color={color} value={textOf(value)} />
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
