import { useEffect, useRef, useState } from 'react';

/**
 * `fits` is true if the table is not wider than its frame: then it needs no scroll area of its own, and its header can
 * stick to the page.
 */
export function useFits() {
  const frame = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(true);

  useEffect(() => {
    const outer = frame.current;
    const inner = outer?.querySelector('table');
    if (!outer || !inner) return undefined;
    const observer = new ResizeObserver(() => setFits(inner.offsetWidth <= outer.clientWidth));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);

  return { frame, fits };
}
