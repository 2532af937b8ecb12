import { Paper, Progress, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawingAddress } from '../../lib/loadable-address';
import { formatTime } from '../../lib/format';
import { KindBadge, StateBadge } from './drawing-badges';
import classes from './drawing-gallery.module.css';
import type { DrawingResponse } from '#contract/resources/drawing';

interface DrawingGalleryProps {
  drawings: readonly DrawingResponse[];
  onImage: (drawing: DrawingResponse) => void;
}

/** The drawings as a grid of images; those without an image show their progress or error. */
export function DrawingGallery({ drawings, onImage }: DrawingGalleryProps) {
  return (
    <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" className={classes.gallery}>
      {drawings.map((drawing) => (
        <Paper key={drawing.id} component="li" withBorder className={classes.card}>
          <DrawingImage drawing={drawing} onImage={onImage} />
          <div className={classes.caption}>
            <div className={classes.badges}>
              <KindBadge action={drawing.action} />
              {drawing.status !== 'SUCCESS' && <StateBadge status={drawing.status} />}
            </div>
            <Text size="sm" lineClamp={2} title={drawing.prompt}>
              {drawing.prompt}
            </Text>
            <Text size="xs" c="dimmed">
              {formatTime(drawing.submit_time / 1000)}
            </Text>
          </div>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function DrawingImage({
  drawing,
  onImage,
}: {
  drawing: DrawingResponse;
  onImage: (drawing: DrawingResponse) => void;
}) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string>();
  const url = drawingAddress(drawing.image_url) ?? '';
  const { prompt, mj_id: id, progress, status, fail_reason: reason } = drawing;
  if (url && url !== broken)
    return (
      <UnstyledButton
        className={classes.preview}
        aria-label={t('drawings.showImageOf', { prompt: prompt || id })}
        onClick={() => onImage(drawing)}
      >
        <img src={url} alt="" loading="lazy" className={classes.image} onError={() => setBroken(url)} />
      </UnstyledButton>
    );
  if (url || status === 'FAILURE')
    return (
      <div className={classes.preview} data-waiting>
        <IconPhotoOff size={28} stroke={1.25} aria-hidden />
        <Text size="xs" c="dimmed" ta="center" lineClamp={3}>
          {url ? t('drawings.imageFailed') : reason}
        </Text>
      </div>
    );
  const percent = Math.min(100, Math.max(0, Number.parseInt(progress, 10) || 0));
  return (
    <div className={classes.preview} data-waiting>
      <IconPhoto size={28} stroke={1.25} aria-hidden />
      <Progress w="100%" maw={140} value={percent} aria-label={t('drawings.progressOf', { n: percent })} />
      <Text size="xs" c="dimmed">{`${percent}%`}</Text>
    </div>
  );
}
