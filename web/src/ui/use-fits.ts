import { useEffect, useRef, useState } from 'react';

/** Is a table as narrow as its frame? Then it needs no scrolling of its own, and its head can stay with the page. */
export function useFits() {
  const frame = useRef<HTMLDivElement>(null);
  const [table, setTable] = useState<HTMLTableElement | null>(null);
  const [fits, setFits] = useState(true);

  useEffect(() => {
    const outer = frame.current;
    if (!outer || !table) return undefined;
    const observer = new ResizeObserver(() => setFits(table.offsetWidth <= outer.clientWidth));
    observer.observe(outer);
    observer.observe(table);
    return () => observer.disconnect();
  }, [table]);

  return { frame, table: setTable, fits };
}
