import { CannotStart } from '../core/commands/cannot-start.js';
import { migrations } from './migrations/index.js';
import {
  ownRelease,
  releaseRefusal,
  unknownMigrationsRefusal,
  type KnownReleases,
  type ReleasePlace,
  type SchemaState,
} from './release-order.js';
import { releases } from './releases.js';

/** Anything that can run SQL. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** What this program knows. */
export const knownReleases: KnownReleases = { releases, migrations: migrations.map(({ name }) => name) };

/** Reads what a database says of its release. */
export async function readSchemaState(database: Queries): Promise<SchemaState> {
  const applied = (await hasTable(database, 'migrations'))
    ? await database.query<{ name: string }[]>('SELECT name FROM migrations')
    : [];
  const [migratedBy] = (await hasTable(database, 'schema_releases'))
    ? await database.query<ReleasePlace[]>(
        'SELECT number, version FROM schema_releases ORDER BY number DESC, migrated_at DESC LIMIT 1',
      )
    : [];
  return { applied: new Set(applied.map(({ name }) => name)), migratedBy };
}

async function hasTable(database: Queries, name: string): Promise<boolean> {
  const [found] = await database.query<{ name: string | null }[]>('SELECT to_regclass($1)::text AS name', [
    name,
  ]);
  return found?.name != null;
}

/**
 * Refuses a database of a release that this program does not work with: more than one newer, or two or more behind.
 * @param every also refuses migrations of the next release, which servers and workers of this one work beside
 * @throws CannotStart with one line that says what to do
 */
export async function requireKnownRelease(
  database: Queries,
  { every = false } = {},
  known = knownReleases,
): Promise<SchemaState> {
  const state = await readSchemaState(database);
  const refusal =
    releaseRefusal(known, state) ?? (every ? unknownMigrationsRefusal(known, state) : undefined);
  if (refusal !== undefined) throw new CannotStart(refusal);
  return state;
}

/**
 * Stores that this release migrated the database, before its migrations as well: one that is interrupted may have applied some of
 * them. Does nothing where an earlier release has not made the table yet.
 */
export async function markRelease(database: Queries, known = knownReleases): Promise<void> {
  if (!(await hasTable(database, 'schema_releases'))) return;
  const { number, version } = ownRelease(known);
  await database.query(
    `INSERT INTO schema_releases (number, version) SELECT $1::int, $2
     WHERE NOT EXISTS (SELECT 1 FROM schema_releases WHERE number > $1::int) ON CONFLICT DO NOTHING`,
    [number, version],
  );
}
