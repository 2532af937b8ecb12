import { readFileSync } from 'node:fs';
import { noteLine, RULES } from './rules.js';

test('docs/import.md has every rule, as the report states it', () => {
  const page = readFileSync('docs/import.md', 'utf8');
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const missing = Object.values(RULES).filter(
    ({ found, done, todo }) =>
      !cells.some((row) => row[0] === found && row[1] === done && row[2] === (todo || 'nothing')),
  );
  expect(missing).toEqual([]);
});

test('the line of a note names the row, what was found and done, and what is left to do', () => {
  expect(noteLine({ table: 'users', id: '3', code: 'negative_balance', detail: 'bob, -6000' })).toBe(
    'users 3 (bob, -6000): a negative balance; entered as 0, since no balance here is negative. To do: collect the difference outside, if you want it',
  );
});
