import { entryUsage, type CountedEntry } from './entry-usage.js';

const charge: CountedEntry = {
  at: 7200,
  requestId: 'r1',
  kind: 'consume',
  userId: 3,
  tokenId: 4,
  channelId: 5,
  quota: 300,
  uncollected: 0,
  modelName: 'm',
  group: 'vip',
  promptTokens: 100,
  completionTokens: 10,
  other: '{"group_ratio":0.5,"cache_tokens":40}',
};
const key = { at: 7200, userId: 3, tokenId: 4, channelId: 5, model: 'm', group: 'vip' };
const noTokens = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 };

test('a charge counts its tokens, and its cost without the group ratio', () => {
  expect(entryUsage(charge)).toEqual({
    ...key,
    requests: 1,
    promptTokens: 100,
    completionTokens: 10,
    cachedTokens: 40,
    cacheWriteTokens: 0,
    quota: 300,
    listQuota: 600,
  });
});

test('what no balance paid is part of the cost, not of the quota', () => {
  expect(entryUsage({ ...charge, quota: 200, uncollected: 100 })).toMatchObject({
    quota: 200,
    listQuota: 600,
  });
});

test('what a task cost beyond its estimate is no request', () => {
  expect(entryUsage({ ...charge, requestId: 'r1:settle' })).toMatchObject({ requests: 0, quota: 300 });
});

test('a charge that is not in the log has no model', () => {
  const none = { modelName: null, group: null, promptTokens: null, completionTokens: null, other: null };
  expect(entryUsage({ ...charge, ...none })).toEqual({
    ...key,
    model: '',
    group: '',
    ...noTokens,
    requests: 1,
    quota: 300,
    listQuota: 300,
  });
});

test.each([
  // A failed task is no request, and the provider was not paid.
  ['refund', -1, -600],
  // An estimate was too high.
  ['settle', 0, -600],
  // The provider was paid.
  ['admin_refund', 0, 0],
] as const)('%s counts %d requests and a list price of %d', (kind, requests, listQuota) => {
  expect(entryUsage({ ...charge, kind, quota: -300 })).toEqual({
    ...key,
    ...noTokens,
    requests,
    quota: -300,
    listQuota: listQuota || 0,
  });
});

test('a correction counts the difference: the row has the tokens of both', () => {
  expect(entryUsage({ ...charge, kind: 'correction', quota: -40 })).toEqual({
    ...key,
    ...noTokens,
    requests: 0,
    quota: -40,
    listQuota: -80,
  });
});
