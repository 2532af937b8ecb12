import '@mantine/charts/styles.css';
import { OVERVIEW_PERIODS, type OverviewPeriod } from '#contract/resources/overview';
import { BarChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import classes from './overview.module.css';
import { slotSpan, slotTick } from './slots';

export interface SlotSeries {
  name: string;
  label: string;
  color: string;
}

interface SlotChartProps {
  title: string;
  period: OverviewPeriod;
  /** `at`: beginning, epoch seconds; the other members are the values of the series. */
  slots: readonly { readonly at: number; readonly [name: string]: number }[];
  /** From the bottom of the bars to the top. */
  series: readonly SlotSeries[];
  textOf: (value: number) => string;
}

/** Stacked bars by slot of the period. */
export function SlotChart({ title, period, slots, series, textOf }: SlotChartProps) {
  const { seconds, slots: count } = OVERVIEW_PERIODS[period];
  return (
    <BarChart
      className={classes.chart}
      role="img"
      aria-label={title}
      type="stacked"
      data={slots.map((slot) => ({ ...slot }))}
      dataKey="at"
      series={[...series]}
      gridAxis="x"
      tickLine="none"
      maxBarWidth={28}
      valueFormatter={textOf}
      yAxisProps={{ width: 56, tickCount: 4, allowDecimals: false }}
      xAxisProps={{
        minTickGap: 32,
        interval: 'preserveStart',
        tickFormatter: (at: number) => slotTick(at, period),
      }}
      barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
      barProps={{ isAnimationActive: false }}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ active, label }) => {
          const slot = active ? slots.find(({ at }) => at === Number(label)) : undefined;
          return slot ? <SlotTooltip {...{ slot, series, textOf }} seconds={seconds / count} /> : null;
        },
        wrapperStyle: { zIndex: 10 },
      }}
    />
  );
}

interface SlotTooltipProps extends Pick<SlotChartProps, 'series' | 'textOf'> {
  slot: SlotChartProps['slots'][number];
  seconds: number;
}

/** The values of a slot, the top of its bar first. */
function SlotTooltip({ slot, series, textOf, seconds }: SlotTooltipProps) {
  const parts = series.filter(({ name }) => (slot[name] ?? 0) > 0).toReversed();
  return (
    <Paper withBorder shadow="md" className={classes.tooltip}>
      <Text size="xs" c="dimmed">
        {slotSpan(slot.at, seconds)}
      </Text>
      <dl>
        {parts.map(({ name, label, color }) => (
          <div key={name}>
            <dt>
              <span className={classes.swatch} style={{ background: color }} />
              {label}
            </dt>
            <dd>{textOf(slot[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
