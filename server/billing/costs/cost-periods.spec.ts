import { partsOf, undividedDays } from './cost-periods.js';

const DAY = 86_400;
const HOUR = 3600;

describe('undivided days', () => {
  const starts = [0, DAY, 2 * DAY, 3 * DAY];

  test('are those of 24 hours; where the last one ends is not known', () => {
    expect(undividedDays(starts, [])).toEqual([0, DAY, 2 * DAY]);
    expect(undividedDays([0, DAY + HOUR, 2 * DAY + HOUR], [])).toEqual([DAY + HOUR]);
    expect(undividedDays([], [])).toEqual([]);
  });

  test('have no time within them at which something else begins to count', () => {
    expect(undividedDays(starts, [DAY + HOUR])).toEqual([0, 2 * DAY]);
    expect(undividedDays(starts, [2 * DAY, DAY, 0])).toEqual([0, DAY, 2 * DAY]);
    expect(undividedDays(starts, [2 * DAY + 1, -5, 1, 2 * DAY + 1, 9 * DAY])).toEqual([DAY]);
  });
});

describe('parts of periods', () => {
  test('are the days within them, and the hours of the rest', () => {
    expect(partsOf([{ from: 2 * HOUR, to: 4 * DAY + HOUR }], [0, DAY, 3 * DAY, 4 * DAY])).toEqual({
      days: [DAY, 3 * DAY],
      hours: [
        { from: 2 * HOUR, to: DAY },
        { from: 2 * DAY, to: 3 * DAY },
        { from: 4 * DAY, to: 4 * DAY + HOUR },
      ],
    });
  });

  test('of successive periods do not overlap', () => {
    const parts = partsOf(
      [
        { from: 0, to: DAY },
        { from: DAY, to: 2 * DAY + HOUR },
      ],
      [0, DAY],
    );
    expect(parts).toEqual({ days: [0, DAY], hours: [{ from: 2 * DAY, to: 2 * DAY + HOUR }] });
  });

  test('without summed days are the periods', () => {
    expect(partsOf([{ from: 0, to: DAY }], [])).toEqual({ days: [], hours: [{ from: 0, to: DAY }] });
    expect(partsOf([{ from: 0, to: DAY }], [0])).toEqual({ days: [0], hours: [] });
  });
});
