import type { EntityManager } from 'typeorm';
import { storedColumns } from '../rows/own/stored-columns.js';
import type { ImportRun, Written } from '../import-run.js';
import type { Note } from '../rules.js';
import { text } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

/** What providers take, of an installation of this gateway: others have no such table. */
export async function importPurchasePrices(run: ImportRun): Promise<void> {
  const channels = await run.idsOf('channels');
  await run.importTable('purchase_prices', {
    write: (db, rows) => writePrices(run, db, rows, channels),
    update: async (db, changed) => {
      const columns = changed.map(({ row, ownId }) => ({
        id: ownId,
        ...storedColumns('purchase_prices', row, ['channel_id']),
      }));
      await run.target.update(db, 'purchase_prices', columns);
      return { notes: [], mapped: changed.map(({ id, ownId }) => ({ id, ownId })) };
    },
  });
}

async function writePrices(
  run: ImportRun,
  db: EntityManager,
  rows: readonly SourceRow[],
  channels: ReadonlyMap<string, number>,
): Promise<Written> {
  const notes: Note[] = [];
  const usable = rows.flatMap((row) => {
    const channel = channels.get(text(row, 'channel_id'));
    if (channel !== undefined) return [{ id: row.id ?? '', row, channel }];
    // Not final: a later run may import the channel.
    notes.push({ table: 'purchase_prices', id: row.id ?? '', code: 'channel_missing', detail: '' });
    return [];
  });
  const ids = await run.assignIds(
    db,
    'purchase_prices',
    usable.map(({ id }) => id),
  );
  await run.target.insert(
    db,
    'purchase_prices',
    usable.map(({ id, row, channel }) => ({
      id: ids.get(id),
      channel_id: channel,
      ...storedColumns('purchase_prices', row, ['channel_id']),
    })),
  );
  return { notes, mapped: usable.map(({ id }) => ({ id, ownId: ids.get(id)! })) };
}
