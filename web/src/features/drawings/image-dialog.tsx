import { ActionIcon, Anchor, Center, Group, Text, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/button/copy-text';
import { LoadableImage } from '../../ui/media/loadable-image';
import { Modal } from '../../ui/dialog/modal';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { DrawingVideos } from './drawing-videos';
import { imageOf, videosOf } from './drawing-facts';
import classes from './image-dialog.module.css';

interface ImageDialogProps {
  /** The drawings to page through. */
  drawings: readonly DrawingResponse[];
  /** The drawing to start with. */
  first: DrawingResponse;
  onClose: () => void;
}

const STEP = 1.25;
const MAX_SCALE = 5;
const SMALLEST = 0.2;

/** Viewer of images, with zoom and rotation, and of videos; with navigation between drawings. */
export function ImageDialog({ drawings, first, onClose }: ImageDialogProps) {
  const { t } = useTranslation();
  const [id, setId] = useState(first.id);
  const index = drawings.findIndex((each) => each.id === id);
  const shown = drawings[index] ?? first;
  const go = (step: number) => {
    const next = drawings[index + step];
    if (next) setId(next.id);
  };

  const videos = videosOf(shown);
  const navigation = drawings.length > 1 && (
    <>
      <Tool label={t('drawings.previous')} disabled={index <= 0} onClick={() => go(-1)}>
        <IconChevronLeft size={18} stroke={1.75} />
      </Tool>
      <Text size="sm" c="dimmed" aria-live="polite">
        {`${index + 1} / ${drawings.length}`}
      </Text>
      <Tool label={t('drawings.next')} disabled={index >= drawings.length - 1} onClick={() => go(1)}>
        <IconChevronRight size={18} stroke={1.75} />
      </Tool>
    </>
  );

  function onKeyDown(event: KeyboardEvent) {
    // The arrow keys of a video move in time.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  }

  return (
    <Modal opened onClose={onClose} title={t('drawings.image')} size="xl" onKeyDown={onKeyDown}>
      {videos.length > 0 ? (
        <>
          <DrawingVideos key={shown.id} urls={videos} />
          <Group justify="center" gap="xs" mt="md">
            {navigation}
          </Group>
        </>
      ) : (
        <ZoomableImage key={shown.id} url={imageOf(shown)} alt={shown.prompt}>
          {navigation}
        </ZoomableImage>
      )}
      {shown.prompt && (
        <Group gap="xs" mt="md" wrap="nowrap" align="flex-start">
          <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
            {shown.prompt}
          </Text>
          <CopyText
            text={shown.prompt}
            label={t('common.copyNamed', { name: t('drawings.prompt') })}
            secret
          />
        </Group>
      )}
    </Modal>
  );
}

/** One image with its toolbar; `children` are the navigation buttons in front of the tools. */
function ZoomableImage({
  url,
  alt,
  children,
}: {
  url: string | undefined;
  alt: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [scale, setScale] = useState(1);
  const [turns, setTurns] = useState(0);
  return (
    <>
      <Center className={classes.frame} tabIndex={0} role="group" aria-label={t('drawings.image')}>
        <LoadableImage
          url={url}
          alt={alt}
          className={classes.image}
          style={{ transform: `scale(${scale}) rotate(${turns * 90}deg)` }}
        />
      </Center>
      <Group justify="center" gap="xs" mt="md">
        {children}
        <Tool
          label={t('drawings.zoomOut')}
          disabled={scale / STEP < SMALLEST}
          onClick={() => setScale(scale / STEP)}
        >
          <IconZoomOut size={18} stroke={1.75} />
        </Tool>
        <Tool
          label={t('drawings.zoomIn')}
          disabled={scale * STEP > MAX_SCALE}
          onClick={() => setScale(scale * STEP)}
        >
          <IconZoomIn size={18} stroke={1.75} />
        </Tool>
        <Tool label={t('drawings.rotate')} onClick={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={18} stroke={1.75} />
        </Tool>
        {url !== undefined && (
          <>
            <Tooltip label={t('drawings.download')}>
              <ActionIcon
                component="a"
                href={url}
                download
                target="_blank"
                rel="noopener noreferrer"
                size="lg"
                variant="default"
                aria-label={t('drawings.download')}
              >
                <IconDownload size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
            <CopyText text={url} label={t('drawings.copyUrl')} />
            <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" ml="xs">
              <Group gap={4} component="span">
                {t('drawings.openImage')}
                <IconExternalLink size={14} stroke={1.75} aria-hidden />
              </Group>
            </Anchor>
          </>
        )}
      </Group>
    </>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" variant="default" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
