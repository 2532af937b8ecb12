import type { Redis } from 'ioredis';
import { REDIS } from '../../server/core/injection.js';
import type { Management } from './management.js';

/** Moves the given timestamps of all sessions into the past by this many seconds. */
export async function age(
  { app }: Pick<Management, 'app'>,
  seconds: {
    readonly signedInAt?: number;
    readonly confirmedAt?: number;
    readonly openedAt?: number;
    readonly lastSeenAt?: number;
  },
): Promise<void> {
  const redis = app.get<Redis>(REDIS);
  for (const key of await redis.keys('session:*')) {
    const session = JSON.parse((await redis.get(key)) ?? '{}') as Record<string, number>;
    for (const [name, older] of Object.entries(seconds)) session[name] = (session[name] ?? 0) - older * 1000;
    await redis.set(key, JSON.stringify(session), 'KEEPTTL');
  }
}
