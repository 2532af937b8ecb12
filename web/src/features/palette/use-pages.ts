import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isAdmin, useSession } from '../../lib/session';
import { useStatus } from '../../lib/use-status';
import { type Screen, SCREENS } from '../../routes';
import type { PaletteEntry } from './palette.types';

const OUTSIDE_THE_MENU = ['/', '/pricing', '/about'];

/** The pages this person may see. */
export function usePages(): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession();
  const status = useStatus();

  function isOpen({ path, guard, menu }: Screen): boolean {
    if (guard === 'admin' && !isAdmin(user)) return false;
    if (menu) return menu.when === undefined || status[menu.when] === true;
    return OUTSIDE_THE_MENU.includes(path);
  }

  return SCREENS.filter(isOpen).map(({ path, title, menu }) => ({
    id: `page ${path}`,
    label: t(title),
    keywords: path,
    ...(menu && { icon: menu.icon }),
    run: () => void navigate(path),
  }));
}
