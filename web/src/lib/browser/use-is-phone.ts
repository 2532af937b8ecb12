import { useMediaQuery } from '@mantine/hooks';

/** Up to 600 px: side panels fill the screen. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false });
}

/** From 768 to 1199 px: the sidebar is collapsed unless its user opens it, and tables have fewer columns at first. */
export function useIsMedium(): boolean {
  return useMediaQuery('(min-width: 768px) and (max-width: 1199px)', false, {
    getInitialValueInEffect: false,
  });
}

/** Up to 767 px: tables become cards and the sidebar is hidden. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
}
