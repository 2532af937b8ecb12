import { CloseButton, Group, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../playground.module.css';

interface AttachedFilesProps {
  names: readonly string[];
  /** Absent: they cannot be removed. */
  onRemove?: (index: number) => void;
}

/** The names of the files that are sent with a message. */
export function AttachedFiles({ names, onRemove }: AttachedFilesProps) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <Group component="ul" gap="xs" mb="xs" className={classes.files} aria-label={t('playground.files')}>
      {names.map((name, index) => (
        <li key={index}>
          <IconFileText size={16} stroke={1.75} aria-hidden />
          <Text size="xs" truncate>
            {name}
          </Text>
          {onRemove && (
            <CloseButton
              size="xs"
              aria-label={t('playground.fileRemove', { name })}
              onClick={() => onRemove(index)}
            />
          )}
        </li>
      ))}
    </Group>
  );
}
