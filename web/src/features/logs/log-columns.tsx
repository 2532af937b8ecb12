import { Avatar, Group, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { colorOfNumber, colorOfText } from '../../lib/colors';
import { formatPrice, formatTime, trimNumber } from '../../lib/format';
import { serverMessage } from '../../text/server-messages';
import type { Column } from '../../ui/columns';
import { GroupTags } from '../../ui/group-tag';
import { Quota } from '../../ui/quota';
import { StatusBadge } from '../../ui/status-badge';
import { Tag } from '../../ui/tag';
import { readFacts, readPricing } from './log-other';
import { CONSUMED, type Log } from './log.types';

/** Rows of type 0 are old consumption rows. */
const isUsage = (log: Log) => log.type === CONSUMED || log.type === 0;

export function useLogColumns(admin: boolean, onUser: (id: number) => void): Column<Log>[] {
  const { t } = useTranslation();
  const columns: (Column<Log> | false)[] = [
    {
      key: 'time',
      title: t('log.time'),
      width: 150,
      card: 'title',
      fixed: true,
      render: (log) => formatTime(log.created_at),
    },
    admin && {
      key: 'channel',
      title: t('common.channel'),
      width: 82,
      render: (log) => isUsage(log) && <ChannelTag log={log} />,
    },
    admin && {
      key: 'username',
      title: t('log.user'),
      render: (log) => <UserName log={log} onUser={onUser} />,
    },
    {
      key: 'token',
      title: t('log.token'),
      render: (log) => isUsage(log) && log.token_name && <Tag copy={log.token_name}>{log.token_name}</Tag>,
    },
    {
      key: 'group',
      title: t('common.group'),
      render: (log) => isUsage(log) && <GroupTags groups={log.group || readFacts(log.other).group} />,
    },
    {
      key: 'type',
      title: t('log.type'),
      card: 'status',
      render: (log) => <TypeBadge type={log.type} />,
    },
    {
      key: 'model',
      title: t('common.model'),
      card: 'wide',
      render: (log) => isUsage(log) && <Model log={log} />,
    },
    { key: 'use_time', title: t('log.useTime'), render: (log) => isUsage(log) && <Timing log={log} /> },
    {
      key: 'prompt',
      title: t('log.prompt'),
      align: 'right',
      render: (log) => isUsage(log) && log.prompt_tokens,
    },
    {
      key: 'completion',
      title: t('log.completion'),
      align: 'right',
      render: (log) => isUsage(log) && log.completion_tokens > 0 && log.completion_tokens,
    },
    {
      key: 'cost',
      title: t('log.cost'),
      align: 'right',
      render: (log) => isUsage(log) && <Quota value={log.quota} digits={6} />,
    },
    admin && {
      key: 'retry',
      title: t('log.retry'),
      card: 'none',
      render: (log) => isUsage(log) && <Route log={log} />,
    },
    { key: 'details', title: t('log.details'), card: 'wide', render: (log) => <ShortDetails log={log} /> },
  ];
  return columns.filter((column) => column !== false);
}

function ChannelTag({ log }: { log: Log }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={log.channel_name || t('log.unnamedChannel')}>
      <span>
        <Tag color={colorOfNumber(log.channel)}>{log.channel}</Tag>
      </span>
    </Tooltip>
  );
}

function UserName({ log, onUser }: { log: Log; onUser: (id: number) => void }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      onClick={(event) => {
        event.stopPropagation();
        onUser(log.user_id);
      }}
    >
      <VisuallyHidden>{t('log.userInfoOf', { name: log.username })}</VisuallyHidden>
      <Group gap={6} wrap="nowrap" aria-hidden>
        <Avatar size={22} radius="xl" color={colorOfText(log.username)}>
          {log.username.slice(0, 1).toUpperCase()}
        </Avatar>
        <Text span size="sm">
          {log.username}
        </Text>
      </Group>
    </UnstyledButton>
  );
}

const TYPES = {
  1: { color: 'cyan', text: 'log.typeTopup' },
  2: { color: 'lime', text: 'log.typeConsume' },
  3: { color: 'orange', text: 'log.typeManage' },
  4: { color: 'grape', text: 'log.typeSystem' },
} as const;

function TypeBadge({ type }: { type: number }) {
  const { t } = useTranslation();
  const known = type === 1 || type === 2 || type === 3 || type === 4 ? TYPES[type] : undefined;
  return <StatusBadge color={known?.color ?? 'gray'}>{t(known?.text ?? 'log.typeUnknown')}</StatusBadge>;
}

function Model({ log }: { log: Log }) {
  const { t } = useTranslation();
  const { mappedTo } = readFacts(log.other);
  return (
    <Group gap={4} wrap="nowrap">
      <Tag color={colorOfText(log.model_name)} copy={log.model_name} mono>
        {log.model_name}
      </Tag>
      {mappedTo && (
        <Tooltip
          label={`${t('logDetail.actualModel')}: ${mappedTo}`}
          events={{ hover: true, focus: true, touch: true }}
        >
          <span
            tabIndex={0}
            role="img"
            aria-label={`${t('logDetail.actualModel')}: ${mappedTo}`}
            style={{ display: 'flex' }}
          >
            <IconArrowsExchange size={16} stroke={1.75} />
          </span>
        </Tooltip>
      )}
    </Group>
  );
}

function Timing({ log }: { log: Log }) {
  const { t } = useTranslation();
  const { firstTokenMs } = readFacts(log.other);
  const first = firstTokenMs === undefined ? undefined : firstTokenMs / 1000;
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge color={speed(log.use_time, 101, 300)}>{t('log.seconds', { n: log.use_time })}</StatusBadge>
      {log.is_stream && first !== undefined && (
        <StatusBadge color={speed(first, 3, 10)}>{t('log.seconds', { n: first.toFixed(1) })}</StatusBadge>
      )}
      <Text span size="xs" c="dimmed">
        {t(log.is_stream ? 'log.stream' : 'log.notStream')}
      </Text>
    </Group>
  );
}

function speed(seconds: number, good: number, fair: number): string {
  if (seconds < good) return 'green';
  return seconds < fair ? 'orange' : 'red';
}

function Route({ log }: { log: Log }) {
  const { route } = readFacts(log.other);
  return (
    <Text span size="xs" ff="monospace">
      {route.length > 0 ? route.join('->') : log.channel}
    </Text>
  );
}

function ShortDetails({ log }: { log: Log }) {
  const { t } = useTranslation();
  const pricing = readPricing(log.other);
  const group = trimNumber(pricing.groupRatio);
  let text = serverMessage(log.content);
  if (log.type === CONSUMED && pricing.price !== undefined) {
    text = t('log.priceShort', { price: formatPrice(pricing.price), group });
  } else if (log.type === CONSUMED && pricing.modelRatio !== undefined) {
    const model = trimNumber(pricing.modelRatio);
    text = pricing.cacheTokens
      ? t('log.ratioCacheShort', { model, group, cache: trimNumber(pricing.cacheRatio) })
      : t('log.ratioShort', { model, group });
  }
  return (
    <Text span size="xs" c="dimmed" lineClamp={2} miw={140} maw={300} title={text}>
      {text}
    </Text>
  );
}
