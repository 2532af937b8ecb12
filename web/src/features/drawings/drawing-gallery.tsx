import { Group, Paper, Progress, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { IconListDetails, IconPhoto, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { isRunning } from '../../lib/list/use-task-list';
import { logText } from '../../text/log-text';
import { DownloadIcon } from '../../ui/button/download-icon';
import { IconAction } from '../../ui/button/icon-action';
import { LoadableImage } from '../../ui/media/loadable-image';
import { TaskCost } from '../../ui/badge/task-cost';
import { CancelIcon } from '../task-list/cancel-buttons';
import { KindBadge, StateBadge } from './drawing-badges';
import type { DrawingActions } from './drawing-columns';
import { imageOf, percentOf, videosOf } from './drawing-facts';
import classes from './drawing-gallery.module.css';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';

interface DrawingGalleryProps extends DrawingActions {
  drawings: readonly DrawingResponse[];
  admin: boolean;
}

/** The drawings as a grid of images; those without an image show their progress or error. */
export function DrawingGallery({ drawings, admin, onImage, onDetails, onCancel }: DrawingGalleryProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" className={classes.gallery}>
      {drawings.map((drawing) => {
        const id = drawing.mj_id || drawing.id;
        const url = imageOf(drawing) ?? videosOf(drawing)[0];
        return (
          <Paper key={drawing.id} component="li" withBorder className={classes.card}>
            <DrawingImage drawing={drawing} onImage={onImage} />
            <div className={classes.caption}>
              <div className={classes.badges}>
                <KindBadge action={drawing.action} />
                {drawing.status !== 'SUCCESS' && <StateBadge status={drawing.status} />}
              </div>
              {drawing.prompt && (
                <Text size="sm" lineClamp={2} title={drawing.prompt}>
                  {drawing.prompt}
                </Text>
              )}
              {drawing.status === 'FAILURE' && drawing.fail_reason !== '' && (
                <Text size="xs" c="red" lineClamp={5} title={logText(drawing.fail_reason)}>
                  {logText(drawing.fail_reason)}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {formatTime(drawing.submit_time / 1000)}
              </Text>
              <Group justify="space-between" gap={4} className={classes.footer}>
                <Text span size="xs" c="dimmed">
                  {drawing.quota > 0 && <TaskCost quota={drawing.quota} status={drawing.status} />}
                </Text>
                <Group gap={0} wrap="nowrap">
                  {url !== undefined && !isRunning(drawing) && (
                    <DownloadIcon label={t('drawings.downloadOf', { id })} url={url} />
                  )}
                  {admin && isRunning(drawing) && <CancelIcon id={id} onClick={() => onCancel(drawing)} />}
                  <IconAction
                    label={t('drawings.detailsOf', { id })}
                    icon={<IconListDetails size={16} stroke={1.75} />}
                    onClick={() => onDetails(drawing)}
                  />
                </Group>
              </Group>
            </div>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

function DrawingImage({
  drawing,
  onImage,
}: Pick<DrawingGalleryProps, 'onImage'> & { drawing: DrawingResponse }) {
  const { t } = useTranslation();
  const { prompt, mj_id: id } = drawing;
  if (drawing.image_url !== '')
    return (
      <div className={classes.preview}>
        <LoadableImage
          lazy
          url={imageOf(drawing)}
          alt=""
          className={classes.image}
          frame={(image) => (
            <UnstyledButton
              className={classes.open}
              aria-label={t('drawings.showImageOf', { prompt: prompt || id })}
              onClick={() => onImage(drawing)}
            >
              {image}
            </UnstyledButton>
          )}
        />
        {isRunning(drawing) && <RunningBar percent={percentOf(drawing)} over />}
      </div>
    );
  const [video] = videosOf(drawing);
  if (video !== undefined)
    return (
      <div className={classes.preview}>
        <UnstyledButton
          className={classes.open}
          aria-label={t('drawings.playVideoOf', { prompt: prompt || id })}
          onClick={() => onImage(drawing)}
        >
          {/* Only its first frame: the player is in the dialog. */}
          <video src={video} muted preload="metadata" tabIndex={-1} aria-hidden className={classes.image} />
          <IconPlayerPlay size={36} stroke={1.5} aria-hidden className={classes.play} />
        </UnstyledButton>
      </div>
    );
  // A failed one says why in its caption.
  if (!isRunning(drawing)) return null;
  return (
    <div className={classes.preview} data-waiting>
      <IconPhoto size={28} stroke={1.25} aria-hidden />
      <RunningBar percent={percentOf(drawing)} />
    </div>
  );
}

/** @param over at the lower edge of an image that is not final */
function RunningBar({ percent, over }: { percent: number; over?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.running} data-over={over}>
      <Progress value={percent} flex={1} aria-label={t('drawings.progressOf', { n: percent })} />
      <Text size="xs" span>{`${percent}%`}</Text>
    </div>
  );
}
