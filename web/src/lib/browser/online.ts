import { type ComponentType, lazy } from 'react';

/** Resolves once the browser is online. */
export async function online(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/**
 * A layout component that is loaded on first render, once the browser is online: a failed import would crash the whole
 * console.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    await online();
    return { default: await load() };
  });
}
