import { useEffect, useEffectEvent } from 'react';

/** Single-key shortcuts. */
export type ShortcutKey = '/' | 'n' | 'r' | 'j' | 'k' | 'x' | 'e' | '?';
type Shortcuts = Partial<Record<ShortcutKey, (() => void) | undefined>>;

const onScreen: (() => Shortcuts)[] = [];

/** Registers single-key shortcuts while the component is mounted. For the same key, the component mounted last wins. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const entry = () => current();
    onScreen.push(entry);
    return () => void onScreen.splice(onScreen.indexOf(entry), 1);
  }, []);
}

/** Runs the action registered for the key; returns whether there is one. */
export function runShortcut(key: ShortcutKey): boolean {
  const action = onScreen.findLast((entry) => entry()[key] !== undefined)?.()[key];
  action?.();
  return action !== undefined;
}
