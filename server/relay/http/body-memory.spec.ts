import { PerformanceObserver, constants, type PerformanceEntry } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { countBody } from './body-memory.js';

const MIB = 1024 * 1024;

test('the young generation is collected after every 12 MiB of large bodies', () => {
  // Other tests of this process may have received bodies.
  countBody(12 * MIB, () => undefined);
  const collect = jest.fn();
  for (let count = 0; count < 120; count++) countBody(MIB / 4, collect);
  expect(collect).toHaveBeenCalledTimes(2);
});

test('small bodies do not count', () => {
  const collect = jest.fn();
  for (let count = 0; count < 10_000; count++) countBody(8 * 1024, collect);
  expect(collect).not.toHaveBeenCalled();
});

test('the collection is a young one', async () => {
  const kinds: unknown[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      kinds.push((entry as PerformanceEntry & { detail: { kind: number } }).detail.kind);
  });
  observer.observe({ entryTypes: ['gc'] });
  countBody(12 * MIB);
  await sleep(50);
  observer.disconnect();
  expect(kinds).toContain(constants.NODE_PERFORMANCE_GC_MINOR);
});
