import { ScrollArea } from '@mantine/core';
import { clsx } from 'clsx';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import classes from './table-frame.module.css';

interface TableFrameProps {
  /** The first column stays in place while the others scroll. */
  pinsFirst: boolean;
  /** The last column stays in place while the others scroll. */
  pinsLast: boolean;
  children: ReactNode;
}

/**
 * The frame of a table. If the table is not wider, the page scrolls and the header can stick to it; otherwise the table
 * scrolls within the frame. Measures by itself, so that a change does not render the rows again.
 */
export function TableFrame({ pinsFirst, pinsLast, children }: TableFrameProps) {
  const { viewport, extent, measure } = useExtent();
  return (
    <ScrollArea
      viewportRef={viewport}
      onScrollPositionChange={measure}
      className={clsx(classes.frame, pinsFirst && classes.pinsFirst, pinsLast && classes.pinsLast)}
      classNames={{ viewport: classes.viewport, scrollbar: classes.scrollbar }}
      data-fits={extent.fits || undefined}
      data-more-left={extent.left || undefined}
      data-more-right={extent.right || undefined}
    >
      {children}
    </ScrollArea>
  );
}

interface Extent {
  /** The table is not wider than the frame. */
  fits: boolean;
  /** There is more to the left, or to the right. */
  left: boolean;
  right: boolean;
}

function useExtent() {
  const viewport = useRef<HTMLDivElement>(null);
  const [extent, setExtent] = useState<Extent>({ fits: true, left: false, right: false });

  const measure = useCallback(() => {
    const outer = viewport.current;
    const inner = outer?.querySelector('table');
    if (!outer || !inner) return;
    const fits = inner.offsetWidth <= outer.clientWidth;
    const left = !fits && outer.scrollLeft > 0;
    // Positions are fractions of a pixel on some screens.
    const right = !fits && outer.scrollLeft + outer.clientWidth < outer.scrollWidth - 1;
    setExtent((before) =>
      before.fits === fits && before.left === left && before.right === right ? before : { fits, left, right },
    );
  }, []);

  useEffect(() => {
    const outer = viewport.current;
    const inner = outer?.querySelector('table');
    if (!outer || !inner) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [measure]);

  return { viewport, extent, measure };
}
