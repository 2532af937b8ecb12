import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newFiles } from '../../scripts/examples.mjs';

const FOLDERS = ['server', 'worker', 'web', 'test', 'docs', 'scripts', 'docker'];
const files = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
  ),
];
const pages = files.filter((file) => file.endsWith('.md'));

/** Anchors as GitHub makes them of headings. */
function anchorsOf(page: string): Set<string> {
  const headings = readFileSync(page, 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Code may look like a link. */
const withoutCode = (page: string) => readFileSync(page, 'utf8').replaceAll(/`[^`\n]*`/g, '');

test.each(pages)('%s links to files and headings that exist', (page) => {
  const broken = [...withoutCode(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .map(([link, file = '', anchor]) => ({
      link,
      anchor,
      target: path.join(path.dirname(page), file || path.basename(page)),
    }))
    .filter(
      ({ target, anchor }) => !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor)),
    );
  expect(broken.map(({ link }) => link)).toEqual([]);
});

/** Paths of this repository that start at its root, in comments and texts. */
const PATHS =
  /(?<![\w./@-])(?:server|worker|web\/src|test|docs|scripts|docker|spec|design)\/[\w./-]*\.(?:md|ts|tsx|mjs|json|yaml|conf)\b/g;

/** Files of examples: `npm run check` applies the examples to a copy of the sources. */
const ofExamples = new Set(
  pages.flatMap((page) => newFiles(readFileSync(page, 'utf8')).map(({ file }) => file)),
);

test('files that comments and pages name exist', () => {
  const missing = files
    .filter((file) => /\.(ts|tsx|mjs|md)$/.test(file) && file !== 'CHANGELOG.md')
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(PATHS)]
        .map(([name]) => name)
        .filter(
          (name) => !existsSync(name) && !existsSync(name.replace(/\.js$/, '.ts')) && !ofExamples.has(name),
        )
        .map((name) => `${file}: ${name}`),
    );
  expect(missing).toEqual([]);
});

/** Paths relative to a folder, and bare names of files. */
const SOURCES = /(?<![\w./@…>-])(?:\.\.\/)*[\w-][\w.-]*(?:\/[\w.-]+)*\.(?:ts|tsx|mjs)\b/g;

/**
 * A page in the folder of a module writes paths from a folder above it, or the ends of paths of the module; pages elsewhere write
 * the ends of paths.
 */
function sourceExists(page: string, name: string): boolean {
  const folder = path.dirname(page);
  const isModule = folder !== '.' && !folder.startsWith('docs');
  const parts = folder.split('/');
  const ancestors = parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
  if (['.', ...ancestors].some((ancestor) => existsSync(path.join(ancestor, name)))) return true;
  return files.some((file) => file.endsWith(`/${name}`) && (!isModule || file.startsWith(`${folder}/`)));
}

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names sources that exist', (page) => {
  const names = new Set([...readFileSync(page, 'utf8').matchAll(SOURCES)].map(([name]) => name));
  expect([...names].filter((name) => !sourceExists(page, name) && !ofExamples.has(name))).toEqual([]);
});

/** Identifiers in backticks: names, their members, calls. */
const IDENTIFIERS = /`([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?)`/g;
const words = new Set(
  files
    .filter((file) => /\.(ts|tsx|mjs|yaml|yml|conf|css)$|package\.json$|Dockerfile$/.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').match(/[\w$]+/g) ?? []),
);

/**
 * Names of Postgres, Kubernetes and operating systems, names that are composed at run time, and a word that the glossary rejects.
 */
const FOREIGN =
  /^(Recognise|perf|pg_dump|LC_CTYPE|runAsUser|fsGroup|readOnlyRootFilesystem|\w+_FILE|\w+_pkey)$/;

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names identifiers that exist', (page) => {
  const names = [...readFileSync(page, 'utf8').matchAll(IDENTIFIERS)].flatMap(([, name = '']) =>
    name.replace('()', '').split('.'),
  );
  expect([...new Set(names)].filter((name) => !words.has(name) && !FOREIGN.test(name))).toEqual([]);
});

/** Options, routes, commands, metrics and codes in backticks. */
const NAMED = /`(?:(?:GET|POST|PUT|DELETE) )?(\/?[A-Za-z_][\w./{}-]{3,})`/g;

test('the changelog names what exists', () => {
  const sources = files
    .filter(
      (file) =>
        /\.(ts|tsx|mjs|yaml)$/.test(file) || file === 'package.json' || file === 'docs/management-api.md',
    )
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const names = new Set(
    [...readFileSync('CHANGELOG.md', 'utf8').matchAll(NAMED)].map(([, name = '']) => name),
  );
  expect(names.size).toBeGreaterThan(40);
  expect([...names].filter((name) => !sources.includes(name) && !existsSync(name))).toEqual([]);
});
