import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { BucketTooltip } from './bucket-tooltip';
import { sumOver } from './buckets';
import classes from './dashboard.module.css';
import type { Bucket, Metric } from './dashboard.types';
import { type Series, seriesBefore } from './series';
import { useMetricText } from './use-metric-text';

/** Data key of the sum of all series. */
const SUM = 'sum';

interface UsageChartProps {
  ref: Ref<HTMLDivElement>;
  title: string;
  buckets: readonly Bucket[];
  series: readonly Series[];
  metric: Metric;
  shape: 'bars' | 'lines';
  /** Adds a dashed line: the same models' usage in the preceding range. */
  compare: boolean;
  onOpen: (bucket: Bucket, model: string | undefined) => void;
}

/** One metric over time: bars stacked by model, or one line per model. A click opens the calls behind a segment. */
export function UsageChart(props: UsageChartProps) {
  const { ref, title, buckets, series, metric, shape, compare, onOpen } = props;
  const { t } = useTranslation();
  const highest = Math.max(0, ...buckets.map((bucket) => bucket[metric]));
  const textOf = useMetricText(metric, highest);
  const models = series.flatMap((each) => each.models);
  const line = 'line' as const;
  const before = seriesBefore(t('dashboard.before'));
  const drawn = series.map(({ key, label, color }) => ({
    name: key,
    label,
    color,
    type: shape === 'bars' ? ('bar' as const) : line,
  }));
  if (compare) {
    const { key, label, color } = before;
    // Lines of single models cannot be compared with a total, so the sum of all is added.
    if (shape === 'lines' && series.length > 1)
      drawn.push({ name: SUM, label: t('dashboard.sum'), color: 'var(--mantine-color-text)', type: line });
    drawn.push({ name: key, label, color, type: line });
  }
  const data = buckets.map((bucket) => ({
    label: bucket.label,
    ...Object.fromEntries(series.map((each) => [each.key, sumOver(bucket.models, metric, each.models)])),
    ...(compare && {
      [SUM]: sumOver(bucket.models, metric, models),
      [before.key]: sumOver(bucket.before, metric, models),
    }),
  }));

  function open(index: number, model?: string) {
    const bucket = buckets[index];
    if (bucket) onOpen(bucket, model);
  }

  return (
    <div ref={ref} className={classes.chart} role="img" aria-label={title} title={t('dashboard.drillHint')}>
      <CompositeChart
        h="100%"
        data={data}
        dataKey="label"
        series={drawn}
        lineProps={({ name }) => (name === before.key ? { strokeDasharray: '5 4' } : {})}
        gridAxis="x"
        tickLine="none"
        curveType="linear"
        withDots={buckets.length <= 31}
        dotProps={{ r: 2 }}
        maxBarWidth={48}
        valueFormatter={textOf}
        yAxisProps={{ width: 64 }}
        xAxisProps={{ minTickGap: 24 }}
        composedChartProps={{
          accessibilityLayer: false,
          // Room for the label of the highest value.
          margin: { top: 12 },
          ...(shape === 'lines' && {
            onClick: ({ activeTooltipIndex }) => open(Number(activeTooltipIndex ?? -1)),
          }),
        }}
        barProps={({ name }) => ({
          stackId: 'models',
          isAnimationActive: false,
          onClick: (_piece: unknown, index: number) =>
            open(index, series.find(({ key }) => key === name)?.model),
        })}
        tooltipAnimationDuration={0}
        tooltipProps={{
          content: ({ active, label }) => {
            const bucket = active ? buckets.find((each) => each.label === label) : undefined;
            return bucket ? <BucketTooltip {...{ bucket, series, metric, compare }} /> : null;
          },
          wrapperStyle: { zIndex: 10 },
        }}
      />
    </div>
  );
}
