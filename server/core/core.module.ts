import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Vault, vaultOf } from './crypto.js';
import { readEnv, type Env } from './env.js';
import { Drain } from './drain.js';
import { EgressClient } from './egress/egress-client.js';
import { ENV, REDIS, REDIS_SUBSCRIBER } from './injection.js';
import { ClockCheck } from './redis/clock-check.js';
import { Counters } from './redis/counters.js';
import { EventBus } from './redis/events.js';
import { RedisConnections } from './redis/connections.js';
import { installationId } from './redis/installation.js';
import { ready } from './redis/redis.js';

const logger = new Logger('Redis');

/**
 * Opens the connections and waits until both are ready. If Redis stays unreachable the start continues: the application handles
 * Redis outages.
 */
async function connect(env: Env, database: DataSource): Promise<RedisConnections> {
  const installation = await installationId(database);
  const connections = new RedisConnections(env.REDIS_URL, installation, env.REDIS_CLUSTER_SHARDS);
  const opened = Promise.all([ready(connections.commands), ready(connections.subscriber)]);
  await opened.catch((error: unknown) => logger.error(`${String(error)}; starting without it`));
  return connections;
}

/** Providers available to every feature: environment, vault, Redis, the scheduler and the event bus between processes. */
@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [
    ClockCheck,
    Counters,
    Drain,
    EgressClient,
    { provide: ENV, useFactory: () => readEnv() },
    { provide: Vault, useFactory: vaultOf, inject: [ENV] },
    {
      provide: RedisConnections,
      useFactory: connect,
      inject: [ENV, DataSource],
    },
    { provide: REDIS, useFactory: ({ commands }: RedisConnections) => commands, inject: [RedisConnections] },
    {
      provide: REDIS_SUBSCRIBER,
      useFactory: ({ subscriber }: RedisConnections) => subscriber,
      inject: [RedisConnections],
    },
    {
      provide: EventBus,
      useFactory: async (redis: Redis, subscriber: Redis) => {
        const bus = new EventBus(redis, subscriber, (error) =>
          logger.warn(`event not delivered: ${String(error)}`),
        );
        await bus.start();
        return bus;
      },
      inject: [REDIS, REDIS_SUBSCRIBER],
    },
  ],
  exports: [ENV, ClockCheck, Counters, Drain, EgressClient, Vault, RedisConnections, REDIS, EventBus],
})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(REDIS_SUBSCRIBER) private readonly subscriber: Redis,
  ) {}

  /** Runs last: services that still need Redis on shutdown use `beforeApplicationShutdown`, after the drain. */
  async onApplicationShutdown(): Promise<void> {
    this.subscriber.disconnect();
    // QUIT waits for replies in flight; if Redis is unreachable the connection is dropped.
    await this.redis.quit().catch(() => this.redis.disconnect());
  }
}
