import type { Note } from '../rules.js';
import { decimal, flag, integer, text, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { option } from './prices.js';

/** Requests per minute of a group for which none were set. */
const DEFAULT_RATE = 600;

/** Groups as the options that have them here. */
export function groupOptions(rows: readonly SourceRow[]): { options: SourceRow[]; notes: Note[] } {
  const ratios: Record<string, number> = {};
  const usable: Record<string, string> = {};
  const notes: Note[] = [];
  for (const row of rows) {
    const symbol = trimmed(row, 'symbol');
    if (symbol === '') continue;
    const note = (code: Note['code'], detail: string) =>
      notes.push({ table: 'user_groups', id: symbol, code, detail });
    ratios[symbol] = 'ratio' in row && trimmed(row, 'ratio') !== '' ? Math.max(decimal(row, 'ratio'), 0) : 1;
    if (trimmed(row, 'enable') !== '' && !flag(row, 'enable')) note('group_disabled', '');
    else if (flag(row, 'public')) usable[symbol] = text(row, 'name') || symbol;
    const rate = integer(row, 'api_rate', DEFAULT_RATE);
    if (rate !== DEFAULT_RATE) note('rate_limited', `api_rate ${rate}`);
    if (flag(row, 'promotion')) note('part_not_imported', 'promotion, min, max');
  }
  return { options: [option('GroupRatio', ratios), option('UserUsableGroups', usable)], notes };
}
