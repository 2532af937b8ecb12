import type { UptimeResponse } from '#contract/resources/uptime';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { trimNumber } from '../../lib/format/format';
import { StatusBadge } from '../../ui/badge/status-badge';
import classes from './model-uptime.module.css';

/** Percent from which a day is one without problems, and below which it is one of an outage. */
const GOOD = 99;
const BAD = 90;

interface ModelUptimeProps {
  model: UptimeResponse['models'][number];
  days: readonly number[];
}

/** A model with a bar for each day, whose height and color show the share of requests that were answered. */
export function ModelUptime({ model, days }: ModelUptimeProps) {
  const { t } = useTranslation();
  const percent = (value: number) => `${trimNumber(value, 2)}%`;
  const worst = model.days.reduce<number | null>(
    (least, share) => (share === null ? least : Math.min(share, least ?? share)),
    null,
  );
  return (
    <li>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {model.model}
        </Text>
        <Group gap="xs">
          {model.uptime !== null && (
            <Text size="sm" c="dimmed">
              {t('status.uptime', { percent: percent(model.uptime) })}
            </Text>
          )}
          <StatusBadge color={colorOf(model.now)}>{t(`status.${stateOf(model.now)}`)}</StatusBadge>
        </Group>
      </Group>
      <div
        className={classes.strip}
        role="img"
        aria-label={
          worst === null
            ? t('status.stripEmpty', { model: model.model })
            : t('status.strip', { model: model.model, percent: percent(worst) })
        }
      >
        {model.days.map((share, index) => (
          <span
            key={days[index]}
            className={classes.day}
            data-state={stateOf(share)}
            title={`${dateOf(days[index]!)} ${share === null ? t('status.unknown') : percent(share)}`}
          />
        ))}
      </div>
    </li>
  );
}

function stateOf(share: number | null): 'unknown' | 'working' | 'degraded' | 'outage' {
  if (share === null) return 'unknown';
  if (share >= GOOD) return 'working';
  return share >= BAD ? 'degraded' : 'outage';
}

function colorOf(share: number | null): string {
  return { unknown: 'gray', working: 'green', degraded: 'yellow', outage: 'red' }[stateOf(share)];
}

/** Days are those of UTC. */
function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
