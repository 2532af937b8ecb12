import { existsSync } from 'node:fs';
import { leftOut } from '../setup/long-tests.mjs';

const patterns = leftOut([], false);

test('each long test exists', () => {
  const files = patterns.map((pattern) => pattern.slice(1, -1).replaceAll('\\', ''));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test.each(['test/console/lists', 'test/console/lists.spec.ts', 'test/console', 'keyboard'])(
  'a run of %s leaves no long test out',
  (part) => expect(leftOut([part], false)).toEqual([]),
);

test('nothing is left out of test:all', () => expect(leftOut([], true)).toEqual([]));

test.each([['test/users'], ['--selectProjects', 'unit'], ['--maxWorkers=2']])(
  'a run of %s %s leaves them out',
  (...args) => expect(leftOut(args, false)).toEqual(patterns),
);
