import { ActionIcon, Anchor, Center, Group, Text, Tooltip } from '@mantine/core';
import {
  IconDownload,
  IconExternalLink,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal';
import classes from './image-dialog.module.css';

interface ImageDialogProps {
  url: string;
  /** What the picture shows. */
  alt: string;
  onClose: () => void;
}

const STEP = 1.25;
const LARGEST = 5;
const SMALLEST = 0.2;

/** A picture to look at from near and from all sides. */
export function ImageDialog({ url, alt, onClose }: ImageDialogProps) {
  const { t } = useTranslation();
  const [scale, setScale] = useState(1);
  const [turns, setTurns] = useState(0);
  const [failed, setFailed] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('drawings.image')} size="xl">
      <Center className={classes.frame} tabIndex={0} role="group" aria-label={t('drawings.image')}>
        {failed ? (
          <Text size="sm" c="dimmed">
            {t('drawings.imageFailed')}
          </Text>
        ) : (
          <img
            src={url}
            alt={alt}
            className={classes.image}
            style={{ transform: `scale(${scale}) rotate(${turns * 90}deg)` }}
            onError={() => setFailed(true)}
          />
        )}
      </Center>
      <Group justify="center" gap="xs" mt="md">
        <Tool
          label={t('drawings.zoomOut')}
          disabled={scale / STEP < SMALLEST}
          onClick={() => setScale(scale / STEP)}
        >
          <IconZoomOut size={18} stroke={1.75} />
        </Tool>
        <Tool
          label={t('drawings.zoomIn')}
          disabled={scale * STEP > LARGEST}
          onClick={() => setScale(scale * STEP)}
        >
          <IconZoomIn size={18} stroke={1.75} />
        </Tool>
        <Tool label={t('drawings.rotate')} onClick={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={18} stroke={1.75} />
        </Tool>
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
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" ml="xs">
          <Group gap={4} component="span">
            {t('drawings.openImage')}
            <IconExternalLink size={14} stroke={1.75} aria-hidden />
          </Group>
        </Anchor>
      </Group>
    </Modal>
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
