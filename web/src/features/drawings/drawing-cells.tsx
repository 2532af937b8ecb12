import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { formatFixed } from '../../lib/format/format';
import { StatusBadge } from '../../ui/badge/status-badge';
import { percentOf } from './drawing-facts';

/** Seconds; longer durations are marked as slow. */
const SLOW = 60;

export function Duration({ drawing: { submit_time, finish_time } }: { drawing: DrawingResponse }) {
  const { t } = useTranslation();
  if (!submit_time || !finish_time) {
    return (
      <Text span size="sm" c="dimmed">
        N/A
      </Text>
    );
  }
  const seconds = (finish_time - submit_time) / 1000;
  return (
    <StatusBadge color={seconds > SLOW ? 'red' : 'green'}>
      {t('drawings.seconds', { n: formatFixed(seconds, 1) })}
    </StatusBadge>
  );
}

export function Percent({ drawing }: { drawing: DrawingResponse }) {
  const { t } = useTranslation();
  const percent = percentOf(drawing);
  return (
    <Group gap={8} wrap="nowrap">
      <Progress
        value={percent}
        flex={1}
        miw={50}
        color={drawing.status === 'FAILURE' ? 'orange' : 'brand'}
        aria-label={t('drawings.progressOf', { n: percent })}
      />
      <Text span size="xs" c="dimmed">{`${percent}%`}</Text>
    </Group>
  );
}
