import '@mantine/charts/styles.css';
import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { slotTick } from '../../overview/slots';
import overview from '../../overview/overview.module.css';
import { secondsText } from '../health/health-format';

interface FirstTokenChartProps {
  title: string;
  slots: ChannelReportResponse['slots'];
}

export function FirstTokenChart({ title, slots }: FirstTokenChartProps) {
  const { t } = useTranslation();
  return (
    <LineChart
      className={overview.chart}
      role="img"
      aria-label={title}
      data={slots.map((slot) => ({ ...slot }))}
      dataKey="at"
      series={[
        {
          name: 'first_token_p50',
          label: t('channelPage.median'),
          color: 'var(--mantine-primary-color-filled)',
        },
        { name: 'first_token_p95', label: t('channelPage.p95'), color: 'orange.6' },
      ]}
      curveType="linear"
      connectNulls={false}
      withLegend
      gridAxis="x"
      tickLine="none"
      valueFormatter={(milliseconds) =>
        milliseconds < 100 ? `${Math.round(milliseconds)} ms` : secondsText(milliseconds, t)
      }
      yAxisProps={{ width: 56, tickCount: 4 }}
      xAxisProps={{
        minTickGap: 32,
        interval: 'preserveStart',
        tickFormatter: (at: number) => slotTick(at, 'day'),
      }}
      lineChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
      lineProps={{ isAnimationActive: false }}
      tooltipAnimationDuration={0}
      tooltipProps={{ labelFormatter: (at) => slotTick(Number(at), 'day') }}
    />
  );
}
