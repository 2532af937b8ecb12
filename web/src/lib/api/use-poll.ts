import { useEffect, useRef } from 'react';

const EVERY_MS = 5000;

/** Calls `look` periodically while `active` and the tab is visible. */
export function usePoll(active: boolean, look: () => Promise<unknown>): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void latest.current();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [active]);
}
