import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline, DeadlinePassed, within } from './deadline.js';

test('who answers in time is heard', async () => {
  expect(await within(Promise.resolve('here'), 1000, 'Redis')).toBe('here');
  await expect(within(Promise.reject(new Error('no')), 1000, 'Redis')).rejects.toThrow('no');
});

test('who does not is given up on', async () => {
  const never = new Promise(() => undefined);
  await expect(within(never, 20, 'Redis')).rejects.toThrow(DeadlinePassed);
  await expect(within(never, 20, 'Redis')).rejects.toThrow('Redis did not answer within 20 ms');
});

test('the time in which this process stood still does not count', async () => {
  const answer = within(sleep(60, 'here'), 40, 'Redis');
  for (const end = performance.now() + 400; performance.now() < end;);
  expect(await answer).toBe('here');
});

test('and who stays silent after it is given up on all the same', async () => {
  const answer = within(new Promise(() => undefined), 40, 'Redis');
  const refused = expect(answer).rejects.toThrow(DeadlinePassed);
  for (const end = performance.now() + 300; performance.now() < end;);
  await refused;
});

test('a process that stands still all the time gives up as well', async () => {
  const answer = within(new Promise(() => undefined), 300, 'Redis');
  let over = false;
  const refused = expect(answer)
    .rejects.toThrow(DeadlinePassed)
    .finally(() => (over = true));
  for (let turn = 0; turn < 12 && !over; turn++) {
    for (const end = performance.now() + 500; performance.now() < end;);
    await new Promise(setImmediate);
  }
  expect(over).toBe(true);
  await refused;
});

test('one that is begun anew waits its whole time again, and one that is stopped does nothing', () => {
  jest.useFakeTimers();
  try {
    const acted: string[] = [];
    const anew = new Deadline(60, () => acted.push('anew'));
    const stopped = new Deadline(60, () => acted.push('stopped'));
    jest.advanceTimersByTime(40);
    anew.restart();
    stopped.stop();
    jest.advanceTimersByTime(59);
    expect(acted).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(acted).toEqual(['anew']);
  } finally {
    jest.useRealTimers();
  }
});
