import type { FailedRequest } from './failed-request.js';
import { FailureLimit, KEPT_PER_MINUTE } from './failure-limit.js';

const failure = (more: Partial<FailedRequest> = {}): FailedRequest => ({
  userId: 1,
  tokenId: 2,
  createdAt: 60,
  channelId: 3,
  requestId: 'r',
  username: 'ann',
  tokenName: 'laptop',
  modelName: 'gpt-4o',
  group: 'default',
  useTime: 1,
  isStream: true,
  content: 'busy',
  code: '429',
  details: {
    status_code: 429,
    error_code: 'rate_limit',
    request_id: 'r',
    attempts: 2,
    admin_info: { use_channel: ['3'], upstream_status: 503 },
  },
  ...more,
});

test('of a minute the first twenty of a channel, code and user are kept, and one row states how many followed', () => {
  const limit = new FailureLimit();
  expect(limit.next(60)).toEqual({ rows: [], uncounted: 0 });
  const kept = Array.from({ length: KEPT_PER_MINUTE + 5 }, () => limit.admits(failure())).filter(Boolean);
  expect([kept.length, limit.hasSuppressed]).toEqual([20, true]);
  expect(limit.next(119)).toBeUndefined();
  expect(limit.next(120)?.rows).toEqual([
    failure({
      requestId: '',
      tokenId: 0,
      tokenName: '',
      modelName: '',
      useTime: 0,
      isStream: false,
      details: {
        status_code: 429,
        error_code: 'rate_limit',
        suppressed: 5,
        admin_info: { upstream_status: 503 },
      },
    }),
  ]);
  expect([limit.hasSuppressed, limit.admits(failure())]).toEqual([false, true]);
});

test.each<Partial<FailedRequest>>([{ channelId: 4 }, { code: '500' }, { userId: 2 }])(
  'failures with another %j are counted by themselves',
  (other) => {
    const limit = new FailureLimit();
    for (let i = 0; i < KEPT_PER_MINUTE; i++) limit.admits(failure());
    expect([limit.admits(failure()), limit.admits(failure(other))]).toEqual([false, true]);
  },
);

test('failures of too many kinds are counted together, without rows', () => {
  const limit = new FailureLimit();
  limit.next(60);
  for (let user = 0; user < 10_000; user++) limit.admits(failure({ userId: user }));
  expect(limit.admits(failure({ userId: 10_000 }))).toBe(false);
  expect(limit.hasSuppressed).toBe(true);
  expect(limit.next(120)).toEqual({ rows: [], uncounted: 1 });
});
