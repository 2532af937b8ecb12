import { useEffect, useState } from 'react';

/** Hover delay in milliseconds before a tooltip opens; the same as for the theme's other tooltips. */
const REST_MS = 250;

type Reached = 'mouse' | 'focus' | 'touch';

/** The element whose hint is to be shown: hovered, focused or touched. */
export function useHinted(): HTMLElement | undefined {
  const [hinted, setHinted] = useState<HTMLElement>();
  useEffect(() => watchHints(setHinted), []);
  return hinted;
}

function watchHints(show: (element: HTMLElement | undefined) => void): () => void {
  const listeners = new AbortController();
  const passive = { signal: listeners.signal, passive: true };
  const early = { ...passive, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let under: HTMLElement | undefined;
  let shownBy: Reached | undefined;

  function change(element: HTMLElement | undefined, by?: Reached): void {
    clearTimeout(timer);
    shownBy = element && by;
    show(element);
  }

  function rest(element: HTMLElement | undefined): void {
    if (element === under) return;
    under = element;
    if (shownBy === 'mouse') change(undefined);
    clearTimeout(timer);
    if (element) timer = setTimeout(() => change(element, 'mouse'), REST_MS);
  }

  function onPointerOver({ pointerType, target }: PointerEvent): void {
    if (pointerType !== 'touch') rest(around(target, '[data-hint]'));
  }

  function onPointerDown({ pointerType, target }: PointerEvent): void {
    // A press may open something that says the same, over which a tooltip would lie.
    change(pointerType === 'touch' ? around(target, '[data-hint-touch]') : undefined, 'touch');
  }

  function onFocusIn({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && target.matches('[data-hint-focus]:focus-visible')) {
      change(target, 'focus');
    }
  }

  function onFocusOut(): void {
    if (shownBy === 'focus') change(undefined);
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'Escape') change(undefined);
  }

  document.addEventListener('pointerover', onPointerOver, passive);
  document.addEventListener('pointerdown', onPointerDown, early);
  document.documentElement.addEventListener('pointerleave', () => rest(undefined), passive);
  document.addEventListener('focusin', onFocusIn, passive);
  document.addEventListener('focusout', onFocusOut, passive);
  document.addEventListener('keydown', onKeyDown, early);
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}

function around(target: EventTarget | null, selector: string): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>(selector) ?? undefined) : undefined;
}
