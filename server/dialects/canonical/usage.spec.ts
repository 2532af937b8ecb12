import { readUsage } from '../kit/openai/chat-answer/usage.js';
import { inputTotal, mergeUsage, noUsage, outputTotal, reportedTier } from './usage.js';

test('cumulative reports replace each other, they are never added', () => {
  const usage = noUsage();
  mergeUsage(usage, { input: 10, cacheRead: 4 });
  mergeUsage(usage, { output: 5 });
  mergeUsage(usage, { output: 30 });
  expect(usage).toEqual({ ...noUsage(), input: 10, cacheRead: 4, output: 30 });
});

test('a zero that a later report names replaces the earlier count, what it does not name stays', () => {
  const usage = mergeUsage(noUsage(), { input: 8000, cacheRead: 4, output: 2 });
  expect(mergeUsage(usage, { input: 0, cacheRead: 8000 })).toEqual({
    ...noUsage(),
    cacheRead: 8000,
    output: 2,
  });
});

test('cache writes of both lifetimes are replaced together', () => {
  const usage = mergeUsage(noUsage(), { cacheWrite5m: 8000 });
  expect(mergeUsage(usage, { cacheWrite1h: 8000 })).toEqual({ ...noUsage(), cacheWrite1h: 8000 });
  expect(mergeUsage(usage, { cacheWrite5m: 9000 })).toEqual({ ...noUsage(), cacheWrite5m: 9000 });
});

test('audio that turns out to have been cached is not counted twice', () => {
  const usage = mergeUsage(noUsage(), { input: 10, more: { audioInput: 100 } });
  mergeUsage(usage, { input: 10, more: { audioCacheRead: 100 } });
  expect(usage.more).toEqual({ audioCacheRead: 100 });
  expect(mergeUsage(usage, { input: 110 }).more).toBeUndefined();
});

test('calls of tools stay beside the tokens, whichever are reported first', () => {
  const usage = mergeUsage(noUsage(), { input: 10, more: { audioInput: 5 } });
  mergeUsage(usage, { more: { tools: { google_search: 1 } } });
  expect(usage).toMatchObject({ input: 10, more: { audioInput: 5, tools: { google_search: 1 } } });
  expect(mergeUsage(usage, { input: 15 }).more).toEqual({ tools: { google_search: 1 } });
});

test('the tier of the last report that names one counts, ordinary service included', () => {
  const usage = mergeUsage(noUsage(), { serviceTier: 'priority' });
  expect(mergeUsage(usage, { serviceTier: reportedTier('auto') }).serviceTier).toBe('priority');
  expect(mergeUsage(usage, { serviceTier: reportedTier('default') }).serviceTier).toBeUndefined();
});

test('the exact classes at the end replace an estimate at the beginning that held them all', () => {
  const usage = mergeUsage(noUsage(), { input: 3000 });
  mergeUsage(usage, { input: 500, cacheRead: 2400, output: 9 });
  expect([inputTotal(usage), outputTotal(usage)]).toEqual([2900, 9]);
});

test('numbers that no request can have used are not believed', () => {
  const reported = { prompt_tokens: 1e300, completion_tokens: 7, total_tokens: 1e300 };
  for (const read of [readUsage(reported), readUsage({ ...reported, prompt_tokens: Infinity })])
    expect(read).toMatchObject({ input: 0, output: 7 });
  expect(readUsage({ ...reported, completion_tokens: -5 })).toBeUndefined();
});
