import { Group, Paper, SegmentedControl, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatNumber, formatQuota } from '../../lib/format';
import { useMoney } from '../../lib/use-status';
import { BucketTable } from './bucket-table';
import classes from './dashboard.module.css';
import type { Bucket } from './dashboard.types';
import { logPath } from './drill-down';
import { ModelLegend } from './model-legend';
import { seriesOf } from './series';
import type { Dashboard, Digest } from './use-dashboard';

const SpendingChart = lazy(async () => ({ default: (await import('./spending-chart')).SpendingChart }));
const CallsChart = lazy(async () => ({ default: (await import('./calls-chart')).CallsChart }));

interface UsagePanelProps {
  dashboard: Dashboard;
  answer: Digest;
}

/** The two pictures of the range: spending over time, and the share of calls. */
export function UsagePanel({ dashboard, answer }: UsagePanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { query } = dashboard;
  const open = (path: string) => void navigate(path);
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('dashboard.spendingTitle')}>
      <Tabs defaultValue="spending" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="spending">{t('dashboard.spending')}</Tabs.Tab>
          <Tabs.Tab value="counting">{t('dashboard.counting')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="spending">
          <Spending dashboard={dashboard} answer={answer} open={open} />
        </Tabs.Panel>
        <Tabs.Panel value="counting">
          <Heading
            title={t('dashboard.countingTitle')}
            total={t('dashboard.total', { value: formatNumber(answer.sums.calls) })}
          />
          <Suspense fallback={<Skeleton className={classes.chart} />}>
            <CallsChart
              models={answer.models}
              onOpen={(model) => open(logPath({ ...spanOf(query), ...who(query), ...named(model) }))}
            />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function Spending({ dashboard, answer, open }: UsagePanelProps & { open: (path: string) => void }) {
  const { t } = useTranslation();
  const money = useMoney();
  const [view, setView] = useState('chart');
  const { query, ask } = dashboard;
  const others = (n: number) => t('dashboard.others', { n });
  const only = answer.models.some(({ model }) => model === query.model) ? query.model : '';
  const shown = seriesOf(answer.models, only, others);
  const total = only
    ? answer.models.filter(({ model }) => model === only).reduce((sum, { quota }) => sum + quota, 0)
    : answer.sums.quota;
  const linkOf = (bucket: Bucket, model?: string) =>
    logPath({ ...spanOf(bucket), ...who(query), ...named(model) });
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Heading
          title={t('dashboard.spendingTitle')}
          total={t('dashboard.total', { value: formatQuota(total, money) })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard.view')}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: t('dashboard.asChart') },
            { value: 'table', label: t('dashboard.asTable') },
          ]}
        />
      </Group>
      {view === 'table' ? (
        <BucketTable buckets={answer.buckets} linkOf={(bucket) => linkOf(bucket)} />
      ) : (
        <>
          <Suspense fallback={<Skeleton className={classes.chart} />}>
            <SpendingChart
              buckets={answer.buckets}
              series={shown}
              onOpen={(bucket, model) => open(linkOf(bucket, model))}
            />
          </Suspense>
          <ModelLegend
            series={seriesOf(answer.models, '', others)}
            only={only}
            onOnly={(model) => ask({ model })}
          />
        </>
      )}
    </>
  );
}

function Heading({ title, total }: { title: string; total: string }) {
  return (
    <div>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {total}
      </Text>
    </div>
  );
}

const spanOf = ({ start, end }: { start: number; end: number }) => ({ start, end });
const who = ({ username }: { username: string }) => (username ? { username } : {});
const named = (model: string | undefined) => (model === undefined ? {} : { model });
