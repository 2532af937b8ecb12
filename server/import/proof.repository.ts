import type { EntityManager } from 'typeorm';

/** Accounts that differ, at most so many by name. */
const LISTED = 20;

/** The imported accounts of one kind, added up. */
export interface AccountProof {
  readonly accounts: number;
  /** Balances of the source as they were entered, quota units. */
  readonly imported: bigint;
  /** Changes by what happened here since. */
  readonly since: bigint;
  /** Balances now. */
  readonly now: bigint;
  /** Sums of the entries of the ledger. */
  readonly entries: bigint;
  readonly used: bigint;
  /** Accounts for which imported + since = now = entries does not hold: id in the source, and the four. */
  readonly differing: readonly {
    id: string;
    imported: string;
    since: string;
    now: string;
    entries: string;
  }[];
}

const KINDS = {
  users: { balance: 'quota', account: 'user_id', delta: 'delta' },
  tokens: { balance: 'remain_quota', account: 'token_id', delta: 'token_delta' },
} as const;

/** Reads what an import has made, for its proof. */
export class ProofRepository {
  /** Compares each imported account with its entries in the ledger, by sums of whole numbers. */
  async accounts(db: EntityManager, importId: number, table: keyof typeof KINDS): Promise<AccountProof> {
    const { balance, account, delta } = KINDS[table];
    const compared = `
      WITH mine AS (
        SELECT r.source_id AS id, r.own_id, r.balance AS imported, a.${balance} AS now, a.used_quota AS used
        FROM import_rows r LEFT JOIN ${table} a ON a.id = r.own_id
        WHERE r.import_id = $1 AND r.table_name = '${table}' AND r.own_id <> 0),
      entry AS (
        SELECT ${account} AS own_id, min(id) AS id FROM ledger_entries
        WHERE request_id LIKE 'import:' || $1::text || ':${table}:%' GROUP BY 1),
      summed AS (
        SELECT e.${account} AS own_id, sum(e.${delta}) AS entries, 
          coalesce(sum(e.${delta}) FILTER (WHERE e.id > entry.id AND e.request_id NOT LIKE 'import:' || $1::text || ':${table}:%'), 0) AS since
        FROM ledger_entries e JOIN entry ON entry.own_id = e.${account} WHERE e.${account} <> 0 GROUP BY 1)
      SELECT mine.*, coalesce(entries, 0) AS entries, coalesce(since, 0) AS since,
        (mine.imported + since = mine.now AND mine.now = entries) IS TRUE AS equal
      FROM mine LEFT JOIN summed USING (own_id)`;
    const [sums]: Record<string, string>[] = await db.query(
      `SELECT count(*)::text AS accounts, coalesce(sum(imported), 0)::text AS imported, coalesce(sum(since), 0)::text AS since,
         coalesce(sum(now), 0)::text AS now, coalesce(sum(entries), 0)::text AS entries, coalesce(sum(used), 0)::text AS used
       FROM (${compared}) compared`,
      [importId],
    );
    const differing: AccountProof['differing'] = await db.query(
      `SELECT id, imported::text, since::text, now::text, entries::text FROM (${compared}) compared WHERE NOT equal
       ORDER BY length(id), id LIMIT ${LISTED}`,
      [importId],
    );
    const sum = (name: string) => BigInt(sums?.[name] ?? 0);
    return {
      accounts: Number(sum('accounts')),
      imported: sum('imported'),
      since: sum('since'),
      now: sum('now'),
      entries: sum('entries'),
      used: sum('used'),
      differing,
    };
  }

  /** Balances that were entered, by id in the source. */
  async balances(
    db: EntityManager,
    importId: number,
    table: string,
    ids: readonly string[],
  ): Promise<Map<string, bigint>> {
    const rows: { id: string; balance: string }[] = await db.query(
      `SELECT source_id AS id, balance::text FROM import_rows
       WHERE import_id = $1 AND table_name = $2 AND source_id = ANY($3) AND balance IS NOT NULL`,
      [importId, table, ids],
    );
    return new Map(rows.map(({ id, balance }) => [id, BigInt(balance)]));
  }

  /** Number of rows of a table that were imported. */
  async rows(db: EntityManager, importId: number, table: string): Promise<number> {
    const [row]: { count: number }[] = await db.query(
      'SELECT count(*)::int AS count FROM import_rows WHERE import_id = $1 AND table_name = $2 AND own_id <> 0',
      [importId, table],
    );
    return row?.count ?? 0;
  }

  /** Rows of the log with ids in a range, and the charges among them. */
  async logs(db: EntityManager, from: number, to: number): Promise<{ rows: number; quota: bigint }> {
    const [row]: { rows: string; quota: string }[] = await db.query(
      `SELECT count(*)::text AS rows, coalesce(sum(quota) FILTER (WHERE type = 2), 0)::text AS quota
       FROM logs WHERE id > $1 AND id <= $2`,
      [from, to],
    );
    return { rows: Number(row?.rows ?? 0), quota: BigInt(row?.quota ?? 0) };
  }
}
