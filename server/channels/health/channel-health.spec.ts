import { ChannelStatus } from '../../contract/enums.js';
import type { ChannelState, SlotRow } from './channel-health.repository.js';
import { healthOf, type ChannelCalls } from './channel-health.js';

const WORKING: ChannelState = {
  id: 7,
  status: ChannelStatus.enabled,
  isDrained: false,
  balance: 0,
  hasBalance: false,
  testOk: true,
  testTime: 1_700_000_000,
};
const NO_CALLS: ChannelCalls = {
  slots: [],
  firstTokens: [],
  failingModels: [],
  quota: undefined,
  quotaPerUnit: 500_000,
};
const slot = (number: number, counts: Partial<SlotRow>): SlotRow => ({
  id: 7,
  slot: number,
  attempts: 0,
  recent: 0,
  failures: 0,
  rateLimited: 0,
  input: 0,
  cached: 0,
  ...counts,
});

const health = (state: Partial<ChannelState>, calls: Partial<ChannelCalls> = {}) =>
  healthOf({ ...WORKING, ...state }, { ...NO_CALLS, ...calls });
const attention = (state: Partial<ChannelState>, calls?: Partial<ChannelCalls>) =>
  health(state, calls).attention;

test('a channel that was not called has no shares and no times', () => {
  expect(health({})).toEqual({
    id: 7,
    attempts: 0,
    failures: 0,
    rate_limited: 0,
    strip: Array.from({ length: 12 }, () => ({ attempts: 0, failures: 0 })),
    first_token_p50: null,
    first_token_p95: null,
    per_minute: 0,
    cached_share: null,
    quota_today: 0,
    margin_today: null,
    balance_hours: null,
    failing_models: [],
    attention: [],
  });
});

test('slots are added up and shown in their order', () => {
  const calls = health(
    {},
    {
      slots: [
        slot(2, { attempts: 10, failures: 4, rateLimited: 3, input: 100, cached: 0 }),
        slot(11, { attempts: 30, recent: 20, input: 300, cached: 100 }),
      ],
    },
  );
  expect(calls).toMatchObject({
    attempts: 40,
    failures: 4,
    rate_limited: 3,
    per_minute: 4,
    cached_share: 0.25,
  });
  expect(calls.strip[2]).toEqual({ attempts: 10, failures: 4 });
  expect(calls.strip[11]).toEqual({ attempts: 30, failures: 0 });
});

test('a balance lasts as long as the charges of the last day would take to use it', () => {
  const quota = { id: 7, today: 1, day: 24 * 500_000 };
  expect(health({ hasBalance: true, balance: 12 }, { quota }).balance_hours).toBe(12);
  expect(health({ hasBalance: true, balance: -3 }, { quota }).balance_hours).toBe(0);
  expect(health({ hasBalance: false, balance: 12 }, { quota }).balance_hours).toBeNull();
  expect(health({ hasBalance: true, balance: 12 }).balance_hours).toBeNull();
});

const slowAnswers = (answers: number, bucket: number) => ({ firstTokens: [{ id: 7, bucket, answers }] });
const day = (dollars: number) => ({ quota: { id: 7, today: 0, day: dollars * 500_000 } });

test.each<[string, Partial<ChannelState>, Partial<ChannelCalls>, string[]]>([
  ['disabled by hand', { status: ChannelStatus.disabled, testOk: false }, { failingModels: ['m'] }, []],
  ['drained, whatever is wrong with it', { isDrained: true, testOk: false }, { failingModels: ['m'] }, []],
  ['disabled by the gateway', { status: ChannelStatus.autoDisabled }, {}, ['disabled']],
  ['a model whose calls fail', {}, { failingModels: ['m'] }, ['failing']],
  ['a failed test', { testOk: false }, {}, ['failed_test']],
  ['first data after more than ten seconds', {}, slowAnswers(20, 30), ['slow']],
  ['the same for a few answers', {}, slowAnswers(19, 30), []],
  ['first data within ten seconds', {}, slowAnswers(20, 24), []],
  ['a balance for less than a day', { hasBalance: true, balance: 5 }, day(6), ['low_balance']],
  ['a balance for more than a day', { hasBalance: true, balance: 5 }, day(4), []],
  ['no balance left', { hasBalance: true, balance: 0 }, {}, ['low_balance']],
  ['never tested nor called', { testOk: null, testTime: 0 }, {}, ['never_tested']],
  ['never tested but called', { testOk: null, testTime: 0 }, { slots: [slot(11, { attempts: 1 })] }, []],
  [
    'several reasons, the most urgent first',
    { testOk: false, status: ChannelStatus.autoDisabled },
    { failingModels: ['m'], ...slowAnswers(50, 39) },
    ['disabled', 'failing', 'failed_test', 'slow'],
  ],
])('%s', (_what, state, calls, reasons) => {
  expect(attention(state, calls)).toEqual(reasons);
});
