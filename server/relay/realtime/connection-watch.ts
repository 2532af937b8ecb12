import type { WebSocket } from 'ws';

/** Milliseconds between two looks at both ends; a side that does not answer a ping until the next one is gone. */
const PING_MS = 30_000;
/** Milliseconds without any message after which a session is idle. */
const IDLE_MS = 15 * 60_000;
/** Longest duration of a session. */
export const MAX_MINUTES = 60;
/** Milliseconds beyond it for the response under way. */
const GRACE_MS = 60_000;

/** What the watch may do. */
export interface Watched {
  idle(): void;
  expired(): void;
}

/** Looks after an open session: pings both ends, notices silence and old age. @returns how to stop */
export function watchSession(ends: readonly WebSocket[], watched: Watched): () => void {
  let lastMessageAt = Date.now();
  const waiting = new Set<WebSocket>();
  for (const end of ends) {
    end.on('message', () => (lastMessageAt = Date.now()));
    end.on('pong', () => waiting.delete(end));
  }
  const pings = setInterval(() => {
    for (const end of ends) {
      // A paused end hears no pong: it is waited for by others.
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
