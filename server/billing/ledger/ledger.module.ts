import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { join } from 'node:path';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { addInterval } from '../../core/intervals.js';
import { RedisConnections } from '../../core/redis/connections.js';
import { shardOf } from '../../core/redis/cluster/shard-redis.js';
import { EventBus } from '../../core/redis/events.js';
import { BalanceStore } from './balance-store.js';
import { BalancesRepository } from './balances.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { RedisLedgerGate } from './gate/redis-ledger-gate.js';
import { ShardedLedgerGate } from './gate/sharded-ledger-gate.js';
import { Spool } from './settlements/spool.js';

/** Processes reconnect to Redis within a second (core/redis), so all have restored their holds by then. */
const GATHER_MS = 1500;

/** The ledger in a single Redis is one gate; in a cluster, each shard has one, and its part of the journal limit. */
function gateOf(
  env: Env,
  { ledgers, installation }: RedisConnections,
  events: EventBus,
  balances: BalanceStore,
): RedisLedgerGate | ShardedLedgerGate {
  const spoolOf = (owner: string) => new Spool(join(env.TOLLGATE_DATA_DIR, 'spool'), owner);
  const limits = {
    journalLimit: Math.ceil(env.JOURNAL_LIMIT / ledgers.length),
    holdTtlSeconds: env.HOLD_TTL,
    gatherMs: GATHER_MS,
    installation,
  };
  const [first] = ledgers;
  if (first && shardOf(first) === undefined)
    return new RedisLedgerGate(first, events, balances, spoolOf, limits);
  return new ShardedLedgerGate(
    ledgers.length,
    (shard, adopter) => new RedisLedgerGate(ledgers[shard]!, events, balances, spoolOf, limits, adopter),
  );
}

/** Balances: reserve, settle and release for requests, and transactional changes for other features. */
@Module({
  providers: [
    BalancesRepository,
    BalanceStore,
    LedgerRepository,
    LedgerService,
    {
      provide: RedisLedgerGate,
      useFactory: (env: Env, connections: RedisConnections, events: EventBus, balances: BalanceStore) =>
        gateOf(env, connections, events, balances),
      inject: [ENV, RedisConnections, EventBus, BalanceStore],
    },
  ],
  exports: [BalancesRepository, LedgerService, RedisLedgerGate, BalanceStore],
})
export class LedgerModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly gate: RedisLedgerGate,
    private readonly intervals: SchedulerRegistry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.gate.start();
    addInterval(this.intervals, 'ledger.lease', this.gate.renewEveryMs, () => this.gate.renewLease());
  }

  /** Runs after the drain, when every request has settled. */
  async onApplicationShutdown(): Promise<void> {
    await this.gate.stop();
  }
}
