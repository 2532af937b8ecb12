import { useDocumentVisibility, useWindowScroll } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';

const EVERY_MS = 5000;
/** Scroll position in pixels up to which the newest rows count as visible. */
const AT_TOP = 120;

export interface Live {
  on: boolean;
  /** Switched on, but waiting until the newest rows are on screen. */
  paused: boolean;
  toggle: () => void;
}

/** Refreshes the list periodically while switched on, the tab is visible and the newest rows are on screen. */
export function useLive(refresh: () => Promise<void>, firstPage: boolean): Live {
  const [on, setOn] = useState(false);
  const visible = useDocumentVisibility() === 'visible';
  const [{ y }] = useWindowScroll();
  const reading = on && visible && firstPage && y < AT_TOP;
  const read = useEffectEvent(refresh);

  useEffect(() => {
    if (!reading) return undefined;
    let waiting: ReturnType<typeof setTimeout>;
    let stopped = false;
    // Waits for each refresh to finish, so that slow responses do not pile up.
    const wait = () => {
      waiting = setTimeout(() => void read().finally(() => !stopped && wait()), EVERY_MS);
    };
    wait();
    return () => {
      stopped = true;
      clearTimeout(waiting);
    };
  }, [reading]);

  return { on, paused: on && !reading, toggle: () => setOn((before) => !before) };
}
