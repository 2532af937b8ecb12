import { Inject, Module, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Env } from '../../../core/env.js';
import { ENV, REDIS } from '../../../core/injection.js';
import { ledgersOf } from '../../../core/redis/cluster/cluster-redis.js';
import { EventBus } from '../../../core/redis/events.js';
import { NotificationsModule } from '../../../notifications/notifications.module.js';
import { Poster } from './poster.js';
import { Posters } from './posters.js';
import { QuotaWarnings } from './quota-warnings.js';
import { Sweeper } from './sweeper.js';

/** The poster of a single Redis, or those of the shards of a cluster, the first of which also writes the failed requests. */
function postersOf(
  { DATABASE_URL, JOURNAL_PAUSE_MS }: Env,
  redis: Redis,
  events: EventBus,
  warnings: QuotaWarnings,
): Poster | Posters {
  if (!redis.isCluster) return new Poster(DATABASE_URL, redis, events, JOURNAL_PAUSE_MS, warnings);
  const posters = ledgersOf(redis).map((ledger, shard) => {
    const failed = shard === 0 ? redis : null;
    return new Poster(DATABASE_URL, ledger, events, JOURNAL_PAUSE_MS, warnings, failed);
  });
  return new Posters(DATABASE_URL, posters);
}

/** Worker part of the ledger: a process that imports it posts the journal. */
@Module({
  imports: [NotificationsModule],
  providers: [
    Sweeper,
    QuotaWarnings,
    {
      provide: Poster,
      useFactory: postersOf,
      inject: [ENV, REDIS, EventBus, QuotaWarnings],
    },
  ],
  exports: [Sweeper],
})
export class PostingModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(Poster) private readonly poster: Poster | Posters) {}

  onApplicationBootstrap(): void {
    this.poster.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.poster.stop();
  }
}
