import { type ComponentType, lazy } from 'react';

/** Resolves once the browser is online. */
export async function online(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/** Milliseconds between two attempts to reach the server. */
const RETRY_MS = 1000;

/**
 * Resolves once the server answers: it may be restarting, or the network of a browser that is online again needs a moment.
 * @throws when aborted
 */
export async function serverReached(signal?: AbortSignal): Promise<void> {
  for (;;) {
    const response = await fetch('/api/health/live', { cache: 'no-store', signal: signal ?? null }).catch(
      () => undefined,
    );
    if (response?.ok) return;
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
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
