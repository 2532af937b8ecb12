import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

const SHOWN_MS = 2400;

/**
 * The model that the parameter `model` of the address names, and the ref of the element with the table, in which its row
 * is scrolled to and focused once it is there.
 */
export function useNamedRow(ready: boolean) {
  const [search] = useSearchParams();
  const model = search.get('model') ?? '';
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!ready || !model) return;
    const frame = requestAnimationFrame(() => {
      const field = [...(table.current?.querySelectorAll<HTMLInputElement>('input[aria-label]') ?? [])].find(
        (input) => input.getAttribute('aria-label')?.includes(model) && input.inputMode === 'decimal',
      );
      if (!field) return;
      const row = field.closest('tr') ?? field;
      row.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      row.setAttribute('data-found', '');
      setTimeout(() => row.removeAttribute('data-found'), SHOWN_MS);
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, model]);
  return { model, table };
}
