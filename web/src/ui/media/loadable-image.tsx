import { Button, Text } from '@mantine/core';
import { IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './loadable-image.module.css';

interface LoadableImageProps {
  /** undefined: the address may not be loaded. */
  url: string | undefined;
  alt: string;
  className?: string | undefined;
  style?: CSSProperties;
  lazy?: boolean;
  /** Shows the image itself in another way, such as inside a button. */
  frame?: (image: ReactNode) => ReactNode;
}

/** An image; when it does not load, a message with a button that tries again. */
export function LoadableImage({ url, alt, className, style, lazy, frame }: LoadableImageProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  if (url === undefined || url === failed)
    return (
      <div className={classes.failed}>
        <IconPhotoOff size={28} stroke={1.25} aria-hidden />
        <Text size="xs" c="dimmed" ta="center">
          {t('drawings.imageFailed')}
        </Text>
        {url !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={12} stroke={1.75} />}
            onClick={() => {
              setFailed(undefined);
              setAttempt(attempt + 1);
            }}
          >
            {t('common.retry')}
          </Button>
        )}
      </div>
    );
  const image = (
    <img
      key={attempt}
      src={url}
      alt={alt}
      className={className}
      style={style}
      loading={lazy ? 'lazy' : 'eager'}
      onError={() => setFailed(url)}
    />
  );
  return frame ? frame(image) : image;
}
