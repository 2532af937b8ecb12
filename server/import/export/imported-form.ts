import type { Vault } from '../../core/crypto.js';
import { channelColumns } from '../rows/channel-columns.js';
import { tokenColumns } from '../rows/token-columns.js';
import { userColumns } from '../rows/user-columns.js';
import type { SourceRow } from '../sources/source.js';
import { redemptionColumns } from '../rows/redemption-columns.js';
import type { ExportedTable } from './own-rows.repository.js';

/**
 * What an import makes of a row of the old database. Only what differs from it was changed here: what a rule of the import decided, such
 * as a balance of 0 for a negative one, is not written back.
 */
export function importedForm(table: ExportedTable, old: SourceRow, vault: Vault): Record<string, unknown> {
  switch (table) {
    case 'users': {
      const { columns, quota, affCode, inviter } = userColumns(old, vault);
      return { ...columns, quota, aff_code: affCode, inviter_id: Number(inviter) };
    }
    case 'tokens': {
      const { columns, remain, owner } = tokenColumns(old, vault);
      return { ...columns, remain_quota: remain, user_id: Number(owner) };
    }
    case 'channels': {
      const { columns } = channelColumns(old, vault);
      return { ...columns, openai_organization: columns.open_ai_organization };
    }
    case 'redemptions':
      // Ids of users stay as they are in the old database.
      return redemptionColumns(old, Number, []);
  }
}
