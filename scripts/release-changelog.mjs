// Turns the section [Unreleased] of CHANGELOG.md into that of a version. `npm run release -- minor` (or patch, major, 1.2.3) sets
// the version in package.json, runs this file, commits and tags.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const HEADING = '## [Unreleased]\n';

/**
 * @param {string} changelog in the form of Keep a Changelog
 * @param {string} version
 * @param {string} date YYYY-MM-DD
 * @returns {string} the changelog with a dated section for the version below an empty [Unreleased]
 */
export function releasedChangelog(changelog, version, date) {
  const start = changelog.indexOf(HEADING);
  if (start < 0) throw new Error('CHANGELOG.md has no section [Unreleased]');
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md already has a section ${version}`);
  const rest = changelog.slice(start + HEADING.length);
  const [changes] = rest.split(/^## \[/m);
  if (!/^- /m.test(changes ?? '')) throw new Error('[Unreleased] is empty: there is nothing to release');
  return `${changelog.slice(0, start)}${HEADING}\n## [${version}] - ${date}\n${rest}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { npm_package_version: version } = process.env;
  if (!version) throw new Error('run by `npm run release`');
  const changelog = fs.readFileSync('CHANGELOG.md', 'utf8');
  fs.writeFileSync(
    'CHANGELOG.md',
    releasedChangelog(changelog, version, new Date().toISOString().slice(0, 10)),
  );
}
