import type { Icon } from '@tabler/icons-react';

/** A line of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  description?: string;
  /** Found by these words too. */
  keywords?: string;
  icon?: Icon;
  /** The key that does the same. */
  shortcut?: string;
  run: () => void;
}
