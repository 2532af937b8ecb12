import { readUsage } from '../providers/openai/usage.js';
import { inputTotal, mergeUsage, noUsage, outputTotal } from './usage.js';

test('cumulative reports replace each other, they are never added', () => {
  const usage = noUsage();
  mergeUsage(usage, { input: 10, cacheRead: 4 });
  mergeUsage(usage, { output: 5 });
  mergeUsage(usage, { output: 30 });
  expect(usage).toEqual({ ...noUsage(), input: 10, cacheRead: 4, output: 30 });
});

test('zeros in a closing event do not erase the counts of the opening one', () => {
  const usage = mergeUsage(noUsage(), { input: 10, cacheRead: 4 });
  expect(mergeUsage(usage, { input: 0, cacheRead: 0, output: 7 })).toEqual({
    ...noUsage(),
    input: 10,
    cacheRead: 4,
    output: 7,
  });
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
