import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDollars, formatTime } from '../../lib/format';
import { parseObject } from '../../lib/json';
import { currentLanguage } from '../../text';
import type { Column } from '../../ui/columns';
import { GroupTags } from '../../ui/group-tag';
import { Quota } from '../../ui/quota';
import { RowName } from '../../ui/row-name';
import { StatusBadge } from '../../ui/status-badge';
import { Tag } from '../../ui/tag';
import { ChannelButtons, type ChannelActions } from './channel-buttons';
import { channelType } from './channel-types';
import type { Channel } from './channel.types';
import { InlineNumber } from './inline-number';

export function useChannelColumns(actions: ChannelActions): Column<Channel>[] {
  const { t } = useTranslation();
  const { setNumber } = actions;
  return [
    { key: 'id', title: 'ID', width: 52, render: ({ id }) => id },
    {
      key: 'name',
      title: t('common.name'),
      card: 'title',
      fixed: true,
      render: ({ name }) => <RowName>{name}</RowName>,
    },
    {
      key: 'status',
      title: t('common.status'),
      card: 'status',
      render: (channel) => <Status channel={channel} />,
    },
    { key: 'type', title: t('channel.type'), render: ({ type }) => <TypeTag type={type} /> },
    { key: 'group', title: t('common.group'), render: ({ group }) => <GroupTags groups={group} /> },
    {
      key: 'response_time',
      title: t('channel.responseTime'),
      width: 112,
      render: ({ response_time }) => <ResponseTime ms={response_time} />,
    },
    {
      key: 'balance',
      title: t('channel.usedBalance'),
      width: 140,
      render: ({ used_quota, balance }) => (
        <>
          <Quota value={used_quota} />
          <Tooltip label={t('channel.balance', { balance: formatDollars(balance) })}>
            <Text span size="sm" c="dimmed">
              {` / ${formatDollars(balance)}`}
            </Text>
          </Tooltip>
        </>
      ),
    },
    {
      key: 'priority',
      title: t('channel.priority'),
      width: 96,
      render: (channel) => (
        <InlineNumber
          label={t('channel.priorityOf', { name: channel.name })}
          value={channel.priority ?? 0}
          min={-999}
          onSave={(value) => setNumber.run(channel, 'priority', value)}
        />
      ),
    },
    {
      key: 'weight',
      title: t('channel.weight'),
      width: 96,
      render: (channel) => (
        <InlineNumber
          label={t('channel.weightOf', { name: channel.name })}
          value={channel.weight ?? 0}
          min={0}
          onSave={(value) => setNumber.run(channel, 'weight', value)}
        />
      ),
    },
    {
      key: 'operate',
      title: t('common.actions'),
      width: 168,
      card: 'actions',
      fixed: true,
      render: (channel) => <ChannelButtons channel={channel} {...actions} />,
    },
  ];
}

function TypeTag({ type }: { type: number }) {
  const { t } = useTranslation();
  const known = channelType(type);
  return <Tag color={known?.color ?? 'gray'}>{known?.[currentLanguage()] ?? t('channel.unknownType')}</Tag>;
}

function Status({ channel }: { channel: Channel }) {
  const { t } = useTranslation();
  if (channel.status === 1) return <StatusBadge color="green">{t('channel.enabled')}</StatusBadge>;
  if (channel.status === 2) return <StatusBadge color="yellow">{t('channel.disabled')}</StatusBadge>;
  if (channel.status !== 3) return <StatusBadge color="gray">{t('channel.unknownStatus')}</StatusBadge>;
  const info = parseObject(channel.other_info);
  const reason = typeof info?.status_reason === 'string' ? info.status_reason : t('common.unknown');
  const time = formatTime(typeof info?.status_time === 'number' ? info.status_time : 0);
  const why = t('channel.autoReason', { reason, time });
  return (
    <Tooltip label={why} events={{ hover: true, focus: true, touch: true }}>
      <span tabIndex={0} aria-label={`${t('channel.autoDisabled')}. ${why}`}>
        <StatusBadge color="orange">{t('channel.autoDisabled')}</StatusBadge>
      </span>
    </Tooltip>
  );
}

function ResponseTime({ ms }: { ms: number }) {
  const { t } = useTranslation();
  if (ms <= 0) return <StatusBadge color="gray">{t('channel.untested')}</StatusBadge>;
  const color = ms <= 1000 ? 'green' : ms <= 3000 ? 'lime' : ms <= 5000 ? 'yellow' : 'red';
  return <StatusBadge color={color}>{t('channel.seconds', { n: (ms / 1000).toFixed(2) })}</StatusBadge>;
}
