import { useTranslation } from 'react-i18next';
import { SLOT_SECONDS, type ChannelHealthResponse } from '#contract/resources/channels/channel-health';
import { formatClock, formatExact, nowSeconds } from '../../../lib/format/format';
import { hint } from '../../../ui/feedback/hint';
import classes from './health.module.css';
import { successText } from './health-format';

/** Pixels. */
const SLOT_WIDTH = 5;
const BAR_WIDTH = 4;
const HEIGHT = 14;
/** Height of a slot without calls, and the least of a part that failed. */
const MIN_HEIGHT = 2;

/** Part of the calls of the last hour that succeeded, and when others failed. */
export function SuccessStrip({ health }: { health: ChannelHealthResponse }) {
  const label = useStripText()(health);
  const { strip, attempts, failures } = health;
  return (
    <span className={classes.success} {...hint(label, { touch: true })}>
      <span className={classes.figure}>{attempts === 0 ? '–' : successText(attempts, failures)}</span>
      <svg
        role="img"
        aria-label={label}
        className={classes.strip}
        width={strip.length * SLOT_WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${strip.length * SLOT_WIDTH} ${HEIGHT}`}
      >
        {strip.map((slot, index) => {
          const x = index * SLOT_WIDTH;
          if (slot.attempts === 0) {
            return <Bar key={x} kind="empty" x={x} y={HEIGHT - MIN_HEIGHT} height={MIN_HEIGHT} />;
          }
          const failed = slot.failures / slot.attempts;
          const red = failed === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round(failed * HEIGHT));
          return [
            red < HEIGHT && <Bar key={x} kind="good" x={x} y={red} height={HEIGHT - red} />,
            red > 0 && <Bar key={`${x} failed`} kind="failed" x={x} y={0} height={red} />,
          ];
        })}
      </svg>
    </span>
  );
}

interface BarProps {
  kind: 'empty' | 'good' | 'failed';
  x: number;
  y: number;
  height: number;
}

function Bar({ kind, x, y, height }: BarProps) {
  return <rect className={classes[kind]} x={x} y={y} width={BAR_WIDTH} height={height} />;
}

/** What the strip shows, in words: the sum of the hour and the slots with failures. */
function useStripText() {
  const { t } = useTranslation();
  return ({ strip, attempts, failures, rate_limited: limited }: ChannelHealthResponse): string => {
    if (attempts === 0) return t('channelHealth.noCalls');
    const n = formatExact(attempts);
    if (failures === 0) return t('channelHealth.allSucceeded', { n });
    const parts: string[] = [t('channelHealth.someFailed', { n, failures: formatExact(failures) })];
    if (limited > 0) parts.push(t('channelHealth.limited', { n: formatExact(limited) }));
    const next = (Math.floor(nowSeconds() / SLOT_SECONDS) + 1) * SLOT_SECONDS;
    const slots = strip.flatMap((slot, index) => {
      if (slot.failures === 0) return [];
      const time = formatClock(next - (strip.length - index) * SLOT_SECONDS);
      return [t('channelHealth.failedAt', { time, failures: slot.failures, n: formatExact(slot.attempts) })];
    });
    return `${parts.join(t('channel.comma'))}${t('channelHealth.colon')}${slots.join(t('channel.comma'))}`;
  };
}
