import { type RefObject, useEffect, useRef } from 'react';

/**
 * A form that loads its record opens with the focus on the close button. Moves it to the first field, unless the user
 * has moved it meanwhile.
 */
export function useFirstField(ready: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  const waited = useRef(false);
  useEffect(() => {
    if (!ready) waited.current = true;
    else if (waited.current && document.activeElement?.matches('header *'))
      fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ready]);
  return fields;
}
