import { type Icon, IconFile, IconHome, IconInfoCircle, IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useOpenScreens } from '../../layout/use-open-screens';
import type { PaletteEntry } from './palette.types';

/** Icons of pages that are not in the sidebar. */
const ICONS: Record<string, Icon> = { '/': IconHome, '/pricing': IconTag, '/about': IconInfoCircle };

/** The pages this user may open. */
export function usePages(): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useOpenScreens().map(({ path, title, menu }) => ({
    id: `page ${path}`,
    label: t(title),
    keywords: path,
    icon: menu?.icon ?? ICONS[path] ?? IconFile,
    run: () => void navigate(path),
  }));
}
