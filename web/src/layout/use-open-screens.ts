import { Role } from '#contract/enums';
import { isAdmin, useSession } from '../lib/api/session';
import { useStatus } from '../lib/api/use-status';
import { type Screen, SCREENS } from '../routes';

const OUTSIDE_THE_MENU = ['/', '/pricing', '/about', '/import'];

/** The pages this user may open, in menu order. */
export function useOpenScreens(): Screen[] {
  const user = useSession();
  const status = useStatus();
  return SCREENS.filter(({ path, guard, menu }) => {
    if (guard === 'admin' && !isAdmin(user)) return false;
    if (guard === 'root' && (user?.role ?? 0) < Role.root) return false;
    if (menu) return menu.when === undefined || status[menu.when] === true;
    return OUTSIDE_THE_MENU.includes(path);
  });
}
