import { DataSource } from 'typeorm';
import { databaseOptions } from '../../server/database/options.js';
import { markRelease, readSchemaState, requireKnownRelease } from '../../server/database/release-check.js';
import {
  databaseRelease,
  ownRelease,
  releaseRefusal,
  unknownMigrationsRefusal,
  type KnownReleases,
} from '../../server/database/release-order.js';
import type { Release } from '../../server/database/releases.js';
import { freshWorld } from '../setup/fresh-databases.js';

const history: readonly Release[] = [
  { version: '0.1.0', migrations: ['A1795200000000', 'B1795200000001'] },
  { version: '0.2.0', migrations: ['C1795200000002'] },
  { version: '0.3.0', migrations: [] },
  { version: '0.4.0', migrations: ['D1795200000003'] },
];

/** The program of a release. */
function program(count: number, later: readonly string[] = []): KnownReleases {
  const releases = history.slice(0, count);
  return { releases, migrations: [...releases.flatMap(({ migrations }) => migrations), ...later] };
}

/** A database that the program of a release migrated. */
function migrated(count: number) {
  const known = program(count);
  return { applied: new Set(known.migrations), migratedBy: ownRelease(known) };
}

test('a program has the newest release it knows, and the one after it with migrations that no release has', () => {
  expect(ownRelease(program(2))).toEqual({ number: 2, version: '0.2.0' });
  expect(ownRelease(program(2, ['Z1795200000009']))).toEqual({ number: 3, version: 'later than 0.2.0' });
  expect(ownRelease(program(0, ['A1795200000000']))).toEqual({ number: 1, version: 'unreleased' });
});

test.each([
  ['itself', 2, 2, undefined],
  ['the previous release', 2, 1, undefined],
  ['the next release, beside which it works until it is replaced', 1, 2, undefined],
  [
    'a release two newer',
    1,
    3,
    /migrated by release 0\.3\.0, and this program \(release 0\.1\.0\).*use the programs of release 0\.3\.0/,
  ],
  [
    'a release two behind',
    3,
    1,
    /has release 0\.1\.0, two or more behind this program \(release 0\.3\.0\).*those of release 0\.2\.0 first$/,
  ],
  ['a release two behind, where the one between has no migrations', 4, 2, /those of release 0\.3\.0 first$/],
])('a program and the database of %s', (_, own, database, refusal) => {
  const found = releaseRefusal(program(own), migrated(database));
  if (refusal === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(refusal);
  expect(found ?? '').not.toContain('\n');
});

test('a backup of a release two behind is restored by the release after it', () => {
  expect(releaseRefusal(program(3), migrated(1), 'backup')).toMatch(
    /^the backup has release 0\.1\.0, .*: restore it with, and start a worker of, release 0\.2\.0 first$/,
  );
});

test('a new database is refused by no program', () => {
  expect(releaseRefusal(program(4), { applied: new Set(), migratedBy: undefined })).toBeUndefined();
});

test('a database without a mark has the newest release whose migrations it has', () => {
  const applied = new Set(['A1795200000000', 'B1795200000001']);
  expect(databaseRelease(program(2), { applied, migratedBy: undefined })).toEqual({
    number: 1,
    version: '0.1.0',
  });
  const state = { applied: new Set(['A1795200000000']), migratedBy: undefined };
  expect(databaseRelease(program(2), state).number).toBe(0);
  expect(releaseRefusal(program(1), state)).toBeUndefined();
  expect(releaseRefusal(program(2), state)).toContain('release 0.1.0 first');
});

test('commands that read or write everything refuse the next release as well, and name it', () => {
  expect(unknownMigrationsRefusal(program(1), migrated(2))).toMatch(
    /1 migrations that this program \(release 0\.1\.0\) does not know, such as C1795200000002: use the program of release 0\.2\.0$/,
  );
  expect(unknownMigrationsRefusal(program(2), migrated(1))).toBeUndefined();
});

describe('in a database', () => {
  let source: DataSource;
  beforeAll(async () => {
    await freshWorld();
    source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
    await source.query('DELETE FROM schema_releases');
    await source.query('DELETE FROM migrations');
    for (const name of program(4).migrations)
      await source.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [name.slice(-13), name]);
  });
  afterAll(() => source.destroy());

  test('the mark of a release is kept once, and an earlier release that is started again does not lower it', async () => {
    await markRelease(source, program(2));
    await markRelease(source, program(3));
    await markRelease(source, program(3));
    await markRelease(source, program(2));
    expect((await readSchemaState(source)).migratedBy).toEqual({ number: 3, version: '0.3.0' });
    const rows: object[] = await source.query('SELECT number, version FROM schema_releases ORDER BY number');
    expect(rows).toEqual([
      { number: 2, version: '0.2.0' },
      { number: 3, version: '0.3.0' },
    ]);
    await expect(requireKnownRelease(source, {}, program(1))).rejects.toThrow('release 0.3.0');
    await expect(requireKnownRelease(source, {}, program(2))).resolves.toBeDefined();
    await expect(requireKnownRelease(source, { every: true }, program(2))).rejects.toThrow('D1795200000003');
  });
});
