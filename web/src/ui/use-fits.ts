import { useEffect, useRef, useState } from 'react';

/** Is a table as narrow as its frame? Then it needs no scrolling of its own, and its head can stay with the page. */
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
