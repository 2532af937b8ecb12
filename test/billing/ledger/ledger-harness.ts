import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { BalanceStore } from '../../../server/billing/ledger/balance-store.js';
import { BalancesRepository } from '../../../server/billing/ledger/balances.repository.js';
import { LedgerRepository } from '../../../server/billing/ledger/ledger.repository.js';
import { LedgerService } from '../../../server/billing/ledger/ledger.service.js';
import type { Hold, HoldRequest, Settlement } from '../../../server/billing/ledger/ledger.types.js';
import { RedisLedgerGate, type GateLimits } from '../../../server/billing/ledger/gate/redis-ledger-gate.js';
import { Spool } from '../../../server/billing/ledger/settlements/spool.js';
import { EventBus } from '../../../server/core/redis/events.js';
import { connectRedis, ready } from '../../../server/core/redis/redis.js';
import { databaseOptions } from '../../../server/database/options.js';

/** Milliseconds between two looks of a poster of these tests. */
export const PAUSE_MS = 10;

let numbers = 0;
/** A request id no other test uses. */
export const newId = (): string => `r${process.pid}-${++numbers}`;

/** Files of settlements that Redis did not take, in the data directory of a gateway. */
export function spooled(directory: string): string[] {
  return readdirSync(join(directory, 'spool')).filter((name) => !/~s\d+\.jsonl$/.test(name));
}

/** One process's part of the ledger: its own connections, gate and spool, as a server has them. */
export interface Process {
  redis: Redis;
  events: EventBus;
  gate: RedisLedgerGate;
  ledger: LedgerService;
  balances: BalanceStore;
  /** Ends properly. */
  close(): Promise<void>;
  /** Is gone from one moment to the next: nothing more is said to Redis. */
  die(): Promise<void>;
}

/** Postgres, a data folder and as many processes as a test wants. */
export class LedgerHarness {
  readonly directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  private readonly processes: Process[] = [];
  private constructor(
    readonly dataSource: DataSource,
    readonly redisUrl: string,
  ) {}

  static async open(redisUrl = process.env.REDIS_URL!): Promise<LedgerHarness> {
    const dataSource = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
    return new LedgerHarness(dataSource, redisUrl);
  }

  /** @param reconnectMs how long it waits before it connects again */
  async process(
    limits: Partial<GateLimits> = {},
    { dataSource = this.dataSource, reconnectMs = 20 } = {},
  ): Promise<Process> {
    const connect = () => connectRedis(this.redisUrl, { retryStrategy: () => reconnectMs });
    const [redis, subscriber] = [connect(), connect()];
    for (const one of [redis, subscriber]) one.on('error', () => undefined);
    await Promise.all([ready(redis), ready(subscriber)]);
    const events = new EventBus(redis, subscriber);
    await events.start();
    const balances = new BalanceStore(new BalancesRepository(dataSource), redis);
    const gate = new RedisLedgerGate(
      redis,
      events,
      balances,
      (owner) => new Spool(join(this.directory, 'spool'), owner),
      { journalLimit: 100_000, holdTtlSeconds: 60, gatherMs: 300, ...limits },
    );
    await gate.start();
    const renewal = setInterval(() => void gate.renewLease(), gate.renewEveryMs).unref();
    const die = async () => {
      clearInterval(renewal);
      redis.disconnect();
      subscriber.disconnect();
      await gate.stop();
    };
    const close = async () => {
      clearInterval(renewal);
      await gate.stop();
      redis.disconnect();
      subscriber.disconnect();
    };
    const made = {
      redis,
      events,
      gate,
      balances,
      ledger: new LedgerService(balances, new LedgerRepository()),
      close,
      die,
    };
    this.processes.push(made);
    return made;
  }

  async user(quota: number): Promise<number> {
    const [{ id }] = await this.dataSource.query(`INSERT INTO users (username) VALUES ($1) RETURNING id`, [
      newId(),
    ]);
    const ledger = new LedgerService(
      new BalanceStore(
        new BalancesRepository(this.dataSource),
        connectRedis(this.redisUrl, { lazyConnect: true }),
      ),
      new LedgerRepository(),
    );
    await this.dataSource.transaction((manager) => ledger.open(manager, id, quota, 'test'));
    return id;
  }

  async token(userId: number, remain: number, unlimited = false): Promise<number> {
    const [{ id }] = await this.dataSource.query(
      `INSERT INTO tokens (user_id, key, key_hash, unlimited_quota) VALUES ($1, '', $2, $3) RETURNING id`,
      [userId, newId().padStart(64, '0'), unlimited],
    );
    const ledger = new LedgerService(
      new BalanceStore(
        new BalancesRepository(this.dataSource),
        connectRedis(this.redisUrl, { lazyConnect: true }),
      ),
      new LedgerRepository(),
    );
    await this.dataSource.transaction((manager) =>
      ledger.setTokenQuota(manager, { tokenId: id, userId, quota: remain, reference: newId() }),
    );
    return id;
  }

  async quotaOf(userId: number): Promise<number> {
    const [{ quota }] = await this.dataSource.query('SELECT quota FROM users WHERE id = $1', [userId]);
    return quota;
  }

  async close(): Promise<void> {
    for (const one of this.processes) if (one.redis.status !== 'end') await one.close();
    await this.dataSource.destroy();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export const holdFor = (userId: number, amount: number, more: Partial<HoldRequest> = {}): HoldRequest => ({
  requestId: newId(),
  userId,
  tokenId: 0,
  tokenUnlimited: false,
  amount,
  limit: undefined,
  ...more,
});

export const charge = (quota: number, more: Partial<Settlement> = {}): Settlement => ({
  quota,
  success: true,
  log: {
    username: 'someone',
    tokenName: 'a token',
    modelName: 'gpt-4o',
    content: '模型倍率 1.25',
    promptTokens: 10,
    completionTokens: 20,
    useTime: 1,
    isStream: false,
    group: 'default',
    other: { model_ratio: 1.25 },
  },
  channelId: 0,
  usageData: { username: 'someone', model: 'gpt-4o', tokens: 30 },
  createdAt: Math.floor(Date.now() / 1000),
  ...more,
});

/** The refusal code a promise rejects with, 'held' for a hold. */
export async function outcome(promise: Promise<Hold>): Promise<string> {
  try {
    await promise;
    return 'held';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
