import { ApiError } from '../../contract/errors/api-error.js';
import type { PlainErrorCode } from '../../contract/errors/codes.js';

/** Seconds after which a client may try again if Postgres or Redis is unavailable. */
const RETRY_SECONDS = 5;

/** Socket error codes. They mean Postgres, because Redis commands fail with the texts below instead. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/**
 * SQLSTATE: connection and authorization exceptions, no such database, too many connections, read-only (a standby), shutdown,
 * starting up, session ended.
 */
const DATABASE_STATES = /^(08\w{3}|25006|25P03|28\w{3}|3D000|53300|57P0[1-5])$/;
/** Messages of node-postgres that have no code, and our own message after a timeout. */
const DATABASE_TEXTS =
  /connection terminated|^Query read timeout|^Postgres did not answer|not currently accepting connections|timeout exceeded when trying to connect|client has encountered a connection error|client was closed and is not queryable/i;
/** Messages of ioredis while it reconnects, and our own message after a timeout. */
const REDIS_TEXTS =
  /^Redis did not answer|enableOfflineQueue|Connection is closed|max retries per request|Command timed out|Too many Cluster redirections|Failed to refresh slots cache|^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|MOVED|TRYAGAIN|ASK)\b/i;

/**
 * Distinguishes an unreachable Postgres or Redis from an internal error.
 * @returns the error code for the response, or undefined if no dependency failed
 */
export function dependencyFailure(error: unknown): PlainErrorCode | undefined {
  // `fetch failed` concerns an external server; its caller should have mapped the error.
  if (error instanceof TypeError) return undefined;
  for (const one of causes(error)) {
    if (REDIS_TEXTS.test(one.message)) return 'service_unavailable';
    const code = 'code' in one && typeof one.code === 'string' ? one.code : '';
    if (DATABASE_STATES.test(code) || DATABASE_TEXTS.test(one.message)) return 'database_unavailable';
    if (SOCKET_CODES.has(code)) return 'database_unavailable';
  }
  return undefined;
}

/** The 503 that reports an unreachable Postgres or Redis; undefined if no dependency failed. */
export function dependencyError(cause: unknown): ApiError | undefined {
  const code = dependencyFailure(cause);
  return code && new ApiError(code, {}, { cause, retryAfterSeconds: RETRY_SECONDS });
}

/** The error and all errors it wraps: `cause`, TypeORM's `driverError`, the `errors` of an AggregateError. */
function causes(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 3) return [];
  const inner: unknown[] = [error.cause];
  if ('driverError' in error) inner.push(error.driverError);
  if ('errors' in error && Array.isArray(error.errors)) inner.push(...error.errors.slice(0, 4));
  return [error, ...inner.flatMap((one) => causes(one, depth + 1))];
}
