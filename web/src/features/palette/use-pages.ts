import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useOpenScreens } from '../../layout/use-open-screens';
import type { PaletteEntry } from './palette.types';

/** The pages this person may see. */
export function usePages(): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useOpenScreens().map(({ path, title, menu }) => ({
    id: `page ${path}`,
    label: t(title),
    keywords: path,
    ...(menu && { icon: menu.icon }),
    run: () => void navigate(path),
  }));
}
