import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidEnvironment, readEnv } from './env.js';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-secrets-'));
const variables = {
  DATABASE_URL: 'postgres://user:secret@host/db',
  REDIS_URL: 'redis://host',
  TOLLGATE_SECRET: 'a secret of sixteen',
};

/** @returns the path of a file with this content */
function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

function linesOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.lines;
    throw error;
  }
  return [];
}

test.each([
  ['DATABASE_URL', 'postgres://other:secret@host/db'],
  ['REDIS_URL', 'rediss://:secret@host/2'],
  ['TOLLGATE_SECRET', 'another secret, of a file'],
  ['METRICS_TOKEN', 'a token with spaces '],
  ['INITIAL_ROOT_PASSWORD', ' 12345678'],
] as const)('%s can come from a file, without the line break at its end', (name, value) => {
  const { [name as 'REDIS_URL']: _, ...others } = variables;
  for (const ending of ['', '\n', '\r\n'])
    expect(readEnv({ ...others, [`${name}_FILE`]: file(name, value + ending) })[name]).toBe(value);
});

test('only one line break is removed', () => {
  const path = file('two', 'a secret of two lines\n\n');
  expect(readEnv({ ...variables, TOLLGATE_SECRET: '', TOLLGATE_SECRET_FILE: path }).TOLLGATE_SECRET).toBe(
    'a secret of two lines\n',
  );
});

test('a secret and its file together are refused', () => {
  expect(linesOf({ ...variables, REDIS_URL_FILE: file('redis', 'redis://other') })).toEqual([
    'REDIS_URL_FILE: REDIS_URL is set, too: set only one of the two',
  ]);
});

test.each([
  ['missing', join(directory, 'missing'), /cannot read .*missing \(ENOENT\): correct the path/],
  ['a directory', directory, /cannot read .* \(EISDIR\): correct the path/],
  ['empty', file('empty', '\n'), /empty is empty: write the value into the file/],
])('a file that is %s is one line', (_what, path, expected) => {
  const lines = linesOf({ ...variables, TOLLGATE_SECRET: '', TOLLGATE_SECRET_FILE: path });
  expect(lines).toEqual([expect.stringMatching(expected)]);
  expect(lines[0]).toMatch(/^TOLLGATE_SECRET_FILE: /);
});

test('the content of a file is checked as that of the variable, and never printed', () => {
  const path = file('short', 'short');
  const lines = linesOf({ ...variables, TOLLGATE_SECRET: '', TOLLGATE_SECRET_FILE: path });
  expect(lines).toEqual(['TOLLGATE_SECRET: must have at least 16 characters']);
});
