import type { ImportReport } from '../../contract/resources/import.js';
import type { ImportEvent } from '../import-events.js';
import { typicalQuota, type ModelPrice } from '../price-report.js';
import { RULES, type Note, type Rule } from '../rules.js';
import type { RunSnapshot } from './import-runs.repository.js';

/** Rows of a report that are stored: a large source may have a note for each of its rows. */
const MAX_ROWS_PER_RULE = 200;
const MAX_LINES = 20_000;
const MAX_LISTED = 1000;

export const EMPTY_REPORT: ImportReport = {
  balances: [],
  counts: [],
  notes: [],
  prices: null,
  ledger: null,
  lines: [],
};

/** What a run has reported so far. */
export class RunReport {
  private readonly progress = new Map<string, RunSnapshot['progress'][number]>();
  private report: ImportReport = EMPTY_REPORT;
  private importId: number | null = null;
  /** Undefined: it has not ended in an orderly way. */
  proven: boolean | undefined;
  failure: string | undefined;

  constructor(private label: string) {}

  get snapshot(): RunSnapshot {
    const { label, importId, report } = this;
    return { label, importId, report, progress: [...this.progress.values()] };
  }

  /** @param isFile whether the label names a file of this server, whose name says nothing to people */
  add(event: ImportEvent, isFile: boolean): void {
    const { report } = this;
    switch (event.kind) {
      case 'source':
        if (!isFile) this.label = event.label;
        break;
      case 'import':
        this.importId = event.id;
        break;
      case 'table': {
        const { table, done, total } = event;
        this.progress.set(table, { table, done, total });
        break;
      }
      case 'balances': {
        const { kind: _kind, ...balances } = event;
        const differing = balances.differing.slice(0, MAX_LISTED);
        this.report = { ...report, balances: [...report.balances, { ...balances, differing }] };
        break;
      }
      case 'count': {
        const { table, imported, total } = event;
        this.report = { ...report, counts: [...report.counts, { table, imported, total }] };
        break;
      }
      case 'notes':
        this.report = { ...report, notes: groupedNotes(event.notes) };
        break;
      case 'prices': {
        const { models, kept, quotaPerUnit } = event;
        const priced = (price: ModelPrice | undefined) =>
          price ? { quota: typicalQuota(price, quotaPerUnit), per_call: 'perCall' in price } : null;
        const changed = event.changed
          .slice(0, MAX_LISTED)
          .map(({ model, before, now }) => ({ model, before: priced(before), now: priced(now) }));
        this.report = { ...report, prices: { models, kept, changed } };
        break;
      }
      case 'report':
        this.report = { ...report, lines: [...report.lines, ...event.lines].slice(0, MAX_LINES) };
        break;
      case 'ledger': {
        const lines = [...event.lines].slice(0, MAX_LISTED);
        this.report = {
          ...report,
          ledger: { balanced: event.isBalanced, lines },
          lines: [...report.lines, ...lines],
        };
        break;
      }
      case 'end':
        this.proven = event.isProven;
        break;
      case 'failed':
        this.failure = event.message;
        break;
    }
  }
}

/** Notes by rule, in the order of the rules. */
function groupedNotes(notes: readonly Note[]): ImportReport['notes'] {
  return (Object.keys(RULES) as (keyof typeof RULES)[]).flatMap((code) => {
    const found = notes.filter((note) => note.code === code);
    if (found.length === 0) return [];
    const rule: Rule = RULES[code];
    const rows = found.slice(0, MAX_ROWS_PER_RULE).map(({ table, id, detail }) => ({ table, id, detail }));
    return [{ code, ...rule, count: found.length, rows }];
  });
}
