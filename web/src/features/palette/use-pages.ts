import { type Icon, IconFile, IconHome, IconInfoCircle, IconTag } from '@tabler/icons-react';
import { useOpenScreens } from '../../layout/use-open-screens';
import type { Tools } from './objects/tools';
import type { PaletteEntry } from './palette.types';
import { WORDS } from './words';

/** Icons of pages that are not in the sidebar. */
const ICONS: Readonly<Record<string, Icon>> = {
  '/': IconHome,
  '/pricing': IconTag,
  '/about': IconInfoCircle,
};

/** The pages this user may open. */
export function usePages({ t, navigate }: Tools): PaletteEntry[] {
  return useOpenScreens().map(({ path, title, menu }) => ({
    id: `page ${path}`,
    label: t(title),
    keywords: `${path} ${WORDS[path] ?? ''}`,
    icon: menu?.icon ?? ICONS[path] ?? IconFile,
    act: { go: () => navigate(path) },
  }));
}
