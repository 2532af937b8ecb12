import type { ChangedPrice } from './price-report.js';
import type { Note } from './rules.js';

/** What a run reports to the program that started it, beside the lines of its report. */
export type ImportEvent =
  /** Kind and place of the source, without credentials. */
  | { readonly kind: 'source'; readonly label: string }
  /** The import that the run continues or begins; its row is rolled back after a dry run. */
  | { readonly kind: 'import'; readonly id: number }
  /** Rows of a table that are dealt with. `total` is null where only a part of the table is read. */
  | { readonly kind: 'table'; readonly table: string; readonly done: number; readonly total: number | null }
  /** Balances of the source and here, quota units as decimal texts; `differing` has one line each. */
  | {
      readonly kind: 'balances';
      readonly table: 'users' | 'tokens';
      readonly imported: number;
      readonly total: number;
      readonly source: string;
      readonly entered: string;
      readonly since: string;
      readonly now: string;
      readonly ledger: string;
      readonly equal: number;
      readonly explained: number;
      readonly differing: readonly string[];
    }
  | { readonly kind: 'count'; readonly table: string; readonly imported: number; readonly total: number }
  | { readonly kind: 'notes'; readonly notes: readonly Note[] }
  /** @see TYPICAL */
  | {
      readonly kind: 'prices';
      readonly models: number;
      readonly changed: readonly ChangedPrice[];
      /** Quota units per USD. */
      readonly quotaPerUnit: number;
      /** The old prices are stored as options; `changed` has those that differ still. */
      readonly kept: boolean;
    }
  | { readonly kind: 'report'; readonly lines: readonly string[] }
  | { readonly kind: 'ledger'; readonly isBalanced: boolean; readonly lines: readonly string[] }
  /** The run ended, and everything is proven or not. */
  | { readonly kind: 'end'; readonly isProven: boolean }
  | { readonly kind: 'failed'; readonly message: string };

export type ReportEvent = (event: ImportEvent) => void;
