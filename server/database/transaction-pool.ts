import type pg from 'pg';

/** Other clients of the pool may take a connection in between, which hides it once. */
const TRIES = 3;

/**
 * Whether the address leads to a pool that gives connections to Postgres for one transaction at a time. Settings, and locks
 * of the worker and of migrations, belong to a session and do not hold there.
 *
 * Directly and through a session pool, each client keeps its own backend of Postgres. A transaction pool gives the backend
 * that one client has just used to the next one.
 * @param first connected
 * @param open makes a second client, which is closed here
 */
export async function leadsToTransactionPool(first: pg.Client, open: () => pg.Client): Promise<boolean> {
  const second = open();
  second.on('error', () => undefined);
  try {
    await second.connect();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const own = await backendOf(first);
      await second.query('BEGIN');
      const others = await backendOf(second);
      if (others === own) return true;
      const moved = (await backendOf(first)) !== own;
      await second.query('COMMIT');
      if (moved) return true;
    }
    return false;
  } finally {
    second.end().catch(() => undefined);
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}
