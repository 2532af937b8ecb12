import { DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../../server/database/migrations/index.js';
import type { Migration } from '../../server/database/migration.js';
import { databaseOptions } from '../../server/database/options.js';
import { releases } from '../../server/database/releases.js';
import { freshDatabase, freshWorld } from '../setup/fresh-databases.js';

const all: readonly Migration[] = migrations.map((migration) => new migration());

/** Applied to a database without rows, always. */
const CREATES_THE_FIRST_TABLES = /^\w+17952\d{8,}$/;

test('every migration declares whether it expands or contracts, and its name is that of its class', () => {
  for (const migration of all) {
    expect(['expand', 'contract']).toContain(migration.phase);
    expect(migration.name).toBe(migration.constructor.name);
    expect(migration.expansion === undefined).toBe(migration.phase === 'expand');
  }
  const times = all.map(({ name }) => name.slice(-13));
  expect(new Set(times).size).toBe(times.length);
});

test('a contraction comes at least one release after its expansion', () => {
  expect(early(all, releases)).toEqual([]);
  const expansion: Migration = { name: 'AddNew1', phase: 'expand', up, down: up };
  const contraction: Migration = { name: 'DropOld2', phase: 'contract', expansion: 'AddNew1', up, down: up };
  const both = [expansion, contraction];
  expect(early(both, [])).toEqual(['DropOld2']);
  expect(early(both, [{ version: '1.0.0', migrations: ['AddNew1', 'DropOld2'] }])).toEqual(['DropOld2']);
  expect(early(both, [{ version: '1.0.0', migrations: ['AddNew1'] }])).toEqual([]);
  expect(early([contraction], [{ version: '1.0.0', migrations: [] }])).toEqual(['DropOld2']);
});

test('releases have migrations that exist, each once, and versions that differ', () => {
  const released = releases.flatMap((release) => release.migrations);
  const names = all.map(({ name }) => name);
  expect(released.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(released).size).toBe(released.length);
  expect(new Set(releases.map(({ version }) => version)).size).toBe(releases.length);
});

test('what a migration builds on tables that exist before it is declared as a long step', async () => {
  await freshWorld();
  const { url } = await freshDatabase({ migrated: false });
  const source = await new DataSource({ ...databaseOptions(url), migrations: [] }).initialize();
  try {
    for (const migration of all) {
      const before = await tables(source);
      const statements = await recorded(source, migration);
      if (CREATES_THE_FIRST_TABLES.test(migration.name)) continue;
      const built = statements
        .map(
          (sql) =>
            /CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\w+ ON (?:ONLY )?(\w+)/.exec(
              sql,
            )?.[1],
        )
        .filter((table) => table !== undefined && before.has(parent(table)))
        .map((table) => parent(table!));
      const checked = statements.flatMap(
        (sql) => /ALTER TABLE (\w+) VALIDATE CONSTRAINT/.exec(sql)?.[1] ?? [],
      );
      const copied = statements
        .map((sql) => /INSERT INTO[^;]+?\sFROM (\w+)/.exec(sql)?.[1])
        // Options and the like are few.
        .filter((table) => table !== undefined && ['logs', 'ledger_entries'].includes(table));
      const declared = new Set((migration.longSteps ?? []).map(({ table }) => table));
      expect([migration.name, declared]).toEqual([
        migration.name,
        new Set([...built, ...checked, ...copied]),
      ]);
      // Since the first release, indexes are built beside readers and writers.
      if (Number(migration.name.slice(-13)) > 1795400000011)
        for (const step of migration.longSteps ?? []) expect(step.blocks).toBe('nothing');
    }
  } finally {
    await source.destroy();
  }
});

function up(): Promise<void> {
  return Promise.resolve();
}

/** Contractions whose expansion is not in an earlier release. */
function early(list: readonly Migration[], history: typeof releases): string[] {
  const releaseOf = (name: string) => {
    const found = history.findIndex((release) => release.migrations.includes(name));
    return found === -1 ? history.length : found;
  };
  return list
    .filter(
      ({ name, phase, expansion = '' }) =>
        phase === 'contract' &&
        !(list.some((other) => other.name === expansion) && releaseOf(expansion) < releaseOf(name)),
    )
    .map(({ name }) => name);
}

async function tables(source: DataSource): Promise<Set<string>> {
  const rows: { name: string }[] = await source.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** `logs` of `logs_2026_11`. */
function parent(table: string): string {
  return table.replace(/_(\d{4}_\d{2}|default)$/, '');
}

/** Applies a migration. @returns its statements */
async function recorded(source: DataSource, migration: Migration): Promise<string[]> {
  const runner = source.createQueryRunner();
  const statements: string[] = [];
  const query = runner.query.bind(runner) as QueryRunner['query'];
  runner.query = ((sql: string, ...rest: []) => {
    statements.push(sql);
    return query(sql, ...rest);
  }) as QueryRunner['query'];
  const isAlone = migration.transaction === false;
  if (!isAlone) await runner.startTransaction();
  await migration.up(runner);
  if (!isAlone) await runner.commitTransaction();
  await runner.release();
  return statements;
}
