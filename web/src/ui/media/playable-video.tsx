import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './playable-video.module.css';

/** A video of a task with its download, or a message: its owner or its provider may have deleted it. */
export function PlayableVideo({ url }: { url: string }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  return (
    <>
      {failed ? (
        <Alert color="yellow" py={8} icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {t('tasks.videoFailed')}
        </Alert>
      ) : (
        // Generated media has no captions.
        <video
          src={url}
          controls
          preload="metadata"
          aria-label={t('tasks.video')}
          className={classes.video}
          onError={() => setFailed(true)}
        />
      )}
      <Anchor href={url} download size="sm" display="inline-block" mt={6}>
        {t('tasks.download')}
      </Anchor>
    </>
  );
}
