import { QueryFailedError } from 'typeorm';
import { causeOf, findMessage } from '../../connections/message.js';
import { postgresMessages } from '../../connections/postgres-messages.js';
import { sqlState } from '../sql-errors.js';

/** The replica was found to be unusable while it read. */
export class ReplicaLost extends Error {}

/**
 * Statements that a replica cancels because they keep it from replaying changes:
 * https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
 */
const CONFLICTS = new Set(['40001', '40P01']);
/** Connections, rights, resources, the system and damage: nothing that a statement does wrong. */
const OF_SERVER = /^(08|28|53|57P0|58|XX|42501)/;
const CLOSED = /not queryable|connection is replaced/i;

/** Whether the primary may answer what the replica did not. */
export function mayWorkOnPrimary(error: unknown): boolean {
  return isConflict(error) || isOfConnection(error);
}

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error));
}

/** The replica, or the way to it, is at fault. */
export function isOfConnection(error: unknown): boolean {
  if (error instanceof ReplicaLost || OF_SERVER.test(sqlState(error))) return true;
  // Errors of statements have a state; those of other parts have similar texts as those of connections.
  if (sqlState(error) !== '') return false;
  const { code, text } = causeOf(error instanceof QueryFailedError ? error.driverError : error);
  return CLOSED.test(text) || findMessage(postgresMessages, { code, text: `${text} ${code}` }) !== undefined;
}
