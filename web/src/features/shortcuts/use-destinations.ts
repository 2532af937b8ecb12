import { useNavigate } from 'react-router-dom';
import { useOpenScreens } from '../../layout/use-open-screens';
import type { PageTitle } from '../../routes';

const KEYS = [
  ['o', '/overview'],
  ['d', '/detail'],
  ['t', '/token'],
  ['l', '/log'],
  ['c', '/channel'],
  ['u', '/user'],
  ['r', '/redemption'],
  ['s', '/setting'],
  ['p', '/pricing'],
] as const;

export interface Destination {
  /** The key to press after `g`. */
  key: string;
  title: PageTitle;
  go: () => void;
}

/** The pages with a shortcut that this user may open. */
export function useDestinations(): Destination[] {
  const navigate = useNavigate();
  const screens = useOpenScreens();
  return KEYS.flatMap(([key, path]) => {
    const screen = screens.find((each) => each.path === path);
    return screen ? [{ key, title: screen.title, go: () => void navigate(path) }] : [];
  });
}
