import { useSyncExternalStore } from 'react';

/** An option that was changed since the console was opened. */
export interface OptionChange {
  id: number;
  key: string;
  before: string;
  after: string;
  /** Epoch milliseconds. */
  at: number;
}

const MOST = 100;
let changes: readonly OptionChange[] = [];
const listeners = new Set<() => void>();

/** Kept for this visit only: the server has its own memory of what administrators change. */
export function noteChange(key: string, before: string, after: string): void {
  const id = (changes[0]?.id ?? 0) + 1;
  changes = [{ id, key, before, after, at: Date.now() }, ...changes].slice(0, MOST);
  for (const listener of listeners) listener();
}

/** The latest first. */
export function useChangeHistory(): readonly OptionChange[] {
  return useSyncExternalStore(subscribe, () => changes);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
