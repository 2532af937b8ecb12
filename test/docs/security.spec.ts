import { existsSync, readFileSync } from 'node:fs';
import { hasTest } from './named-tests.js';

/** docs/security/asvs.md has a row for every requirement of OWASP ASVS 5.0 of level 1 or 2, with evidence that exists. */
const PAGE = 'docs/security/asvs.md';

/** Number of requirements of these levels by section; they are numbered from 1 on without gaps. */
const SECTIONS = `
  V1.1: 2, V1.2: 9, V1.3: 11, V1.4: 3, V1.5: 2, V2.1: 3, V2.2: 3, V2.3: 4, V2.4: 1, V3.2: 2, V3.3: 4, V3.4: 6, V3.5: 5, V3.7: 2,
  V4.1: 3, V4.2: 1, V4.3: 2, V4.4: 4, V5.1: 1, V5.2: 3, V5.3: 2, V5.4: 3, V6.1: 3, V6.2: 12, V6.3: 4, V6.4: 4, V6.5: 5, V6.6: 3,
  V6.8: 4, V7.1: 3, V7.2: 4, V7.3: 2, V7.4: 5, V7.5: 2, V7.6: 2, V8.1: 2, V8.2: 3, V8.3: 1, V8.4: 1, V9.1: 3, V9.2: 4, V10.1: 2,
  V10.2: 2, V10.3: 4, V10.4: 11, V10.5: 5, V10.6: 2, V10.7: 3, V11.1: 2, V11.2: 3, V11.3: 3, V11.4: 4, V11.5: 1, V11.6: 1,
  V12.1: 3, V12.2: 2, V12.3: 4, V13.1: 1, V13.2: 5, V13.3: 2, V13.4: 5, V14.1: 2, V14.2: 4, V14.3: 3, V15.1: 3, V15.2: 3,
  V15.3: 7, V16.1: 1, V16.2: 5, V16.3: 4, V16.4: 3, V16.5: 3, V17.1: 1, V17.2: 4, V17.3: 2`;

const requirements = [...SECTIONS.matchAll(/(V[\d.]+): (\d+)/g)].flatMap(([, section, number]) =>
  Array.from({ length: Number(number) }, (_, index) => `${section}.${index + 1}`),
);

interface Row {
  readonly id: string;
  readonly here: string;
  readonly state: string;
  /** A test without `.spec.ts`, or a file; '' = none. */
  readonly file: string;
  /** Title of a test, text of a file, or a reason. */
  readonly evidence: string;
}

function rowsOf(page: string): Row[] {
  return page
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const [, id = '', here = '', state = '', file = '', evidence = ''] = line
        .split('|')
        .map((cell) => cell.trim());
      return { id, here, state, file, evidence };
    });
}

function exists(file: string): boolean {
  return existsSync(file) || existsSync(`${file}.spec.ts`);
}

/** What is wrong with a row; undefined if nothing is. */
function problemOf({ id, here, state, file, evidence }: Row): string | undefined {
  if (here === '' || evidence === '') return `${id}: says nothing`;
  if (file !== '' && !exists(file)) return `${id}: no file ${file}`;
  switch (state) {
    case 'met':
      if (hasTest(file, evidence)) return undefined;
      return existsSync(file) && readFileSync(file, 'utf8').includes(evidence)
        ? undefined
        : `${id}: ${file} has no "${evidence}"`;
    case 'operator':
    case 'not applicable':
    case 'open':
      return undefined;
    default:
      return `${id}: unknown state ${state}`;
  }
}

function problems(rows: readonly Row[]): string[] {
  const missing = requirements
    .map((id) => ({ id, count: rows.filter((row) => row.id === id).length }))
    .filter(({ count }) => count !== 1)
    .map(({ id, count }) => `${id} has ${count} rows`);
  const unknown = rows.filter(({ id }) => !requirements.includes(id)).map(({ id }) => `${id} is unknown`);
  return [...missing, ...unknown, ...rows.flatMap((row) => problemOf(row) ?? [])];
}

const rows = rowsOf(readFileSync(PAGE, 'utf8'));

test('every requirement of level 1 and 2 has one row, with a state and evidence that exists', () => {
  expect(requirements).toHaveLength(253);
  expect(problems(rows)).toEqual([]);
});

test('a missing, repeated or unknown requirement, lost evidence and an empty reason are found', () => {
  const [first, second, ...others] = rows;
  const withFirst = (change: Partial<Row>) => problems([{ ...first!, ...change }, second!, ...others]);
  const { id } = first!;
  expect(problems(rows.slice(1))).toEqual([`${id} has 0 rows`]);
  expect(problems([...rows, first!])).toEqual([`${id} has 2 rows`]);
  expect(withFirst({ id: 'V99.1.1' })).toEqual([`${id} has 0 rows`, 'V99.1.1 is unknown']);
  expect(withFirst({ state: 'met', file: 'docs/security.md', evidence: 'no such text' })).toEqual([
    `${id}: docs/security.md has no "no such text"`,
  ]);
  expect(withFirst({ state: 'open', file: '', evidence: '' })).toEqual([`${id}: says nothing`]);
  expect(withFirst({ state: 'operator', file: 'test/docs/none' })).toEqual([`${id}: no file test/docs/none`]);
  expect(withFirst({ state: 'perhaps' })).toEqual([`${id}: unknown state perhaps`]);
});

/** Without `resolved`, npm asks its registry for the package of this name and compares the checksum. */
test('every package comes from the npm registry, with a checksum', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string }>;
  };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.length).toBeGreaterThan(300);
  const others = packages.filter(
    ([, { resolved = 'https://registry.npmjs.org/', integrity = '' }]) =>
      !resolved.startsWith('https://registry.npmjs.org/') || !integrity.startsWith('sha512-'),
  );
  expect(others.map(([path]) => path)).toEqual([]);
});
