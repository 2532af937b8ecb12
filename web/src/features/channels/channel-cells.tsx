import { ChannelStatus } from '#contract/enums';
import { Group, Popover, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatFixed, formatTime } from '../../lib/format/format';
import { parseObject } from '../../lib/format/json';
import { currentLanguage } from '../../text';
import { CopyText } from '../../ui/button/copy-text';
import { hint } from '../../ui/feedback/hint';
import { StatusBadge } from '../../ui/badge/status-badge';
import { Tag } from '../../ui/badge/tag';
import { useAnchored } from '../../ui/button/use-anchored';
import { logText } from '../../text/log-text';
import classes from './channel-cells.module.css';
import { type ChannelRow, isTag } from './channel-rows';
import { useChannelTypes } from './use-channel-types';

/** Names of at least this many characters may not fit the column and get a tooltip. */
const LONG_NAME = 12;

export function TypeCell({ row }: { row: ChannelRow }) {
  const { t } = useTranslation();
  const types = useChannelTypes();
  if (isTag(row)) return <Tag color="blue">{t('channel.tagRow')}</Tag>;
  // Without the names of the types, the number still distinguishes them; the page shows the error.
  if (!types.loaded) return types.error === undefined ? null : <Tag color="gray">{row.type}</Tag>;
  const known = types.of(row.type);
  const name = known?.name[currentLanguage()] ?? t('channel.unknownType');
  const isServed = known?.served !== false;
  return (
    <div className={classes.type} {...hint(name.length < LONG_NAME ? undefined : name)}>
      <Tag color={known?.color ?? 'gray'}>{name}</Tag>
      {!isServed && (
        <span {...hint(t('channel.notServedHint'))}>
          <StatusBadge color="yellow">{t('channel.notServed')}</StatusBadge>
        </span>
      )}
    </div>
  );
}

export function StatusCell({ row }: { row: ChannelRow }) {
  const { t } = useTranslation();
  if (row.status === ChannelStatus.enabled)
    return <Enabled disabledKeys={isTag(row) ? 0 : disabledKeysIn(row.other_info)} />;
  if (row.status === ChannelStatus.disabled)
    return <StatusBadge color="yellow">{t('channel.disabled')}</StatusBadge>;
  if (row.status !== ChannelStatus.autoDisabled || isTag(row))
    return <StatusBadge color="gray">{t('channel.unknownStatus')}</StatusBadge>;
  return <AutoDisabled info={row.other_info} />;
}

/** Marks a channel that goes on without some of its keys. */
function Enabled({ disabledKeys }: { disabledKeys: number }) {
  const { t } = useTranslation();
  if (disabledKeys === 0) return <StatusBadge color="green">{t('channel.enabled')}</StatusBadge>;
  return (
    <span {...hint(t('channel.keys.disabled', { n: disabledKeys }))}>
      <StatusBadge color="lime">{t('channel.enabled')}</StatusBadge>
    </span>
  );
}

function disabledKeysIn(info: string): number {
  const { dead_keys: dead } = parseObject(info) ?? {};
  return typeof dead === 'object' && dead !== null ? Object.keys(dead).length : 0;
}

/** Shows the reason and time of the automatic disabling, where known. */
function AutoDisabled({ info }: { info: string }) {
  const { t } = useTranslation();
  const { status_reason: reason, status_time: time } = parseObject(info) ?? {};
  const { button, box, toggle } = useAnchored('dialog');
  const badge = <StatusBadge color="yellow">{t('channel.autoDisabled')}</StatusBadge>;
  const why = [
    typeof reason === 'string' && reason !== '' && t('channel.autoReason', { reason: logText(reason) }),
    typeof time === 'number' && time > 0 && t('channel.autoTime', { time: formatTime(time) }),
  ].filter((part) => part !== false);
  if (why.length === 0) return badge;
  const text = why.join(t('channel.comma'));
  return (
    <>
      <UnstyledButton
        {...button}
        {...hint(text)}
        className={classes.why}
        aria-label={`${t('channel.autoDisabled')}. ${text}`}
        onClick={(event) => {
          event.stopPropagation();
          toggle(event);
        }}
      >
        {badge}
      </UnstyledButton>
      {box && (
        <Popover {...box.control} position="bottom" withArrow width={360}>
          {box.anchor}
          <Popover.Dropdown>
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {why.join('\n')}
            </Text>
            <Group justify="flex-end" mt="xs">
              <CopyText text={text} label={t('channel.copyReason')} secret />
            </Group>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

export function ResponseTime({ row }: { row: ChannelRow }) {
  const { t } = useTranslation();
  const ms = row.response_time;
  if (ms <= 0) return <StatusBadge color="gray">{t('channel.untested')}</StatusBadge>;
  const color = ms <= 1000 ? 'green' : ms <= 3000 ? 'lime' : ms <= 5000 ? 'yellow' : 'red';
  const badge = (
    <StatusBadge color={color}>{t('channel.seconds', { n: formatFixed(ms / 1000, 2) })}</StatusBadge>
  );
  if (isTag(row)) return badge;
  return <span {...hint(t('channel.testedAt', { time: formatTime(row.test_time) }))}>{badge}</span>;
}
