import type { ImportRun } from './import-run.js';
import { ProofRepository, type AccountProof } from './proof.repository.js';
import { noteLine, type Note } from './rules.js';

const PAGE = 1000;
/** Notes that say why a balance is not that of the source. */
const EXPLAINS: readonly string[] = ['negative_balance', 'amount_too_large'];
const LISTED_TABLES = [
  'users',
  'tokens',
  'channels',
  'purchase_prices',
  'options',
  'redemptions',
  'top_ups',
  'midjourneys',
  'tasks',
];

/** What an import has proved. */
export interface Proof {
  readonly lines: string[];
  readonly isProven: boolean;
}

/**
 * Compares the source with what is here: each balance, sums of quota and used quota, counts of rows. All sums are of whole numbers.
 */
export async function prove(run: ImportRun): Promise<Proof> {
  const notes = await run.transaction((db) => run.rows.notes(db, run.importId));
  const lines: string[] = [];
  let isProven = true;
  for (const table of ['users', 'tokens'] as const) {
    const found = await run.transaction((db) => new ProofRepository().accounts(db, run.importId, table));
    const compared = await compareWithSource(run, table, notes);
    const source = await run.options.source.totals(table, ['quota', 'remain_quota', 'used_quota']);
    const sum = table === 'users' ? source.sums.quota : source.sums.remain_quota;
    const differing = [...compared.differing, ...differingLines(found)];
    run.options.event?.({
      kind: 'balances',
      table,
      imported: found.accounts,
      total: source.rows,
      source: String(sum),
      entered: String(found.imported),
      since: String(found.since),
      now: String(found.now),
      ledger: String(found.entries),
      equal: compared.equal,
      explained: compared.explained,
      differing,
    });
    lines.push(
      `${table}: ${found.accounts} of ${source.rows} imported; balances: source ${sum}, imported ${found.imported}, ` +
        `changed here since ${found.since}, now ${found.now}, ledger entries ${found.entries}`,
      `${table}: ${compared.equal} balances equal, ${compared.explained} differ as a note says, ${compared.differing.length} differ`,
      `${table}: used quota: source ${source.sums.used_quota}, here ${found.used}`,
    );
    for (const line of differing) lines.push(`  ${line}`);
    isProven &&= compared.differing.length === 0 && found.differing.length === 0;
  }
  for (const table of LISTED_TABLES) {
    if (!run.has(table) || table === 'users' || table === 'tokens') continue;
    const { rows } = await run.options.source.totals(table, []);
    const imported = await run.transaction((db) => new ProofRepository().rows(db, run.importId, table));
    run.options.event?.({ kind: 'count', table, imported, total: rows });
    lines.push(`${table}: ${imported} of ${rows} imported, ${rows - imported} left out or as they were`);
  }
  run.options.event?.({ kind: 'notes', notes });
  const streams = await proveStreams(run);
  lines.push(...streams.lines);
  return { lines: [...lines, ...noteLines(notes)], isProven: isProven && streams.isProven };
}

/** Compares each balance of the source with the one that was entered. */
async function compareWithSource(
  run: ImportRun,
  table: 'users' | 'tokens',
  notes: readonly Note[],
): Promise<{ equal: number; explained: number; differing: string[] }> {
  const column = table === 'users' ? 'quota' : 'remain_quota';
  const explained = new Set(
    notes.filter((note) => note.table === table && EXPLAINS.includes(note.code)).map(({ id }) => id),
  );
  const result = { equal: 0, explained: 0, differing: [] as string[] };
  for (let after: string | undefined; ;) {
    const rows = await run.options.source.page(table, { key: 'id', after, limit: PAGE });
    const entered = await run.transaction((db) =>
      new ProofRepository().balances(
        db,
        run.importId,
        table,
        rows.map(({ id }) => id ?? ''),
      ),
    );
    for (const row of rows) {
      const id = row.id ?? '';
      const balance = entered.get(id);
      // Rows that were left out have a note of their own.
      if (balance === undefined) continue;
      if (balance === wholePart(row[column])) result.equal++;
      else if (explained.has(id)) result.explained++;
      else result.differing.push(`${table} ${id}: source ${row[column]}, imported ${balance}`);
    }
    after = rows.at(-1)?.id ?? undefined;
    if (rows.length < PAGE) return result;
  }
}

/** SQLite has numbers with decimals in columns of integers, too; the import cuts them. */
function wholePart(value: string | null | undefined): bigint {
  return BigInt(/^-?\d+/.exec(value ?? '')?.[0] ?? 0);
}

function differingLines({ differing }: AccountProof): string[] {
  return differing.map(
    ({ id, imported, since, now, entries }) =>
      `account ${id}: imported ${imported}, changed since ${since}, now ${now}, ledger entries ${entries}`,
  );
}

/** Log and sums: what was read of the source, and what is here of it. */
async function proveStreams(run: ImportRun): Promise<Proof> {
  const { source, logs, since, dryRun } = run.options;
  const state = await run.transaction((db) => run.rows.lock(db, run.importId));
  const lines: string[] = [];
  let isProven = true;
  if (state.logs) {
    const { after, offset, rows, quota, unreadable } = state.logs;
    const charges = await logs.totals('logs', ['quota'], { column: 'type', value: 2, since });
    const here = dryRun
      ? { rows, quota: BigInt(quota) }
      : await run.transaction((db) => new ProofRepository().logs(db, offset, offset + after));
    lines.push(
      `logs: ${rows} rows imported, ${here.rows} here; charges in them: source ${charges.sums.quota}, imported ${quota}, here ${here.quota}`,
    );
    if (unreadable > 0)
      lines.push(`  ${unreadable} rows had details that are no JSON: imported without them`);
    isProven &&= charges.sums.quota === BigInt(quota);
  }
  if (state.quota_data) {
    const sums = await source.totals('quota_data', ['quota']);
    const { rows, quota } = state.quota_data;
    lines.push(
      `quota_data: ${rows} of ${sums.rows} rows imported; quota: source ${sums.sums.quota}, imported ${quota}`,
    );
    isProven &&= since !== undefined || sums.sums.quota === BigInt(quota);
  }
  return { lines, isProven };
}

/** What a report says about rows of the source. */
export function noteLines(notes: readonly Note[]): string[] {
  if (notes.length === 0) return ['notes: none'];
  return [`notes: ${notes.length}`, ...notes.map((note) => `  ${noteLine(note)}`)];
}
