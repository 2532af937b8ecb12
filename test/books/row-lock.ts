import pg from 'pg';
import { until } from '../setup/until.js';

/** A lock on a row, by which a test holds a transaction of the gateway at a known point. */
export class RowLock {
  private waiting: number[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly client: pg.Client,
    private readonly pid: number,
  ) {}

  /** @param select a query that locks one row */
  static async take(databaseUrl: string, select: string, parameters: unknown[]): Promise<RowLock> {
    const client = new pg.Client(databaseUrl);
    // A test that fails does not release its locks: they end with the database, which is no failure of its own.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    const { rowCount } = await client.query(select, parameters);
    if (rowCount !== 1) throw new Error(`${rowCount} rows are locked`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new RowLock(databaseUrl, client, rows[0]!.pid);
  }

  /** Waits until another transaction waits for the row. */
  async blocks(): Promise<void> {
    await until(
      async () => (await this.blocked()).length > 0,
      () => 'a transaction waits for the locked row',
    );
    this.waiting = await this.blocked();
  }

  /** Releases the row, and waits until the transactions that waited for it are gone: their processes must be dead. */
  async release(): Promise<void> {
    await this.client.query('ROLLBACK');
    await this.client.end();
    await until(
      async () =>
        (await this.pids('SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)', this.waiting)).length === 0,
      () => 'the transactions of the killed process are rolled back',
    );
  }

  private blocked(): Promise<number[]> {
    return this.pids('SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', this.pid);
  }

  /** On a connection of its own: a transaction sees the activity of its first look only. */
  private async pids(query: string, parameter: unknown): Promise<number[]> {
    const client = new pg.Client(this.databaseUrl);
    await client.connect();
    try {
      return (await client.query<{ pid: number }>(query, [parameter])).rows.map(({ pid }) => pid);
    } finally {
      await client.end();
    }
  }
}
