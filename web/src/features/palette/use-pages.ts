import { type Icon, IconFile, IconHome, IconInfoCircle, IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useOpenScreens } from '../../layout/use-open-screens';
import type { PaletteEntry } from './palette.types';

/** Of pages that the sidebar does not list. */
const ICONS: Record<string, Icon> = { '/': IconHome, '/pricing': IconTag, '/about': IconInfoCircle };

/** The pages this person may see. */
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
