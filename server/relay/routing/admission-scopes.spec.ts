import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { AdmissionLimits, AdmissionScope } from '../../core/redis/scripts/admission.js';
import { channelScopes, renewalOf, sessionScope, takesSlot } from './admission-scopes.js';

const LIMITS: AdmissionLimits = { concurrency: 3 };
const KEY_LIMITS: AdmissionLimits = { requestsPerMinute: 60 };
const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;

describe('the scopes that a request counts in', () => {
  const OF_CHANNEL = { name: '12', limits: LIMITS };
  const OF_KEY = { name: '12:3', limits: KEY_LIMITS };

  test.each<[string, object, AdmissionScope[]]>([
    ['none where nothing is limited', {}, []],
    ['the channel', { limits: LIMITS }, [OF_CHANNEL]],
    ['the key', { keyLimits: KEY_LIMITS }, [OF_KEY]],
    ['the channel before the key', { limits: LIMITS, keyLimits: KEY_LIMITS }, [OF_CHANNEL, OF_KEY]],
  ])('%s', (_which, setting, scopes) => {
    // The code under test reads only these members.
    expect(channelScopes({ id: 12, setting } as unknown as RoutableChannel, 3)).toEqual(scopes);
  });

  test('that of sessions is the user, limited by their number', () => {
    expect(sessionScope(7, 5)).toEqual({ name: 'sessions-of-user-7', limits: { concurrency: 5 } });
  });
});

const scope = (name: string, limits: AdmissionLimits) => ({ name, limits });

test.each<[string, AdmissionLimits[], boolean]>([
  ['no scope', [], false],
  ['a scope with other limits', [{ requestsPerMinute: 60, dailyQuota: 1 }], false],
  ['a scope with the limit 0, which means none', [{ concurrency: 0 }], false],
  ['a scope for one', [{ concurrency: 1 }], true],
  ['one of several scopes for one', [{ requestsPerMinute: 60 }, { concurrency: 1 }], true],
])('a request takes a slot in %s: %s', (_scopes, limits, isTaken) => {
  expect(takesSlot(limits.map((one) => scope('12', one)))).toBe(isTaken);
});

describe('a renewal', () => {
  const request = (requestId: string, ...scopes: AdmissionScope[]) => ({ requestId, scopes });
  const LIMITED = scope('12', { concurrency: 2 });
  const KEY = scope('12:3', { concurrency: 1 });
  const UNCOUNTED = scope('13', { requestsPerMinute: 60 });

  test('covers every slot of every request, and no other scope', () => {
    const running = new Map([
      [request('one', LIMITED, KEY), NOW],
      [request('two', UNCOUNTED, LIMITED), NOW],
    ]);
    const slots = [
      ['12', 'one'],
      ['12:3', 'one'],
      ['12', 'two'],
    ];
    expect(renewalOf(running, NOW + 1000)).toEqual({ calls: [slots], overdue: [] });
  });

  test('leaves out requests that hold their slot for more than two hours', () => {
    const [held, overdue] = [request('held', LIMITED), request('overdue', LIMITED)];
    const running = new Map([
      [overdue, NOW - 2 * HOUR_MS - 1],
      [held, NOW - 2 * HOUR_MS],
    ]);
    expect(renewalOf(running, NOW)).toEqual({ calls: [[['12', 'held']]], overdue: [overdue] });
  });

  test.each([
    [0, []],
    [1, [1]],
    [500, [500]],
    [501, [500, 1]],
    [1000, [500, 500]],
  ])('of %i slots takes calls of at most 500', (count, sizes) => {
    const requests = Array.from({ length: count }, (_one, index) => request(`request ${index}`, LIMITED));
    const { calls } = renewalOf(new Map(requests.map((one) => [one, NOW])), NOW);
    expect(calls.map((slots) => slots.length)).toEqual(sizes);
    expect(calls.flat().map(([, requestId]) => requestId)).toEqual(
      requests.map(({ requestId }) => requestId),
    );
  });
});
