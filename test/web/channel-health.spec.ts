import type { TFunction } from 'i18next';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import type { ChannelHealthResponse } from '../../server/contract/resources/channels/channel-health.js';
import {
  orderFilters,
  orderText,
  sortQuery,
  sortedColumn,
} from '../../web/src/features/channels/channel-order';
import { causesOf } from '../../web/src/features/channels/health/causes';
import {
  lastsText,
  rateText,
  secondsText,
  successText,
} from '../../web/src/features/channels/health/health-format';

/** The key with its parameters. */
const t = ((key: string, parameters: object = {}) =>
  [key, ...Object.values(parameters)].join(' ')) as unknown as TFunction;

test.each([
  [0, '< 0.1'],
  [99, '< 0.1'],
  [100, '0.1'],
  [1234, '1.2'],
  [9949, '9.9'],
  [9960, '10'],
  [12_600, '13'],
])('%i ms until the first token are %s s', (ms, seconds) => {
  expect(secondsText(ms, t)).toBe(`channel.seconds ${seconds}`);
});

test.each([
  [10, 0, '100%'],
  [3000, 1, '99.9%'],
  [100_000, 1, '99.9%'],
  [8, 1, '87.5%'],
  [5, 5, '0.0%'],
])('%i calls of which %i failed: %s', (attempts, failures, text) => {
  expect(successText(attempts, failures)).toBe(text);
});

test.each([
  [0, 'nothing'],
  [0.5, 'less'],
  [5.9, 'hours 5'],
  [48, 'hours 48'],
  [49, 'days 2'],
  [331, 'days 13'],
])('a balance for %d hours', (hours, text) => {
  expect(lastsText(hours, t)).toBe(`channelHealth.lasts.${text}`);
});

test.each([
  [0, '0'],
  [0.2, '0.2'],
  [9.96, '10'],
  [123.4, '123'],
])('%d calls a minute', (perMinute, text) => {
  expect(rateText(perMinute)).toBe(text);
});

test('an order is a column of the table and a text, and unknown ones are ignored', () => {
  const spend = { sort: 'quota_today', descending: 'true' };
  expect(orderText(spend)).toBe('-quota_today');
  expect(orderFilters('-quota_today')).toEqual(spend);
  expect(sortedColumn(spend)).toEqual({ column: 'quota_today', descending: true });
  expect(sortQuery({ ...spend, tag_mode: 'false' })).toMatchObject({
    sort: 'quota_today',
    descending: true,
    today: expect.any(Number) as number,
  });
  expect(sortQuery({ ...spend, tag_mode: 'true' })).toEqual({});
  const trouble = { sort: 'trouble', descending: '' };
  expect(sortedColumn(trouble)).toEqual({ column: 'status', descending: false });
  expect(sortQuery({ ...trouble, tag_mode: 'false' })).toEqual({ sort: 'trouble' });
  for (const sort of ['', 'key']) {
    expect(sortQuery({ sort, descending: 'true', tag_mode: 'false' })).toEqual({});
    expect(orderText({ sort, descending: 'true' })).toBe('');
    expect(sortedColumn({ sort, descending: '' })).toBeUndefined();
  }
});

test('a row that is newer than the figures disproves their reasons', () => {
  const health = {
    attention: ['disabled', 'failing', 'failed_test', 'low_balance', 'never_tested'],
    failing_models: ['a', 'b', 'c', 'd', 'e', 'f'],
    balance_hours: 5,
  } as unknown as ChannelHealthResponse;
  const row = {
    status: 3,
    balance: 1,
    test_time: 0,
    last_test: { ok: false, message: 'key revoked' },
  } as ChannelResponse;
  const reasons = (change: Partial<ChannelResponse>) =>
    causesOf({ ...row, ...change }, health, t).map(({ reason }) => reason);
  expect(causesOf(row, health, t)).toEqual([
    { reason: 'disabled', detail: 'channel.autoDisabled' },
    {
      reason: 'failing',
      detail:
        'channelHealth.detail.failing achannel.commabchannel.commacchannel.commadchannel.commae channel.andMore 1',
    },
    { reason: 'failed_test', detail: 'channelHealth.detail.failed_test key revoked' },
    { reason: 'low_balance', detail: 'channelHealth.detail.low_balance channelHealth.lasts.hours 5' },
    { reason: 'never_tested', detail: 'channelHealth.detail.never_tested' },
  ]);
  expect(reasons({ status: 1, test_time: 9, last_test: null })).toEqual(['failing', 'low_balance']);
  expect(reasons({ status: 2 })).toEqual([]);
  expect(causesOf(row, undefined, t)).toEqual([]);
});
