import { Anchor, Badge, Group, Spoiler, Text } from '@mantine/core';
import { IconMusic } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/button/copy-text';
import { LoadableImage } from '../../ui/media/loadable-image';
import classes from './song-list.module.css';
import type { Song } from './songs';

/** Pixels of lyrics that are shown at first. */
const LYRICS_HEIGHT = 96;

/** Songs with cover, title, tags, players and lyrics. */
export function SongList({ songs }: { songs: readonly Song[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.songs} aria-label={t('tasks.songs')}>
      {songs.map((song, index) => (
        <li key={index} className={classes.song}>
          <Cover url={song.cover} />
          <div className={classes.about}>
            <Group gap={6} justify="space-between" wrap="nowrap">
              <Text fw={600} truncate>
                {song.title || t('tasks.untitled')}
              </Text>
              {song.duration > 0 && (
                <Text span size="xs" c="dimmed">
                  {minutesOf(song.duration)}
                </Text>
              )}
            </Group>
            <Tags tags={song.tags} />
            {song.error && (
              <Text size="sm" c="red">
                {song.error}
              </Text>
            )}
            {song.video && (
              <Anchor href={song.video} target="_blank" rel="noopener noreferrer" size="sm">
                {t('tasks.openVideo')}
              </Anchor>
            )}
          </div>
          {song.audio && (
            <Media url={song.audio}>
              {/* Generated media has no captions. */}
              <audio
                src={song.audio}
                controls
                preload="none"
                aria-label={`${t('tasks.audio')}: ${song.title || index + 1}`}
              />
            </Media>
          )}
          {song.lyrics && (
            <Spoiler
              className={classes.lyrics}
              maxHeight={LYRICS_HEIGHT}
              showLabel={t('tasks.wholeLyrics')}
              hideLabel={t('tasks.lessLyrics')}
            >
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {song.lyrics}
              </Text>
            </Spoiler>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Cover({ url }: { url: string | undefined }) {
  return (
    <div className={classes.cover}>
      {url === undefined ? (
        <IconMusic size={24} stroke={1.25} aria-hidden />
      ) : (
        <LoadableImage lazy url={url} alt="" className={classes.image} />
      )}
    </div>
  );
}

function Tags({ tags }: { tags: string }) {
  const names = tags
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  return (
    <Group gap={4}>
      {names.map((name, index) => (
        <Badge key={index} color="gray" size="sm" tt="none">
          {name}
        </Badge>
      ))}
    </Group>
  );
}

function Media({ url, children }: { url: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" className={classes.media}>
      {children}
      <CopyText text={url} label={t('tasks.copyUrl')} />
    </Group>
  );
}

/** Seconds as `3:05`. */
function minutesOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
