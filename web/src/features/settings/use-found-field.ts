import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const SHOWN_MS = 2400;

/** Brings the field named behind the `#` into view and marks it for a moment. */
export function useFoundField(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!ready || hash.length < 2) return;
    // Autosizing text areas above it settle first.
    const frame = requestAnimationFrame(() => {
      const named = document.getElementById(decodeURIComponent(hash.slice(1)));
      // Not shown where a table stands for it.
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
