import type { LedgerAuditResponse } from '../../contract/resources/ledger/ledger-audit.js';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ledgersOf } from '../../core/redis/cluster/cluster-redis.js';
import { shardName } from '../../core/redis/cluster/shards.js';
import { shardOf } from '../../core/redis/cluster/shard-redis.js';
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
  const memory = await auditMemory(redis);
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

type Memory = NonNullable<LedgerAuditResponse['memory']>;

/** @returns undefined where Redis, or every shard of a cluster, is unavailable */
async function auditMemory(redis: Redis): Promise<Memory | undefined> {
  const audits: Memory[] = [];
  const away: string[] = [];
  for (const ledger of ledgersOf(redis)) {
    const shard = shardOf(ledger);
    if (ledger.status === 'ready')
      audits.push({ ...(await auditJournal(ledger)), appendOnlyFile: await hasAppendOnlyFile(ledger) });
    else if (shard !== undefined) away.push(shardName(shard));
  }
  if (!redis.isCluster || audits.length === 0) return audits[0];
  return {
    skipped: audits.some(({ skipped }) => skipped),
    appendOnlyFile: worst(audits.map(({ appendOnlyFile }) => appendOnlyFile)),
    away,
    journalEntries: audits.reduce((sum, { journalEntries }) => sum + journalEntries, 0),
    openHolds: audits.reduce((sum, { openHolds }) => sum + openHolds, 0),
    wrong: audits.flatMap(({ wrong }) => wrong),
  };
}

/** Off where it is off on any node. */
function worst(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/** @returns null if Redis does not say */
async function hasAppendOnlyFile(redis: Redis): Promise<boolean | null> {
  const enabled = /^aof_enabled:([01])/m.exec(await redis.info('persistence'))?.[1];
  return enabled === undefined ? null : enabled === '1';
}
