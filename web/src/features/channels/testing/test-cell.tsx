import { Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatFixed, formatTime } from '../../../lib/format/format';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { hint } from '../../../ui/feedback/hint';
import { type ChannelRow, hasFailedTest, isTag } from '../channel-rows';
import { ReasonBadge } from '../reason-badge';

/** Response time of the last test, or that it failed and why. */
export function TestCell({ row }: { row: ChannelRow }) {
  const { t } = useTranslation();
  if (isTag(row) && row.failed_tests > 0)
    return <StatusBadge color="red">{t('channel.run.failed', { n: row.failed_tests })}</StatusBadge>;
  const ms = row.response_time;
  if (!isTag(row) && row.last_test && hasFailedTest(row)) {
    const { message, model, at } = row.last_test;
    const reason = t('channel.autoReason', { reason: message });
    const details = [reason, t('channel.lastTest.model', { model }), testedAt(at)];
    return <ReasonBadge color="red" label={t('channel.lastTest.failedBadge')} details={details} />;
  }
  if (ms <= 0) return <Untested />;
  const time = t('channel.seconds', { n: formatFixed(ms / 1000, 2) });
  const color = ms <= 1000 ? 'green' : ms <= 3000 ? 'lime' : ms <= 5000 ? 'yellow' : 'red';
  if (isTag(row)) return <StatusBadge color={color}>{time}</StatusBadge>;
  // Tests of earlier releases stored the time of a failure like that of a success.
  const shown = <StatusBadge color={row.last_test ? color : 'gray'}>{time}</StatusBadge>;
  // Of a channel with several keys, some of which fail.
  const problem = row.last_test?.message ?? t('channel.lastTest.unknown');
  const details = [testedAt(row.test_time), problem].filter((part) => part !== '');
  return <span {...hint(details.join(t('channel.comma')), { touch: true })}>{shown}</span>;

  function testedAt(seconds: number): string {
    return t('channel.testedAt', { time: formatTime(seconds) });
  }
}

/** Nothing was measured. */
function Untested() {
  const { t } = useTranslation();
  const label = t('channel.untested');
  return (
    <Text span size="sm" c="dimmed" {...hint(label)}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Text>
  );
}
