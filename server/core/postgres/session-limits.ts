/** Sends one statement to a session of Postgres. */
type Query = (sql: string, parameters: unknown[]) => Promise<unknown>;

/** Longest silence within a transaction of a pooled connection, milliseconds. */
const TRANSACTION_SILENCE_MS = 60_000;

/**
 * Makes Postgres end a session that has been silent for `silentMs`, and with it its advisory locks and its transaction: a lock of
 * such a session is a lease, which its holder renews by sending anything in time. Postgres measures the silence itself. Without
 * that, a session whose network has vanished ends when TCP gives up, which takes two hours by default.
 */
export function endWhenSilent(query: Query, silentMs: number): Promise<unknown> {
  return set(query, silentMs, ['idle_session_timeout', 'idle_in_transaction_session_timeout']);
}

/**
 * Makes Postgres roll back the transaction of a session whose process has vanished within it: until then others wait for the
 * rows it has locked.
 */
export function endTransactionsWhenSilent(query: Query): Promise<unknown> {
  return set(query, TRANSACTION_SILENCE_MS, ['idle_in_transaction_session_timeout']);
}

/**
 * The TCP settings end sessions that are silent while Postgres waits for more of a statement, such as COPY. Set by a statement
 * and not at the start of the connection, because session pools reject unknown startup parameters.
 */
function set(query: Query, silentMs: number, timeouts: readonly string[]): Promise<unknown> {
  const seconds = Math.max(1, Math.round(silentMs / 3000));
  const settings: readonly (readonly [name: string, value: number])[] = [
    ...timeouts.map((name) => [name, silentMs] as const),
    ['tcp_keepalives_idle', seconds],
    ['tcp_keepalives_interval', seconds],
    ['tcp_keepalives_count', 2],
    ['tcp_user_timeout', silentMs],
  ];
  return query(
    'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)',
    [settings.map(([name]) => name), settings.map(([, value]) => String(value))],
  );
}
