import { useDocumentVisibility, useWindowScroll } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';

const EVERY_MS = 5000;
/** Pixels below which a reader still looks at the newest rows. */
const AT_TOP = 120;

export interface Live {
  on: boolean;
  /** Switched on, and waiting until the person is back at the newest rows. */
  paused: boolean;
  toggle: () => void;
}

/** Reads the list again and again while it is switched on, the tab is seen, and the newest rows are on screen. */
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
    // One after the other: slow answers must not pile up.
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
