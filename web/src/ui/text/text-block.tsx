import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../button/copy-text';

/** A titled text of several lines with a copy button; nothing for an empty text. */
export function TextBlock({ title, text, color }: { title: string; text: string; color?: string }) {
  const { t } = useTranslation();
  if (text === '') return null;
  return (
    <section aria-label={title}>
      <Group gap={4} justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <CopyText text={text} label={t('common.copyNamed', { name: title })} secret />
      </Group>
      <Text size="sm" c={color} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </section>
  );
}
