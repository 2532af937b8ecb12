import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '../../../lib/format/format';
import { logText } from '../../../text/log-text';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { FigureTable } from './figure-table';
import { Panel } from './panel';

type Key = ChannelReportResponse['keys'][number];

/** The state of each key of a channel with several, and its calls. */
export function KeysPanel({ report }: { report: ChannelReportResponse }) {
  const { t } = useTranslation();
  const { keys, keys_total: total, keys_disabled: disabled } = report;
  const title = t('channelPage.keys');
  const notes = [
    t('channelPage.keysCount', { total, disabled }),
    keys.length < total && t('channelPage.keysMore', { n: keys.length }),
  ];
  return (
    <Panel title={title} note={notes.filter(Boolean).join(' · ')}>
      <FigureTable
        label={title}
        narrow
        columns={[
          t('channelPage.keys'),
          t('channelPage.status'),
          t('channelPage.lastDay'),
          t('channelPage.failed'),
        ]}
        rows={keys.map((key) => ({
          key: key.index,
          cells: [
            `${t('channel.keys.name', { n: key.index + 1 })} ${key.masked}`,
            <KeyState key="state" channelKey={key} />,
            formatNumber(key.attempts),
            formatNumber(key.failures),
          ],
        }))}
      />
    </Panel>
  );
}

function KeyState({ channelKey: { enabled, reason, disabled_time: time } }: { channelKey: Key }) {
  const { t } = useTranslation();
  if (enabled) return <StatusBadge color="green">{t('channel.enabled')}</StatusBadge>;
  const details = [reason && logText(reason), time > 0 && formatTime(time)].filter(Boolean).join(' · ');
  return (
    <div>
      <StatusBadge color="yellow">{t('channel.autoDisabled')}</StatusBadge>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        {details}
      </Text>
    </div>
  );
}
