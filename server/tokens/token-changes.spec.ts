import { NEVER_EXPIRES, TokenStatus } from '../contract/enums.js';
import { checkEnabling, recovered, tokenColumns, type TokenLimits } from './token-changes.js';

const { enabled, disabled, expired, exhausted } = TokenStatus;
const NOW = Math.floor(Date.now() / 1000);
const PAST = NOW - 10;
const FUTURE = NOW + 3600;

const limits = (
  status: number,
  expiredTime: number = NEVER_EXPIRES,
  remainQuota = 100,
  unlimitedQuota = false,
): TokenLimits => ({ status, expiredTime, remainQuota, unlimitedQuota });

describe('a stopped token is enabled by the edit that removes the reason, and by no other', () => {
  test.each([
    ['a later expiry', limits(expired, PAST), { expiredTime: FUTURE }, enabled],
    ['no expiry any more', limits(expired, PAST), { expiredTime: NEVER_EXPIRES }, enabled],
    ['another expiry in the past', limits(expired, PAST), { expiredTime: PAST - 5 }, expired],
    ['the same expiry', limits(expired, PAST), {}, expired],
    ['more quota', limits(expired, PAST), { remainQuota: 500 }, expired],
    ['more quota', limits(exhausted, NEVER_EXPIRES, 0), { remainQuota: 1 }, enabled],
    ['unlimited quota', limits(exhausted, NEVER_EXPIRES, 0), { unlimitedQuota: true }, enabled],
    ['less than nothing', limits(exhausted, NEVER_EXPIRES, -5), { remainQuota: 0 }, exhausted],
    ['the same quota', limits(exhausted, NEVER_EXPIRES, 0), {}, exhausted],
    ['a later expiry', limits(exhausted, PAST, 0), { expiredTime: FUTURE }, exhausted],
    ['more quota', limits(disabled, NEVER_EXPIRES, 0), { remainQuota: 500 }, disabled],
    ['a later expiry', limits(disabled, PAST), { expiredTime: FUTURE }, disabled],
    ['less quota', limits(enabled), { remainQuota: 1 }, enabled],
  ])('%s, from %o', (_edit, before, change, status) => {
    expect(recovered(before, { ...before, ...change })).toBe(status);
  });
});

describe('a stopped token cannot be enabled while the reason lasts', () => {
  test.each([
    ['expired', limits(expired, PAST), 'token_still_expired'],
    ['expired, with a later expiry', limits(expired, FUTURE), undefined],
    ['expired, without expiry', limits(expired), undefined],
    ['exhausted', limits(exhausted, NEVER_EXPIRES, 0), 'token_still_exhausted'],
    ['exhausted, overdrawn', limits(exhausted, NEVER_EXPIRES, -1), 'token_still_exhausted'],
    ['exhausted, refilled', limits(exhausted, NEVER_EXPIRES, 1), undefined],
    ['exhausted, unlimited', limits(exhausted, NEVER_EXPIRES, 0, true), undefined],
    ['disabled, although expired', limits(disabled, PAST), undefined],
  ])('%s', (_state, token, code) => {
    const enabling = () => checkEnabling(token);
    if (code === undefined) expect(enabling).not.toThrow();
    else expect(enabling).toThrow(expect.objectContaining({ code }));
  });
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
