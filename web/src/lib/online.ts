import { type ComponentType, lazy } from 'react';

/** Settles when there is a network. */
export async function online(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/**
 * A part of the frame whose code comes when it is shown, and waits for the network: one whose code cannot be loaded would
 * take the whole console with it.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    await online();
    return { default: await load() };
  });
}
