import type { EntityManager } from 'typeorm';
import { SecretChecksRepository } from '../../core/secret-checks.repository.js';
import { columnsOf, type Kind } from './kinds.js';

/** Rows that are in memory at a time. */
const BATCH = 2000;

/** A row as the driver returns it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Columns of lines that are not those of the table; $1 = id of the secret of hashes that name none. */
const COMPUTED: Partial<Readonly<Record<Kind, Readonly<Record<string, string>>>>> = {
  users: {
    access_token_key: `CASE WHEN access_token_hash IS NOT NULL THEN coalesce(access_token_key, $1) END`,
    second_factor: 'second_factor OR second_factor_advised',
  },
  tokens: { hash_key: `CASE WHEN key = '' THEN coalesce(hash_key, $1) END` },
};
/** Columns that are read besides, and are no part of a line. */
const BESIDE: Partial<Readonly<Record<Kind, readonly string[]>>> = { users: ['access_token'] };

/** Reads what an export has. All methods are part of one transaction, which sees one moment. */
export class ExportedRowsRepository {
  constructor(private readonly db: EntityManager) {}

  /** Long tables may take hours, which no limit ends. Call it first. @returns the moment of the snapshot */
  async begin(): Promise<Date> {
    await this.db.query('SET TRANSACTION READ ONLY');
    await this.db.query('SET LOCAL statement_timeout = 0');
    await this.db.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [row]: { at: Date }[] = await this.db.query('SELECT now() AS at');
    if (!row) throw new Error('Postgres has no time');
    return row.at;
  }

  async installation(): Promise<string> {
    const [row]: { name: string }[] = await this.db.query('SELECT name FROM installations');
    return row?.name ?? '';
  }

  /** All rows of a table in the order of their ids, some at a time. */
  async *rows(kind: Kind): AsyncGenerator<StoredRow[]> {
    const computed = COMPUTED[kind];
    const columns = columnsOf(kind).map((name) => `${computed?.[name] ?? `"${name}"`} AS "${name}"`);
    // There is none before the first start of a server.
    const oldest = async () => (await new SecretChecksRepository(this.db).oldest()) ?? '';
    await this.db.query(
      `DECLARE exported NO SCROLL CURSOR FOR SELECT ${[...columns, ...(BESIDE[kind] ?? [])].join(', ')}
       FROM ${kind} ORDER BY ${kind === 'options' ? 'key COLLATE "C"' : 'id'}`,
      computed && [await oldest()],
    );
    for (;;) {
      const rows: StoredRow[] = await this.db.query(`FETCH ${BATCH} FROM exported`);
      if (rows.length === 0) break;
      yield rows;
    }
    await this.db.query('CLOSE exported');
  }
}
