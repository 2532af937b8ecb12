import { useEffect, useEffectEvent } from 'react';

/** Single keys that mean something on some pages. */
export type ShortcutKey = '/' | 'n' | 'r' | 'j' | 'k' | 'x' | 'e' | '?';
type Shortcuts = Partial<Record<ShortcutKey, (() => void) | undefined>>;

const onScreen: (() => Shortcuts)[] = [];

/** What single keys do while the component is on screen. Of several with the same key, the last to come has it. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const entry = () => current();
    onScreen.push(entry);
    return () => void onScreen.splice(onScreen.indexOf(entry), 1);
  }, []);
}

/** Does what the key means here; answers whether it means anything. */
export function runShortcut(key: ShortcutKey): boolean {
  const action = onScreen.findLast((entry) => entry()[key] !== undefined)?.()[key];
  action?.();
  return action !== undefined;
}
