import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEntry } from '../../../core/logger.js';
import { shardName } from '../../../core/redis/cluster/shards.js';
import { shardOf } from '../../../core/redis/cluster/shard-redis.js';
import { postedEvent, type EventBus } from '../../../core/redis/events.js';
import { RepeatedWarnings } from '../../../core/repeated-warnings.js';
import { refusesData } from '../../../core/postgres/sql-errors.js';
import { acknowledgeBatch } from '../../../core/redis/scripts/acknowledge.js';
import { readJournal, type RawEntry } from '../../../core/redis/scripts/read-journal.js';
import { readEntry, UnknownEntryFormat, type JournalEntry } from '../journal-entry.js';
import { LeaderSession, posterLease, RENEW_MS } from './leader-session.js';
import { outstandingOf } from './outstanding.js';
import { postBatch, type Posting } from './post-batch.js';
import { postFailures } from './post-failures.js';
import type { Position } from './position.js';
import type { QuotaWarnings } from './quota-warnings.js';
import { keepRejected, type Rejected } from './rejected.js';

const BATCH = 2000;
const STANDBY_MS = 1000;
const BACK_OFF_MS = { first: 250, most: 5000 };

/**
 * Posts the journal and the rows of failed requests to Postgres. One poster is active over all workers: the one whose session holds the lease (`LeaderSession`).
 * A batch leaves the journal only after its commit: a crash repeats the batch, and repeated entries have
 * no effect. Waits while Postgres or Redis is unavailable.
 */
export class Poster {
  private readonly logger = new Logger('Poster');
  private readonly failureWarnings = new RepeatedWarnings(this.logger);
  private stopping = new AbortController();
  private running: Promise<void> | undefined;
  /** Ends the pause between two batches. */
  private pausing = new AbortController();
  private failures = 0;
  /** Unix seconds: when this worker got the lease. */
  private leaderSince = 0;
  /** Undefined for a single Redis. */
  private readonly shard: number | undefined;
  private readonly journal: string;
  /** Whether this worker has the lease. */
  isLeading = false;

  /** @param pauseMs pause after a partial batch, in milliseconds; roughly the delay until a log row appears */
  constructor(
    private readonly databaseUrl: string,
    private readonly redis: Redis,
    private readonly events: EventBus,
    private readonly pauseMs: number,
    private readonly warnings?: QuotaWarnings,
    /** The connection that has the rows of failed requests; null where another poster writes them. */
    private readonly failed: Redis | null = redis,
  ) {
    this.shard = shardOf(redis);
    this.journal = this.shard === undefined ? 'the journal' : `the journal of shard ${shardName(this.shard)}`;
  }

  start(): void {
    this.stopping = new AbortController();
    this.running ??= this.run();
  }

  /** For tests, which would otherwise wait for it: ends the pause between two batches, if this worker is in it. */
  prompt(): void {
    this.pausing.abort();
  }

  /** Stops posting after the current batch. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.pausing.abort();
    await this.running;
    this.running = undefined;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.connected((session) => this.postAsLeader(session));
      } catch (error) {
        await this.backOff(error);
      }
    }
  }

  private async connected(work: (session: LeaderSession) => Promise<void>): Promise<void> {
    const session = await LeaderSession.open(
      this.databaseUrl,
      (error) => this.logger.warn(`connection: ${error.message}`),
      posterLease(this.shard),
    );
    try {
      await work(session);
    } finally {
      this.isLeading = false;
      session.close();
    }
  }

  /** Waits for the lease, then posts as long as the session lasts. */
  private async postAsLeader(session: LeaderSession): Promise<void> {
    await this.lead(session);
    this.leaderSince = Math.floor(Date.now() / 1000);
    while (!this.stopped) {
      await session.renew();
      const posted = await this.postNext(session.client);
      await this.postFailures(session.client);
      if (posted > 0) session.used();
      if (this.failures) this.logger.log('posting again');
      this.failures = 0;
      if (posted < BATCH) await this.pauseAsLeader(session);
    }
  }

  private async lead(session: LeaderSession): Promise<void> {
    let reported = '';
    while (!this.stopped) {
      if (await session.tryLead()) {
        this.isLeading = true;
        this.logger.log(`this worker posts ${this.journal}`);
        return;
      }
      const found = await session.holder();
      const other = found
        ? `${found.holder}, since ${new Date(found.since * 1000).toISOString()}`
        : 'a worker of an earlier release';
      if (other !== reported) this.logger.log(`${this.journal} is posted by ${other}; waiting`);
      reported = other;
      await this.pause(STANDBY_MS);
    }
  }

  private async pauseAsLeader(session: LeaderSession): Promise<void> {
    this.pausing = new AbortController();
    const { signal } = this.pausing;
    for (let left = this.pauseMs; left > 0 && !this.stopped && !signal.aborted; left -= RENEW_MS) {
      await this.pause(Math.min(left, RENEW_MS), signal);
      await session.renew();
    }
  }

