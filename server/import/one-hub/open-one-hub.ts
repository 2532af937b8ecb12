import { text } from '../sources/column-values.js';
import type { Dialect, PageRequest, Source, SourceRow, Totals, Translation } from '../sources/source.js';
import { channelRow, isDeleted } from './channel-rows.js';
import { groupOptions } from './groups.js';
import { logRow, tokenRow, userRow } from './other-rows.js';
import { oneHubPrices } from './prices.js';

/** Rows that are read at once. */
const PAGE = 2000;

const ROWS: Readonly<Record<string, (row: SourceRow) => SourceRow>> = {
  users: userRow,
  tokens: tokenRow,
  channels: channelRow,
  logs: logRow,
};

/** Whether a database is one of one-hub, which has prices and groups in tables of their own. */
export function isOneHub({ tables }: Pick<Source, 'tables'>): boolean {
  const has = (table: string, ...columns: string[]) =>
    columns.every((column) => tables.get(table)?.has(column) === true);
  return has('user_groups', 'symbol', 'ratio') && has('prices', 'model', 'input', 'output');
}

/**
 * Reads a database of one-hub as if it was one of the other gateways: channel types have their numbers here, limits of tokens are in
 * columns, and prices and groups are options.
 */
export async function openOneHub(source: Source): Promise<Source> {
  const channels = (await allRows(source, 'channels', 'id')).filter((row) => !isDeleted(row));
  const prices = oneHubPrices(await allRows(source, 'prices', 'model'), channels);
  const groups = groupOptions(await allRows(source, 'user_groups', 'id'));
  const own = [...prices.options, ...groups.options];
  const replaced = new Set(own.map((row) => text(row, 'key')));
  const stored = (await allRows(source, 'options', 'key')).filter((row) => !replaced.has(text(row, 'key')));
  const options = [...stored, ...own].toSorted((one, other) =>
    text(one, 'key') < text(other, 'key') ? -1 : 1,
  );
  return new OneHubSource(source, options, {
    identity: undefined,
    notes: [...prices.notes, ...groups.notes],
    prices: prices.served,
  });
}

/** Columns that the translation reads, by table, with those that have their values here. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  tokens: { setting: ['model_limits_enabled', 'model_limits', 'allow_ips'] },
  channels: { deleted_at: [] },
  logs: { request_time: ['use_time'] },
};

class OneHubSource implements Source {
  readonly tables: Source['tables'];

  constructor(
    private readonly source: Source,
    /** All, by their keys. */
    private readonly options: readonly SourceRow[],
    readonly translated: Translation,
  ) {
    this.tables = new Map(
      [...source.tables].map(([table, columns]) => {
        const read = COLUMNS[table] ?? {};
        return [table, new Set([...columns].flatMap((column) => read[column] ?? [column]))] as const;
      }),
    );
  }

  get label(): string {
    return this.source.label;
  }

  get dialect(): Dialect | undefined {
    return this.source.dialect;
  }

  async page(table: string, request: PageRequest): Promise<SourceRow[]> {
    if (table === 'options') return this.optionsPage(request);
    const rows =
      table === 'channels' ? await this.channelsPage(request) : await this.source.page(table, request);
    const translate = ROWS[table];
    return translate ? rows.map(translate) : rows;
  }

  async totals(...request: Parameters<Source['totals']>): Promise<Totals> {
    const totals = await this.source.totals(...request);
    return request[0] === 'options' ? { ...totals, rows: this.options.length } : totals;
  }

  close(): Promise<void> {
    return this.source.close();
  }

  private optionsPage({ after, limit }: PageRequest): SourceRow[] {
    const rest = after === undefined ? this.options : this.options.filter((row) => text(row, 'key') > after);
    return rest.slice(0, limit);
  }

  /** As many as were asked for, without the deleted ones: a shorter page is the last one. */
  private async channelsPage(request: PageRequest): Promise<SourceRow[]> {
    const found: SourceRow[] = [];
    for (let { after } = request; ;) {
      const rows = await this.source.page('channels', { ...request, after });
      found.push(...rows.filter((row) => !isDeleted(row)));
      after = rows.at(-1)?.id ?? undefined;
      if (found.length >= request.limit || rows.length < request.limit) return found.slice(0, request.limit);
    }
  }
}

async function allRows(source: Source, table: string, key: string): Promise<SourceRow[]> {
  const all: SourceRow[] = [];
  for (let after: string | undefined; ;) {
    const rows = await source.page(table, { key, after, limit: PAGE });
    all.push(...rows);
    after = rows.at(-1)?.[key] ?? undefined;
    if (rows.length < PAGE) return all;
  }
}
