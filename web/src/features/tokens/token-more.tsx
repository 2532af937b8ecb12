import { ActionIcon, Menu } from '@mantine/core';
import { IconCode, IconCopy, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Token } from './token.types';

export interface TokenExtras {
  onSamples: (token: Token) => void;
  onDuplicate: (token: Token) => void;
}

/** What one does with a token now and then. */
export function TokenMore({ token, onSamples, onDuplicate }: { token: Token } & TokenExtras) {
  const { t } = useTranslation();
  return (
    <Menu width={180}>
      <Menu.Target>
        <ActionIcon aria-label={t('common.more', { name: token.name })}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCode size={16} stroke={1.75} />} onClick={() => onSamples(token)}>
          {t('token.samples')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => onDuplicate(token)}>
          {t('token.duplicate')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
