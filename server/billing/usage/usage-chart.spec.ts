import { usageChart } from './usage-chart.js';

const row = (at: number, model: string, quota: number) => ({
  id: 0,
  user_id: 0,
  username: '',
  model_name: model,
  created_at: at,
  token_used: 10,
  count: 1,
  quota,
});

test('hours are added up by time and model', () => {
  const rows = [row(100, 'a', 1), row(150, 'a', 2), row(199, 'b', 3), row(200, 'a', 4), row(999, 'a', 5)];
  expect(usageChart(rows, [100, 200, 300])).toEqual({
    times: [100, 200, 300],
    models: ['a', 'b'],
    cells: [
      [0, 0, 3, 2, 20],
      [0, 1, 3, 1, 10],
      [1, 0, 4, 1, 10],
      [2, 0, 5, 1, 10],
    ],
  });
});

test('without longer times, each hour is one', () => {
  expect(usageChart([row(100, 'a', 1), row(150, 'a', 2)], undefined)).toMatchObject({
    times: [100, 150],
    cells: [
      [0, 0, 1, 1, 10],
      [1, 0, 2, 1, 10],
    ],
  });
  expect(usageChart([], [100])).toEqual({ times: [], models: [], cells: [] });
});
