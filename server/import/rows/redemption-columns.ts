import { RedemptionStatus } from '../../contract/enums.js';
import type { Note, RuleCode } from '../rules.js';
import { integer, isTooLarge, text, timestamp, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

const STATUSES: readonly number[] = Object.values(RedemptionStatus);

/**
 * The columns of a code without its key.
 * @param userId id of a user here by the one in the source; 0 = none
 * @param notes takes what was found in the code
 */
export function redemptionColumns(
  row: SourceRow,
  userId: (sourceId: string) => number,
  notes: Note[],
): Record<string, unknown> {
  const note = (code: RuleCode) =>
    notes.push({ table: 'redemptions', id: row.id ?? '', code, detail: text(row, 'name') });
  const status = integer(row, 'status', RedemptionStatus.unused);
  if (!STATUSES.includes(status)) note('status_unknown');
  const isUncertain = integer(row, 'quota') < 0 || isTooLarge(row, 'quota');
  if (isUncertain) note('amount_too_large');
  const expires = status === RedemptionStatus.unused && integer(row, 'expired_time') > 0;
  if (expires) note('code_expires');
  const stays = STATUSES.includes(status) && !isUncertain && !expires;
  return {
    user_id: userId(trimmed(row, 'user_id')),
    status: stays || status === RedemptionStatus.used ? status : RedemptionStatus.disabled,
    name: text(row, 'name'),
    quota: Math.max(integer(row, 'quota'), 0),
    created_time: integer(row, 'created_time'),
    redeemed_time: integer(row, 'redeemed_time'),
    used_user_id: userId(trimmed(row, 'used_user_id')),
    deleted_at: timestamp(row, 'deleted_at'),
  };
}
