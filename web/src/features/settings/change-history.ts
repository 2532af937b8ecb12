import { useSyncExternalStore } from 'react';

/** A change of an option since the console was opened. */
export interface OptionChange {
  id: number;
  key: string;
  before: string;
  after: string;
  /** Epoch milliseconds. */
  at: number;
}

const MAX_CHANGES = 100;
let changes: readonly OptionChange[] = [];
const listeners = new Set<() => void>();

/** Records a change in memory, until the page is reloaded. */
export function noteChange(key: string, before: string, after: string): void {
  const id = (changes[0]?.id ?? 0) + 1;
  changes = [{ id, key, before, after, at: Date.now() }, ...changes].slice(0, MAX_CHANGES);
  for (const listener of listeners) listener();
}

/** Changes, latest first. */
export function useChangeHistory(): readonly OptionChange[] {
  return useSyncExternalStore(subscribe, () => changes);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
