import { useEffect } from 'react';

/** Lets the browser ask for confirmation before it leaves the site or reloads. */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

/** Whether the browser would ask for confirmation, for reloads that nobody requested. */
export function hasUnsavedInput(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
