import { UnstyledButton } from '@mantine/core';
import { IconMusic, IconVideo } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { isRunning } from '../../lib/list/use-task-list';
import { useSteady } from '../../lib/interaction/use-steady';
import { logText } from '../../text/log-text';
import type { Column } from '../../ui/table/columns';
import { LongText } from '../../ui/text/long-text';
import { ChannelTag } from '../../ui/badge/channel-tag';
import { TaskCost } from '../../ui/badge/task-cost';
import { CancelIcon } from '../task-list/cancel-buttons';
import type { TaskResponse } from '#contract/resources/tasks/task';
import { lyricsOf, songsOf } from './songs';
import { Duration, Kind, Platform, Ring, State } from './task-cells';
import { isVideo } from './task-videos';
import classes from './tasks.module.css';

export interface TaskActions {
  onOpen: (task: TaskResponse) => void;
  /** Offered to administrators for running tasks. */
  onCancel: (task: TaskResponse) => void;
}

export function useTaskColumns(admin: boolean, rowActions: TaskActions): Column<TaskResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
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
        render: ({ channel_id }) => <ChannelTag id={channel_id} />,
      },
      {
        key: 'platform',
        title: t('tasks.platform'),
        render: ({ platform }) => <Platform platform={platform} />,
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
            onClick={() => actions.onOpen(task)}
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
        key: 'cost',
        title: t('tasks.cost'),
        align: 'right',
        render: ({ quota, status }) => <TaskCost quota={quota} status={status} />,
      },
      {
        key: 'result',
        title: t('tasks.results'),
        card: 'wide',
        render: (task) => hasResult(task) && <Result task={task} onOpen={actions.onOpen} />,
      },
      {
        key: 'fail_reason',
        title: t('tasks.failReason'),
        card: 'wide',
        render: ({ fail_reason }) => <LongText title={t('tasks.failReason')} text={logText(fail_reason)} />,
      },
      admin && {
        key: 'actions',
        title: t('common.actions'),
        width: 52,
        card: 'actions',
        fixed: true,
        render: (task) =>
          isRunning(task) && (
            <CancelIcon id={task.task_id || task.id} onClick={() => actions.onCancel(task)} />
          ),
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, actions]);
}

function hasResult(task: TaskResponse): boolean {
  if (task.status !== 'SUCCESS') return false;
  return isVideo(task) || songsOf(task).length > 0 || lyricsOf(task) !== undefined;
}

/** What a finished task made, in a few words; opens its players. */
function Result({ task, onOpen }: { task: TaskResponse; onOpen: TaskActions['onOpen'] }) {
  const { t } = useTranslation();
  const songs = songsOf(task);
  const title = songs.find((song) => song.title !== '')?.title ?? lyricsOf(task)?.title;
  const name = isVideo(task) ? t('tasks.video') : title || t('tasks.untitled');
  const cover = songs.find((song) => song.cover !== undefined)?.cover;
  return (
    <UnstyledButton
      className={classes.result}
      aria-label={t('tasks.openResult', { name, id: task.task_id })}
      aria-haspopup="dialog"
      onClick={() => onOpen(task)}
    >
      <span className={classes.thumbnail} aria-hidden>
        {cover ? (
          <img src={cover} alt="" loading="lazy" />
        ) : isVideo(task) ? (
          <IconVideo size={16} stroke={1.5} />
        ) : (
          <IconMusic size={16} stroke={1.5} />
        )}
      </span>
      <span className={classes.name}>{name}</span>
    </UnstyledButton>
  );
}
