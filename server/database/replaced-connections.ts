import type pg from 'pg';
import { sqlState } from '../core/postgres/sql-errors.js';
import { endTransactionsWhenSilent } from '../core/postgres/session-limits.js';

/** The server accepts no writes: it is a standby, or was made one. */
const READ_ONLY = '25006';
/** The session was ended, or is about to be: by an administrator, a crash, a timeout. */
const ENDED = /^(57P0[0-5]|25P03|08\w{3})$/;
const SILENT = 'Query read timeout';

/** What is read of node-postgres. */
interface Internals {
  /** Null or true while no statement waits for its answer. */
  readonly readyForQuery: boolean | null;
  getTransactionStatus(): string | null;
}

/**
 * Decides which connections a pool replaces. The pool itself replaces only those that were closed, and would keep, for as long as
 * they are used, connections to a server that has become read-only behind the same address, and connections on which nothing
 * arrives any more. Where one of these is found, all that were open at that time are replaced.
 */
export class ReplacedConnections {
  private readonly open = new Set<pg.Client>();
  private readonly retired = new WeakSet<pg.Client>();

  /** The pool calls it for each new connection before its first use. */
  readonly onConnect = async (client: pg.Client): Promise<void> => {
    this.open.add(client);
    client.once('end', () => this.open.delete(client));
    const send = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((...parameters: unknown[]) => {
      const sent = send(...parameters);
      if (sent instanceof Promise)
        sent.then(
          () => this.finished(client),
          (error: unknown) => this.failed(client, error),
        );
      return sent;
    }) as typeof client.query;
    await endTransactionsWhenSilent((sql, parameters) => client.query(sql, parameters));
  };

  private failed(client: pg.Client, error: unknown): void {
    const state = sqlState(error);
    const isSilent = error instanceof Error && error.message === SILENT;
    if (state === READ_ONLY || isSilent) this.retireAll();
    if (state === READ_ONLY || isSilent || ENDED.test(state)) end(client);
    else this.finished(client);
  }

  /** A connection in use is closed when its statement or transaction has ended. The pool then drops it. */
  private finished(client: pg.Client): void {
    if (this.retired.has(client) && isFree(client)) end(client);
  }

  private retireAll(): void {
    for (const client of this.open) {
      this.retired.add(client);
      if (!isFree(client)) continue;
      // With the event `error` it leaves the pool, or is given back as broken, at once. `end` alone would leave it in the pool.
      if (client.listenerCount('error') > 0) client.emit('error', new Error('the connection is replaced'));
      end(client);
    }
  }
}

/** Neither a statement nor a transaction is under way. */
function isFree(client: pg.Client): boolean {
  const status = internals(client).getTransactionStatus();
  return internals(client).readyForQuery !== false && (status === null || status === 'I');
}

function end(client: pg.Client): void {
  client.end().catch(() => undefined);
}

function internals(client: pg.Client): Internals {
  return client as unknown as Internals;
}
