import type { DataSource } from 'typeorm';
import type { Dependents, SecretHolder } from '../secret-holder.js';

/** A column with keyed hashes of texts that are not stored. All names are constants of the program. */
export interface HashColumn {
  readonly name: string;
  readonly table: string;
  readonly hash: string;
  /** Column with the id of the secret; null: the oldest one. */
  readonly key: string;
  /** SQL condition of the rows that count. */
  readonly where: string;
  readonly remedy: string;
  /** What becomes of rows that depend on another secret: they go, lose the hash, or stay with one that nothing finds. */
  readonly discard: 'DELETE' | 'SET NULL' | 'GIVE UP';
}

/** Keyed hashes in a column of Postgres. */
export class HashColumnRepository implements SecretHolder {
  readonly name: string;
  readonly unsealable: NonNullable<SecretHolder['unsealable']>;

  constructor(
    private readonly database: DataSource,
    private readonly place: HashColumn,
  ) {
    this.name = place.name;
    this.unsealable = { remedy: place.remedy, discard: (current, oldest) => this.discard(current, oldest) };
  }

  async count(oldest: string): Promise<Dependents> {
    const { table, hash, key, where } = this.place;
    const rows: { key: string; values: number }[] = await this.database.query(
      `SELECT coalesce(${key}, $1) AS key, count(*) AS values FROM ${table}
       WHERE ${hash} IS NOT NULL AND ${where} GROUP BY 1`,
      [oldest],
    );
    return new Map(rows.map((row) => [row.key, row.values]));
  }

  private async discard(current: string, oldest: string): Promise<number> {
    const { table, hash, key, discard, where } = this.place;
    const actions = {
      DELETE: `DELETE FROM ${table}`,
      'SET NULL': `UPDATE ${table} SET ${hash} = NULL`,
      'GIVE UP': `UPDATE ${table} SET ${key} = $1`,
    };
    const [, count]: [unknown, number] = await this.database.query(
      `${actions[discard]} WHERE ${hash} IS NOT NULL AND coalesce(${key}, $2) <> $1
       ${discard === 'GIVE UP' ? `AND ${where}` : ''}`,
      [current, oldest],
    );
    return count;
  }
}
