import type { OverviewPeriod, OverviewResponse } from '#contract/resources/overview';
import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format/format';
import { logPath } from './links';
import classes from './overview.module.css';

const SlotChart = lazy(async () => ({ default: (await import('./slot-chart')).SlotChart }));

type Result = Exclude<keyof OverviewResponse['results'][number], 'at'>;

/** From the bottom of the bars to the top: neighbours differ in brightness too. */
const COLORS: readonly (readonly [result: Result, color: string])[] = [
  ['ok', 'var(--mantine-color-teal-7)'],
  ['rescued', 'var(--mantine-color-blue-4)'],
  ['aborted', 'var(--mantine-color-gray-5)'],
  ['limited', 'var(--mantine-color-yellow-5)'],
  ['client_error', 'var(--mantine-color-violet-5)'],
  ['cut', 'var(--mantine-color-orange-5)'],
  ['upstream_error', 'var(--mantine-color-red-8)'],
];

interface ResultsPanelProps {
  results: OverviewResponse['results'];
  period: OverviewPeriod;
  /** Of the results, if they lead to the log of all channels. */
  span?: Pick<OverviewResponse, 'from' | 'to'>;
}

/** Requests by result over time. The legend has their numbers, in the order of the bars, and leads to those that were rescued. */
export function ResultsPanel({ results, period, span }: ResultsPanelProps) {
  const { t } = useTranslation();
  const title = t('overview.results');
  const series = COLORS.map(([name, color]) => ({
    name,
    label: t(`overview.result.${name}`),
    color,
    total: results.reduce((sum, slot) => sum + slot[name], 0),
  }));
  return (
    <Paper withBorder className={classes.panel} component="section" aria-labelledby="overview-results">
      <Title order={2} size="h3" id="overview-results" className={classes.panelTitle}>
        {title}
      </Title>
      {series.every(({ total }) => total === 0) ? (
        <Text size="sm" c="dimmed">
          {t('overview.noRequests')}
        </Text>
      ) : (
        <div className={classes.results}>
          <Suspense fallback={<Skeleton className={classes.chart} />}>
            <SlotChart
              title={title}
              period={period}
              slots={results}
              series={series.filter(({ total }) => total > 0)}
              textOf={formatNumber}
            />
          </Suspense>
          <dl className={classes.legend}>
            {series.toReversed().map(({ name, label, color, total }) => (
              <div key={name} data-none={total === 0 || undefined}>
                <dt>
                  <span className={classes.swatch} style={{ background: color }} />
                  {span && name === 'rescued' && total > 0 ? (
                    <Anchor
                      component={Link}
                      to={logPath(span, { result: 'rescued' })}
                      size="xs"
                      aria-label={t('overview.toLog', { name: label })}
                    >
                      {label}
                    </Anchor>
                  ) : (
                    label
                  )}
                </dt>
                <dd>{formatNumber(total)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Paper>
  );
}
