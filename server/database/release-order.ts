import type { Release } from './releases.js';

/** A release by its place in the order: 1 is the first one. */
export interface ReleasePlace {
  readonly number: number;
  /** Such as 1.2.0, or `later than 1.2.0` for a state that is not published. */
  readonly version: string;
}

/** Releases and migrations that a program knows. */
export interface KnownReleases {
  readonly releases: readonly Release[];
  /** Names. */
  readonly migrations: readonly string[];
}

/** What is known of a database. */
export interface SchemaState {
  /** Names of the applied migrations; none: the database is new. */
  readonly applied: ReadonlySet<string>;
  /** The newest release whose migrations were run; undefined before the first one that stores it. */
  readonly migratedBy: ReleasePlace | undefined;
}

/** The release of a program: the newest one it knows, or the one after it if it has migrations that no release has. */
export function ownRelease({ releases, migrations }: KnownReleases): ReleasePlace {
  const released = new Set(releases.flatMap((release) => release.migrations));
  const newest = releases.at(-1);
  if (newest && migrations.every((name) => released.has(name)))
    return { number: releases.length, version: newest.version };
  return { number: releases.length + 1, version: newest ? `later than ${newest.version}` : 'unreleased' };
}

/**
 * The release of a database: the one that migrated it, which also counts releases without migrations. In databases that are older
 * than this mark, the newest release whose migrations are all applied; 0: it is older than the first one.
 */
export function databaseRelease({ releases }: KnownReleases, state: SchemaState): ReleasePlace {
  if (state.migratedBy) return state.migratedBy;
  const lacking = releases.findIndex(({ migrations }) => migrations.some((name) => !state.applied.has(name)));
  const number = lacking === -1 ? releases.length : lacking;
  return { number, version: releases[number - 1]?.version ?? 'before the first one' };
}

/** Migrations of the database that the program does not know, in the order of their times. */
export function unknownMigrations({ migrations }: KnownReleases, { applied }: SchemaState): string[] {
  const known = new Set(migrations);
  const time = (name: string) => Number(name.slice(-13));
  return [...applied].filter((name) => !known.has(name)).sort((a, b) => time(a) - time(b));
}

/** What leads to the release before that of the program. */
const STEP = {
  database: 'run the migrations and replace all servers and workers by those of',
  backup: 'restore it with, and start a worker of,',
};

/**
 * Why a program does not work with a database: its migrations keep only the programs of the release before working, and are made for
 * databases of that release.
 * @returns one line with what to do; undefined if it works
 */
export function releaseRefusal(
  known: KnownReleases,
  state: SchemaState,
  what: 'database' | 'backup' = 'database',
): string | undefined {
  if (state.applied.size === 0) return undefined;
  const own = ownRelease(known);
  const found = databaseRelease(known, state);
  if (found.number > own.number + 1)
    return `the database was migrated by release ${found.version}, and this program (release ${own.version}) works with databases of the next release at most: use the programs of release ${found.version}, or of the one before it`;
  if (found.number < own.number - 1) {
    const previous = known.releases[own.number - 2]!.version;
    return `the ${what} has release ${found.version}, two or more behind this program (release ${own.version}): ${STEP[what]} release ${previous} first`;
  }
  return undefined;
}

/**
 * Why a program that reads or writes all of a database does not: it would leave out, or damage, what it does not know.
 * @returns one line with what to do; undefined if it works
 */
export function unknownMigrationsRefusal(known: KnownReleases, state: SchemaState): string | undefined {
  const unknown = unknownMigrations(known, state);
  if (unknown.length === 0) return undefined;
  const newer = state.migratedBy && state.migratedBy.number > ownRelease(known).number;
  const remedy = newer ? `of release ${state.migratedBy.version}` : 'of the release that migrated it';
  return `the database has ${unknown.length} migrations that this program (release ${ownRelease(known).version}) does not know, such as ${unknown[0]}: use the program ${remedy}`;
}
