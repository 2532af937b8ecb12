import { useMatches } from 'react-router-dom';
import { type Screen, SCREENS } from '../routes';

/** The current entry of the table of screens. */
export function useScreen(): Screen | undefined {
  const matches = useMatches();
  return SCREENS.find((screen) => matches.some(({ handle }) => handle === screen));
}
