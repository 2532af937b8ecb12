/**
 * SQL that limits the statements of a connection to Postgres. It is sent after connecting: PgBouncer refuses these settings
 * in the startup packet.
 * @param statementTimeoutMs time limit per statement, milliseconds; 0 = none
 * @param lockTimeoutMs longest wait for a lock, milliseconds; 0 = that of the database
 */
export function sessionSettings({
  statementTimeoutMs,
  lockTimeoutMs = 0,
}: {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs?: number;
}): string {
  const statements = [`SET statement_timeout = ${Math.trunc(statementTimeoutMs)}`];
  if (lockTimeoutMs > 0) statements.push(`SET lock_timeout = ${Math.trunc(lockTimeoutMs)}`);
  return statements.join('; ');
}
