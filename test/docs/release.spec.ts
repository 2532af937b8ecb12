import { releasedChangelog } from '../../scripts/release-changelog.mjs';

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
