import { Group, SegmentedControl, Select, Skeleton, Switch } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Cell } from '#contract/csv';
import { BucketTable } from './bucket-table';
import { sumOver } from './buckets';
import { ChartDownload } from './chart-download';
import classes from './dashboard.module.css';
import { type Bucket, METRICS, VIEWS } from './dashboard.types';
import { logPath } from './drill-down';
import { ModelLegend } from './model-legend';
import { PanelTitle } from './panel-title';
import { seriesBefore, seriesOf } from './series';
import type { Dashboard, Digest } from './use-dashboard';
import { useMetricText } from './use-metric-text';

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart')).UsageChart }));

/** Chart or table of quota, tokens or calls over time. */
export function OverTime({ dashboard, answer }: { dashboard: Dashboard; answer: Digest }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const chart = useRef<HTMLDivElement>(null);
  const { query, ask } = dashboard;
  const { metric, view, compare } = query;
  const others = (n: number) => t('dashboard.others', { n });
  const only = answer.models.some(({ model }) => model === query.model) ? query.model : '';
  const all = seriesOf(answer.models, '', others);
  const shown = only ? seriesOf(answer.models, only, others) : all;
  const explained = compare ? [seriesBefore(t('dashboard.before'))] : [];
  const models = only ? [only] : undefined;
  const total = answer.buckets.reduce((sum, bucket) => sum + sumOver(bucket.models, metric, models), 0);
  const textOf = useMetricText(metric, Number.POSITIVE_INFINITY);
  const title = t(`dashboard.over.${metric}`);
  const lead = t('dashboard.total', { value: textOf(total) });
  const linkOf = (bucket: Bucket, model?: string) =>
    logPath({
      start: bucket.start,
      end: bucket.end,
      ...(query.username && { username: query.username }),
      ...(model !== undefined && { model }),
    });
  const table = (): Cell[][] => [
    [t('dashboard.bucket'), ...shown.map(({ label }) => label), ...(compare ? [t('dashboard.before')] : [])],
    ...answer.buckets.map((bucket) => [
      bucket.label,
      ...shown.map((each) => sumOver(bucket.models, metric, each.models)),
      ...(compare ? [sumOver(bucket.before, metric, models)] : []),
    ]),
  ];

  return (
    <>
      <Group justify="space-between" align="flex-start" mb="md">
        <PanelTitle title={title} lead={lead} />
        <Group gap="xs">
          <Switch
            label={t('dashboard.compare')}
            checked={compare}
            onChange={() => ask({ compare: compare ? '' : 'true' })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.metric')}
            value={metric}
            onChange={(value) => ask({ metric: value })}
            data={METRICS.map((value) => ({ value, label: t(`dashboard.metrics.${value}`) }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.view')}
            value={view}
            onChange={(value) => ask({ view: value })}
            data={VIEWS.map((value) => ({ value, label: t(`dashboard.views.${value}`) }))}
          />
          <ChartDownload
            {...{ chart, title, lead, table }}
            name={`usage-${metric}`}
            legend={[...shown, ...explained]}
          />
        </Group>
      </Group>
      {view === 'table' ? (
        <BucketTable
          buckets={answer.buckets}
          linkOf={(bucket) => linkOf(bucket)}
          metric={metric}
          compare={compare}
        />
      ) : (
        <>
          <Suspense fallback={<Skeleton className={classes.chart} />}>
            <UsageChart
              {...{ title, metric, compare }}
              ref={chart}
              buckets={answer.buckets}
              series={shown}
              shape={view}
              onOpen={(bucket, model) => void navigate(linkOf(bucket, model))}
            />
          </Suspense>
          <Group justify="space-between" align="flex-start" mt="sm">
            <ModelLegend series={[...all, ...explained]} only={only} onOnly={(model) => ask({ model })} />
            {answer.models.length > all.length && (
              <Select
                size="xs"
                searchable
                clearable
                aria-label={t('dashboard.onlyModel')}
                placeholder={t('dashboard.onlyModel')}
                data={answer.models.map(({ model }) => model)}
                value={only || null}
                onChange={(model) => ask({ model: model ?? '' })}
              />
            )}
          </Group>
        </>
      )}
    </>
  );
}
