import { RingProgress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TaskResponse } from '#contract/resources/tasks/task';
import { formatFixed } from '../../lib/format/format';
import { StatusBadge } from '../../ui/badge/status-badge';

/** Seconds above which a duration is shown as slow. */
const SLOW = 60;

/** A ring for a numeric progress, otherwise the text as received. */
export function Ring({ progress }: { progress: string }) {
  const { t } = useTranslation();
  const percent = Number(progress.replace(/%$/, '').trim());
  if (Number.isNaN(percent)) return progress;
  return (
    <RingProgress
      size={42}
      thickness={4}
      role="img"
      aria-label={t('tasks.progressOf', { n: percent })}
      sections={[{ value: percent, color: 'brand' }]}
      label={
        <Text ta="center" fz={10}>
          {percent}
        </Text>
      }
    />
  );
}

export function Duration({ task: { submit_time, finish_time } }: { task: TaskResponse }) {
  const { t } = useTranslation();
  if (!submit_time || !finish_time) return '–';
  const seconds = finish_time - submit_time;
  return (
    <StatusBadge color={seconds > SLOW ? 'red' : 'green'}>
      {t('tasks.seconds', { n: formatFixed(seconds, 1) })}
    </StatusBadge>
  );
}

const KINDS = {
  MUSIC: 'gray',
  LYRICS: 'pink',
  generate: 'blue',
  textGenerate: 'blue',
  firstTailGenerate: 'violet',
  referenceGenerate: 'violet',
  remixGenerate: 'grape',
} as const;

export function Kind({ action }: { action: string }) {
  const { t } = useTranslation();
  if (!isKeyOf(KINDS, action)) return <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>;
  return <StatusBadge color={KINDS[action]}>{t(`tasks.kinds.${action}`)}</StatusBadge>;
}

export function Platform({ platform }: { platform: string }) {
  const { t } = useTranslation();
  if (platform === 'suno') return <StatusBadge color="green">Suno</StatusBadge>;
  if (platform === 'video') return <StatusBadge color="blue">{t('tasks.video')}</StatusBadge>;
  return <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>;
}

const STATES = {
  SUCCESS: { color: 'green', text: 'SUCCESS' },
  NOT_START: { color: 'gray', text: 'NOT_START' },
  SUBMITTED: { color: 'yellow', text: 'SUBMITTED' },
  IN_PROGRESS: { color: 'blue', text: 'IN_PROGRESS' },
  FAILURE: { color: 'red', text: 'FAILURE' },
  QUEUED: { color: 'orange', text: 'QUEUED' },
  UNKNOWN: { color: 'gray', text: 'UNKNOWN' },
  '': { color: 'gray', text: 'submitting' },
} as const;

export function State({ status }: { status: string }) {
  const { t } = useTranslation();
  const { color, text } = isKeyOf(STATES, status) ? STATES[status] : STATES.UNKNOWN;
  return <StatusBadge color={color}>{t(`tasks.states.${text}`)}</StatusBadge>;
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
