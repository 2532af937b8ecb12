import type { Vault } from '../../core/crypto.js';
import type { Note } from '../rules.js';
import { trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { channelColumns, type ImportedChannel } from './channel-columns.js';
import { orderColumns } from './order-columns.js';
import { redemptionColumns } from './redemption-columns.js';
import { drawingColumns, songColumns, type TaskColumns } from './task-columns.js';
import { tokenColumns, type TokenColumns } from './token-columns.js';
import { userColumns, type UserColumns } from './user-columns.js';

/** How the rows of a source become rows here. */
export interface RowReaders {
  readonly user: (row: SourceRow, vault: Vault) => UserColumns;
  readonly token: (row: SourceRow, vault: Vault) => TokenColumns;
  readonly channel: (row: SourceRow, vault: Vault) => ImportedChannel;
  /** A code without its text. @param userId id of a user here by the one in the source @param notes takes what was found */
  readonly redemption: (
    row: SourceRow,
    userId: (sourceId: string) => number,
    notes: Note[],
  ) => Record<string, unknown>;
  /** The text of a code; '' = it has none, and is not imported. */
  readonly code: (row: SourceRow) => string;
  /** An order without its number and user. */
  readonly order: (row: SourceRow, quotaPerUnit: number, notes: Note[]) => Record<string, unknown>;
  readonly midjourneys: (row: SourceRow) => TaskColumns;
  readonly tasks: (row: SourceRow) => TaskColumns;
}

/** Of new-api, one-api and their forks, and of what is translated into their tables. */
export const gatewayRows: RowReaders = {
  user: userColumns,
  token: tokenColumns,
  channel: channelColumns,
  redemption: redemptionColumns,
  code: (row) => trimmed(row, 'key'),
  order: orderColumns,
  midjourneys: drawingColumns,
  tasks: songColumns,
};
