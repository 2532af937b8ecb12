import { lazyDialog } from './lazy-dialog';

/** `Modal` for what pages show rarely: lists need no dialog until one opens. */
export const LazyModal = lazyDialog(async () => (await import('./modal')).Modal);
