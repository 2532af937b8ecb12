/**
 * Settles when there is a network. Parts of the frame wait for it before their code is asked for: a part whose code cannot
 * be loaded would take the whole console with it.
 */
export async function online(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}
