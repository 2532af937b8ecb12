import { readFileSync } from 'node:fs';
import { hasTest } from './named-tests.js';

/**
 * docs/promises.md names a test for every promise of the changelog. A new bullet needs a row; a row belongs to the bullet of its
 * section that has its phrase.
 */
const PAGE = 'docs/promises.md';

interface Row {
  readonly section: string;
  readonly phrase: string;
  readonly file: string;
  readonly title: string;
}

/** The text of a page by its sections (`Added`, `Changed` …), those of all releases together. */
function sectionsOf(page: string, heading: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const part of page.split(`\n${heading} `).slice(1)) {
    const [name = '', ...lines] = part.split('\n');
    sections.set(name, `${sections.get(name) ?? ''}\n${lines.join('\n')}`);
  }
  return sections;
}

/** The bullets of a section, each on one line. */
function bulletsOf(section: string): string[] {
  return [...section.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, text = '']) => text.replaceAll('\n  ', ' '));
}

/** @param promises the text of docs/promises.md */
function rowsOf(promises: string): Row[] {
  return [...sectionsOf(promises, '##')].flatMap(([section, text]) =>
    text.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, phrase = '', , file = '', title = ''] = cells;
      const isRow = cells.length > 1 && phrase !== 'Promise' && !phrase.startsWith('---');
      return isRow ? [{ section, phrase, file, title }] : [];
    }),
  );
}

/** What is wrong with the rows: bullets without one, and rows whose bullet or test does not exist. */
function problems(changelog: string, rows: readonly Row[]): string[] {
  const bullets = new Map(
    [...sectionsOf(changelog, '###')].map(([section, text]) => [section, bulletsOf(text)]),
  );
  const found = (row: Row) =>
    (bullets.get(row.section) ?? []).filter((bullet) => bullet.includes(row.phrase));
  const unproven = [...bullets].flatMap(([section, texts]) =>
    texts
      .filter((bullet) => !rows.some((row) => row.section === section && bullet.includes(row.phrase)))
      .map((bullet) => `${section}: no row for: ${bullet}`),
  );
  const lost = rows
    .filter((row) => found(row).length !== 1)
    .map((row) => `${row.section}: "${row.phrase}" is in ${found(row).length} bullets`);
  const missing = rows
    .filter(({ file, title }) => !hasTest(file, title))
    .map(({ file, title }) => `${file} has no test "${title}"`);
  return [...unproven, ...lost, ...missing];
}

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const rows = rowsOf(readFileSync(PAGE, 'utf8'));

test('every promise of the changelog has a test that exists', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(problems(changelog, rows)).toEqual([]);
});

test('a bullet without a row, a row without a bullet and an unknown test are found', () => {
  const text =
    '## [Unreleased]\n\n### Added\n\nGroup\n\n- One\n  thing.\n- Another.\n\n### Changed\n\n- Thing.\n';
  const row = {
    file: 'test/docs/promises',
    title: 'every promise of the changelog has a test that exists',
  };
  const good = [
    { section: 'Added', phrase: 'One thing', ...row },
    { section: 'Added', phrase: 'Another', ...row },
    { section: 'Changed', phrase: 'Thing', ...row },
  ];
  expect(problems(text, good)).toEqual([]);
  expect(problems(text, good.slice(1))).toEqual(['Added: no row for: One thing.']);
  expect(problems(text, [...good, { section: 'Changed', phrase: 'One', ...row }])).toEqual([
    'Changed: "One" is in 0 bullets',
  ]);
  expect(problems(text, [...good, { ...good[0]!, title: 'no such test' }])).toEqual([
    'test/docs/promises has no test "no such test"',
  ]);
  expect(problems(text, [...good, { ...good[0]!, file: 'test/docs/none' }])).toHaveLength(1);
});
