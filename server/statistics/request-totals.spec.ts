import { noCounts } from './request-counts.js';
import { RequestTotals } from './request-totals.js';

const row = (channelId: number, model: string, ok = 1) => ({
  at: 60,
  channelId,
  keyIndex: 0,
  model,
  counts: { ...noCounts(), ok, firstToken: [0, ok] },
});

test('minutes and keys are added up by channel and model', () => {
  const totals = new RequestTotals();
  totals.add(row(1, 'a'));
  totals.add({ ...row(1, 'a', 2), at: 120, keyIndex: 3 });
  totals.add(row(2, 'a'));
  expect([...totals.all].map(({ channelId, model, counts }) => [channelId, model, counts.ok])).toEqual([
    [1, 'a', 3],
    [2, 'a', 1],
  ]);
  expect([...totals.all][0]!.counts.firstToken).toEqual([0, 3]);
});

test('failed calls are counted by status; what is no status of HTTP is none', () => {
  const totals = new RequestTotals();
  for (const status of [500, 429, 500, undefined, 0, 9999]) totals.addFailure(status);
  expect([...totals.failedStatuses]).toEqual([
    [500, 2],
    [429, 1],
    [0, 3],
  ]);
});

test('a flood of names has a bounded number of totals and loses no request', () => {
  const totals = new RequestTotals();
  for (let index = 0; index < 5000; index++) totals.add(row(index % 3, `model-${index}`));
  const all = [...totals.all];
  expect(all.length).toBeLessThanOrEqual(1003);
  expect(all.reduce((sum, { counts }) => sum + counts.ok, 0)).toBe(5000);
  expect(all.filter(({ model }) => model === 'other').length).toBe(3);
});
