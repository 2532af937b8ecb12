import pg from 'pg';
import { hostname } from 'node:os';
import { endWhenSilent } from '../../../core/postgres/session-limits.js';
import { shardName } from '../../../core/redis/cluster/shards.js';
import { sessionSettings } from '../../../core/postgres/session-settings.js';

/** Advisory lock key (any constant). The worker that holds the lock posts; the others wait. */
export const POSTER_LOCK = 7_206_915;
/** Name of the lease in `leases`. */
export const POSTER_LEASE = 'post-journal';
/** Lock keys of the shards of a cluster begin here. */
const SHARD_LOCKS = 720_691_600;

/** The lease on posting one journal. */
export interface PosterLease {
  readonly lock: number;
  readonly name: string;
}

/** @param shard of a cluster; undefined for a single Redis */
export function posterLease(shard?: number): PosterLease {
  if (shard === undefined) return { lock: POSTER_LOCK, name: POSTER_LEASE };
  return { lock: SHARD_LOCKS + shard, name: `${POSTER_LEASE}:${shardName(shard)}` };
}
/** Postgres ends a silent session after this time, and another worker gets the lock. */
const LEASE_MS = 6000;
/** The lease must be renewed this often. */
export const RENEW_MS = 1500;
/** Postgres aborts a statement after the first limit; the client drops an unresponsive connection after the second. */
const STATEMENT_TIMEOUT_MS = 30_000;
const SILENCE_TIMEOUT_MS = 45_000;
/** Limit of statements that take no time. */
const SHORT_TIMEOUT_MS = 5000;

/** The worker that posts. */
export interface LeaseHolder extends pg.QueryResultRow {
  /** Host and process id. */
  readonly holder: string;
  /** Unix seconds. */
  readonly since: number;
}

/**
 * A connection to Postgres that holds the lease on posting and posts. The lease is an advisory lock of a session that Postgres ends
 * unless it is used in time. Everything posted goes through the same session, so that a worker that lost the lease, because it
 * stood still or its network vanished, can commit nothing: its session, and an open transaction, are gone before another worker has
 * the lock. Workers of earlier releases take the same lock, and therefore never post beside one of this release.
 */
export class LeaderSession {
  private usedAt = performance.now();
  private watch: NodeJS.Timeout | undefined;
  private bytesRead = -1;
  private isLooking = false;

  private constructor(
    private readonly databaseUrl: string,
    private readonly lease: PosterLease,
    readonly client: pg.Client,
    /** Process id of the session in Postgres. */
    private readonly pid: number,
  ) {
    this.watch = setInterval(() => void this.closeIfDark(), SHORT_TIMEOUT_MS).unref();
  }

  /** @param problem receives errors of the connection @throws when Postgres cannot be reached */
  static async open(
    databaseUrl: string,
    problem: (error: Error) => void,
    lease = posterLease(),
  ): Promise<LeaderSession> {
    const client = connect(databaseUrl, 'tollgate poster', SILENCE_TIMEOUT_MS);
    client.on('error', problem);
    try {
      await client.connect();
      await client.query(sessionSettings({ statementTimeoutMs: STATEMENT_TIMEOUT_MS }));
      await endWhenSilent((sql, parameters) => client.query(sql, parameters), LEASE_MS);
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return new LeaderSession(databaseUrl, lease, client, rows[0]!.pid);
    } catch (error) {
      close(client);
      throw error;
    }
  }

  /** Takes the lease if it is free, and keeps the session open in any case. */
  async tryLead(): Promise<boolean> {
    const { rows } = await this.quick<{ leads: boolean }>('SELECT pg_try_advisory_lock($1) AS leads', [
      this.lease.lock,
    ]);
    if (!rows[0]?.leads) return false;
    await this.quick(
      `INSERT INTO leases (name, holder, pid, since)
       VALUES ($1, $2, pg_backend_pid(), floor(extract(epoch FROM clock_timestamp()))::bigint)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, pid = excluded.pid, since = excluded.since`,
      [this.lease.name, `${hostname()}:${process.pid}`],
    );
    return true;
  }

  /** @returns undefined if no worker, or one of an earlier release, holds the lease */
  holder(): Promise<LeaseHolder | undefined> {
    return leaseHolder(
      async (sql, parameters) => (await this.quick<LeaseHolder>(sql, parameters)).rows,
      this.lease,
    );
  }

  /** Renews the lease where the session was not used for some time. @throws when it was lost */
  async renew(): Promise<void> {
    if (performance.now() - this.usedAt >= RENEW_MS) await this.quick('SELECT 1');
  }

  /** The session was used for something else. */
  used(): void {
    this.usedAt = performance.now();
  }

  close(): void {
    clearInterval(this.watch);
    close(this.client);
  }

  private async quick<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const query = { text, values, query_timeout: SHORT_TIMEOUT_MS };
    const result = await this.client.query<Row>(query);
    this.used();
    return result;
  }

  /**
   * Closes the connection if a statement waits for its answer although Postgres does not work on it: the network between them has
   * vanished. Otherwise the time limit of statements would pass first, which must allow for long ones.
   */
  private async closeIfDark(): Promise<void> {
    const { connection, readyForQuery } = this.client as unknown as Internals;
    const isSilent = connection.stream.bytesRead === this.bytesRead;
    this.bytesRead = connection.stream.bytesRead;
    if (!isSilent || readyForQuery !== false || this.isLooking) return;
    this.isLooking = true;
    const other = connect(this.databaseUrl, 'tollgate poster check', SHORT_TIMEOUT_MS);
    other.on('error', () => undefined);
    try {
      await other.connect();
      const { rowCount } = await other.query(WORKING, [this.pid]);
      if (rowCount === 0 && this.bytesRead === connection.stream.bytesRead)
        connection.stream.destroy(new Error('Postgres has finished, but its answer does not arrive'));
    } catch {
      // Postgres cannot be asked: the time limit of the statement decides.
    } finally {
      this.isLooking = false;
      close(other);
    }
  }
}

/** A session that works on a statement, and does not wait for more of it. */
const WORKING = `SELECT 1 FROM pg_stat_activity
  WHERE pid = $1 AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientRead'`;

/** The row is that of an earlier holder while a worker of an earlier release holds the lock. */
const LEASE_HOLDER = `SELECT holder, since FROM leases l
  WHERE name = $1 AND EXISTS (
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND objid = $2 AND objsubid = 1 AND granted AND pid = l.pid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** @returns the worker that posts; undefined if none does, or one of an earlier release */
export async function leaseHolder(
  query: (sql: string, parameters: unknown[]) => Promise<LeaseHolder[]>,
  { name, lock } = posterLease(),
): Promise<LeaseHolder | undefined> {
  return (await query(LEASE_HOLDER, [name, lock]))[0];
}

/** What is read of node-postgres. */
interface Internals {
  readonly connection: {
    readonly stream: { readonly bytesRead: number; destroy(error?: Error): unknown };
  };
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean | null;
}

function connect(databaseUrl: string, name: string, silenceMs: number): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: SHORT_TIMEOUT_MS,
    query_timeout: silenceMs,
    keepAlive: true,
  });
}

/** Not awaited, and closed anyway after some time: on a lost connection the other end never responds. */
function close(client: pg.Client): void {
  const { stream } = (client as unknown as Internals).connection;
  const late = setTimeout(() => stream.destroy(), SHORT_TIMEOUT_MS).unref();
  client.end().then(
    () => clearTimeout(late),
    () => clearTimeout(late),
  );
}
