import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../../lib/api/api';
import { formatTime } from '../../../lib/format/format';
import { errorText } from '../../../text/error-text';
import { logText } from '../../../text/log-text';
import { FigureTable } from './figure-table';
import { Panel } from './panel';

type Failure = ChannelReportResponse['errors'][number];

/** The last requests that failed, with links to their rows of the log. */
export function ErrorsPanel({ errors }: { errors: readonly Failure[] }) {
  const { t } = useTranslation();
  const title = t('channelPage.errors');
  return (
    <Panel title={title} empty={errors.length === 0 ? t('channelPage.noErrors') : undefined}>
      <FigureTable
        label={title}
        columns={[
          t('channelPage.error'),
          t('channelPage.status'),
          t('channelPage.model'),
          t('channelPage.user'),
          t('channelPage.time'),
        ]}
        rows={errors.map((failure) => ({
          key: failure.id,
          cells: [
            <What key="what" failure={failure} />,
            failure.status ?? failure.upstream_status ?? '–',
            failure.model,
            [failure.username, failure.token_name].filter(Boolean).join(' / '),
            <RequestLink key="time" failure={failure} />,
          ],
        }))}
      />
    </Panel>
  );
}

function What({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { error, message, code, suppressed } = failure;
  const text = error ? errorText({ message, ...error }) : logText(message);
  return (
    <>
      <span title={text}>{[code, text].filter(Boolean).join(' · ')}</span>
      {suppressed > 0 && (
        <Text size="xs" c="dimmed" component="span" ml={6}>
          {t('channelPage.further', { n: suppressed })}
        </Text>
      )}
    </>
  );
}

function RequestLink({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { request_id: request, created_at: at } = failure;
  const time = formatTime(at);
  if (request === '') return time;
  return (
    <Anchor
      component={Link}
      to={withQuery('/log', { request_id: request })}
      size="sm"
      title={t('channelPage.toRequest', { id: request })}
    >
      {time}
    </Anchor>
  );
}
