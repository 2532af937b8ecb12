import { useMediaQuery } from '@mantine/hooks';

/** Up to 600 px: side panels fill the screen. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false });
}

/** Up to 767 px: tables become cards and the sidebar is hidden. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
}
