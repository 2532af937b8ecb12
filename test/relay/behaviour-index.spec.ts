import { readFileSync } from 'node:fs';
import { hasTest } from '../docs/named-tests.js';

/** A line of behaviour.md. */
interface Line {
  readonly behaviour: number;
  readonly file: string;
  readonly name: string;
}

const BEHAVIOURS = 24;
/** Belong to what other releases bring. */
const NOT_BUILT = [22];

const lines: Line[] = readFileSync('test/relay/behaviour.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, behaviour, file = '', name = ''] =
      /^\| T(\d+)[^|]*\|([^|]*)\|(.*)\|$/.exec(line)?.map((cell) => cell.trim()) ?? [];
    return behaviour === undefined ? [] : [{ behaviour: Number(behaviour), file, name }];
  });

test('every behaviour has a line, in order', () => {
  const named = [...new Set(lines.map(({ behaviour }) => behaviour))];
  expect(named).toEqual(Array.from({ length: BEHAVIOURS }, (_, index) => index + 1));
  expect(lines.filter(({ name }) => name === '').map(({ behaviour }) => behaviour)).toEqual(NOT_BUILT);
});

test('the tests that lines name are there', () => {
  const missing = lines
    .filter(({ behaviour }) => !NOT_BUILT.includes(behaviour))
    .filter(({ file, name }) => !hasTest(file, name));
  expect(missing).toEqual([]);
});
