import { RedemptionStatus } from '../../contract/enums.js';
import type { ImportRun } from '../import-run.js';
import type { MappedRow } from '../import.repository.js';
import { OptionTexts } from '../option-texts.js';
import type { Note, RuleCode } from '../rules.js';
import { decimal, integer, isTooLarge, text, timestamp, trimmed } from '../sources/column-values.js';

const STATUSES: readonly number[] = Object.values(RedemptionStatus);

/** Redemption codes. Those that were redeemed are part of the balances already. */
export async function importRedemptions(run: ImportRun): Promise<void> {
  const users = await run.idsOf('users');
  const { vault } = run.options;
  await run.importTable('redemptions', async (db, rows) => {
    const notes: Note[] = [];
    const mapped: MappedRow[] = [];
    const read = rows.map((row) => ({ row, id: row.id ?? '', key: trimmed(row, 'key') }));
    const hashOf = (key: string) => vault.lookupHash(key);
    const hashes = await run.rows.taken(
      db,
      'redemptions',
      'key_hash',
      read.map(({ key }) => hashOf(key)),
    );
    const usable = read.filter(({ id, key, row }) => {
      const code: RuleCode | undefined =
        key === '' ? 'key_missing' : hashes.has(hashOf(key)) ? 'key_taken' : undefined;
      if (code === undefined) return hashes.add(hashOf(key));
      notes.push({ table: 'redemptions', id, code, detail: text(row, 'name') });
      mapped.push({ id, ownId: 0 });
      return false;
    });
    const ids = await run.assignIds(
      db,
      'redemptions',
      usable.map(({ id }) => id),
    );
    await run.rows.insert(
      db,
      'redemptions',
      usable.map(({ id, key, row }) => {
        const note = (code: RuleCode) =>
          notes.push({ table: 'redemptions', id, code, detail: text(row, 'name') });
        const status = integer(row, 'status', RedemptionStatus.unused);
        if (!STATUSES.includes(status)) note('status_unknown');
        const isOpen = status === RedemptionStatus.unused;
        const isUncertain = integer(row, 'quota') < 0 || isTooLarge(row, 'quota');
        if (isUncertain) note('amount_too_large');
        if (isOpen && integer(row, 'expired_time') > 0) note('code_expires');
        const stays =
          STATUSES.includes(status) && !isUncertain && !(isOpen && integer(row, 'expired_time') > 0);
        return {
          id: ids.get(id),
          user_id: users.get(trimmed(row, 'user_id')) ?? 0,
          key: vault.seal(key),
          key_hash: hashOf(key),
          status: stays || status === RedemptionStatus.used ? status : RedemptionStatus.disabled,
          name: text(row, 'name'),
          campaign: '',
          quota: Math.max(integer(row, 'quota'), 0),
          created_time: integer(row, 'created_time'),
          redeemed_time: integer(row, 'redeemed_time'),
          used_user_id: users.get(trimmed(row, 'used_user_id')) ?? 0,
          deleted_at: timestamp(row, 'deleted_at'),
        };
      }),
    );
    for (const { id } of usable) mapped.push({ id, ownId: ids.get(id)! });
    return { mapped, notes };
  });
}

/** Payment orders. Those that were paid are part of the balances already. */
export async function importTopUps(run: ImportRun): Promise<void> {
  const users = await run.idsOf('users');
  await run.importTable('top_ups', async (db, rows) => {
    const notes: Note[] = [];
    const mapped: MappedRow[] = [];
    const quotaPerUnit = (await OptionTexts.read(db, run.options.vault)).get('QuotaPerUnit');
    const read = rows.map((row) => ({
      row,
      id: row.id ?? '',
      number: trimmed(row, 'trade_no') || `import-${run.importId}-${row.id}`,
      userId: users.get(trimmed(row, 'user_id')),
    }));
    const numbers = await run.rows.taken(
      db,
      'top_ups',
      'trade_no',
      read.map(({ number }) => number),
    );
    const usable = read.filter(({ id, number, userId }) => {
      const code: RuleCode | undefined =
        userId === undefined ? 'owner_missing' : numbers.has(number) ? 'order_taken' : undefined;
      if (code === undefined) return numbers.add(number);
      notes.push({ table: 'top_ups', id, code, detail: number });
      // Not final without its user, who may be imported by a later run.
      if (code !== 'owner_missing') mapped.push({ id, ownId: 0 });
      return false;
    });
    const ids = await run.assignIds(
      db,
      'top_ups',
      usable.map(({ id }) => id),
    );
    await run.rows.insert(
      db,
      'top_ups',
      usable.map(({ row, id, number, userId }) => {
        const status = trimmed(row, 'status');
        if (status === 'pending') notes.push({ table: 'top_ups', id, code: 'order_open', detail: number });
        const amount = Math.max(integer(row, 'amount'), 0);
        return {
          id: ids.get(id),
          user_id: userId,
          amount,
          money: decimal(row, 'money'),
          trade_no: number,
          create_time: integer(row, 'create_time'),
          status: status === 'success' ? status : 'expired',
          quota: Math.min(Math.round(amount * quotaPerUnit), Number.MAX_SAFE_INTEGER),
          complete_time:
            integer(row, 'complete_time') || (status === 'success' ? integer(row, 'create_time') : 0),
          payment_method: trimmed(row, 'payment_method'),
        };
      }),
    );
    for (const { id } of usable) mapped.push({ id, ownId: ids.get(id)! });
    return { mapped, notes };
  });
}
