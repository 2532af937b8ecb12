import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts, type TextPart } from '../../text';
import { online } from '../../lib/browser/online';

/** Names of everything that the palette finds and does. */
const TEXTS: readonly TextPart[] = [
  'palette',
  'channels',
  'channels/form',
  'logs',
  'personal',
  'redemptions',
  'tokens',
  'user-tokens',
  'users',
];

const loadPalette = async () => {
  await online();
  const [{ Palette }] = await Promise.all([import('../../features/palette/palette'), loadTexts(TEXTS)]);
  return { default: Palette };
};
const Palette = lazy(loadPalette);

/** Opens the command palette, also with Ctrl+K; the palette is loaded on first hover or use. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useHotkeys([['mod+K', () => setOpened(true)]], []);
  return (
    <>
      <ActionIcon
        size="lg"
        aria-label={t('nav.palette')}
        title={`${t('nav.palette')} (Ctrl+K)`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onPointerEnter={() => void loadPalette()}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} stroke={1.75} />
      </ActionIcon>
      {opened && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
