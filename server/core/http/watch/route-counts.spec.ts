import { RouteCounts } from './route-counts.js';

test('requests are counted by method, route and class of the status', () => {
  const counts = new RouteCounts();
  for (const status of [200, 204, 404]) counts.add('GET', '/a', status);
  counts.add('POST', '/a', 200);
  expect([...counts.all]).toEqual([
    { method: 'GET', route: '/a', status: '2xx', requests: 2 },
    { method: 'GET', route: '/a', status: '4xx', requests: 1 },
    { method: 'POST', route: '/a', status: '2xx', requests: 1 },
  ]);
});

test('the number of time series is bounded, and no request is left out', () => {
  const counts = new RouteCounts();
  for (let route = 0; route < 10_000; route++) counts.add(`M${route}`, `/${route}`, 200);
  const all = [...counts.all];
  expect(all.length).toBeLessThanOrEqual(3001);
  expect(all.reduce((sum, { requests }) => sum + requests, 0)).toBe(10_000);
  expect(new Set(all.map(({ method }) => method))).toEqual(new Set(['other']));
});
