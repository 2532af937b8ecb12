import type { Note } from '../rules.js';
import { decimal, integer, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

/** The columns of an order without its number and user. @param notes takes what was found in it */
export function orderColumns(row: SourceRow, quotaPerUnit: number, notes: Note[]): Record<string, unknown> {
  const status = trimmed(row, 'status');
  if (status === 'pending')
    notes.push({ table: 'top_ups', id: row.id ?? '', code: 'order_open', detail: trimmed(row, 'trade_no') });
  const amount = Math.max(integer(row, 'amount'), 0);
  return {
    amount,
    money: decimal(row, 'money'),
    create_time: integer(row, 'create_time'),
    status: status === 'success' ? status : 'expired',
    quota: Math.min(Math.round(amount * quotaPerUnit), Number.MAX_SAFE_INTEGER),
    complete_time: integer(row, 'complete_time') || (status === 'success' ? integer(row, 'create_time') : 0),
    payment_method: trimmed(row, 'payment_method'),
  };
}
