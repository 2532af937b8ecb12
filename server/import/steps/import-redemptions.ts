import { RedemptionStatus } from '../../contract/enums.js';
import type { Vault } from '../../core/crypto.js';
import type { EntityManager } from 'typeorm';
import type { ChangedRow, ImportRun, Written } from '../import-run.js';
import type { MappedRow } from '../import.repository.js';
import type { Note, RuleCode } from '../rules.js';
import { integer, text } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

/** Redemption codes. Those that were redeemed are part of the balances already. */
export async function importRedemptions(run: ImportRun): Promise<void> {
  const users = await run.idsOf('users');
  await run.importTable('redemptions', {
    write: (db, rows) => writeRedemptions(run, db, rows, users),
    update: (db, changed) => updateRedemptions(run, db, changed, users),
  });
}

async function writeRedemptions(
  run: ImportRun,
  db: EntityManager,
  rows: readonly SourceRow[],
  users: ReadonlyMap<string, number>,
): Promise<Written> {
  const { vault } = run.options;
  const notes: Note[] = [];
  const mapped: MappedRow[] = [];
  const read = rows.map((row) => ({ row, id: row.id ?? '', key: run.readers.code(row) }));
  const hashOf = (key: string) => vault.lookupHash(key);
  const hashes = await run.target.taken(
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
  await run.target.insert(
    db,
    'redemptions',
    usable.map(({ id, key, row }) => ({
      id: ids.get(id),
      ...keyColumns(key, vault),
      campaign: '',
      ...run.readers.redemption(row, (id) => users.get(id) ?? 0, notes),
    })),
  );
  for (const { id } of usable) mapped.push({ id, ownId: ids.get(id)! });
  return { mapped, notes };
}

/** A code that was redeemed here stays so, whatever became of it in the source. */
async function updateRedemptions(
  run: ImportRun,
  db: EntityManager,
  changed: readonly ChangedRow[],
  users: ReadonlyMap<string, number>,
): Promise<Written> {
  const notes: Note[] = [];
  const redeemed = await run.target.redeemedHere(
    db,
    changed.map(({ ownId }) => ownId),
  );
  for (const { id, ownId, row } of changed)
    if (redeemed.has(ownId) && integer(row, 'status') === RedemptionStatus.used)
      notes.push({ table: 'redemptions', id, code: 'code_redeemed_twice', detail: text(row, 'name') });
  await run.target.update(
    db,
    'redemptions',
    changed
      .filter(({ ownId }) => !redeemed.has(ownId))
      .map(({ ownId, row }) => ({
        id: ownId,
        ...run.readers.redemption(row, (id) => users.get(id) ?? 0, notes),
      })),
  );
  return { notes, mapped: changed.map(({ id, ownId }) => ({ id, ownId })) };
}

function keyColumns(key: string, vault: Vault): Record<string, string> {
  return { key: vault.seal(key), key_hash: vault.lookupHash(key) };
}
