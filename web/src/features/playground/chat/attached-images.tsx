import { CloseButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../playground.module.css';
import type { useAttachedImages } from './use-attached-images';

/** The images that are sent with a message or a form, each with a button that removes it. */
export function AttachedImages({ attached }: { attached: ReturnType<typeof useAttachedImages> }) {
  const { t } = useTranslation();
  if (attached.images.length === 0) return null;
  return (
    <Group component="ul" gap="xs" mb="xs" className={classes.attached}>
      {attached.images.map((image, index) => (
        <li key={index}>
          <img src={image} alt={t('playground.imageNumber', { n: index + 1 })} />
          <CloseButton
            size="sm"
            variant="default"
            aria-label={t('playground.imageRemove', { n: index + 1 })}
            onClick={() => attached.remove(index)}
          />
        </li>
      ))}
    </Group>
  );
}
