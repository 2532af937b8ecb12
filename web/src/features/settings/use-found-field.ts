import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { keyOfField } from './form/fields';
import { nameIn } from './subjects';

const SHOWN_MS = 2400;

/** Scrolls to the field named in the URL hash and highlights it briefly. */
export function useFoundField(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const name = nameIn(hash);
    // A hash that names a subject has shown it already.
    if (!ready || keyOfField(name) === undefined) return;
    // Waits for the layout of autosizing text areas above the field.
    const frame = requestAnimationFrame(() => {
      const named = document.getElementById(name);
      // The field is hidden while a table view replaces it; the form is shown instead.
      const field = named?.offsetParent ? named : named?.closest('form');
      if (!field) return;
      field.scrollIntoView({ block: 'center' });
      field.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
      field.setAttribute('data-found', '');
      setTimeout(() => field.removeAttribute('data-found'), SHOWN_MS);
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, hash, key]);
}
