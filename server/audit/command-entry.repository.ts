import type { AuditAction } from '../contract/resources/audit.js';

const ACTION: AuditAction = 'command';

/** A connection or data source of a command. */
interface Queries {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/**
 * Records a command that an operator ran on the server, whom the gateway does not know.
 * @param command as in `npm run <command>`
 * @param details without secrets
 */
export async function noteCommand(
  database: Queries,
  command: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await database.query(
    `INSERT INTO audit_log (created_at, action, actor_name, details)
     VALUES (floor(extract(epoch FROM now()))::bigint, $1, $2, $3)`,
    [ACTION, `npm run ${command}`, JSON.stringify({ command, ...details })],
  );
}
