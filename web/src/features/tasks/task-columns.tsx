import { RingProgress, Text, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { colorOfNumber } from '../../lib/colors';
import { formatFixed, formatTime } from '../../lib/format';
import type { Column } from '../../ui/columns';
import { LongText } from '../../ui/long-text';
import { StatusBadge } from '../../ui/status-badge';
import { Tag } from '../../ui/tag';
import type { TaskResponse } from '#contract/resources/task';
import classes from './tasks.module.css';

/** Seconds above which a duration is shown as slow. */
const SLOW = 60;

export function useTaskColumns(admin: boolean, onOpen: (task: TaskResponse) => void): Column<TaskResponse>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const columns: (Column<TaskResponse> | false)[] = [
      {
        key: 'submit_time',
        title: t('tasks.submitted'),
        width: 156,
        card: 'title',
        fixed: true,
        render: ({ submit_time }) => formatTime(submit_time),
      },
      {
        key: 'finish_time',
        title: t('tasks.finished'),
        width: 156,
        render: ({ finish_time }) => formatTime(finish_time),
      },
      { key: 'progress', title: t('tasks.progress'), render: ({ progress }) => <Ring progress={progress} /> },
      { key: 'duration', title: t('tasks.duration'), render: (task) => <Duration task={task} /> },
      admin && {
        key: 'channel',
        title: t('tasks.channel'),
        render: ({ channel_id }) => (
          <Tag color={colorOfNumber(channel_id)} copy={String(channel_id)}>
            {channel_id}
          </Tag>
        ),
      },
      {
        key: 'platform',
        title: t('tasks.platform'),
        render: ({ platform }) =>
          platform === 'suno' ? (
            <StatusBadge color="green">Suno</StatusBadge>
          ) : (
            <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>
          ),
      },
      { key: 'type', title: t('tasks.type'), render: ({ action }) => <Kind action={action} /> },
      {
        key: 'task_id',
        title: t('tasks.id'),
        card: 'wide',
        render: (task) => (
          <UnstyledButton
            className={classes.id}
            aria-label={t('tasks.openId', { id: task.task_id })}
            aria-haspopup="dialog"
            onClick={() => onOpen(task)}
          >
            {task.task_id}
          </UnstyledButton>
        ),
      },
      {
        key: 'status',
        title: t('tasks.status'),
        card: 'status',
        render: ({ status }) => <State status={status} />,
      },
      {
        key: 'fail_reason',
        title: t('tasks.failReason'),
        card: 'wide',
        render: ({ fail_reason }) => <LongText title={t('tasks.failReason')} text={fail_reason} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, onOpen]);
}

/** A ring for a numeric progress, otherwise the text as received. */
function Ring({ progress }: { progress: string }) {
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

function Duration({ task: { submit_time, finish_time } }: { task: TaskResponse }) {
  const { t } = useTranslation();
  if (!submit_time || !finish_time) return '-';
  const seconds = finish_time - submit_time;
  return (
    <StatusBadge color={seconds > SLOW ? 'red' : 'green'}>
      {t('tasks.seconds', { n: formatFixed(seconds, 1) })}
    </StatusBadge>
  );
}

function Kind({ action }: { action: string }) {
  const { t } = useTranslation();
  if (action === 'MUSIC') return <StatusBadge color="gray">{t('tasks.kinds.MUSIC')}</StatusBadge>;
  if (action === 'LYRICS') return <StatusBadge color="pink">{t('tasks.kinds.LYRICS')}</StatusBadge>;
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

function State({ status }: { status: string }) {
  const { t } = useTranslation();
  const { color, text } = isState(status) ? STATES[status] : STATES.UNKNOWN;
  return <StatusBadge color={color}>{t(`tasks.states.${text}`)}</StatusBadge>;
}

function isState(status: string): status is keyof typeof STATES {
  return Object.hasOwn(STATES, status);
}
