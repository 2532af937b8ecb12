import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { RequestQueue } from './request-queue.js';

/** Keeps the event loop busy, as heavy requests do. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a request that nothing waits before begins at once', async () => {
  const queue = new RequestQueue();
  const begun: number[] = [];
  for (let i = 0; i < 3; i++) {
    queue.add(() => begun.push(i));
    expect(begun).toHaveLength(i + 1);
    expect(queue.at(performance.now())).toBe(0);
    await sleep(2);
  }
});

test('light requests of one turn begin together', () => {
  const queue = new RequestQueue();
  let begun = 0;
  for (let i = 0; i < 20; i++) queue.add(() => begun++);
  expect(begun).toBe(20);
});

test('heavy ones begin in their order, one in a turn, and others have their turn between them', async () => {
  const queue = new RequestQueue();
  const order: (number | 'other')[] = [];
  for (let i = 0; i < 6; i++)
    queue.add(() => {
      order.push(i);
      work(3);
    });
  expect(order).toEqual([0]);
  while (order.filter((one) => one !== 'other').length < 6) {
    await nextTurn();
    order.push('other');
  }
  expect(order.filter((one) => one !== 'other')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(order.findIndex((one) => one === 'other')).toBeLessThan(order.indexOf(3));
});

test('how long the first has waited can be seen, and new ones wait behind it', async () => {
  const queue = new RequestQueue();
  const begun: string[] = [];
  queue.add(() => work(3));
  queue.add(() => begun.push('first'));
  work(20);
  queue.add(() => begun.push('second'));
  expect(begun).toEqual([]);
  expect(queue.at(performance.now())).toBeGreaterThanOrEqual(20);
  await sleep(5);
  expect(begun).toEqual(['first', 'second']);
  expect(queue.at(performance.now())).toBe(0);
});

test('ten thousand are all begun', async () => {
  const queue = new RequestQueue();
  let begun = 0;
  queue.add(() => work(3));
  for (let i = 0; i < 10_000; i++) queue.add(() => begun++);
  while (begun < 10_000) await nextTurn();
  expect(queue.at(performance.now())).toBe(0);
});
