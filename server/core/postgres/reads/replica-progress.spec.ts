import { ReplicaProgress } from './replica-progress.js';

let progress: ReplicaProgress;
beforeEach(() => {
  progress = new ReplicaProgress();
});

test('nothing is known before the replica has reached a position of the primary', () => {
  progress.sampled(100, 1000);
  progress.replayed(99);
  expect(progress.completeTo).toBe(Number.NEGATIVE_INFINITY);
});

test('a replica is complete up to when the latest position that it has reached was asked for', () => {
  progress.sampled(100, 1000);
  progress.sampled(200, 2000);
  progress.sampled(300, 3000);
  progress.replayed(250);
  expect(progress.completeTo).toBe(2000);
  progress.replayed(300);
  expect(progress.completeTo).toBe(3000);
});

test('a primary that nothing writes to does not look like a late replica', () => {
  for (const at of [1000, 2000, 3000]) {
    progress.sampled(100, at);
    progress.replayed(100);
  }
  expect(progress.completeTo).toBe(3000);
});

test('a replica that stands still gets older', () => {
  progress.sampled(100, 1000);
  progress.replayed(100);
  progress.sampled(200, 2000);
  progress.replayed(100);
  expect(progress.completeTo).toBe(1000);
});

test('a replica that has what the primary does not is ahead, until the primary has passed it', () => {
  progress.sampled(100, 1000);
  progress.replayed(120);
  progress.sampled(110, 2000);
  expect(progress.isAhead).toBe(true);
  progress.sampled(130, 3000);
  expect(progress.isAhead).toBe(false);
});

test('positions of a former primary are forgotten', () => {
  progress.sampled(500, 1000);
  progress.sampled(90, 2000);
  progress.replayed(90);
  expect(progress.completeTo).toBe(2000);
  progress.sampled(80, 3000);
  expect(progress.completeTo).toBe(Number.NEGATIVE_INFINITY);
});
