import { RedemptionStatus } from '../../../contract/enums.js';
import { randomText } from '../../../core/crypto.js';
import { integer, text } from '../../sources/column-values.js';
import type { SourceRow } from '../../sources/source.js';
import { isEnded, type TaskColumns } from '../task-columns.js';
import type { RowReaders } from '../row-readers.js';
import { ownToken, ownUser } from './own-accounts.js';
import { ownChannel } from './own-channel.js';
import { storedColumns } from './stored-columns.js';

const CODE_LENGTH = 32;

/** Of an export of this gateway: all columns stay as they were. */
export const ownRows: RowReaders = {
  user: ownUser,
  token: ownToken,
  channel: ownChannel,
  redemption(row, userId, notes) {
    const isLeft = row.key === null;
    if (isLeft)
      notes.push({ table: 'redemptions', id: row.id ?? '', code: 'code_left', detail: text(row, 'name') });
    const status = integer(row, 'status');
    return {
      ...storedColumns('redemptions', row, ['key']),
      user_id: userId(text(row, 'user_id')),
      used_user_id: userId(text(row, 'used_user_id')),
      status: isLeft && status === RedemptionStatus.unused ? RedemptionStatus.disabled : status,
    };
  },
  code: (row) => row.key ?? randomText(CODE_LENGTH),
  order: (row) => storedColumns('top_ups', row, ['user_id', 'trade_no']),
  midjourneys: (row) => taskOf('midjourneys', row, 'mj_id'),
  tasks: (row) => taskOf('tasks', row, 'task_id'),
};

/** Columns by which a task is refunded, which are made anew for one that has not ended. */
const CHARGE = ['request_id', 'settlement'];

function taskOf(kind: 'midjourneys' | 'tasks', row: SourceRow, publicId: string): TaskColumns {
  const isFinished = isEnded(row);
  return {
    owner: text(row, 'user_id'),
    channel: text(row, 'channel_id'),
    token: text(row, 'token_id'),
    publicId: text(row, publicId),
    quota: integer(row, 'quota'),
    isFinished,
    isCharged: text(row, 'settlement') === 'charged',
    columns: {},
    tracked: {
      ...storedColumns(kind, row, [
        'user_id',
        'channel_id',
        'token_id',
        'quota',
        ...(isFinished ? [] : CHARGE),
      ]),
      notify_secret: text(row, 'notify_secret'),
    },
  };
}
