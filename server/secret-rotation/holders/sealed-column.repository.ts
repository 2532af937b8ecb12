import type { DataSource } from 'typeorm';
import type { Vault } from '../../core/crypto.js';
import { formerKeyIds, type Dependents, type SecretHolder } from '../secret-holder.js';
import { resealText, sealedTexts } from './sealed-texts.js';

/** Rows of one transaction. */
const BATCH = 500;

/** A column whose texts are sealed, or are JSON with sealed members. All names are constants of the program. */
export interface SealedColumn {
  readonly name: string;
  readonly table: string;
  readonly id: { readonly column: string; readonly type: 'bigint' | 'text' };
  readonly column: string;
  /** Column with the keyed hash of the sealed text, made by the same secret. */
  readonly hash?: string;
  /** Members that are sealed, of JSON. */
  readonly members?: ReadonlySet<string>;
  /** Ids of the only rows that can have sealed texts. */
  readonly only?: readonly string[];
}

interface Row {
  id: string;
  text: string;
}

/** Sealed texts in a column of Postgres. */
export class SealedColumnRepository implements SecretHolder {
  readonly name: string;

  constructor(
    private readonly database: DataSource,
    private readonly place: SealedColumn,
  ) {
    this.name = place.name;
  }

  async count(): Promise<Dependents> {
    const { table, column, members } = this.place;
    if (members) return this.countMembers(members);
    const rows: { key: string; values: number }[] = await this.database.query(
      `SELECT substring(${column} from 4 for 8) AS key, count(*) AS values FROM ${table}
       WHERE ${this.isSealed('$1')} GROUP BY 1`,
      [this.place.only ?? null],
    );
    return new Map(rows.map(({ key, values }) => [key, values]));
  }

  private async countMembers(members: ReadonlySet<string>): Promise<Dependents> {
    const found = new Map<string, number>();
    for (let last: string | null = null; ;) {
      const rows: Row[] = await this.database.query(this.batch(), [last, this.place.only ?? null]);
      for (const { text } of rows)
        for (const { keyId } of sealedTexts(text, members)) found.set(keyId, (found.get(keyId) ?? 0) + 1);
      if (rows.length < BATCH) return found;
      last = rows.at(-1)!.id;
    }
  }

  async reseal(vault: Vault, report: (values: number) => void): Promise<number> {
    const former = formerKeyIds(vault);
    let changed = 0;
    for (let last: string | null = null; ;) {
      const { rows, values } = await this.resealBatch(vault, former, last);
      changed += values;
      if (values > 0) report(values);
      if (rows.length < BATCH) return changed;
      last = rows.at(-1)!.id;
    }
  }

  /** Rows that others have locked are left out: waiting for them could block a charge that waits for this transaction. */
  private resealBatch(vault: Vault, former: readonly string[], last: string | null) {
    const { table, column, hash, members, id, only } = this.place;
    return this.database.transaction(async (manager) => {
      const which = former.map((key) => `${column} LIKE '%v1:${key}:%'`).join(' OR ');
      const rows: Row[] = await manager.query(
        this.batch(former.length === 0 ? 'FALSE' : which, 'FOR UPDATE SKIP LOCKED'),
        [last, only ?? null],
      );
      const changes = rows.flatMap((row) => {
        const result = resealText(row.text, { vault, former, members });
        return result ? [{ id: row.id, ...result }] : [];
      });
      if (changes.length > 0)
        await manager.query(
          `UPDATE ${table} SET ${column} = given.text${hash ? `, ${hash} = given.hash` : ''}
           FROM unnest($1::${id.type}[], $2::text[], $3::text[]) AS given (id, text, hash)
           WHERE ${table}.${id.column} = given.id`,
          [
            changes.map((one) => one.id),
            changes.map((one) => one.text),
            changes.map(({ plain }) => (hash ? vault.lookupHash(plain) : null)),
          ],
        );
      return { rows, values: changes.reduce((sum, one) => sum + one.values, 0) };
    });
  }

  /** $1 is the id of the last row before the batch, $2 the ids of the only rows. */
  private batch(condition = 'TRUE', lock = ''): string {
    const { table, column, id } = this.place;
    return `SELECT ${id.column}::text AS id, ${column} AS text FROM ${table}
      WHERE ($1::${id.type} IS NULL OR ${id.column} > $1::${id.type}) AND ${this.isSealed('$2')} AND (${condition})
      ORDER BY ${table}.${id.column} LIMIT ${BATCH} ${lock}`;
  }

  private isSealed(only: string): string {
    const { column, members, id } = this.place;
    return `${column} LIKE '${members ? '%"' : ''}v1:%' AND (${only}::${id.type}[] IS NULL OR ${id.column} = ANY(${only}::${id.type}[]))`;
  }
}
