import type { EntityManager } from 'typeorm';
import type { ImportRun, Written } from '../import-run.js';
import type { MappedRow } from '../import.repository.js';
import { OptionTexts } from '../option-texts.js';
import type { Note, RuleCode } from '../rules.js';
import { trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

/** Payment orders. Those that were paid are part of the balances already. */
export async function importTopUps(run: ImportRun): Promise<void> {
  const users = await run.idsOf('users');
  await run.importTable('top_ups', {
    write: (db, rows) => writeTopUps(run, db, rows, users),
    update: async (db, changed) => {
      const notes: Note[] = [];
      const quotaPerUnit = await quotaPerUnitOf(run, db);
      await run.target.update(
        db,
        'top_ups',
        changed.map(({ row, ownId }) => ({ id: ownId, ...run.readers.order(row, quotaPerUnit, notes) })),
      );
      return { notes, mapped: changed.map(({ id, ownId }) => ({ id, ownId })) };
    },
  });
}

async function quotaPerUnitOf(run: ImportRun, db: EntityManager): Promise<number> {
  return (await OptionTexts.read(db, run.options.vault)).get('QuotaPerUnit');
}

async function writeTopUps(
  run: ImportRun,
  db: EntityManager,
  rows: readonly SourceRow[],
  users: ReadonlyMap<string, number>,
): Promise<Written> {
  const notes: Note[] = [];
  const mapped: MappedRow[] = [];
  const quotaPerUnit = await quotaPerUnitOf(run, db);
  const read = rows.map((row) => ({
    row,
    id: row.id ?? '',
    number: trimmed(row, 'trade_no') || `import-${run.importId}-${row.id}`,
    userId: users.get(trimmed(row, 'user_id')),
  }));
  const numbers = await run.target.taken(
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
  await run.target.insert(
    db,
    'top_ups',
    usable.map(({ row, id, number, userId }) => ({
      id: ids.get(id),
      user_id: userId,
      trade_no: number,
      ...run.readers.order(row, quotaPerUnit, notes),
    })),
  );
  for (const { id } of usable) mapped.push({ id, ownId: ids.get(id)! });
  return { mapped, notes };
}