  /** Posts the oldest entries. @returns the number of entries taken from the journal */
  private async postNext(client: pg.Client): Promise<number> {
    const journal = await readJournal(this.redis, BATCH);
    if (!journal?.entries.length) return 0;
    const { epoch } = journal;
    const { raw, readable, rejected } = this.read(journal.entries);
    const first = raw[0]!.streamId;
    const last = raw.at(-1)!.streamId;
    const posting = await this.post(
      client,
      { epoch, lastId: last, shard: this.shard },
      readable,
      (requestId, error) => {
        const entry = raw.find((one) => one.requestId === requestId);
        if (entry) rejected.push(this.reject(entry, error));
      },
    );
    for (const { requestId, userId, charge, uncollected } of posting.writtenOff)
      this.logger.warn({
        requestId,
        message: `user ${userId}: cost ${uncollected} more than the balance held (charged ${charge}); written off`,
      } satisfies LogEntry);
    const accounts = outstandingOf(raw, posting);
    // Stored before the entries leave the journal: a crash in between only repeats the batch.
    await keepRejected(client, rejected);
    if (!(await acknowledgeBatch(this.redis, { epoch, first, last, accounts }))) return BATCH;
    await this.events.publish('journal.posted', postedEvent(this.shard, epoch, last));
    for (const token of posting.exhausted)
      await this.events.publish('token.changed', { ...token, balanceOnly: true });
    return raw.length;
  }

  /** Rows of failed requests must not keep charges from being posted: their failure is logged, and repeated with the next batch. */
  private async postFailures(client: pg.Client): Promise<void> {
    if (!this.failed) return;
    try {
      const leftOut = await postFailures(client, this.failed);
      this.failureWarnings.clear();
      if (leftOut > 0) this.logger.warn(`${leftOut} rows of failed requests cannot be read or stored`);
    } catch (error) {
      this.failureWarnings.warn(`rows of failed requests not written: ${String(error)}`);
      // Fails if the session cannot be used any more; charges must not be posted in a transaction that others began.
      await client.query('ROLLBACK');
    }
  }

  /**
   * Reads entries up to the first one of a newer release.
   * @throws UnknownEntryFormat if that is the oldest one: this worker gives up the lease, and one that can read it goes on
   */
  private read(entries: readonly RawEntry[]): {
    raw: readonly RawEntry[];
    readable: JournalEntry[];
    rejected: Rejected[];
  } {
    const readable: JournalEntry[] = [];
    const rejected: Rejected[] = [];
    for (const [index, one] of entries.entries()) {
      try {
        readable.push(readEntry(one));
      } catch (error) {
        if (!(error instanceof UnknownEntryFormat)) rejected.push(this.reject(one, error));
        else if (index > 0) return { raw: entries.slice(0, index), readable, rejected };
        else throw error;
      }
    }
    return { raw: entries, readable, rejected };
  }

  /**
   * Posts entries. Entries whose content Postgres rejects are isolated by bisection and, if that helps, charged without
   * a log row.
   */
  private async post(
    client: pg.Client,
    position: Position,
    entries: readonly JournalEntry[],
    refused: (requestId: string, error: unknown) => void,
  ): Promise<Posting> {
    try {
      return await postBatch(client, position, entries, this.warnings, this.leaderSince);
    } catch (error) {
      if (!refusesData(error)) throw error;
      const [only] = entries;
      if (entries.length > 1) {
        const middle = entries.length >> 1;
        const left = await this.post(client, position, entries.slice(0, middle), refused);
        const right = await this.post(client, position, entries.slice(middle), refused);
        return joined(left, right);
      }
      if (only && (only.log || only.usageData)) {
        this.logger.error({
          requestId: only.requestId,
          message: `charged without its log row: ${String(error)}`,
        } satisfies LogEntry);
        return this.post(client, position, [{ ...only, log: undefined, usageData: undefined }], refused);
      }
      if (only) refused(only.requestId, error);
      return { entered: 0, users: [], tokens: [], exhausted: [], writtenOff: [] };
    }
  }

  private reject(raw: RawEntry, error: unknown): Rejected {
    this.logger.error({
      requestId: raw.requestId,
      message: `journal entry cannot be posted and is kept for \`npm run books -- replay\`: ${String(error)}`,
    } satisfies LogEntry);
    return { raw, reason: String(error).slice(0, 500) };
  }

  private async backOff(error: unknown): Promise<void> {
    const wait = Math.min(BACK_OFF_MS.first * 2 ** this.failures, BACK_OFF_MS.most);
    // Logs the first failure and then about one per minute, so that an outage does not flood the log.
    if (this.failures % 12 === 0) this.logger.error(`not posting, ${this.journal} waits: ${String(error)}`);
    this.failures++;
    await this.pause(wait);
  }

  private async pause(ms: number, signal = this.stopping.signal): Promise<void> {
    // Ended early by the signal.
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}

function joined(left: Posting, right: Posting): Posting {
  return {
    entered: left.entered + right.entered,
    users: [...left.users, ...right.users],
    tokens: [...left.tokens, ...right.tokens],
    exhausted: [...left.exhausted, ...right.exhausted],
    writtenOff: [...left.writtenOff, ...right.writtenOff],
  };
}
