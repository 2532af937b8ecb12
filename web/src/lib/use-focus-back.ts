import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was before a dialog came that goes by being taken away. Those that stay and are only
 * closed get this from Mantine.
 * @param opened is the dialog open from its first moment?
 */
export function useFocusBack(opened: boolean): void {
  // Asked for while drawing: as soon as the dialog stands, the focus is in it.
  const [origin] = useState(() => (opened ? originOf(document.activeElement) : null));
  useEffect(() => {
    if (!origin) return undefined;
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const back = origin.isConnected ? origin : document.getElementById('content');
        if (back instanceof HTMLElement) back.focus({ preventScroll: true });
      });
    };
  }, [origin]);
}

/** The entry of a menu goes with its menu: what opened the menu stays. */
function originOf(focused: Element | null): Element | null {
  if (focused === null || focused === document.body) return null;
  const opener = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : focused;
}
