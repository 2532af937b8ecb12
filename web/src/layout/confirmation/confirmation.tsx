import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { onConfirmationRequired } from '../../lib/api/confirmation';
import { lazyPart } from '../../lib/browser/online';

const IdentityDialog = lazyPart(async () => (await import('./identity-dialog')).IdentityDialog);

/** The answer that a request waits for. */
type Answer = (isConfirmed: boolean) => void;

/** Mounted once, before all dialogs: asks who the user is where a request needs a confirmation. */
export function Confirmation() {
  const [waiting, setWaiting] = useState<Answer>();
  useEffect(
    () =>
      onConfirmationRequired(
        () =>
          new Promise((resolve) => {
            setWaiting(() => (isConfirmed: boolean) => {
              setWaiting(undefined);
              resolve(isConfirmed);
            });
          }),
      ),
    [],
  );

  // Before the listeners of dialogs below this one, which would close with it.
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (!waiting || event.key !== 'Escape' || event.isComposing) return;
    event.stopImmediatePropagation();
    waiting(false);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => closeOnEscape(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);

  if (!waiting) return null;
  return (
    <Suspense fallback={null}>
      <IdentityDialog onAnswer={waiting} />
    </Suspense>
  );
}
