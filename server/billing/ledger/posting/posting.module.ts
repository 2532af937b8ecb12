import { Inject, Module, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Env } from '../../../core/env.js';
import { ENV, REDIS } from '../../../core/injection.js';
import { EventBus } from '../../../core/redis/events.js';
import { NotificationsModule } from '../../../notifications/notifications.module.js';
import { Poster } from './poster.js';
import { QuotaWarnings } from './quota-warnings.js';
import { Sweeper } from './sweeper.js';

/** Worker part of the ledger: a process that imports it posts the journal. */
@Module({
  imports: [NotificationsModule],
  providers: [
    Sweeper,
    QuotaWarnings,
    {
      provide: Poster,
      useFactory: (env: Env, redis: Redis, events: EventBus, warnings: QuotaWarnings) =>
        new Poster(env.DATABASE_URL, redis, events, env.JOURNAL_PAUSE_MS, warnings),
      inject: [ENV, REDIS, EventBus, QuotaWarnings],
    },
  ],
  exports: [Sweeper],
})
export class PostingModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(Poster) private readonly poster: Poster) {}

  onApplicationBootstrap(): void {
    this.poster.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.poster.stop();
  }
}
