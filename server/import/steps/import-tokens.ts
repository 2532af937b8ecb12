import type { EntityManager } from 'typeorm';
import type { ChangedRow, ImportRun, Written } from '../import-run.js';
import type { MappedRow } from '../import.repository.js';
import { openingEntry } from '../rows/opening-entry.js';
import type { TokenColumns } from '../rows/token-columns.js';
import type { Note, RuleCode } from '../rules.js';
import type { SourceRow } from '../sources/source.js';
import { balanceAfter, changeBalances } from './change-balances.js';

/** Tokens with their keys and what is left of their limits. */
export async function importTokens(run: ImportRun): Promise<void> {
  const owners = await run.idsOf('users');
  await run.importTable('tokens', {
    write: (db, rows) => writeTokens(run, db, rows, owners),
    update: (db, changed) => updateTokens(run, db, changed, owners),
  });
}

/** A key that another token has by now, and the owner stay as they are. */
async function updateTokens(
  run: ImportRun,
  db: EntityManager,
  changed: readonly ChangedRow[],
  owners: ReadonlyMap<string, number>,
): Promise<Written> {
  const read = changed.map((one) => ({ ...one, token: run.readers.token(one.row, run.options.vault) }));
  const own = read.map(({ ownId }) => ownId);
  const hashes = await run.target.taken(
    db,
    'tokens',
    'key_hash',
    read.map(({ token }) => token.keyHash),
    own,
  );
  const notes: Note[] = read.flatMap(({ token }) => token.notes);
  const [kept, renewed]: [Record<string, unknown>[], Record<string, unknown>[]] = [[], []];
  for (const { id, ownId, token } of read) {
    // What is stored of a key since its first use is more than the source has.
    if (token.keyHash === '' || token.isHashed || hashes.has(token.keyHash)) {
      const { key: _key, key_end: _end, hash_key: _id, hook_secret: _hook, ...columns } = token.columns;
      kept.push({ id: ownId, ...columns });
      if (token.keyHash !== '' && !token.isHashed)
        notes.push({ table: 'tokens', id, code: 'key_taken', detail: String(token.columns.name) });
    } else renewed.push({ id: ownId, key_hash: token.keyHash, ...token.columns });
    hashes.add(token.keyHash);
  }
  await run.target.update(db, 'tokens', kept);
  await run.target.update(db, 'tokens', renewed);
  const ownerOf = (token: TokenColumns) => owners.get(token.owner) ?? 0;
  notes.push(
    ...(await changeBalances(
      run,
      db,
      'tokens',
      read.map(({ token, ...one }) => ({
        changed: one,
        userId: ownerOf(token),
        balance: token.remain,
        name: String(token.columns.name),
        mayBeNegative: token.columns.unlimited_quota === true,
      })),
    )),
  );
  for (const { ownId, token } of read) run.updated.tokens.set(ownId, ownerOf(token));
  return {
    notes,
    mapped: read.map(({ token, ...one }) => ({
      id: one.id,
      ownId: one.ownId,
      ...balanceAfter(run, one, token.remain),
    })),
  };
}

async function writeTokens(
  run: ImportRun,
  db: EntityManager,
  rows: readonly SourceRow[],
  owners: ReadonlyMap<string, number>,
): Promise<Written> {
  const notes: Note[] = [];
  const mapped: MappedRow[] = [];
  const read = rows.map((row) => ({ id: row.id ?? '', token: run.readers.token(row, run.options.vault) }));
  const hashes = await run.target.taken(
    db,
    'tokens',
    'key_hash',
    read.map(({ token }) => token.keyHash),
  );
  const usable: { id: string; userId: number; token: TokenColumns }[] = [];
  for (const { id, token } of read) {
    const userId = owners.get(token.owner);
    const note = (code: RuleCode) =>
      notes.push({ table: 'tokens', id, code, detail: String(token.columns.name) });
    if (token.keyHash === '') {
      notes.push(...token.notes);
      mapped.push({ id, ownId: 0 });
    } else if (userId === undefined) {
      // Not final: its user may be imported by a later run.
      note('owner_missing');
    } else if (hashes.has(token.keyHash)) {
      note('key_taken');
      mapped.push({ id, ownId: 0 });
    } else {
      notes.push(...token.notes);
      hashes.add(token.keyHash);
      usable.push({ id, userId, token });
    }
  }
  const ids = await run.assignIds(
    db,
    'tokens',
    usable.map(({ id }) => id),
  );
  const now = Math.floor(Date.now() / 1000);
  await run.target.insert(
    db,
    'tokens',
    usable.map(({ id, userId, token }) => ({
      id: ids.get(id),
      user_id: userId,
      key_hash: token.keyHash,
      ...token.columns,
      remain_quota: token.remain,
      ledger_version: 1,
    })),
  );
  await run.target.insert(
    db,
    'ledger_entries',
    usable.map(({ id, userId, token }) =>
      openingEntry(
        {
          importId: run.importId,
          table: 'tokens',
          sourceId: id,
          userId,
          tokenId: ids.get(id)!,
          amount: token.remain,
        },
        now,
      ),
    ),
  );
  for (const { id, token } of usable) mapped.push({ id, ownId: ids.get(id)!, balance: token.remain });
  return { mapped, notes };
}
