import type { EntityManager } from 'typeorm';
import type { LedgerAuditResponse } from '../../contract/resources/ledger/ledger-audit.js';
import { writeOffCause } from '../../contract/resources/ledger/write-offs.js';

/** Differing accounts beyond this number are counted but not listed. */
const LISTED = 1000;

/** The driver returns 64-bit integers as strings unless a parser is registered. */
type Big = number | string;

const ACCOUNTS = {
  users: { table: 'users', balance: 'quota', key: 'user_id', delta: 'delta' },
  tokens: { table: 'tokens', balance: 'remain_quota', key: 'token_id', delta: 'token_delta' },
} as const;

/**
 * Recomputes every balance from the entries, and what else Postgres knows for an audit. The transaction must be a new one of
 * level REPEATABLE READ, and only reads afterwards.
 */
export async function readLedger(
  manager: EntityManager,
): Promise<Pick<LedgerAuditResponse, 'users' | 'tokens' | 'writtenOff' | 'rejected' | 'repeated'>> {
  await manager.query('SET TRANSACTION READ ONLY');
  await manager.query('SET LOCAL statement_timeout = 0');
  return {
    users: await compare(manager, 'users'),
    tokens: await compare(manager, 'tokens'),
    writtenOff: await sumWrittenOff(manager),
    rejected: await sumRejected(manager),
    repeated: await repeatedCharges(manager),
  };
}

/** Requests that were charged more than once. Their balances match their entries, which no other check would notice. */
async function repeatedCharges(manager: EntityManager): Promise<LedgerAuditResponse['repeated']> {
  const rows: { id: string; quota: Big; requests: Big }[] = await manager.query(
    `SELECT request_id AS id, -sum(delta) AS quota, count(*) OVER () AS requests FROM ledger_entries
     WHERE kind = 'consume' GROUP BY request_id HAVING count(*) > 1 ORDER BY request_id LIMIT ${LISTED}`,
  );
  const listed = rows.map(({ id, quota }) => ({ id, quota: Number(quota) }));
  return { requests: Number(rows[0]?.requests ?? 0), listed };
}

async function sumRejected(manager: EntityManager): Promise<LedgerAuditResponse['rejected']> {
  const [row]: Record<'entries' | 'quota', Big>[] = await manager.query(
    `SELECT count(*) AS entries, coalesce(sum(charge), 0) AS quota FROM rejected_entries WHERE replayed_at = 0`,
  );
  return { entries: Number(row?.entries ?? 0), quota: Number(row?.quota ?? 0) };
}

async function sumWrittenOff(manager: EntityManager): Promise<LedgerAuditResponse['writtenOff']> {
  const [row]: Record<'charges' | 'quota', Big>[] = await manager.query(
    `SELECT count(*) AS charges, coalesce(sum(uncollected), 0) AS quota FROM ledger_entries WHERE uncollected <> 0`,
  );
  const total = { charges: Number(row?.charges ?? 0), quota: Number(row?.quota ?? 0) };
  const days: { day: string; cause: string; charges: Big; quota: Big }[] = await manager.query(
    `SELECT to_char(to_timestamp(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, cause, count(*) AS charges,
       sum(quota) AS quota
     FROM write_offs GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT ${LISTED}`,
  );
  return {
    ...total,
    days: days.map(({ day, cause, charges, quota }) => ({
      day,
      cause: writeOffCause.parse(cause),
      charges: Number(charges),
      quota: Number(quota),
    })),
  };
}

async function compare(
  manager: EntityManager,
  kind: keyof typeof ACCOUNTS,
): Promise<LedgerAuditResponse['users']> {
  const { table, balance, key, delta } = ACCOUNTS[kind];
  const [{ count }]: [Record<'count', Big>] = await manager.query(`SELECT count(*) AS count FROM ${table}`);
  const rows: Record<'id' | 'balance' | 'entries' | 'wrong', Big>[] = await manager.query(
    `SELECT id, ${balance} AS balance, coalesce(entries, 0) AS entries, count(*) OVER () AS wrong
     FROM ${table} LEFT JOIN (SELECT ${key} AS account, sum(${delta}) AS entries FROM ledger_entries GROUP BY ${key}) AS sums
       ON account = id
     WHERE ${balance} <> coalesce(entries, 0) ORDER BY id LIMIT ${LISTED}`,
  );
  const differing = rows.map((row) => ({
    id: Number(row.id),
    balance: Number(row.balance),
    entries: Number(row.entries),
  }));
  return { checked: Number(count), wrong: Number(rows[0]?.wrong ?? 0), differing };
}
