import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatQuota } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { METRICS, type Metric } from '../dashboard/dashboard.types';
import type { LogFilters } from './use-logs';
import { useLogCharts } from './use-log-charts';

const HEIGHT = 96;
const COLORS: Record<Metric, string> = {
  calls: 'blue.6',
  tokens: 'violet.5',
  quota: 'var(--mantine-primary-color-filled)',
};
/** Filters that the chart data does not support. */
const UNSUPPORTED = ['token_name', 'group', 'channel', 'not'] as const;

/** Calls, tokens and quota in the log's time range, side by side. */
export function LogCharts({ filters, admin }: { filters: LogFilters; admin: boolean }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { buckets, error, hourly } = useLogCharts(filters, admin);
  const textOf = (metric: Metric, value: number) =>
    metric === 'quota' ? formatQuota(value, money, 4) : formatNumber(value);
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={t('log.charts')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        {METRICS.toReversed().map((metric) => {
          const total = buckets?.reduce((sum, bucket) => sum + bucket[metric], 0);
          const title = t(hourly ? 'log.perHour' : 'log.perDay', { what: t(`dashboard.metrics.${metric}`) });
          return (
            <div key={metric}>
              <Text size="sm" fw={500} mb={6}>
                {title}
                {total !== undefined && ` · ${textOf(metric, total)}`}
              </Text>
              {buckets ? (
                <BarChart
                  h={HEIGHT}
                  role="img"
                  aria-label={title}
                  data={buckets.map((bucket) => ({ label: bucket.label, [metric]: bucket[metric] }))}
                  dataKey="label"
                  series={[{ name: metric, label: t(`dashboard.metrics.${metric}`), color: COLORS[metric] }]}
                  gridAxis="none"
                  tickLine="none"
                  withYAxis={false}
                  maxBarWidth={24}
                  valueFormatter={(value) => textOf(metric, value)}
                  xAxisProps={{ minTickGap: 48 }}
                  barChartProps={{ accessibilityLayer: false }}
                  barProps={{ isAnimationActive: false }}
                  tooltipAnimationDuration={0}
                />
              ) : (
                !error && <Skeleton h={HEIGHT} />
              )}
            </div>
          );
        })}
      </SimpleGrid>
      {error !== undefined && !buckets && <Text size="sm">{messageOf(error)}</Text>}
      {UNSUPPORTED.some((name) => filters[name] !== '') && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('log.chartsHint')}
        </Text>
      )}
    </Paper>
  );
}
