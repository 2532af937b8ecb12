import { useMemo, useState } from 'react';
import { readJson, writeText } from '../lib/storage';
import { useSteady } from '../lib/use-steady';

/** Pixels, by the key of the column; columns that are absent are as wide as what they hold. */
export type Widths = Record<string, number>;

/** Pixels. */
const NARROWEST = 56;
const WIDEST = 900;

export interface WidthControl {
  widths: Widths;
  /** Steady: heads are not drawn again for another width. undefined = as wide as what the column holds. */
  change: (column: string, width: number | undefined) => void;
  /** The heads on screen, to be measured. */
  heads: Map<string, HTMLElement>;
  reset: () => void;
}

/**
 * How wide a person made the columns.
 * @param key of the storage
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

/** What a column can be as wide as. */
export function within(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

function readWidths(key: string): Widths {
  const stored = readJson(key);
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).filter((entry) => typeof entry[1] === 'number' && entry[1] > 0);
  return Object.fromEntries(entries.map(([column, width]) => [column, within(width)]));
}
