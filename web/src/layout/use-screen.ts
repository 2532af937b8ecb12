import { useMatches } from 'react-router-dom';
import { type Screen, SCREENS } from '../routes';

/** The entry of the route table that is on screen. */
export function useScreen(): Screen | undefined {
  const matches = useMatches();
  return SCREENS.find((screen) => matches.some(({ handle }) => handle === screen));
}
