import { exclusive } from './intervals.js';

test('rounds do not overlap: a call during a round waits for that round', async () => {
  let started = 0;
  let finish: () => void = () => undefined;
  const round = exclusive('test', async () => {
    started++;
    await new Promise<void>((resolve) => (finish = resolve));
  });
  const calls = [round(), round()];
  expect(started).toBe(1);
  finish();
  await Promise.all(calls);
  void round();
  expect(started).toBe(2);
});

test('a failed round does not end the next ones', async () => {
  let started = 0;
  const round = exclusive('test', () => {
    started++;
    return Promise.reject(new Error('expected by this test'));
  });
  await round();
  await round();
  expect(started).toBe(2);
});
