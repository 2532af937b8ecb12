import { lazyDialog } from '../dialog/lazy-dialog';
import type { BulkDialog } from './bulk-dialog';

/** `BulkDialog`, loaded when it is opened. The dialog is the same for rows of all kinds. */
export const LazyBulkDialog = lazyDialog(
  async () => (await import('./bulk-dialog')).BulkDialog,
) as typeof BulkDialog;
