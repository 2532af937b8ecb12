import { Text } from '@mantine/core';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Quota } from '../../ui/badge/quota';
import type { Brief } from '../../ui/table/data-table.types';
import { StatusText, TypeName } from './channel-cells';
import { type ChannelRow, isTag } from './channel-rows';
import { causesOf, REASON_COLORS } from './health/causes';
import { useChannelHealth } from './health/channel-health';
import { successText } from './health/health-format';

/** A channel, or a tag with its channels, in two lines, for phones. */
export function channelBrief(row: ChannelRow, t: TFunction): Brief {
  const value = <Quota value={row.used_quota} />;
  const status = <StatusText status={row.status} />;
  if (isTag(row))
    return {
      title: t('channel.tagged', { tag: row.tag }),
      value,
      line: row.channels.map(({ name }) => name).join(', '),
      status,
    };
  return {
    title: row.name,
    value,
    line: <ChannelLine channel={row} />,
    status,
  };
}

/** What is wrong with a channel, else its type and the share of its calls that succeeded within the last hour. */
function ChannelLine({ channel }: { channel: ChannelResponse }) {
  const { t } = useTranslation();
  const health = useChannelHealth().of(channel.id);
  const cause = causesOf(channel, health, t).find(({ reason }) => reason !== 'disabled');
  const success = health && health.attempts > 0 ? successText(health.attempts, health.failures) : undefined;
  return (
    <>
      {`#${channel.id} · `}
      {cause ? (
        <Text span inherit c={REASON_COLORS[cause.reason]}>
          {t(`channelHealth.reason.${cause.reason}`)}
        </Text>
      ) : (
        <TypeName type={channel.type} />
      )}
      {success !== undefined && ` · ${success}`}
    </>
  );
}
