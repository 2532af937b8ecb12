/**
 * Lists the documentation pages of providers that are to be read, or read again: `npm run facts -- --older-than 90` (days, the default).
 * Exits with 1 if there are any.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { 'older-than': { type: 'string', default: '90' } } });
const days = Number(values['older-than']);
if (!Number.isInteger(days) || days < 0) {
  console.error('--older-than: a number of days is needed');
  process.exit(2);
}
const folder = new URL('../docs/providers/', import.meta.url);
const pages = Object.entries(JSON.parse(readFileSync(new URL('pages.json', folder), 'utf8')));
const limit = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const old = pages
  .map(([page, read]) => [page, read ?? 'never'])
  .filter(([, read]) => read === 'never' || read < limit);
old.sort(([, one], [, other]) => one.localeCompare(other));
for (const [page, read] of old) console.log(`${read.padEnd(10)}  ${page}`);
console.log(`${old.length} of ${pages.length} pages were not read since ${limit}`);
process.exitCode = old.length > 0 ? 1 : 0;
