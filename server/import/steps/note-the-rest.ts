import type { ImportRun } from '../import-run.js';
import { TRANSLATION_RULES, type Note } from '../rules.js';
import { FACTOR_TABLES, NOTED_TABLES, SOURCE_TABLES } from '../source-tables.js';
import { flag, timestamp, trimmed } from '../sources/column-values.js';

const PAGE = 1000;

/**
 * Makes notes of everything in the source that is not imported: tables, columns, and what users lose by it. The console asks users
 * who lose their second factor to set one up.
 */
export async function noteTheRest(run: ImportRun): Promise<void> {
  const { source, logs } = run.options;
  const { translated } = source;
  if (translated)
    await run.transaction(async (db) => {
      await run.rows.forgetNotes(db, run.importId, TRANSLATION_RULES);
      await run.rows.note(db, run.importId, translated.notes);
    });
  // A translation into these tables has made all notes.
  if (translated?.identity !== undefined) return;
  const notes: Note[] = [];
  const tables = new Map([
    ...source.tables,
    ...(logs === source ? [] : [['logs', logs.tables.get('logs')] as const]),
  ]);
  for (const [table, columns] of tables) {
    const known = SOURCE_TABLES[table];
    if (!known) notes.push({ table, id: '', code: 'table_unknown', detail: '' });
    else {
      const left = [...(columns ?? [])].filter((column) => !known.includes(column));
      if (left.length > 0 && !Object.hasOwn(NOTED_TABLES, table))
        notes.push({ table, id: '', code: 'columns_unknown', detail: left.join(', ') });
    }
  }
  /** Ids in the source. */
  const advised = new Set<string>();
  for (const [table, code] of Object.entries(NOTED_TABLES)) {
    const users = new Set<string>();
    if (!source.tables.get(table)?.has('id')) continue;
    for (let after: string | undefined; ;) {
      const rows = await source.page(table, { key: 'id', after, limit: PAGE });
      for (const row of rows)
        if (!('is_enabled' in row && !flag(row, 'is_enabled')) && timestamp(row, 'deleted_at') === null)
          users.add(trimmed(row, 'user_id'));
      after = rows.at(-1)?.id ?? undefined;
      if (rows.length < PAGE) break;
    }
    for (const id of users) notes.push({ table: 'users', id, code, detail: table });
    if (FACTOR_TABLES.includes(table)) for (const id of users) advised.add(id);
  }
  await run.transaction(async (db) => {
    await run.rows.note(db, run.importId, notes);
    const own = new Map(await run.rows.ownIds(db, run.importId, 'users'));
    await run.target.adviseSecondFactor(
      db,
      [...advised].flatMap((id) => own.get(id) ?? []),
    );
  });
}
