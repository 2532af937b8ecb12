import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import { ChannelStatus } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { hint } from '../../../ui/feedback/hint';
import { AutoDisabled } from '../channel-cells';
import { useIsDrained } from '../drain/use-is-drained';

/** The status of the channel, and whether it is drained or some of its keys are disabled. */
export function ChannelState({ report }: { report: ChannelReportResponse }) {
  const { t } = useTranslation();
  const { status, drained_until: until, keys_disabled: n, other_info: info } = report;
  const isDrained = useIsDrained(report);
  if (status === ChannelStatus.autoDisabled) return <AutoDisabled info={info} />;
  if (status === ChannelStatus.disabled)
    return <StatusBadge color="yellow">{t('channel.disabled')}</StatusBadge>;
  if (status !== ChannelStatus.enabled)
    return <StatusBadge color="gray">{t('channel.unknownStatus')}</StatusBadge>;
  const time = formatTime(until);
  if (isDrained)
    return (
      <span {...hint(t('channel.drain.hint', { time }))}>
        <StatusBadge color="blue">{`${t('channel.drain.badge')} ${t('channel.drain.until', { time })}`}</StatusBadge>
      </span>
    );
  if (n === 0) return <StatusBadge color="green">{t('channel.enabled')}</StatusBadge>;
  return (
    <span {...hint(t('channel.keys.disabled', { n }))}>
      <StatusBadge color="lime">{t('channel.enabled')}</StatusBadge>
    </span>
  );
}
