import { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RowMenu } from '../../ui/button/row-menu';
import type { TokenResponse } from '#contract/resources/token';

export interface TokenExtras {
  onDuplicate: (token: TokenResponse) => void;
  onReplaceKey: (token: TokenResponse) => void;
}

/** Less frequent actions on a token. */
export function TokenMore({ token, onDuplicate, onReplaceKey }: { token: TokenResponse } & TokenExtras) {
  const { t } = useTranslation();
  return (
    <RowMenu
      width={180}
      label={t('common.more', { name: token.name })}
      icon={<IconDots size={16} stroke={1.75} />}
    >
      {() => (
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => onDuplicate(token)}>
            {t('token.duplicate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => onReplaceKey(token)}
          >
            {t('token.replaceKey')}
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </RowMenu>
  );
}
