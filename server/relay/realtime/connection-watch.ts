import type { WebSocket } from 'ws';

/** Milliseconds between pings; an end that has not responded to a ping by the next one is terminated. */
const PING_MS = 30_000;
/** Milliseconds without any message after which a session is idle. */
const IDLE_MS = 15 * 60_000;
/** Maximum duration of a session. */
export const MAX_MINUTES = 60;
/** Milliseconds beyond the maximum for the response in progress. */
const GRACE_MS = 60_000;

/** Callbacks of the watch. */
export interface Watched {
  idle(): void;
  expired(): void;
}

/** Watches an open session: pings both ends, reports idleness and the maximum duration. @returns a function that stops it */
export function watchSession(ends: readonly WebSocket[], watched: Watched): () => void {
  let lastMessageAt = Date.now();
  const waiting = new Set<WebSocket>();
  for (const end of ends) {
    end.on('message', () => (lastMessageAt = Date.now()));
    end.on('pong', () => waiting.delete(end));
  }
  const pings = setInterval(() => {
    for (const end of ends) {
      // A paused end cannot receive pongs, so a missing one does not mean that it is dead.
      if (waiting.has(end) && !end.isPaused) end.terminate();
      else if (end.readyState === end.OPEN) {
        waiting.add(end);
        end.ping();
      }
    }
    if (Date.now() - lastMessageAt >= IDLE_MS) watched.idle();
  }, PING_MS);
  const age = setTimeout(() => watched.expired(), MAX_MINUTES * 60_000);
  const grace = setTimeout(
    () => {
      for (const end of ends) end.terminate();
    },
    MAX_MINUTES * 60_000 + GRACE_MS,
  );
  return () => {
    clearInterval(pings);
    clearTimeout(age);
    clearTimeout(grace);
  };
}
