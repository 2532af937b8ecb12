import type { Cell } from './cost-rows.js';
import { costSeries } from './cost-series.js';

const cell = (by: string, thenBy: string | null, quota: number): Cell => ({
  by,
  thenBy,
  span: 0,
  requests: 1,
  promptTokens: 10,
  completionTokens: 2,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  quota,
  listQuota: quota,
});

test.each([
  ['quota', [1, 0, 3], [0, 0, 2], [99, 0, 0]],
  ['requests', [1, 0, 1], [0, 0, 1], [1, 0, 0]],
  ['tokens', [12, 0, 12], [0, 0, 12], [12, 0, 0]],
  ['margin', [0, 0, 0], [0, 0, 0], [0, 0, 0]],
] as const)(
  '%s: each value has a number for every time, the highest charges first and the others last',
  (measure, a, b, others) => {
    const cells = [cell('100', null, 99), cell('100', 'a', 1), cell('300', 'b', 2), cell('300', 'a', 3)];
    const pricing = { spans: [], quotaPerUnit: 1 };
    expect(costSeries({ by: 'day', measure }, [100, 200, 300], cells, pricing)).toEqual({
      by: 'day',
      measure,
      times: [100, 200, 300],
      values: [
        { key: 'a', numbers: a },
        { key: 'b', numbers: b },
        { key: null, numbers: others },
      ],
    });
  },
);
