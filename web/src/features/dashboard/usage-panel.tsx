import { Group, Paper, Skeleton, Tabs } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatNumber } from '../../lib/format/format';
import { ChartDownload } from './chart-download';
import classes from './dashboard.module.css';
import { logPath } from './drill-down';
import { OverTime } from './over-time';
import { PanelTitle } from './panel-title';
import { seriesOf } from './series';
import type { Dashboard, Digest } from './use-dashboard';

const CallsChart = lazy(async () => ({ default: (await import('./calls-chart')).CallsChart }));

interface UsagePanelProps {
  dashboard: Dashboard;
  answer: Digest;
}

/** The two charts of the range: usage over time, and the share of calls per model. */
export function UsagePanel({ dashboard, answer }: UsagePanelProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('dashboard.spendingTitle')}>
      <Tabs defaultValue="spending" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="spending">{t('dashboard.spending')}</Tabs.Tab>
          <Tabs.Tab value="counting">{t('dashboard.counting')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="spending">
          <OverTime dashboard={dashboard} answer={answer} />
        </Tabs.Panel>
        <Tabs.Panel value="counting">
          <Counting dashboard={dashboard} answer={answer} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function Counting({ dashboard, answer }: UsagePanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const chart = useRef<HTMLDivElement>(null);
  const { start, end, username } = dashboard.query;
  const title = t('dashboard.countingTitle');
  const lead = t('dashboard.total', { value: formatNumber(answer.sums.calls) });
  const byCalls = answer.models.toSorted((a, b) => b.calls - a.calls);
  const series = seriesOf(byCalls, '', (n) => t('dashboard.others', { n }));
  const named = (model: string | undefined) => (model === undefined ? {} : { model });
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
        <PanelTitle title={title} lead={lead} />
        <ChartDownload
          {...{ chart, title, lead }}
          name="usage-share"
          legend={series}
          table={() => [
            [t('common.model'), t('dashboard.calls')],
            ...byCalls.map(({ model, calls }) => [model, calls]),
          ]}
        />
      </Group>
      <Suspense fallback={<Skeleton className={classes.chart} />}>
        <CallsChart
          ref={chart}
          models={byCalls}
          series={series}
          onOpen={(model) =>
            void navigate(logPath({ start, end, ...(username && { username }), ...named(model) }))
          }
        />
      </Suspense>
    </>
  );
}
