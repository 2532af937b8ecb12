import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { ReplicaProblem } from '../../../contract/resources/status.js';
import { installationId } from '../../redis/installation.js';
import { sqlState } from '../sql-errors.js';

/** Of connecting, and of each statement. */
const TIMEOUT_MS = 3000;

/** The replica answers, and must not be read from. */
export class UnusableReplica extends Error {
  constructor(
    readonly problem: ReplicaProblem,
    message: string,
  ) {
    super(message);
  }
}

/** A connection to a replica that is used for its checks alone, so that these do not wait behind long statements. */
export class ReplicaProbe {
  private client: pg.Client | undefined;

  constructor(
    private readonly url: string,
    private readonly primary: DataSource,
  ) {}

  /**
   * @returns the position up to which the replica has replayed
   * @throws UnusableReplica, or an error of the connection
   */
  async position(): Promise<number> {
    this.client ??= await this.connect();
    try {
      return await replayedBy(this.client);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    // Not awaited: on a lost connection the other end never responds.
    this.client?.end().catch(() => undefined);
    this.client = undefined;
  }

  private async connect(): Promise<pg.Client> {
    const client = replicaClient(this.url);
    try {
      await client.connect();
      await requireSameInstallation(client, await installationId(this.primary));
      await requireMigrated(client, this.primary);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    client.on('end', () => {
      if (this.client === client) this.client = undefined;
    });
    return client;
  }
}

/** A client, not connected yet, of which connecting and each statement take a bounded time. */
export function replicaClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tollgate replica check',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // Reported by the statement, too.
  client.on('error', () => undefined);
  return client;
}

/**
 * @returns the position up to which a replica has replayed
 * @throws UnusableReplica
 */
export async function replayedBy(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ standby: boolean; position: number | string | null }>(
    `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn() - '0/0' AS position`,
  );
  const [row] = rows;
  if (!row?.standby)
    throw new UnusableReplica('no_replica', 'it is no replica: a server that accepts writes of its own');
  if (row.position === null)
    throw new UnusableReplica('no_replica', 'it does not tell how far it has replayed the changes');
  return Number(row.position);
}

const UNDEFINED_TABLE = '42P01';

/** @throws UnusableReplica */
export async function requireSameInstallation(client: pg.Client, installation: string): Promise<void> {
  const found = await client.query<{ name: string }>('SELECT name FROM installations WHERE id = 1').then(
    ({ rows }) => rows[0]?.name,
    (error: unknown) => {
      if (sqlState(error) !== UNDEFINED_TABLE) throw error;
    },
  );
  if (found === undefined) throw new UnusableReplica('not_migrated', 'it does not have the database yet');
  if (found !== installation)
    throw new UnusableReplica('other_installation', 'it has the database of another installation');
}

/** Changes of the schema arrive as others do. @throws UnusableReplica */
async function requireMigrated(client: pg.Client, { migrations }: DataSource): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const missing = migrations.filter(({ name, constructor }) => !applied.has(name ?? constructor.name));
  if (missing.length > 0)
    throw new UnusableReplica('not_migrated', `it lacks ${missing.length} migrations of the primary`);
}
