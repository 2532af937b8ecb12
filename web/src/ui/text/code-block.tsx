import { ActionIcon, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import classes from './code-block.module.css';

interface CodeBlockProps {
  code: string;
  /** Language of the code block; empty when not specified. */
  language?: string;
  /** The displayed code, if it differs from the copied one: masked secrets. */
  shown?: string;
}

/** Code in a scrollable box, with a button that copies all of it. */
export function CodeBlock({ code, language = '', shown = code }: CodeBlockProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.block}>
      <Group justify="space-between" className={classes.bar} wrap="nowrap">
        <Text size="xs" c="dimmed" ff="monospace">
          {language || 'text'}
        </Text>
        <ActionIcon
          size="sm"
          aria-label={t('common.copyNamed', { name: language || t('common.code') })}
          onClick={() => void copyText(code, t('common.copiedSecret'))}
        >
          <IconCopy size={14} stroke={1.75} />
        </ActionIcon>
      </Group>
      {/* A scrollable region must be reachable by keyboard. */}
      <pre className={classes.code} tabIndex={0}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}
