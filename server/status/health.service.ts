import { Inject, Injectable } from '@nestjs/common';
import { RedisLedgerGate } from '../billing/ledger/gate/redis-ledger-gate.js';
import type { ReadinessResponse } from '../contract/resources/status.js';
import { ApiError } from '../contract/errors/api-error.js';
import { Drain } from '../core/drain.js';
import type { Env } from '../core/env.js';
import { ENV } from '../core/injection.js';
import { ReadDatabase } from '../core/postgres/reads/read-database.js';
import { RedisConnections } from '../core/redis/connections.js';
import { DatabaseCheckRepository } from './database-check.repository.js';

/** A successful database check is reused for this long. */
const FRESH_MS = 10_000;
/** Readiness is checked once for all probes within this time. */
const READY_FRESH_MS = 1000;

/** Why an instance is not ready: a name that alerts can compare, and a sentence. */
interface Cause {
  readonly cause:
    'redis_unreachable' | 'redis_refused' | 'ledger_not_joined' | 'journal_full' | 'journal_late';
  readonly detail: string;
}

/** Why requests cannot be charged, and the shards whose accounts cannot be. */
interface Found {
  readonly cause: Cause | undefined;
  readonly away: readonly string[];
}

@Injectable()
export class HealthService {
  private answeredAt = Number.NEGATIVE_INFINITY;
  private latest: { readonly at: number; readonly found: Promise<Found> } | undefined;

  constructor(
    private readonly database: DatabaseCheckRepository,
    private readonly drain: Drain,
    private readonly connections: RedisConnections,
    private readonly gate: RedisLedgerGate,
    private readonly reads: ReadDatabase,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws ApiError database_unavailable */
  async checkDatabase(): Promise<void> {
    if (performance.now() - this.answeredAt < FRESH_MS) return;
    try {
      await this.database.check();
    } catch (cause) {
      throw new ApiError('database_unavailable', {}, { cause });
    }
    this.answeredAt = performance.now();
  }

  /**
   * Checks that a request could be charged, in a cluster that of some accounts. Postgres is not needed for that: requests with
   * cached tokens are served without it.
   * @returns names of the shards of a cluster whose accounts cannot be charged now
   * @throws ApiError draining, not_ready
   */
  async checkReady(): Promise<readonly string[]> {
    if (this.drain.leaving) throw new ApiError('draining');
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at > READY_FRESH_MS)
      this.latest = { at: now, found: this.look() };
    const { cause, away } = await this.latest.found;
    if (cause) throw new ApiError('not_ready', { ...cause });
    return away;
  }

  /** From where lists and sums are read; null without a replica. */
  readsOfLists(): ReadinessResponse {
    const { state } = this.reads;
    return state ? { database_reads: { from: state.from, problem: state.problem ?? null } } : null;
  }

  private async look(): Promise<Found> {
    const { problem } = this.connections;
    if (problem !== undefined) return { cause: { cause: 'redis_refused', detail: problem }, away: [] };
    try {
      const { isJoined, entries, oldestMs, away = [] } = await this.gate.state();
      return { cause: this.unjoined(isJoined) ?? this.behind(entries, oldestMs / 1000), away };
    } catch (error) {
      const detail = `Redis (REDIS_URL) does not respond: ${error instanceof Error ? error.message : String(error)}`;
      return { cause: { cause: 'redis_unreachable', detail }, away: [] };
    }
  }

  private unjoined(isJoined: boolean): Cause | undefined {
    if (isJoined) return undefined;
    return { cause: 'ledger_not_joined', detail: 'the ledger in Redis is not joined yet' };
  }

  private behind(entries: number, oldestSeconds: number): Cause | undefined {
    const { JOURNAL_LIMIT, MAX_JOURNAL_AGE } = this.env;
    if (entries >= JOURNAL_LIMIT)
      return {
        cause: 'journal_full',
        detail: `${entries} charges wait for a worker to post them to Postgres (JOURNAL_LIMIT is ${JOURNAL_LIMIT})`,
      };
    if (MAX_JOURNAL_AGE > 0 && oldestSeconds > MAX_JOURNAL_AGE)
      return {
        cause: 'journal_late',
        detail: `charges have waited for ${Math.round(oldestSeconds)} s for a worker to post them to Postgres (MAX_JOURNAL_AGE is ${MAX_JOURNAL_AGE})`,
      };
    return undefined;
  }
}
