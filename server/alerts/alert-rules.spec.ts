import {
  breachesOf,
  ruleStates,
  type AlertLimits,
  type Measured,
  type MeasuredChannel,
} from './alert-rules.js';

const LIMITS: AlertLimits = {
  minRequests: 20,
  channelSuccessPercent: 80,
  successPercent: 95,
  firstTokenSeconds: 20,
  balanceHours: 24,
  journalSeconds: 60,
  journalEntries: 500_000,
};
const OFF: AlertLimits = {
  minRequests: 1,
  channelSuccessPercent: 0,
  successPercent: 0,
  firstTokenSeconds: 0,
  balanceHours: 0,
  journalSeconds: 0,
  journalEntries: 0,
};
const CALM: Measured = {
  channels: [],
  succeeded: 1000,
  failed: 0,
  journalSeconds: 0,
  journalEntries: 0,
  taskDelaySeconds: 0,
  waitingMessages: 0,
};
const CHANNEL: MeasuredChannel = {
  id: 7,
  isDisabled: false,
  attempts: 100,
  failures: 0,
  keyRefusals: 0,
  firstToken: [],
  balanceHours: undefined,
};

/** Answers of which each took about the given bucket's time: 35 is 178 to 237 s. */
const answers = (count: number, bucket = 35) => [...Array<number>(bucket).fill(0), count];

test.each<[string, Partial<MeasuredChannel>, unknown[]]>([
  ['all is well', {}, []],
  ['success below the limit', { failures: 21 }, [{ rule: 'channel_failing', channelId: 7, value: 79 }]],
  ['success at the limit', { failures: 20 }, []],
  ['too few calls', { attempts: 19, failures: 19 }, []],
  [
    'slow',
    { firstToken: answers(20) },
    [{ rule: 'channel_slow', channelId: 7, value: expect.closeTo(234, 0) }],
  ],
  ['slow in too few answers', { firstToken: answers(19) }, []],
  [
    'a key that was refused, once',
    { keyRefusals: 1 },
    [{ rule: 'channel_key_refused', channelId: 7, value: 1 }],
  ],
  ['quick', { firstToken: answers(20, 10) }, []],
  ['a balance for five hours', { balanceHours: 5 }, [{ rule: 'channel_balance', channelId: 7, value: 5 }]],
  ['a balance for two days', { balanceHours: 48 }, []],
  [
    'disabled by the gateway, whatever else was measured',
    { isDisabled: true, failures: 100, balanceHours: 0, firstToken: answers(20) },
    [{ rule: 'channel_disabled', channelId: 7, value: 1 }],
  ],
])('a channel: %s', (_what, channel, breaches) => {
  expect(breachesOf({ ...CALM, channels: [{ ...CHANNEL, ...channel }] }, LIMITS)).toEqual(breaches);
});

test.each<[string, Partial<Measured>, unknown[]]>([
  ['all is well', {}, []],
  ['requests fail', { succeeded: 94, failed: 6 }, [{ rule: 'requests_failing', channelId: 0, value: 94 }]],
  ['few requests fail', { succeeded: 0, failed: 19 }, []],
  ['charges wait', { journalSeconds: 61 }, [{ rule: 'journal_late', channelId: 0, value: 61 }]],
  [
    'many charges wait',
    { journalEntries: 500_001 },
    [{ rule: 'journal_long', channelId: 0, value: 500_001 }],
  ],
  ['polls are late', { taskDelaySeconds: 121 }, [{ rule: 'tasks_late', channelId: 0, value: 121 }]],
  ['messages wait', { waitingMessages: 1001 }, [{ rule: 'messages_wait', channelId: 0, value: 1001 }]],
])('the installation: %s', (_what, measured, breaches) => {
  expect(breachesOf({ ...CALM, ...measured }, LIMITS)).toEqual(breaches);
});

test('a limit of 0 checks nothing', () => {
  const bad: Measured = {
    ...CALM,
    channels: [{ ...CHANNEL, failures: 100, firstToken: answers(50), balanceHours: 0 }],
    succeeded: 0,
    failed: 100,
    journalSeconds: 1000,
    journalEntries: 1_000_000,
  };
  expect(breachesOf(bad, OFF)).toEqual([]);
  expect(
    ruleStates(OFF)
      .filter(({ enabled }) => enabled)
      .map(({ rule }) => rule),
  ).toEqual([
    'channel_key_refused',
    'channel_disabled',
    'tasks_late',
    'messages_wait',
    'ledger_unbalanced',
    'audit_changed',
  ]);
});
