import { Anchor, Group, Image, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TaskResponse } from '#contract/resources/tasks/task';
import { formatTime } from '../../lib/format/format';
import { isRunning } from '../../lib/list/use-task-list';
import { logText } from '../../text/log-text';
import { CodeBlock } from '../../ui/text/code-block';
import { CopyText } from '../../ui/button/copy-text';
import { FactList } from '../../ui/text/fact-list';
import { Modal } from '../../ui/dialog/modal';
import { PlayableVideo } from '../../ui/media/playable-video';
import { ChannelTag } from '../../ui/badge/channel-tag';
import { TaskCost } from '../../ui/badge/task-cost';
import { TextBlock } from '../../ui/text/text-block';
import { CancelButton } from '../task-list/cancel-buttons';
import { SongList } from './song-list';
import { lyricsOf, songsOf } from './songs';
import { Duration, Kind, Platform, Ring, State } from './task-cells';
import { type Media, mediaOf } from './task-media';
import { isVideo, videoAddress } from './task-videos';
import classes from './tasks.module.css';

interface TaskDialogProps {
  task: TaskResponse;
  admin: boolean;
  onCancel: (task: TaskResponse) => void;
  onClose: () => void;
}

/** A task with its facts, its songs, videos or lyrics, and its record. */
export function TaskDialog({ task, admin, onCancel, onClose }: TaskDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('tasks.detail', { id: task.task_id })} size={800}>
      <Stack gap="lg">
        <Results task={task} />
        <FactList
          facts={[
            [t('tasks.status'), <State key="status" status={task.status} />],
            isRunning(task) && [t('tasks.progress'), <Ring key="progress" progress={task.progress} />],
            [t('tasks.platform'), <Platform key="platform" platform={task.platform} />],
            [t('tasks.type'), <Kind key="type" action={task.action} />],
            [t('tasks.submitted'), formatTime(task.submit_time)],
            [t('tasks.finished'), formatTime(task.finish_time)],
            [t('tasks.duration'), <Duration key="duration" task={task} />],
            [t('tasks.cost'), <TaskCost key="cost" quota={task.quota} status={task.status} />],
            admin && [t('tasks.channel'), <ChannelTag key="channel" id={task.channel_id} />],
            admin && [
              t('running.user'),
              <Anchor key="user" component={Link} to={`/user?keyword=${task.user_id}`} size="sm">
                {task.user_id}
              </Anchor>,
            ],
          ]}
        />
        <TextBlock title={t('tasks.failReason')} text={logText(task.fail_reason)} color="red" />
        <TextBlock title={t('tasks.input')} text={task.properties.input} />
        {admin && isRunning(task) && <CancelButton onClick={() => onCancel(task)} />}
      </Stack>
      <CodeBlock code={JSON.stringify(task, null, 2)} language="json" />
    </Modal>
  );
}

function Results({ task }: { task: TaskResponse }) {
  const { t } = useTranslation();
  const songs = songsOf(task);
  const lyrics = lyricsOf(task);
  const video = videoAddress(task);
  const shown = new Set(songs.flatMap(({ cover, audio, video: clip }) => [cover, audio, clip]));
  // The addresses of videos in the upstream's response often need the channel's key, or expire.
  const media = mediaOf(task.data).filter(
    ({ kind, url }) => !shown.has(url) && !(video && kind === 'video') && !isCoverOf(songs.length, kind),
  );
  return (
    <>
      {video && (
        <section aria-label={t('tasks.results')}>
          <PlayableVideo url={video} />
        </section>
      )}
      {songs.length > 0 && <SongList songs={songs} />}
      {lyrics && <TextBlock title={lyrics.title || t('tasks.lyrics')} text={lyrics.text} />}
      {media.length > 0 && !(isVideo(task) && isRunning(task)) && (
        <Stack component="ul" gap="md" className={classes.media} aria-label={t('tasks.results')}>
          {media.map((each) => (
            <li key={each.url}>
              <Player media={each} />
              <Group gap={4} wrap="nowrap" mt={4}>
                <Anchor href={each.url} target="_blank" rel="noopener noreferrer" size="xs" truncate>
                  {each.url}
                </Anchor>
                <CopyText text={each.url} label={t('tasks.copyUrl')} />
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}

/** Songs have the same cover in several sizes. */
function isCoverOf(songs: number, kind: Media['kind']): boolean {
  return songs > 0 && kind === 'image';
}

function Player({ media: { kind, url } }: { media: Media }) {
  const { t } = useTranslation();
  if (kind === 'image')
    return <Image src={url} alt={t('tasks.image')} mah={320} w="auto" fit="contain" radius="md" />;
  const shared = { src: url, controls: true, preload: 'none', 'aria-label': t(`tasks.${kind}`) } as const;
  // Generated media has no captions.
  return kind === 'audio' ? <audio {...shared} /> : <video {...shared} className={classes.video} />;
}
