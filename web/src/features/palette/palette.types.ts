import type { Icon } from '@tabler/icons-react';

/** An entry of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  description?: string;
  /** Additional search terms. */
  keywords?: string;
  icon?: Icon;
  /** The keyboard shortcut of the same command. */
  shortcut?: string;
  run: () => void;
}

/** Entries under one heading. */
export interface PaletteGroup {
  label: string;
  entries: PaletteEntry[];
}

/** Entries of each kind of record. */
export const MAX_RESULTS = 5;
