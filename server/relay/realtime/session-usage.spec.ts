import { priceByCall, priceByToken } from '../../billing/prices/price.js';
import { noUsage } from '../../dialects/canonical/usage.js';
import { chargedOf, conversationAfter, expectedUsage, pricedOnce } from './session-usage.js';

const perToken = priceByToken({
  model: 'm',
  source: 'tables',
  modelRatio: 1,
  completionRatio: 1,
  cacheRatio: 1,
  creationRatio: 1,
  creationRatio1h: 1,
  groupRatio: 1,
});
const perCall = priceByCall('m', 0.1, 1, 500_000);
const bounds = { input: 100, output: 100 };
const usage = { ...noUsage(), input: 10, output: 5 };

test('a response is expected to read the conversation and the pending input', () => {
  const conversation = { ...noUsage(), input: 10, more: { audioInput: 20 } };
  const pending = { ...noUsage(), input: 1, more: { audioInput: 2 } };
  const input = { ...noUsage(), input: 11 };
  expect(expectedUsage(conversation, pending, true)).toEqual({
    ...input,
    output: 100,
    more: { audioInput: 22, audioOutput: 300 },
  });
  expect(expectedUsage(conversation, noUsage(), false)).toEqual({
    ...noUsage(),
    input: 10,
    output: 500,
    more: { audioInput: 20, audioOutput: 0 },
  });
});

test('the next response reads everything of this one, audio as audio', () => {
  const used = {
    ...noUsage(),
    input: 1,
    cacheRead: 2,
    output: 3,
    reasoning: 4,
    more: { audioInput: 5, audioCacheRead: 6, audioOutput: 7 },
  };
  expect(conversationAfter(used)).toEqual({ ...noUsage(), input: 10, more: { audioInput: 18 } });
});

test('a price per call is paid once', () => {
  expect(pricedOnce(usage, perToken, false)).toBe(usage);
  expect(pricedOnce(usage, perCall, false).more).toEqual({ calls: 1 });
  expect(pricedOnce(usage, perCall, true).more).toEqual({ calls: 0 });
});

test('the reported usage is charged within its bounds, else the counted one', () => {
  const counted = { ...noUsage(), output: 3 };
  expect(chargedOf({ reported: usage, counted }, 'complete', true, bounds)).toMatchObject({
    usage,
    source: 'upstream',
  });
  const implausible = { ...noUsage(), output: 5000 };
  expect(chargedOf({ reported: implausible, counted }, 'complete', true, bounds)).toMatchObject({
    usage: { output: 100 },
    implausible: { output: 5000 },
  });
  expect(chargedOf({ reported: undefined, counted }, 'cut-by-client', true, bounds)).toEqual({
    usage: counted,
    source: 'estimated',
    implausible: undefined,
  });
  expect(chargedOf({ reported: undefined, counted }, 'cut-by-client', false, bounds)).toMatchObject({
    usage: noUsage(),
    source: 'none',
  });
});
