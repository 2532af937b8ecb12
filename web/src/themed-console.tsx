import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useStatus } from './lib/api/use-status';
import { themeWith } from './theme';

const colorScheme = localStorageColorSchemeManager({ key: 'theme-mode' });

/** Applies the theme in the accent of the operator; the stored copy of the status has it before the first answer. */
export function ThemedConsole({ children }: { children: ReactNode }) {
  const { accent_color: accent } = useStatus();
  const { theme, resolveVariables } = useMemo(() => themeWith(accent), [accent]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
