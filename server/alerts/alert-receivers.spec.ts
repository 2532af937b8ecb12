import type { AlertRule } from '../contract/resources/alert.js';
import { forgetReceivers, noticesByReceiver, recordSent } from './alert-receivers.js';
import { Alert } from './alert.entity.js';

const NOW = 1_800_000_000;
const alert = (columns: Partial<Alert> = {}) =>
  Object.assign(new Alert(), {
    rule: 'channel_failing',
    channelId: 7,
    endedAt: 0,
    notifiedAt: 0,
    endNotifiedAt: 0,
    beginWaits: [],
    endWaits: [],
    ...columns,
  });
const BOTH = new Map<AlertRule, string[]>([['channel_failing', ['account', 'webhook']]]);
/** Only these receivers are within their limits. */
const send = (begun: Alert[], ended: Alert[], open: string[], routes = BOTH) => {
  const notices = noticesByReceiver(begun, ended, routes);
  recordSent(
    notices.map((notice) => ({ notice, isSent: open.includes(notice.receiver) })),
    NOW,
  );
  return notices;
};

test('a rule without receivers of its own notifies the account, and one with none sends nothing', () => {
  const [one, silent] = [alert({ rule: 'journal_late' }), alert({ rule: 'tasks_late' })];
  const routes = new Map<AlertRule, string[]>([['tasks_late', []]]);
  expect(noticesByReceiver([one, silent], [], routes)).toEqual([
    { receiver: 'account', begun: [one], ended: [] },
  ]);
});

test('each receiver has one notice with the alerts of its rules', () => {
  const [one, other] = [alert(), alert({ rule: 'journal_late', channelId: 0 })];
  expect(noticesByReceiver([one, other], [], BOTH)).toEqual([
    { receiver: 'account', begun: [one, other], ended: [] },
    { receiver: 'webhook', begun: [one], ended: [] },
  ]);
});

test('a receiver beyond its limit is notified later, the others not again', () => {
  const one = alert();
  send([one], [], ['account']);
  expect(one).toMatchObject({ notifiedAt: NOW, beginWaits: ['webhook'] });
  expect(send([one], [], ['webhook'])).toEqual([{ receiver: 'webhook', begun: [one], ended: [] }]);
  expect(one).toMatchObject({ notifiedAt: NOW, beginWaits: [] });
});

test('an alert of which no receiver could be notified is not notified', () => {
  const one = alert();
  send([one], [], []);
  expect(one).toMatchObject({ notifiedAt: 0, beginWaits: [] });
});

test('a receiver that was not notified of the beginning is not notified of the end; the end waits for its receiver too', () => {
  const [unseen, seen] = [
    alert({ notifiedAt: NOW - 9, endedAt: NOW, beginWaits: ['webhook'] }),
    alert({ notifiedAt: NOW - 9, endedAt: NOW, channelId: 8 }),
  ];
  expect(send([], [unseen, seen], ['account'])).toEqual([
    { receiver: 'account', begun: [], ended: [unseen, seen] },
    { receiver: 'webhook', begun: [], ended: [seen] },
  ]);
  expect(seen).toMatchObject({ endNotifiedAt: NOW, endWaits: ['webhook'] });
  expect(unseen).toMatchObject({ endNotifiedAt: NOW, endWaits: [] });
  expect(send([], [seen], ['webhook'])).toEqual([{ receiver: 'webhook', begun: [], ended: [seen] }]);
  expect(seen.endWaits).toEqual([]);
});

test('a receiver that a rule no longer has is not waited for, and a rule without receivers sends no old ends later', () => {
  const one = alert({ notifiedAt: NOW - 9, beginWaits: ['slack', 'webhook'] });
  const over = alert({ notifiedAt: NOW - 9, endedAt: NOW - 1, endWaits: ['slack'] });
  forgetReceivers([one], [over], BOTH, NOW);
  expect([one.beginWaits, over.endWaits, over.endNotifiedAt]).toEqual([['webhook'], [], 0]);
  forgetReceivers([], [over], new Map([['channel_failing', []]]), NOW);
  expect(over.endNotifiedAt).toBe(NOW);
  expect(noticesByReceiver([], [over], BOTH)).toEqual([]);
});
