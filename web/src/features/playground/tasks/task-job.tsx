import {
  Alert,
  Anchor,
  Badge,
  CloseButton,
  Group,
  Loader,
  Paper,
  Progress,
  Stack,
  Text,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { useSelf } from '../../../lib/api/use-self';
import { logText } from '../../../text/log-text';
import { RemedyNote } from '../../../ui/feedback/remedy-note';
import { LoadableImage } from '../../../ui/media/loadable-image';
import { PlayableVideo } from '../../../ui/media/playable-video';
import { TextBlock } from '../../../ui/text/text-block';
import { SongList } from '../../tasks/song-list';
import { NO_RESULT, type TaskResult, type TaskState } from './submission';
import { readTask } from './task-calls';
import classes from './tasks.module.css';
import type { TaskJob } from './use-task-jobs';

/** Milliseconds between two looks at a running task. */
const EVERY_MS = 2500;

interface TaskJobCardProps {
  job: TaskJob;
  onRemove: () => void;
}

/** A submitted task: its progress, then its result or why it failed. */
export function TaskJobCard({ job, onRemove }: TaskJobCardProps) {
  const { t } = useTranslation();
  const { mode, title, model } = job.submission;
  const state = useTaskState(job);
  return (
    <Paper component="article" withBorder p="md" aria-label={title}>
      <Group gap="sm" justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <div className={classes.head}>
          <Text fw={600} lineClamp={2} className={classes.title}>
            {title}
          </Text>
          <Badge color="gray" size="sm" tt="none" mt={4}>
            {model}
          </Badge>
        </div>
        <CloseButton aria-label={t('playTasks.remove', { title })} onClick={onRemove} />
      </Group>
      <div aria-live="polite">
        <Outcome job={job} state={state} />
      </div>
      <Group gap="md" mt="sm">
        {mode !== 'image' && (
          <Anchor component={Link} to={mode === 'drawing' ? '/midjourney' : '/task'} size="sm">
            {t(mode === 'drawing' ? 'playTasks.drawingLog' : 'playTasks.taskLog')}
          </Anchor>
        )}
        <Anchor component={Link} to="/log" size="sm">
          {t('playTasks.usageLog')}
        </Anchor>
      </Group>
    </Paper>
  );
}

function useTaskState({
  id,
  images,
  problem,
  isGone,
  isInterrupted,
  submission: { mode },
}: TaskJob): TaskState | undefined {
  const { t } = useTranslation();
  const { refresh } = useSelf();
  const { data, error } = useSWR<TaskState, Error>(
    id === undefined ? null : ['playground-task', mode, id],
    () => readTask(mode, id ?? ''),
    {
      refreshInterval: (state) => (state && state.status !== 'running' ? 0 : EVERY_MS),
      revalidateOnFocus: false,
      revalidateIfStale: false,
      // A failed task gives its charge back.
      onSuccess: ({ status }) => void (status === 'failed' && refresh()),
    },
  );
  const failed = (reason: string): TaskState => ({
    status: 'failed',
    progress: 0,
    reason,
    result: NO_RESULT,
  });
  if (problem !== undefined) return failed(problem);
  if (isInterrupted) return failed(t('playTasks.interrupted'));
  if (isGone)
    return { ...failed(''), status: 'done', result: { ...NO_RESULT, text: t('playTasks.imagesGone') } };
  if (images) return { status: 'done', progress: 100, reason: '', result: { ...NO_RESULT, images } };
  return data ?? (error && { status: 'running', progress: 0, reason: error.message, result: NO_RESULT });
}

function Outcome({ job, state }: { job: TaskJob; state: TaskState | undefined }) {
  const { t } = useTranslation();
  if (state?.status === 'failed')
    return (
      <Alert color="red" title={t('playTasks.failed')} role="alert">
        <Text size="sm" className={classes.title}>
          {logText(state.reason)}
        </Text>
        <Text size="sm" mt={4}>
          {t(`playTasks.${chargeOf(job)}`)}
        </Text>
        {job.problem !== undefined && (
          <div>
            <RemedyNote code={job.problemCode ?? ''} status={job.problemStatus ?? 0} />
          </div>
        )}
      </Alert>
    );
  if (state?.status === 'done') return <Result result={state.result} title={job.submission.title} />;
  const progress = state?.progress ?? 0;
  return (
    <Stack gap={8}>
      <Group gap={8}>
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          {t(job.id === undefined ? 'playTasks.waiting' : 'playTasks.running')}
          {progress > 0 && ` · ${progress}%`}
        </Text>
      </Group>
      {job.id !== undefined && (
        <Progress value={progress} aria-label={t('tasks.progressOf', { n: progress })} />
      )}
      {state?.reason && (
        <Text size="sm" c="red">
          {state.reason}
        </Text>
      )}
    </Stack>
  );
}

/** The text about the charge of a failed task. */
function chargeOf({ id, refused }: TaskJob): 'refunded' | 'notCharged' | 'chargeUnknown' {
  if (id !== undefined) return 'refunded';
  return refused ? 'notCharged' : 'chargeUnknown';
}

function Result({ result: { images, video, songs, text }, title }: { result: TaskResult; title: string }) {
  const { t } = useTranslation();
  const nothing = images.length === 0 && !video && songs.length === 0 && text === '';
  return (
    <Stack gap="md">
      {nothing && <Text c="dimmed">{t('playTasks.noResult')}</Text>}
      {images.length > 0 && (
        <ul className={classes.images}>
          {images.map((url, index) => (
            <li key={index}>
              <ResultImage url={url} alt={`${t('playTasks.imageNumber', { n: index + 1 })}: ${title}`} />
            </li>
          ))}
        </ul>
      )}
      {video && <PlayableVideo url={video} />}
      {songs.length > 0 && <SongList songs={songs} />}
      <TextBlock title={t('tasks.results')} text={text} />
    </Stack>
  );
}

/** An image that opens in full size; browsers refuse to open data URLs, so that those are downloads. */
function ResultImage({ url, alt }: { url: string; alt: string }) {
  const opens = url.startsWith('data:')
    ? { download: 'image' }
    : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <LoadableImage
      url={url}
      alt={alt}
      className={classes.image}
      frame={(image) => (
        <a href={url} {...opens}>
          {image}
        </a>
      )}
    />
  );
}
