import type { ChannelResponse } from '#contract/resources/channels/channel';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatTime } from '../../../lib/format/format';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { RowButton } from '../../../ui/button/row-button';
import { hint } from '../../../ui/feedback/hint';
import classes from '../health/health.module.css';
import type { Drain } from './use-drain';

/** In place of the status of a drained channel: until when, and the action that ends it. */
export function Drained({ channel, drain }: { channel: ChannelResponse; drain: Drain }) {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const { drained_until: until } = channel;
  const label = t('channel.drain.end');

  async function end() {
    setRunning(true);
    await drain([channel], 0);
    setRunning(false);
  }

  return (
    <>
      <span {...hint(t('channel.drain.hint', { time: formatTime(until) }))}>
        <StatusBadge color="blue">{t('channel.drain.badge')}</StatusBadge>
      </span>
      <div className={classes.cause}>
        <span className={classes.since}>{t('channel.drain.until', { time: formatClock(until) })}</span>
        <RowButton
          narrow
          {...hint(label, { focus: true })}
          aria-label={`${channel.name}: ${label}`}
          loading={isRunning}
          onClick={() => void end()}
        >
          <IconPlayerPlay size={15} stroke={1.75} />
        </RowButton>
      </div>
    </>
  );
}
