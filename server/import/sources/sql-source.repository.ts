import type { Dialect, PageRequest, Source, SourceRow, Totals, Translation } from './source.js';

/** A connection to a source, inside one read-only transaction. */
export interface SourceConnection {
  readonly label: string;
  /** Undefined: it has the rows of a dump. */
  readonly dialect: Dialect | undefined;
  quote(name: string): string;
  /** Runs a query. @param columns the columns that it selects, in their order */
  rows(sql: string, columns: readonly string[]): Promise<SourceRow[]>;
  /** All columns of all tables. */
  columns(): Promise<{ table: string; column: string }[]>;
  close(): Promise<void>;
}

/** Reads a source with statements that SQLite, Postgres and MySQL have in common. */
export class SqlSource implements Source {
  private constructor(
    private readonly connection: SourceConnection,
    readonly tables: ReadonlyMap<string, ReadonlySet<string>>,
    readonly translated: Translation | undefined,
  ) {}

  static async open(connection: SourceConnection, translated?: Translation): Promise<SqlSource> {
    const tables = new Map<string, Set<string>>();
    for (const { table, column } of await connection.columns()) {
      const columns = tables.get(table) ?? new Set();
      tables.set(table, columns.add(column));
    }
    return new SqlSource(connection, tables, translated);
  }

  get dialect(): Dialect | undefined {
    return this.connection.dialect;
  }

  get label(): string {
    return this.connection.label;
  }

  page(table: string, { key, after, limit, since, columns: wanted }: PageRequest): Promise<SourceRow[]> {
    const columns = [...this.columnsOf(table)].filter((name) => wanted?.includes(name) ?? true);
    const quote = (name: string) => this.connection.quote(name);
    const conditions: string[] = [];
    if (after !== undefined) conditions.push(`${quote(key)} > ${this.literal(after, key)}`);
    if (since !== undefined && columns.includes('created_at'))
      conditions.push(`${quote('created_at')} >= ${whole(since)}`);
    return this.connection.rows(
      `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table)}${where(conditions)}
       ORDER BY ${quote(key)} LIMIT ${whole(limit)}`,
      columns,
    );
  }

  async totals(
    table: string,
    sums: readonly string[],
    only?: Parameters<Source['totals']>[2],
  ): Promise<Totals> {
    const columns = this.columnsOf(table);
    const quote = (name: string) => this.connection.quote(name);
    const summed = sums.filter((name) => columns.has(name));
    const conditions: string[] = [];
    if (only) conditions.push(`${quote(only.column)} = ${whole(only.value)}`);
    if (only?.since !== undefined) conditions.push(`${quote('created_at')} >= ${whole(only.since)}`);
    const [row] = await this.connection.rows(
      `SELECT ${[
        `count(*) AS ${quote('rows')}`,
        `${columns.has('id') ? `max(${quote('id')})` : '0'} AS ${quote('max_id')}`,
        ...summed.map((name) => `sum(${quote(name)}) AS ${quote(name)}`),
      ].join(', ')} FROM ${quote(table)}${where(conditions)}`,
      ['rows', 'max_id', ...summed],
    );
    const total = (name: string) => BigInt(/^-?\d+/.exec(row?.[name] ?? '0')?.[0] ?? 0);
    return {
      rows: Number(total('rows')),
      maxId: Number(total('max_id')),
      sums: Object.fromEntries(sums.map((name) => [name, summed.includes(name) ? total(name) : 0n])),
    };
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** Values come from the source itself. In MySQL backslashes escape; those of `key` are names of options, in which they have no place. */
  private literal(value: string, key: string): string {
    if (key === 'id') return whole(Number(value));
    const plain = this.dialect === 'mysql' ? value.replaceAll('\\', '') : value;
    return `'${plain.replaceAll("'", "''")}'`;
  }

  private columnsOf(table: string): ReadonlySet<string> {
    const columns = this.tables.get(table);
    if (!columns) throw new Error(`the source has no table ${table}`);
    return columns;
  }
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number`);
  return String(value);
}
