import { readUsage } from '../kit/openai/chat-answer/usage.js';
import {
  atPriceFactor,
  cacheReadTotal,
  divided,
  imageFactorOf,
  inputTotal,
  mergeUsage,
  noUsage,
  outputTotal,
  reportedTier,
  serviceTierOf,
  stepTokens,
  withUnread,
  type Usage,
} from './usage.js';

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

test('what a report does not name is undefined in it and stays', () => {
  const usage = mergeUsage(noUsage(), { input: 8, output: 2, more: { audioOutput: 3 } });
  expect(mergeUsage(usage, { input: undefined, output: undefined, serviceTier: undefined })).toStrictEqual({
    ...noUsage(),
    input: 8,
    output: 2,
    more: { audioOutput: 3 },
  });
});

test('members that no reader knows are collected; a later report of one replaces the earlier', () => {
  const usage = mergeUsage(noUsage(), { unread: { a: 1, b: 1 } });
  expect(mergeUsage(usage, { output: 1 }).unread).toEqual({ a: 1, b: 1 });
  expect(mergeUsage(usage, { unread: { b: 2, 'c.d': 3 } }).unread).toEqual({ a: 1, b: 2, 'c.d': 3 });
  expect(withUnread({ input: 1 }, { a: 1 })).toEqual({ input: 1, unread: { a: 1 } });
  expect(withUnread({ input: 1 }, undefined)).toStrictEqual({ input: 1 });
  expect(withUnread(undefined, { a: 1 })).toBeUndefined();
});

/** OpenAI, Anthropic and Groq name ordinary service differently; `auto` is what a request asks for. */
test.each<[unknown, string | undefined, string | undefined]>([
  ['priority', 'priority', 'priority'],
  ['flex', 'flex', 'flex'],
  ['default', undefined, ''],
  ['standard', undefined, ''],
  ['on_demand', undefined, ''],
  ['auto', undefined, undefined],
  ['', undefined, undefined],
  [null, undefined, undefined],
  [1, undefined, undefined],
  ['x'.repeat(33), 'x'.repeat(32), 'x'.repeat(32)],
])('the service tier %j', (value, tier, reported) => {
  expect(serviceTierOf(value)).toBe(tier);
  expect(reportedTier(value)).toBe(reported);
});

describe('the usage of a provider that stated a total only', () => {
  test.each<[string, Usage, number, Usage]>([
    [
      'is divided by the known output',
      { ...noUsage(), input: 100, more: { undivided: true } },
      30,
      { ...noUsage(), input: 70, output: 30 },
    ],
    [
      'has no more output than its total',
      { ...noUsage(), input: 20, more: { undivided: true } },
      30,
      { ...noUsage(), output: 20 },
    ],
    [
      'keeps its other classes',
      { ...noUsage(), input: 100, serviceTier: 'flex', more: { undivided: true, tools: { search: 1 } } },
      30,
      { ...noUsage(), input: 70, output: 30, serviceTier: 'flex', more: { tools: { search: 1 } } },
    ],
  ])('%s', (_case, usage, output, expected) => {
    expect(divided(usage, output)).toStrictEqual(expected);
  });

  test.each<[Partial<Usage>]>([[{}], [{ more: { audioInput: 5 } }]])('others are unchanged: %j', (more) => {
    const usage = { ...noUsage(), input: 100, ...more };
    expect(divided(usage, 30)).toBe(usage);
  });
});

describe('images that cost a multiple of the price per call', () => {
  const images = { ...noUsage(), more: { images: 3, tools: { search: 1 } } };

  test('are as many calls; what else there is stays', () => {
    expect(atPriceFactor(images, 2.5)).toEqual({ ...images, more: { ...images.more, calls: 7.5 } });
    expect(imageFactorOf(atPriceFactor(images, 2.5))).toBe(2.5);
  });

  test.each<[string, Usage, number | undefined]>([
    ['no factor', images, undefined],
    ['no images', { ...noUsage(), more: { audioInput: 5 } }, 2],
    ['text alone', noUsage(), 2],
  ])('with %s the usage stays', (_case, usage, factor) => {
    expect(atPriceFactor(usage, factor)).toBe(usage);
  });

  test.each<[string, Usage | undefined]>([
    ['nothing', undefined],
    ['text alone', noUsage()],
    ['images without calls', { ...noUsage(), more: { images: 3 } }],
    ['calls without images', { ...noUsage(), more: { calls: 3 } }],
  ])('an estimate with %s has no factor', (_case, estimate) => {
    expect(imageFactorOf(estimate)).toBeUndefined();
  });
});

describe('totals', () => {
  const classes = { input: 1, cacheRead: 2, cacheWrite5m: 4, cacheWrite1h: 8, output: 16, reasoning: 32 };
  const more = {
    audioInput: 64,
    audioCacheRead: 128,
    imageInput: 256,
    audioOutput: 512,
    imageOutput: 1024,
  };

  test.each<[string, Usage, number, number, number]>([
    ['text', classes, 15, 2, 48],
    ['text, audio and images', { ...classes, more }, 15 + 448, 130, 48 + 1536],
    ['tools', { ...classes, more: { tools: { search: 1 } } }, 15, 2, 48],
  ])('of %s', (_case, usage, input, cacheRead, output) => {
    expect(inputTotal(usage)).toBe(input);
    expect(cacheReadTotal(usage)).toBe(cacheRead);
    expect(outputTotal(usage)).toBe(output);
  });

  test('of additional model calls', () => {
    const step = (usage: Usage) => ({ kind: 'compaction', usage });
    expect(stepTokens(classes)).toBe(0);
    expect(stepTokens({ ...classes, more })).toBe(0);
    expect(stepTokens({ ...classes, more: { steps: [step(classes), step({ ...classes, more })] } })).toBe(
      2 * 63 + 1984,
    );
  });
});
