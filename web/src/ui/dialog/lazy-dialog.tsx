import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../lib/browser/online';
import { loadTexts, type TextPart } from '../../text';

/** Milliseconds after the first of them was declared until dialogs are loaded ahead: the page comes first. */
const AHEAD_MS = 4000;

const awaited: (() => Promise<unknown>)[] = [];

/**
 * A dialog whose code comes when it is opened, or some seconds after its page, whichever is earlier; people who save data get it when
 * they open it. The page stays as it is meanwhile.
 *
 * @param texts of features that the page does not have
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  texts: readonly TextPart[] = [],
) {
  async function loadAll(): Promise<ComponentType<P>> {
    const [Component] = await Promise.all([load(), loadTexts(texts)]);
    return Component;
  }

  const Dialog = lazyPart(loadAll);
  loadAhead(loadAll);
  return function LazyDialog(props: P) {
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

function loadAhead(load: () => Promise<unknown>): void {
  if (awaited.push(load) === 1) setTimeout(whenIdle, AHEAD_MS);
}

function whenIdle(): void {
  const isSaving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  const loads = awaited.splice(0);
  if (isSaving || !navigator.onLine) return;
  // Safari has no idle callback. What fails here is loaded again when it is needed.
  (window.requestIdleCallback ?? setTimeout)(() =>
    loads.forEach((load) => void load().catch(() => undefined)),
  );
}
