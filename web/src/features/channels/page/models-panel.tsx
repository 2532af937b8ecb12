import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../../lib/api/api';
import { formatNumber, formatShare } from '../../../lib/format/format';
import { PriceLink } from '../../../ui/badge/price-link';
import { Quota } from '../../../ui/badge/quota';
import { secondsText } from '../health/health-format';
import { FigureTable } from './figure-table';
import { Panel } from './panel';

const NOTHING = '–';

/** Calls, failures, times and charges by model. */
export function ModelsPanel({ report }: { report: ChannelReportResponse }) {
  const { t } = useTranslation();
  const { id, from, models, models_total: total } = report;
  const title = t('channelPage.models');
  const seconds = (milliseconds: number | null) =>
    milliseconds === null ? NOTHING : secondsText(milliseconds, t);
  const failed = (failures: number, attempts: number) =>
    failures === 0 ? '0' : `${formatNumber(failures)} (${formatShare(failures / attempts)})`;
  return (
    <Panel
      title={title}
      note={total > models.length ? t('channelPage.modelsMore', { n: models.length, total }) : undefined}
      empty={models.length === 0 ? t('channelPage.noModels') : undefined}
    >
      <FigureTable
        label={title}
        columns={[
          t('channelPage.model'),
          t('channelPage.calls'),
          t('channelPage.failed'),
          t('channelPage.limited'),
          t('channelPage.median'),
          t('channelPage.p95'),
          t('channelPage.charges'),
        ]}
        rows={models.map(({ model, attempts, failures, rate_limited, quota, ...times }) => ({
          key: model,
          cells: [
            model === '' ? (
              t('channelPage.noModel')
            ) : (
              <Group gap={4} wrap="nowrap" key="model">
                <Anchor
                  component={Link}
                  to={withQuery('/log', { channel: id, model_name: model, start: from })}
                  size="sm"
                >
                  {model}
                </Anchor>
                <PriceLink model={model} />
              </Group>
            ),
            formatNumber(attempts),
            failed(failures, attempts),
            formatNumber(rate_limited),
            seconds(times.first_token_p50),
            seconds(times.first_token_p95),
            <Quota key="quota" value={quota} />,
          ],
        }))}
      />
    </Panel>
  );
}
