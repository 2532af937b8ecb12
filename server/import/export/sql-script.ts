import type { Dialect } from '../sources/source.js';

/** A value of a column. */
export type Value = string | number | boolean | Date | null;
export type Columns = Readonly<Record<string, Value>>;

/** Writes statements that a client of the database runs: sqlite3, psql or mysql. */
export class SqlScript {
  constructor(
    private readonly dialect: Dialect,
    private readonly write: (text: string) => void,
  ) {}

  /** All statements are one transaction: the first error leaves the database as it was. */
  begin(): void {
    // Without it, psql would go on after an error, and end the transaction without a word.
    if (this.dialect === 'postgres') this.line('\\set ON_ERROR_STOP on');
    if (this.dialect === 'sqlite') this.line('.bail on');
    // Backslashes in strings are escapes then.
    if (this.dialect === 'mysql') this.line(`SET NAMES utf8mb4; SET sql_mode = '', time_zone = '+00:00';`);
    this.line(this.dialect === 'mysql' ? 'START TRANSACTION;' : 'BEGIN;');
  }

  commit(): void {
    this.line('COMMIT;');
  }

  comment(text: string): void {
    this.line(`-- ${text.replaceAll(/[\r\n]/g, ' ')}`);
  }

  insert(table: string, columns: Columns): void {
    const names = Object.keys(columns).map((name) => this.name(name));
    const values = Object.values(columns).map((value) => this.literal(value));
    this.line(`INSERT INTO ${this.name(table)} (${names.join(', ')}) VALUES (${values.join(', ')});`);
  }

  update(table: string, key: Columns, columns: Columns): void {
    this.line(
      `UPDATE ${this.name(table)} SET ${this.pairs(columns, ', ')} WHERE ${this.pairs(key, ' AND ')};`,
    );
  }

  delete(table: string, key: Columns): void {
    this.line(`DELETE FROM ${this.name(table)} WHERE ${this.pairs(key, ' AND ')};`);
  }

  /** Lets generated ids go on after the inserted ones, which Postgres does not do by itself. */
  continueIds(table: string): void {
    if (this.dialect === 'postgres')
      this.line(
        `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${this.name(table)}));`,
      );
  }

  private pairs(columns: Columns, between: string): string {
    return Object.entries(columns)
      .map(([name, value]) => `${this.name(name)} = ${this.literal(value)}`)
      .join(between);
  }

  private name(name: string): string {
    return this.dialect === 'mysql' ? `\`${name}\`` : `"${name}"`;
  }

  private literal(value: Value): string {
    if (value === null) return 'NULL';
    if (typeof value === 'number') return String(value);
    if (typeof value === 'boolean') return this.dialect === 'postgres' ? String(value) : value ? '1' : '0';
    if (value instanceof Date)
      return `'${value.toISOString().slice(0, 19).replace('T', ' ')}${this.dialect === 'mysql' ? '' : '+00:00'}'`;
    const text = value.replaceAll('\0', '').replaceAll("'", "''");
    return `'${this.dialect === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`;
  }

  private line(text: string): void {
    this.write(`${text}\n`);
  }
}
