import { NEVER_EXPIRES, TokenStatus } from '../contract/enums.js';
import { checkEnabling, limitsOf, recovered, type TokenLimits } from './token-changes.js';
import { tokenColumns } from './token-mapping.js';

const { enabled, disabled, expired, exhausted } = TokenStatus;
const NOW = 1_795_000_000;
const PAST = NOW - 10;
const FUTURE = NOW + 3600;

const limits = (
  status: number,
  expiredTime: number = NEVER_EXPIRES,
  remainQuota = 100,
  unlimitedQuota = false,
): TokenLimits => ({ status, expiredTime, remainQuota, unlimitedQuota });

beforeEach(() => {
  jest.useFakeTimers();
  jest.setSystemTime(NOW * 1000);
});

afterEach(() => {
  jest.useRealTimers();
});

describe('a stopped token is enabled by the edit that removes the reason, and by no other', () => {
  test.each([
    ['expired: a later expiry', limits(expired, PAST), { expiredTime: FUTURE }, enabled],
    ['expired: no expiry any more', limits(expired, PAST), { expiredTime: NEVER_EXPIRES }, enabled],
    ['expired: another expiry in the past', limits(expired, PAST), { expiredTime: PAST - 5 }, expired],
    ['expired: an expiry a second ago', limits(expired, PAST), { expiredTime: NOW - 1 }, expired],
    ['expired: an expiry at this second', limits(expired, PAST), { expiredTime: NOW }, enabled],
    ['expired: the same expiry', limits(expired, PAST), {}, expired],
    ['expired, although its expiry has changed since: the same expiry', limits(expired, FUTURE), {}, expired],
    ['expired: more quota', limits(expired, PAST), { remainQuota: 500 }, expired],
    ['exhausted: more quota', limits(exhausted, NEVER_EXPIRES, 0), { remainQuota: 1 }, enabled],
    ['exhausted: unlimited quota', limits(exhausted, NEVER_EXPIRES, 0), { unlimitedQuota: true }, enabled],
    ['exhausted: less than nothing', limits(exhausted, NEVER_EXPIRES, -5), { remainQuota: 0 }, exhausted],
    ['exhausted: the same quota', limits(exhausted, NEVER_EXPIRES, 0), {}, exhausted],
    ['exhausted, although quota was returned since: the same quota', limits(exhausted), {}, exhausted],
    [
      'exhausted, although quota was returned since: less quota',
      limits(exhausted),
      { remainQuota: 9 },
      exhausted,
    ],
    ['exhausted, with unlimited quota: the same', limits(exhausted, NEVER_EXPIRES, 0, true), {}, exhausted],
    ['exhausted: a later expiry', limits(exhausted, PAST, 0), { expiredTime: FUTURE }, exhausted],
    ['disabled: more quota', limits(disabled, NEVER_EXPIRES, 0), { remainQuota: 500 }, disabled],
    ['disabled: a later expiry', limits(disabled, PAST), { expiredTime: FUTURE }, disabled],
    ['enabled: less quota', limits(enabled), { remainQuota: 1 }, enabled],
  ])('%s', (_edit, before, change, status) => {
    expect(recovered(before, { ...before, ...change })).toBe(status);
  });
});

describe('a stopped token cannot be enabled while the reason lasts', () => {
  test.each([
    ['expired', limits(expired, PAST), 'token_still_expired'],
    ['expired a second ago', limits(expired, NOW - 1), 'token_still_expired'],
    ['expired at this second', limits(expired, NOW), undefined],
    ['expired, with a later expiry', limits(expired, FUTURE), undefined],
    ['expired, without expiry', limits(expired), undefined],
    ['exhausted', limits(exhausted, NEVER_EXPIRES, 0), 'token_still_exhausted'],
    ['exhausted, overdrawn', limits(exhausted, NEVER_EXPIRES, -1), 'token_still_exhausted'],
    ['exhausted, refilled', limits(exhausted, NEVER_EXPIRES, 1), undefined],
    ['exhausted, unlimited', limits(exhausted, NEVER_EXPIRES, 0, true), undefined],
    ['disabled, although expired', limits(disabled, PAST), undefined],
    ['disabled, although exhausted', limits(disabled, NEVER_EXPIRES, 0), undefined],
    ['expired, although exhausted too', limits(expired, FUTURE, 0), undefined],
  ])('%s', (_state, token, code) => {
    const enabling = () => checkEnabling(token);
    if (code === undefined) expect(enabling).not.toThrow();
    else expect(enabling).toThrow(expect.objectContaining({ code }));
  });
});

test('the limits before an edit are a copy', () => {
  const token = { ...limits(expired, PAST, 5, true), name: 'n', group: 'vip' };
  const before = limitsOf(token);
  Object.assign(token, limits(enabled));
  expect(before).toStrictEqual(limits(expired, PAST, 5, true));
});

test('every member of the form is a column, and absent members change nothing', () => {
  expect(
    tokenColumns({
      name: 'n',
      expired_time: 5,
      unlimited_quota: true,
      model_limits_enabled: true,
      model_limits: 'gpt-4o',
      allow_ips: '10.0.0.1',
      group: 'vip',
      cross_group_retry: false,
    }),
  ).toEqual({
    name: 'n',
    expiredTime: 5,
    unlimitedQuota: true,
    modelLimitsEnabled: true,
    modelLimits: 'gpt-4o',
    allowIps: '10.0.0.1',
    group: 'vip',
    crossGroupRetry: false,
  });
  expect(tokenColumns({ unlimited_quota: false, name: undefined })).toEqual({ unlimitedQuota: false });
});
