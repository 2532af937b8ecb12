import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import overview from '../../overview/overview.module.css';
import { Panel } from './panel';

const FirstTokenChart = lazy(async () => ({
  default: (await import('./first-token-chart')).FirstTokenChart,
}));

/** Median and 95th percentile of the time to the first token over the day. */
export function FirstTokenPanel({ slots }: { slots: ChannelReportResponse['slots'] }) {
  const { t } = useTranslation();
  const title = t('channelPage.firstToken');
  const isEmpty = slots.every(({ first_token_p50: p50 }) => p50 === null);
  return (
    <Panel title={title} empty={isEmpty ? t('channelPage.noAnswers') : undefined}>
      <Suspense fallback={<Skeleton className={overview.chart} />}>
        <FirstTokenChart title={title} slots={slots} />
      </Suspense>
    </Panel>
  );
}
