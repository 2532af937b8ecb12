import { Group, UnstyledButton } from '@mantine/core';
import { IconListDetails, IconMusic, IconVideo } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning } from '../../lib/list/use-task-list';
import { useSteady } from '../../lib/interaction/use-steady';
import { logText } from '../../text/log-text';
import { DownloadIcon } from '../../ui/button/download-icon';
import { IconAction } from '../../ui/button/icon-action';
import type { Column } from '../../ui/table/columns';
import { LongText } from '../../ui/text/long-text';
import { RowTime } from '../../ui/text/row-time';
import { ChannelTag } from '../../ui/badge/channel-tag';
import { TaskCost } from '../../ui/badge/task-cost';
import { CancelIcon } from '../task-list/cancel-buttons';
import type { TaskResponse } from '#contract/resources/tasks/task';
import { lyricsOf, songsOf } from './songs';
import { Duration, Kind, Platform, Ring, State } from './task-cells';
import { isVideo, videoAddress } from './task-videos';
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
        width: 114,
        card: 'title',
        fixed: true,
        render: ({ submit_time }) => <RowTime seconds={submit_time} />,
      },
      { key: 'type', title: t('tasks.type'), render: ({ action }) => <Kind action={action} /> },
      {
        key: 'status',
        title: t('tasks.status'),
        card: 'status',
        render: ({ status }) => <State status={status} />,
      },
      {
        key: 'result',
        title: t('tasks.resultOrReason'),
        width: 168,
        card: 'wide',
        render: (task) => <Result task={task} onOpen={actions.onOpen} />,
      },
      {
        key: 'cost',
        title: t('tasks.cost'),
        align: 'right',
        render: ({ quota, status }) => <TaskCost quota={quota} status={status} />,
      },
      { key: 'duration', title: t('tasks.duration'), render: (task) => <Duration task={task} /> },
      { key: 'progress', title: t('tasks.progress'), render: ({ progress }) => <Ring progress={progress} /> },
      {
        key: 'task_id',
        title: t('tasks.id'),
        width: 116,
        wraps: true,
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
      admin && {
        key: 'channel',
        title: t('tasks.channel'),
        render: ({ channel_id }) => <ChannelTag id={channel_id} />,
      },
      {
        key: 'finish_time',
        title: t('tasks.finished'),
        width: 114,
        render: ({ finish_time }) => <RowTime seconds={finish_time} />,
      },
      {
        key: 'platform',
        title: t('tasks.platform'),
        render: ({ platform }) => <Platform platform={platform} />,
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: 84,
        card: 'actions',
        fixed: true,
        render: (task) => <TaskButtons task={task} admin={admin} {...actions} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, actions]);
}

function hasResult(task: TaskResponse): boolean {
  if (task.status !== 'SUCCESS') return false;
  return isVideo(task) || songsOf(task).length > 0 || lyricsOf(task) !== undefined;
}

/** What a finished task made, or why it failed, in a few words; opens the players or the whole reason. */
function Result({ task, onOpen }: { task: TaskResponse; onOpen: TaskActions['onOpen'] }) {
  const { t } = useTranslation();
  if (!hasResult(task))
    return task.fail_reason === '' ? null : (
      <LongText title={t('tasks.failReason')} text={logText(task.fail_reason)} />
    );
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

function TaskButtons({
  task,
  admin,
  onOpen,
  onCancel,
}: TaskActions & { task: TaskResponse; admin: boolean }) {
  const { t } = useTranslation();
  const id = task.task_id || task.id;
  const url = downloadOf(task);
  return (
    <Group gap={4} wrap="nowrap">
      <IconAction
        label={t('tasks.openIcon', { id })}
        icon={<IconListDetails size={16} stroke={1.75} />}
        onClick={() => onOpen(task)}
      />
      {url !== undefined && <DownloadIcon label={t('tasks.downloadOf', { id })} url={url} />}
      {admin && isRunning(task) && <CancelIcon id={id} onClick={() => onCancel(task)} />}
    </Group>
  );
}

/** The first file of a finished task. */
function downloadOf(task: TaskResponse): string | undefined {
  return task.status === 'SUCCESS'
    ? (videoAddress(task) ?? songsOf(task).find(({ audio }) => audio !== undefined)?.audio)
    : undefined;
}
