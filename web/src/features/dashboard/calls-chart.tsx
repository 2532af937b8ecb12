import '@mantine/charts/styles.css';
import { DonutChart } from '@mantine/charts';
import { Center, Paper, Text, UnstyledButton } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShare } from '../../lib/format/format';
import type { ModelUsage } from './dashboard.types';
import classes from './dashboard.module.css';
import type { Series } from './series';

interface CallsChartProps {
  ref: Ref<HTMLDivElement>;
  /** Highest number of calls first. */
  models: readonly ModelUsage[];
  series: readonly Series[];
  onOpen: (model: string | undefined) => void;
}

/** Each model's share of the calls, as a chart with a list of the numbers beside it. */
export function CallsChart({ ref, models, series, onOpen }: CallsChartProps) {
  const { t } = useTranslation();
  const total = models.reduce((sum, { calls }) => sum + calls, 0);
  const callsOf = ({ models: names }: Series) =>
    models.filter(({ model }) => names.includes(model)).reduce((sum, { calls }) => sum + calls, 0);
  const slices = series.map((each) => ({ ...each, calls: callsOf(each) }));
  const share = (calls: number) => formatShare(calls / Math.max(1, total));
  return (
    <div className={classes.share}>
      <ul className={classes.shareList}>
        {slices.map(({ key, label, color, model, calls }) => (
          <li key={key}>
            <span className={classes.swatch} style={{ background: color }} />
            {model === undefined ? (
              <span className={classes.shareName}>{label}</span>
            ) : (
              <UnstyledButton
                fz="sm"
                className={classes.shareName}
                aria-label={t('dashboard.toLog', { name: model })}
                onClick={() => onOpen(model)}
              >
                {label}
              </UnstyledButton>
            )}
            <Text span size="sm" c="dimmed">
              {share(calls)}
            </Text>
            <Text span size="sm" miw={56} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatNumber(calls)}
            </Text>
          </li>
        ))}
      </ul>
      <Center ref={ref} className={classes.chart} role="img" aria-label={t('dashboard.countingTitle')}>
        <DonutChart
          size={220}
          startAngle={90}
          endAngle={-270}
          thickness={34}
          strokeWidth={2}
          strokeColor="var(--mantine-color-body)"
          accessibilityLayer={false}
          data={slices.map(({ label, color, calls }) => ({ name: label, color, value: calls }))}
          chartLabel={formatNumber(total)}
          pieProps={{
            isAnimationActive: false,
            onClick: (_slice: unknown, index: number) => onOpen(slices[index]?.model),
          }}
          tooltipProps={{
            content: ({ active, payload }) => {
              const slice = slices.find(({ label }) => label === payload?.[0]?.name);
              return active && slice ? (
                <Paper withBorder shadow="md" px="sm" py={6}>
                  <Text size="xs">{`${slice.label} · ${formatNumber(slice.calls)} · ${share(slice.calls)}`}</Text>
                </Paper>
              ) : null;
            },
          }}
        />
      </Center>
    </div>
  );
}
