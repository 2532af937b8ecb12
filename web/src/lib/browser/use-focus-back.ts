import { useEffect, useState } from 'react';

/**
 * Restores the focus when a dialog is unmounted. Dialogs that stay mounted and are only closed get this from Mantine.
 * @param opened whether the dialog is open when it is mounted
 */
export function useFocusBack(opened: boolean): void {
  // Read during the first render: once the dialog is mounted, it holds the focus.
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

/** A menu item disappears with its menu, so the focus returns to the menu's opener. */
function originOf(focused: Element | null): Element | null {
  if (focused === null || focused === document.body) return null;
  const opener = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : focused;
}
