import { readdirSync, readFileSync } from 'node:fs';
import { isOptionKey, optionDeclarations, optionKeys, type OptionKey } from '../contract/options/index.js';
import { unlistedOptions } from '../contract/options/unlisted.js';

/** Members of `GET /api/status` are read by the console, or by other clients. */
const STATUS = 'server/status/public-status.ts';
const READ = /\b[oO]ptions(?:\(\))?\s*\.get\(\s*([^)]*?)\s*,?\s*\)/g;

const sources = new Map(
  ['server', 'worker', 'web/src']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /(?<!\.spec)\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** Keys read in one file. */
const keysReadIn = (path: string): string[] =>
  [...(sources.get(path) ?? '').matchAll(READ)].map(([, key = '']) => key.replace(/^'(.*)'$/, '$1'));

const serverFiles = [...sources.keys()].filter((path) => !path.startsWith('web/'));

test('every read of an option names a declared key', () => {
  const undeclared = serverFiles.flatMap((path) =>
    keysReadIn(path)
      .filter((key) => !isOptionKey(key))
      .map((key) => `${path}: ${key}`),
  );
  expect(undeclared).toEqual([]);
});

test('every option is read, except those that are declared as stored only', () => {
  const read = new Set(serverFiles.filter((path) => path !== STATUS).flatMap(keysReadIn));
  const unread = optionKeys.filter((key) => !read.has(key) && !isReadFromStatus(key));
  const storedOnly = optionKeys.filter((key) => optionDeclarations[key].storedOnly);
  expect(unread).toEqual(storedOnly);
});

/** True if the option is a member of the status that the console reads, or has no field because other clients read it. */
function isReadFromStatus(key: OptionKey): boolean {
  const member = new RegExp(`(\\w+): (?:\\[\\.\\.\\.)?options\\.get\\('${key.replaceAll('.', '\\.')}'\\)`);
  const name = member.exec(sources.get(STATUS) ?? '')?.[1];
  if (name === undefined) return false;
  // `const { name } = useStatus()`, `status.name`, the `when` of a route; the name alone may be another word.
  const reads = new RegExp(
    [
      `\\{[^{}]*\\b${name}\\b[^{}]*\\} = (?:useStatus\\(\\)|status\\b)`,
      `(?:useStatus\\(\\)|\\bstatus)\\.${name}\\b`,
      `\\bwhen: '${name}'`,
    ].join('|'),
  );
  const readers = [...sources].filter(([path, text]) => path.startsWith('web/') && reads.test(text));
  return readers.length > 0 || key in unlistedOptions;
}
