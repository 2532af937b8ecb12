import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLanguage, IconMoon, IconPlus, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isAdmin, useSession } from '../../lib/api/session';
import { runShortcut } from '../../lib/browser/use-shortcuts';
import { currentLanguage, setLanguage } from '../../text';
import type { PaletteEntry } from './palette.types';

/** Commands that are available on every page. */
export function useCommands(): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const admin = isAdmin(useSession());
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const commands: (PaletteEntry | false)[] = [
    {
      id: 'command new-token',
      label: t('palette.newToken'),
      icon: IconPlus,
      run: () => void navigate('/token/add'),
    },
    admin && {
      id: 'command new-channel',
      label: t('palette.newChannel'),
      icon: IconPlus,
      run: () => void navigate('/channel/add'),
    },
    admin && {
      id: 'command new-redemption',
      label: t('palette.newRedemption'),
      icon: IconPlus,
      run: () => void navigate('/redemption/add'),
    },
    {
      id: 'command theme',
      label: t(dark ? 'palette.toLight' : 'palette.toDark'),
      keywords: 'theme dark light',
      icon: dark ? IconSun : IconMoon,
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    {
      id: 'command language',
      label: t('palette.switchLanguage'),
      keywords: 'language 语言 english 中文',
      icon: IconLanguage,
      run: () => void setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh'),
    },
    {
      id: 'command shortcuts',
      label: t('shortcuts.title'),
      keywords: 'keyboard shortcuts hotkeys',
      icon: IconKeyboard,
      shortcut: '?',
      run: () => runShortcut('?'),
    },
  ];
  return commands.filter((command) => command !== false);
}
