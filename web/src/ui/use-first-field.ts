import { type RefObject, useEffect, useRef } from 'react';

/**
 * A form that had to be loaded opens with the focus on its closing button: it goes on to the first field, unless the
 * person took it elsewhere meanwhile.
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
