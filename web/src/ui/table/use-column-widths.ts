import { useMemo, useState } from 'react';
import { readJson, writeText } from '../../lib/browser/storage';
import { useSteady } from '../../lib/interaction/use-steady';

/** Pixels by column key; absent columns fit their content. */
export type Widths = Record<string, number>;

/** Pixels. */
const NARROWEST = 56;
const WIDEST = 900;

export interface WidthControl {
  widths: Widths;
  /** Stable, so that a new width does not render the headers again. undefined = fit the content. */
  change: (column: string, width: number | undefined) => void;
  /** Mounted header cells, for measuring. */
  heads: Map<string, HTMLElement>;
  reset: () => void;
}

/**
 * The user's column widths, stored in the browser.
 * @param key storage key
 */
export function useColumnWidths(key: string): WidthControl {
  const [widths, setWidths] = useState<Widths>(() => readWidths(key));
  const [heads] = useState(() => new Map<string, HTMLElement>());

  function keep(next: Widths) {
    setWidths(next);
    writeText(key, Object.keys(next).length > 0 ? JSON.stringify(next) : undefined);
  }

  const { change, reset } = useSteady({
    change: (column: string, width: number | undefined) => {
      const { [column]: _before, ...others } = widths;
      keep(width === undefined ? others : { ...others, [column]: within(width) });
    },
    reset: () => keep({}),
  });
  return useMemo(() => ({ widths, change, heads, reset }), [widths, change, heads, reset]);
}

/** Limits a width to the allowed range. */
export function within(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

function readWidths(key: string): Widths {
  const stored = readJson(key);
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).filter((entry) => typeof entry[1] === 'number' && entry[1] > 0);
  return Object.fromEntries(entries.map(([column, width]) => [column, within(width)]));
}
