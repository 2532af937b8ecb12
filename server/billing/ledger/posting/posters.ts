import { Logger } from '@nestjs/common';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWhenSilent } from '../../../core/postgres/session-limits.js';
import { sessionSettings } from '../../../core/postgres/session-settings.js';
import { RepeatedWarnings } from '../../../core/repeated-warnings.js';
import { posterLease } from './leader-session.js';
import type { Poster } from './poster.js';

/** Advisory lock key (any constant) that every worker of a cluster shares, so that they can be counted. */
const PRESENCE_LOCK = 720_691_599;
const LOOK_MS = 1000;
/** Postgres ends the session of a worker that stands still after this time: it is not counted any more. */
const SILENCE_MS = 6000;

/** What Postgres says about the workers. */
interface Found {
  readonly workers: number;
  /** Lock keys of the shards that a worker posts. */
  readonly held: number[];
}

/**
 * The posters of a cluster, one for each shard. A worker posts its share of the shards: as many as there are, divided by the
 * workers that run. It looks every second: takes shards that no worker posts, and gives one up where it has too many because a worker
 * was added. The shards of a worker that dies are free as soon as Postgres has ended its sessions.
 */
export class Posters {
  private readonly logger = new Logger('Poster');
  private readonly warnings = new RepeatedWarnings(this.logger);
  private stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly started = new Set<number>();

  /** @param posters by shard */
  constructor(
    private readonly databaseUrl: string,
    private readonly posters: readonly Poster[],
  ) {}

  start(): void {
    this.stopping = new AbortController();
    this.running ??= this.run();
  }

  /** Stops posting after the current batches. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = undefined;
    await Promise.all([...this.started].map((shard) => this.end(shard)));
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.present((client) => this.share(client));
        this.warnings.clear();
      } catch (error) {
        // The posters of this worker go on: each has a lease of its own.
        this.warnings.warn(`shares of the workers not known: ${String(error)}`);
      }
      await this.pause();
    }
  }

  private async present(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'tollgate posters',
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    });
    // The statement that fails with it reports it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(sessionSettings({ statementTimeoutMs: SILENCE_MS }));
      await endWhenSilent((sql, parameters) => client.query(sql, parameters), SILENCE_MS);
      await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
      await work(client);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  private async share(client: pg.Client): Promise<void> {
    while (!this.stopped) {
      const { workers, held } = await look(client, this.posters.length);
      const share = Math.ceil(this.posters.length / Math.max(1, workers));
      await this.endPassedOver(held);
      const free = this.posters.flatMap((_, shard) =>
        held.includes(posterLease(shard).lock) || this.started.has(shard) ? [] : [shard],
      );
      for (const shard of free.slice(0, Math.max(0, share - this.started.size))) this.begin(shard);
      if (this.started.size > share) await this.end([...this.started].at(-1)!);
      await this.pause();
    }
  }

  /** Ends the posters that wait for a shard which another worker got first. */
  private async endPassedOver(held: readonly number[]): Promise<void> {
    for (const shard of this.started)
      if (!this.posters[shard]!.isLeading && held.includes(posterLease(shard).lock)) await this.end(shard);
  }

  private begin(shard: number): void {
    this.started.add(shard);
    this.posters[shard]!.start();
  }

  private async end(shard: number): Promise<void> {
    this.started.delete(shard);
    await this.posters[shard]!.stop();
  }

  private async pause(): Promise<void> {
    await sleep(LOOK_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

async function look(client: pg.Client, shards: number): Promise<Found> {
  const locks = Array.from({ length: shards }, (_, shard) => posterLease(shard).lock);
  const { rows } = await client.query<Found>(
    `SELECT count(*) FILTER (WHERE objid = $1)::int AS workers,
       coalesce(array_agg(objid::bigint::int) FILTER (WHERE objid <> $1), '{}') AS held
     FROM pg_locks
     WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND objid::bigint = ANY($2::bigint[])
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [PRESENCE_LOCK, [PRESENCE_LOCK, ...locks]],
  );
  return rows[0]!;
}
