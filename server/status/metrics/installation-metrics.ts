import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import {
  UsageStreamRepository,
  type StreamFigures,
} from '../../billing/usage-events/usage-stream.repository.js';
import { within } from '../../core/deadline.js';
import { REDIS } from '../../core/injection.js';
import { queuePrefix, QUEUES } from '../../core/queues.js';
import { ledgersOf } from '../../core/redis/cluster/cluster-redis.js';
import { shardOf } from '../../core/redis/cluster/shard-redis.js';
import { Counters, type CounterName } from '../../core/redis/counters.js';
import { readLedgerStates } from '../../core/redis/scripts/readiness.js';
import {
  InstallationMetricsRepository,
  type JournalPoster,
  type RunningTasks,
  type WriteOffSum,
} from './installation-metrics.repository.js';

const TIMEOUT_MS = 2000;
/** Instances are scraped within the same second: the values are read once for all of them. Milliseconds. */
const FRESH_MS = 5000;
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Values that are the same on every instance. */
export interface InstallationValues {
  readonly tasks: readonly RunningTasks[];
  readonly queues: readonly { name: string; state: string; jobs: number }[];
  /** Settled requests that are not in Postgres yet. */
  readonly journalEntries: number;
  /** Seconds since the oldest of them was settled. */
  readonly journalAge: number;
  /** Shards of a Redis cluster that do not respond. */
  readonly shardsAway: readonly string[];
  /** The worker that posts them, in a cluster those that post each shard; empty if none does, or one of an earlier release. */
  readonly posters: readonly JournalPoster[];
  /** Mails and webhooks that wait for their delivery. */
  readonly outbox: number;
  /** Channels by status. */
  readonly channels: readonly { status: string; number: number }[];
  /** Alerts that fire, of each rule. */
  readonly alerts: readonly { rule: string; firing: number }[];
  /** Undefined where no receiver was ever set up. */
  readonly usageEvents: StreamFigures | undefined;
  readonly counters: Readonly<Record<CounterName, number>>;
  /** What no balance could pay, since the installation exists. */
  readonly writeOffs: readonly WriteOffSum[];
}

/** Reads what is monitored of the whole installation, from Postgres and Redis. */
@Injectable()
export class InstallationMetrics implements OnApplicationShutdown {
  private latest: { at: number; values: Promise<InstallationValues> } | undefined;
  private queues: readonly Queue[] | undefined;

  constructor(
    private readonly stored: InstallationMetricsRepository,
    private readonly usageStream: UsageStreamRepository,
    private readonly counters: Counters,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** At most five seconds old. @throws when Postgres or Redis cannot be reached within two seconds */
  values(): Promise<InstallationValues> {
    const now = Date.now();
    if (this.latest && now - this.latest.at < FRESH_MS) return this.latest.values;
    const values = within(this.read(), TIMEOUT_MS, 'Postgres or Redis');
    const latest = { at: now, values };
    this.latest = latest;
    values.catch(() => {
      if (this.latest === latest) this.latest = undefined;
    });
    return values;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all((this.queues ?? []).map((queue) => queue.close()));
  }

  private async read(): Promise<InstallationValues> {
    const [
      tasks,
      queues,
      { entries, oldestMs, away = [] },
      posters,
      outbox,
      counters,
      writeOffs,
      channels,
      alerts,
      usageEvents,
    ] = await Promise.all([
      this.stored.tasks(),
      this.jobs(),
      readLedgerStates(this.redis),
      this.stored.posters(ledgersOf(this.redis).map(shardOf)),
      this.stored.outbox(),
      this.counters.all(),
      this.stored.writeOffs(),
      this.stored.channels(),
      this.stored.alerts(),
      this.usageStream.figures(),
    ]);
    const journal = { journalEntries: entries, journalAge: oldestMs / 1000, shardsAway: away };
    return { tasks, queues, ...journal, posters, outbox, counters, writeOffs, channels, alerts, usageEvents };
  }

  private async jobs(): Promise<InstallationValues['queues']> {
    // Loaded with the first scrape.
    const bull = await import('bullmq');
    const queues = (this.queues ??= this.openQueues(bull.Queue));
    const counts = await Promise.all(queues.map((queue) => queue.getJobCounts(...JOB_STATES)));
    return queues.flatMap(({ name }, index) =>
      JOB_STATES.map((state) => ({ name, state, jobs: counts[index]?.[state] ?? 0 })),
    );
  }

  private openQueues(BullQueue: typeof Queue): readonly Queue[] {
    return Object.values(QUEUES).map((name) => {
      const queue = new BullQueue(name, {
        connection: this.redis,
        prefix: queuePrefix(this.redis),
        skipVersionCheck: true,
      });
      // The connection is the shared one, whose outages are logged.
      queue.on('error', () => undefined);
      return queue;
    });
  }
}
