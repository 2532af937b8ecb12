import { ChannelStatus } from '#contract/enums';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { parseObject } from '../../lib/format/json';
import { declaredLanguage } from '../../text';
import { hint } from '../../ui/feedback/hint';
import { StatusBadge } from '../../ui/badge/status-badge';
import { Tag } from '../../ui/badge/tag';
import { logText } from '../../text/log-text';
import classes from './channel-cells.module.css';
import { type ChannelRow, isTag } from './channel-rows';
import { Drained } from './drain/drained';
import { useIsDrained } from './drain/use-is-drained';
import { Attention, type AttentionActions } from './health/attention';
import { ReasonBadge } from './reason-badge';
import { referenceProblem } from './reference-problem';
import { useChannelTypes } from './use-channel-types';

/** Names of at least this many characters may not fit the column and get a tooltip. */
const LONG_NAME = 12;

export function TypeCell({ row }: { row: ChannelRow }) {
  const { t } = useTranslation();
  return isTag(row) ? <Tag color="blue">{t('channel.tagRow')}</Tag> : <TypeBadge type={row.type} />;
}

/** The name of a type. @param type its number */
export function TypeBadge({ type }: { type: number }) {
  const { t } = useTranslation();
  const types = useChannelTypes();
  // Without the names of the types, the number still distinguishes them; the page shows the error.
  if (!types.loaded) return types.error === undefined ? null : <Tag color="gray">{type}</Tag>;
  const definition = types.of(type);
  const name = definition?.name[declaredLanguage()] ?? t('channel.unknownType');
  const isServed = definition?.served !== false;
  return (
    <div className={classes.type} {...hint(name.length < LONG_NAME ? undefined : name)}>
      <Tag color={definition?.color ?? 'gray'}>{name}</Tag>
      {!isServed && (
        <span {...hint(t('channel.notServedHint'))}>
          <StatusBadge color="yellow">{t('channel.notServed')}</StatusBadge>
        </span>
      )}
    </div>
  );
}

/** The name of a type, as text. */
export function TypeName({ type }: { type: number }) {
  return useChannelTypes().of(type)?.name[declaredLanguage()] ?? String(type);
}

/** The status alone, without its causes. */
export function StatusText({ status }: { status: number }) {
  const { t } = useTranslation();
  if (status === ChannelStatus.enabled)
    return <StatusBadge color="green">{t('channel.enabled')}</StatusBadge>;
  if (status === ChannelStatus.disabled)
    return <StatusBadge color="yellow">{t('channel.disabled')}</StatusBadge>;
  if (status === ChannelStatus.autoDisabled)
    return <StatusBadge color="red">{t('channel.autoDisabled')}</StatusBadge>;
  return <StatusBadge color="gray">{t('channel.unknownStatus')}</StatusBadge>;
}

export function StatusCell({ row, actions }: { row: ChannelRow; actions: AttentionActions }) {
  if (isTag(row)) return <Status row={row} />;
  return <ChannelStatusCell channel={row} actions={actions} />;
}

/** The status, and below it why the channel needs attention, which a drained one does not. */
function ChannelStatusCell({ channel, actions }: { channel: ChannelResponse; actions: AttentionActions }) {
  const isDrained = useIsDrained(channel);
  if (isDrained && channel.status === ChannelStatus.enabled)
    return (
      <div className={classes.status}>
        <Drained channel={channel} drain={actions.drain} />
      </div>
    );
  return (
    <div className={classes.status}>
      <Status row={channel} />
      <UnreadKeys channel={channel} />
      <Attention channel={channel} actions={actions} />
    </div>
  );
}

/** Marks a channel of which a key cannot be read where it is stored. */
function UnreadKeys({ channel }: { channel: ChannelResponse }) {
  const { t } = useTranslation();
  const unread = channel.key_references.filter(({ problem }) => problem !== '');
  if (unread.length === 0) return null;
  return <ReasonBadge color="red" label={t('channel.keyUnread')} details={unread.map(referenceProblem)} />;
}

function Status({ row }: { row: ChannelRow }) {
  if (isTag(row)) return <StatusText status={row.status} />;
  if (row.status === ChannelStatus.enabled) return <Enabled disabledKeys={disabledKeysIn(row.other_info)} />;
  if (row.status === ChannelStatus.autoDisabled) return <AutoDisabled info={row.other_info} />;
  return <StatusText status={row.status} />;
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
export function AutoDisabled({ info }: { info: string }) {
  const { t } = useTranslation();
  const { status_reason: reason, status_time: time } = parseObject(info) ?? {};
  const details = [
    typeof reason === 'string' && reason !== '' && t('channel.autoReason', { reason: logText(reason) }),
    typeof time === 'number' && time > 0 && t('channel.autoTime', { time: formatTime(time) }),
  ].filter((part) => part !== false);
  return <ReasonBadge color="yellow" label={t('channel.autoDisabled')} details={details} />;
}
