import type { LedgerAuditResponse } from '../../contract/resources/ledger/ledger-audit.js';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { auditJournal } from '../../core/redis/scripts/audit.js';
import { readLedger } from './ledger-audit.repository.js';

/** A connection without the usual time limits, since adding up a large ledger takes minutes. */
export function openLedger(databaseUrl: string): Promise<DataSource> {
  return new DataSource(ledgerOptions(databaseUrl)).initialize();
}

/** Options of `openLedger`. */
export function ledgerOptions(databaseUrl: string): DataSourceOptions {
  // TypeORM would require its own pg, whose errors are of other classes.
  return { type: 'postgres', driver: pg, url: databaseUrl, connectTimeoutMS: 5000 };
}

/**
 * Recomputes every balance from the ledger in one snapshot, and compares the outstanding amounts in Redis with the
 * holds and waiting charges there. Reads all entries, which takes minutes for a very large ledger.
 */
export async function auditLedger(dataSource: DataSource, redis: Redis): Promise<LedgerAuditResponse> {
  const { users, tokens, writtenOff, rejected, repeated } = await dataSource.transaction(
    'REPEATABLE READ',
    readLedger,
  );
  const memory =
    redis.status === 'ready'
      ? { ...(await auditJournal(redis)), appendOnlyFile: await hasAppendOnlyFile(redis) }
      : undefined;
  const isBalanced = !users.wrong && !tokens.wrong && !rejected.entries && !memory?.wrong.length;
  return {
    balanced: isBalanced && !repeated.requests,
    users,
    tokens,
    writtenOff,
    rejected,
    repeated,
    memory,
  };
}

/** @returns null if Redis does not say */
async function hasAppendOnlyFile(redis: Redis): Promise<boolean | null> {
  const enabled = /^aof_enabled:([01])/m.exec(await redis.info('persistence'))?.[1];
  return enabled === undefined ? null : enabled === '1';
}
