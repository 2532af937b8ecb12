import { createHash } from 'node:crypto';

/** Version of the content that a seal is computed of. Earlier versions stay readable for ever: seals are never computed anew. */
export const SEAL_FORMAT = 1;
/** What stands for the hash before the first seal. */
export const FIRST_PREVIOUS = '0'.repeat(64);

/** A row of the audit log as Postgres has it. */
export interface SealedRow {
  readonly id: number;
  readonly createdAt: number;
  readonly actorId: number;
  readonly actorName: string;
  readonly action: string;
  readonly userId: number;
  readonly content: string;
  readonly details: string;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly sessionRef: string;
}

/** A seal without what follows from its content. */
export interface SealHead {
  readonly id: number;
  readonly day: string;
  readonly firstId: number;
  readonly lastId: number;
  readonly rows: number;
  readonly sealedAt: number;
}

/**
 * A row as it is hashed in format 1: a JSON array of its columns in this order, as `JSON.stringify` writes it, and a line feed.
 * docs/audit.md describes it for programs that verify seals elsewhere.
 */
export function canonicalRow(row: SealedRow): string {
  return `${JSON.stringify([
    row.id,
    row.createdAt,
    row.actorId,
    row.actorName,
    row.action,
    row.userId,
    row.content,
    row.details,
    row.address,
    row.userAgent,
    row.requestId,
    row.sessionRef,
  ])}\n`;
}

/**
 * The hash of a seal, 64 hex characters: SHA-256 over a line of the seal itself, which ends with the hash of the seal before, and the
 * lines of its rows.
 */
export function sealHash(head: SealHead, previous: string, rows: readonly SealedRow[]): string {
  const { id, day, firstId, lastId, sealedAt } = head;
  const hash = createHash('sha256');
  const first = ['tollgate-audit-seal', SEAL_FORMAT, id, day, firstId, lastId, head.rows, sealedAt, previous];
  hash.update(`${JSON.stringify(first)}\n`);
  for (const row of rows) hash.update(canonicalRow(row));
  return hash.digest('hex');
}

/** The UTC day of a time in Unix seconds, `2026-11-30`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
