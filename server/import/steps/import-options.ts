import type { EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import { AUTO_GROUP } from '../../contract/enums.js';
import { isOptionKey, optionDeclarations, type OptionKey } from '../../contract/options/index.js';
import { OptionsRepository } from '../../options/options.repository.js';
import { validated } from '../../options/validate.js';
import type { ImportRun } from '../import-run.js';
import { OptionTexts } from '../option-texts.js';
import type { Note, RuleCode } from '../rules.js';
import type { Vault } from '../../core/crypto.js';
import { text } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

/**
 * Options, each checked as if it was entered here: other gateways store values that they refuse. A value that was set here before
 * stays.
 */
export async function importOptions(run: ImportRun): Promise<void> {
  const { vault } = run.options;
  await run.importTable('options', {
    write: async (db, rows) => {
      const { taken, notes } = await acceptedOptions(db, rows, vault, (stored, key) => !stored.isSet(key));
      return {
        notes,
        mapped: rows.map((row) => ({ id: row.key ?? '', ownId: taken.has(text(row, 'key')) ? 1 : 0 })),
      };
    },
    update: async (db, changed) => {
      const imported = new Set(changed.filter(({ ownId }) => ownId === 1).map(({ row }) => text(row, 'key')));
      const rows = changed.map(({ row }) => row);
      const { taken, notes } = await acceptedOptions(
        db,
        rows,
        vault,
        (stored, key) => imported.has(key) || !stored.isSet(key),
      );
      return {
        notes,
        mapped: changed.map(({ id, row, ownId }) => ({ id, ownId: taken.has(text(row, 'key')) ? 1 : ownId })),
      };
    },
  });
}

/**
 * Stores the options that are valid here.
 * @param mayChange whether the source's value replaces the one that is stored here
 * @returns keys of the stored ones, and notes about the others
 */
async function acceptedOptions(
  db: EntityManager,
  rows: readonly SourceRow[],
  vault: Vault,
  mayChange: (stored: OptionTexts, key: OptionKey) => boolean,
): Promise<{ taken: ReadonlySet<string>; notes: Note[] }> {
  const notes: Note[] = [];
  const stored = await OptionTexts.read(db, vault);
  const taken: { key: OptionKey; value: string }[] = [];
  for (const row of rows) {
    const key = text(row, 'key');
    const note = (code: RuleCode) => notes.push({ table: 'options', id: key, code, detail: '' });
    if (!isOptionKey(key)) {
      note('option_unknown');
      continue;
    }
    // Of an export without secrets.
    if (row.value === null && optionDeclarations[key].kind === 'secret') {
      note('secret_left');
      continue;
    }
    const value = acceptable(key, text(row, 'value'));
    if (value === undefined) note('option_invalid');
    else if (value === stored.text(key)) continue;
    else if (!mayChange(stored, key)) note('option_kept');
    else taken.push({ key, value: optionDeclarations[key].kind === 'secret' ? vault.seal(value) : value });
  }
  await storeOptions(db, taken);
  return { taken: new Set<string>(taken.map(({ key }) => key)), notes };
}

/** Groups of users, tokens and channels without a ratio cannot be used here; there, they had 1. */
export async function importGroups(run: ImportRun): Promise<void> {
  await run.transaction(async (db) => {
    await run.rows.lock(db, run.importId);
    const ratios = (await OptionTexts.read(db, run.options.vault)).get('GroupRatio');
    const missing = (await run.target.groups(db)).filter(
      (group) => group !== AUTO_GROUP && !Object.hasOwn(ratios, group),
    );
    if (missing.length === 0) return;
    const added = { ...ratios, ...Object.fromEntries(missing.map((group) => [group, 1])) };
    await storeOptions(db, [{ key: 'GroupRatio', value: JSON.stringify(added) }]);
    run.updated.tables.add('options');
    await run.rows.note(
      db,
      run.importId,
      missing.map((group) => ({ table: 'groups', id: group, code: 'group_without_ratio', detail: '' })),
    );
  });
}

/** Stores texts that are valid, secrets sealed. */
export async function storeOptions(
  db: EntityManager,
  options: { key: OptionKey; value: string }[],
): Promise<void> {
  if (options.length > 0) await new OptionsRepository(db.connection).store(db, options);
}

/** @returns undefined if the value is not valid here */
function acceptable(key: OptionKey, value: string): string | undefined {
  try {
    return validated(key, value);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
