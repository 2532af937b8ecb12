import { readFileSync } from 'node:fs';
import { releasedChangelog } from '../../scripts/release-changelog.mjs';
import { releasedMigrations } from '../../scripts/release-migrations.mjs';
import { migrations } from '../../server/database/migrations/index.js';
import { releases } from '../../server/database/releases.js';

const HEAD = '# Changelog\n\nText.\n\n';
const OLD = '## [0.1.0] - 2026-01-01\n\n- First.\n';

test('the unreleased changes become the section of the version, with its date', () => {
  const changelog = `${HEAD}## [Unreleased]\n\n### Added\n\n- A thing.\n\n${OLD}`;
  expect(releasedChangelog(changelog, '0.2.0', '2026-12-01')).toBe(
    `${HEAD}## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A thing.\n\n${OLD}`,
  );
});

test.each([
  ['has no section [Unreleased]', `${HEAD}${OLD}`],
  ['nothing to release', `${HEAD}## [Unreleased]\n\n${OLD}`],
  ['already has a section 0.2.0', `${HEAD}## [Unreleased]\n\n- A.\n\n## [0.2.0] - 2026-01-02\n\n- B.\n`],
])('a changelog that %s is refused', (problem, changelog) => {
  expect(() => releasedChangelog(changelog, '0.2.0', '2026-12-01')).toThrow(problem);
});

describe('the migrations of a release', () => {
  const EMPTY = '/** All. */\nexport const releases: readonly Release[] = [];\n';
  const index = (...names: string[]) =>
    `import { A } from './a.js';\n\nexport const migrations: (new () => Migration)[] = [\n  ${names.join(',\n  ')},\n];\n`;

  test('each release has those that no release before it has, also none', async () => {
    const first = await releasedMigrations(EMPTY, index('A1795200000000', 'B1795200000001'), '0.1.0');
    const second = await releasedMigrations(first, index('A1795200000000', 'B1795200000001'), '0.2.0');
    const third = await releasedMigrations(
      second,
      index('A1795200000000', 'B1795200000001', 'C1795200000002'),
      '0.3.0',
    );
    expect(third).toBe(`/** All. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    migrations: ['A1795200000000', 'B1795200000001'],
  },
  {
    version: '0.2.0',
    migrations: [],
  },
  {
    version: '0.3.0',
    migrations: ['C1795200000002'],
  },
];
`);
    await expect(releasedMigrations(third, index('A1795200000000'), '0.3.0')).rejects.toThrow(
      'already has 0.3.0',
    );
  });

  test('the files of this state have the form that is read', async () => {
    const read = (file: string) => readFileSync(`server/database/${file}`, 'utf8');
    const text = await releasedMigrations(read('releases.ts'), read('migrations/index.ts'), '999.0.0');
    expect(text).toContain("version: '999.0.0'");
    if (releases.length === 0) for (const { name } of migrations) expect(text).toContain(`'${name}'`);
  });
});
