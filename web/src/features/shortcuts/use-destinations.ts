import { useNavigate } from 'react-router-dom';
import { useOpenScreens } from '../../layout/use-open-screens';
import type { PageTitle } from '../../routes';

const KEYS = [
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
  /** Pressed after `g`. */
  key: string;
  title: PageTitle;
  go: () => void;
}

/** The pages of this person that have a key. */
export function useDestinations(): Destination[] {
  const navigate = useNavigate();
  const screens = useOpenScreens();
  return KEYS.flatMap(([key, path]) => {
    const screen = screens.find((each) => each.path === path);
    return screen ? [{ key, title: screen.title, go: () => void navigate(path) }] : [];
  });
}
