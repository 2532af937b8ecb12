import type { Redis } from 'ioredis';

const LOOK_MS = 1000;

/** What is read of ioredis. */
interface Watched {
  readonly stream?: { readonly bytesRead: number; destroy(error: Error): unknown };
  readonly commandQueue: { readonly length: number };
}

/**
 * Replaces a connection that has sent nothing for `limitMs` although commands wait: a firewall or a dead machine drops packets
 * without closing it, and a time limit of a command rejects the command alone. It is looked at once a second instead of at
 * every command, and a look counts as a second, so that time in which this process stood still does not count.
 */
export function replaceSilent(redis: Redis, limitMs: number): void {
  const watched = redis as unknown as Watched;
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    let silentMs = 0;
    let received = -1;
    clearInterval(timer);
    timer = setInterval(() => {
      const { stream, commandQueue } = watched;
      const isSilent = stream?.bytesRead === received && commandQueue.length > 0;
      received = stream?.bytesRead ?? -1;
      silentMs = isSilent ? silentMs + LOOK_MS : 0;
      if (silentMs >= limitMs) stream?.destroy(new Error(`Redis sent nothing for ${limitMs} ms`));
    }, LOOK_MS).unref();
  };
  redis.on('connect', watch);
  redis.on('close', () => clearInterval(timer));
}
