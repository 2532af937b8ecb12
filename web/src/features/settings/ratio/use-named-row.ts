import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

const SHOWN_MS = 2400;
/** Rows are drawn some frames after the options arrived. */
const LOOKED_MS = 2000;

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
    const lookedUntil = performance.now() + LOOKED_MS;
    let frame = requestAnimationFrame(function look() {
      const field = fieldOf(table.current, model);
      if (field) return show(field);
      cardOf(table.current, model)?.click();
      if (performance.now() < lookedUntil) frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, model]);
  return { model, table };
}

const FIELDS = 'input[aria-label][inputmode="decimal"]';

/** The first filled field of the row of a model. Names of other models may contain its name, with longer labels. */
function fieldOf(table: HTMLElement | null, model: string): HTMLInputElement | undefined {
  const labelOf = (field: HTMLInputElement) => field.getAttribute('aria-label') ?? '';
  const [named] = [...(table?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])]
    .filter((field) => labelOf(field).includes(model))
    .toSorted((one, other) => labelOf(one).length - labelOf(other).length);
  const row = [...(named?.closest('tr, li')?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])];
  return row.find(({ value }) => value !== '') ?? named;
}

/** The button that opens the card of a model on narrow screens, while it is closed. */
function cardOf(table: HTMLElement | null, model: string): HTMLElement | undefined {
  const closed = table?.querySelectorAll<HTMLElement>('[data-expander][aria-expanded="false"]') ?? [];
  return [...closed].find((button) => button.firstElementChild?.textContent.endsWith(`: ${model}`));
}

function show(field: HTMLInputElement): void {
  const row = field.closest('tr, li') ?? field;
  row.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
  row.setAttribute('data-found', '');
  setTimeout(() => row.removeAttribute('data-found'), SHOWN_MS);
}
