import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function ThemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const label = t(scheme === 'dark' ? 'nav.toLight' : 'nav.toDark');

  function toggle() {
    const next = scheme === 'dark' ? 'light' : 'dark';
    setColorScheme(next);
    // Removes the background color that theme.js set before the first frame.
    document.documentElement.style.backgroundColor = '';
  }

  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={toggle}>
      {scheme === 'dark' ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
    </ActionIcon>
  );
}
