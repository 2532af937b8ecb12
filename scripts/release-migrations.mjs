// Adds a version to server/database/releases.ts, with the migrations that no release before it has. `npm run release` runs this file.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';

const RELEASES = 'server/database/releases.ts';
const MIGRATIONS = 'server/database/migrations/index.ts';
const LIST = /(export const releases: readonly Release\[\] = \[)([\s\S]*?)(\];\n)$/;

/**
 * @param {string} releases content of releases.ts
 * @param {string} migrations content of migrations/index.ts
 * @param {string} version
 * @returns {Promise<string>} releases.ts with the version at the end
 */
export async function releasedMigrations(releases, migrations, version) {
  const [, head, listed, end] = LIST.exec(releases) ?? [];
  if (head === undefined) throw new Error(`${RELEASES} has another form than this script writes`);
  if (listed.includes(`version: '${version}'`)) throw new Error(`${RELEASES} already has ${version}`);
  const [, all] = /export const migrations.*? = \[([^\]]*)\];/.exec(migrations) ?? [];
  const names = all?.match(/\w+\d{13}/g) ?? [];
  if (names.length === 0) throw new Error(`${MIGRATIONS} has another form than this script reads`);
  const added = names.filter((name) => !listed.includes(`'${name}'`));
  const entry = `{\n version: '${version}', migrations: [${added.map((name) => `'${name}'`).join(', ')}] },\n`;
  const text = releases.slice(0, releases.length - head.length - listed.length - end.length);
  return format(`${text}${head}${listed}${entry}${end}`, {
    ...(await resolveConfig(RELEASES)),
    parser: 'typescript',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { npm_package_version: version } = process.env;
  if (!version) throw new Error('run by `npm run release`');
  const read = (file) => fs.readFileSync(file, 'utf8');
  fs.writeFileSync(RELEASES, await releasedMigrations(read(RELEASES), read(MIGRATIONS), version));
}
