import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PlayableVideo } from '../../ui/media/playable-video';
import classes from './image-dialog.module.css';

/** The videos of a drawing, one below the other; nothing if it has none. */
export function DrawingVideos({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation();
  if (urls.length === 0) return null;
  return (
    <Stack component="ul" gap="md" className={classes.buttons} aria-label={t('tasks.results')}>
      {urls.map((url) => (
        <li key={url}>
          <PlayableVideo url={url} />
        </li>
      ))}
    </Stack>
  );
}
