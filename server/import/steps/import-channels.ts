import { AbilitiesRepository } from '../../channels/abilities.repository.js';
import type { ImportRun } from '../import-run.js';
import { MEASURED } from '../row-hash.js';
import type { SourceRow } from '../sources/source.js';

/** Channels with their keys. Which models they serve to whom is derived from them. */
export async function importChannels(run: ImportRun): Promise<void> {
  const abilities = new AbilitiesRepository();
  await run.importTable('channels', {
    write: async (db, rows) => {
      const read = rows.map((row) => ({ id: row.id ?? '', ...run.readers.channel(row, run.options.vault) }));
      const ids = await run.assignIds(
        db,
        'channels',
        read.map(({ id }) => id),
      );
      await run.target.insert(
        db,
        'channels',
        read.map(({ id, columns }) => ({ id: ids.get(id), ...columns })),
      );
      await abilities.rebuild(db, [...ids.values()]);
      return {
        mapped: read.map(({ id }) => ({ id, ownId: ids.get(id)! })),
        notes: read.flatMap(({ notes }) => notes),
      };
    },
    update: async (db, changed) => {
      const read = changed.map(({ id, ownId, row }) => ({
        id,
        ownId,
        ...run.readers.channel(row, run.options.vault),
      }));
      const own = read.map(({ ownId }) => ownId);
      await run.target.update(
        db,
        'channels',
        read.map(({ ownId, columns }, index) => ({
          id: ownId,
          ...withoutMissing(columns, changed[index]!.row),
        })),
      );
      await abilities.rebuild(db, own);
      return {
        mapped: read.map(({ id, ownId }) => ({ id, ownId })),
        notes: read.flatMap(({ notes }) => notes),
      };
    },
  });
}

/** Columns that stay as they are here where the source does not have them: LiteLLM measures nothing of this. */
const OWN: readonly string[] = [...(MEASURED.channels ?? []), 'created_time'];

function withoutMissing(
  columns: Readonly<Record<string, unknown>>,
  row: SourceRow,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name in row || !OWN.includes(name)));
}
