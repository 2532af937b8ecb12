import '@mantine/charts/styles.css';
import type { CostSeries } from '#contract/resources/costs/costs';
import { AreaChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import classes from './costs.module.css';

/** Of the eight highest values; apart from each other in both themes. */
const COLORS = ['#3b82f6', '#f97316', '#10b981', '#a855f7', '#eab308', '#06b6d4', '#ec4899', '#84cc16'];
const REST = 'var(--mantine-color-gray-5)';

interface CostChartProps {
  series: CostSeries;
  nameOf: (key: string | null) => string;
  textOf: (value: number) => string;
}

/** Areas of the highest values over time, the sum of the others on top. */
export function CostChart({ series, nameOf, textOf }: CostChartProps) {
  const { t } = useTranslation();
  const areas = series.values.map((value, index) => ({
    name: `s${index}`,
    label: nameOf(value.key),
    color: value.key === null ? REST : (COLORS[index % COLORS.length] ?? REST),
    values: value.numbers,
  }));
  const data = series.times.map((at, index) => ({
    at,
    ...Object.fromEntries(areas.map(({ name, values }) => [name, values[index] ?? 0])),
  }));
  const format = series.by === 'hour' ? 'HH:mm' : 'MM-DD';
  return (
    <>
      <AreaChart
        className={classes.chart}
        role="img"
        aria-label={t('costs.chart', { measure: t(`costs.measures.${series.measure}`) })}
        type="stacked"
        data={data}
        dataKey="at"
        series={areas.map(({ name, label, color }) => ({ name, label, color }))}
        curveType="linear"
        withDots={false}
        withGradient={false}
        fillOpacity={0.5}
        gridAxis="x"
        tickLine="none"
        valueFormatter={textOf}
        yAxisProps={{ width: 64, tickCount: 4 }}
        xAxisProps={{ minTickGap: 32, tickFormatter: (at: number) => dayjs.unix(at).format(format) }}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
        areaProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
        tooltipProps={{
          content: ({ active, label }) => {
            const index = active ? series.times.indexOf(Number(label)) : -1;
            return index < 0 ? null : (
              <Paper withBorder shadow="md" className={classes.tooltip}>
                <Text size="xs" c="dimmed">
                  {dayjs.unix(Number(label)).format(series.by === 'hour' ? 'MM-DD HH:mm' : 'YYYY-MM-DD')}
                </Text>
                <dl>
                  {areas
                    .filter(({ values }) => values[index])
                    .map((area) => (
                      <div key={area.name}>
                        <dt>
                          <span className={classes.swatch} style={{ background: area.color }} />
                          {area.label}
                        </dt>
                        <dd>{textOf(area.values[index] ?? 0)}</dd>
                      </div>
                    ))}
                </dl>
              </Paper>
            );
          },
          wrapperStyle: { zIndex: 10 },
        }}
      />
      <ul className={classes.legend}>
        {areas.map(({ name, label, color }) => (
          <li key={name}>
            <span className={classes.swatch} style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}
