import { movementsOf } from './movements.js';

const change = (key: string | null, now: number, before: number) => ({ key, now, before });

test('the greatest changes come first, in either direction', () => {
  expect(movementsOf([change('a', 10, 0), change('b', 0, 90), change('c', 50, 20)])).toEqual([
    change('b', 0, 90),
    change('c', 50, 20),
    change('a', 10, 0),
  ]);
});

test('what did not change is no movement', () => {
  expect(movementsOf([change('a', 10, 10), change('b', 1, 0)])).toEqual([change('b', 1, 0)]);
});

test('all others are one movement, so that the sum is the whole change', () => {
  const changes = [
    ...Array.from({ length: 14 }, (_, index) => change(`m${index}`, 100 + index, 0)),
    change(null, 7, 3),
  ];
  const movements = movementsOf(changes);
  expect(movements).toHaveLength(11);
  expect(movements.at(-1)).toEqual(change(null, 100 + 101 + 102 + 103 + 7, 3));
  const total = (rows: typeof changes) => rows.reduce((sum, { now, before }) => sum + now - before, 0);
  expect(total(movements)).toBe(total(changes));
});
