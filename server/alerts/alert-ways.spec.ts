import type { AlertRule } from '../contract/resources/alert.js';
import { forgetWays, noticesByWay, recordSent } from './alert-ways.js';
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
/** Sends by these ways only. */
const send = (begun: Alert[], ended: Alert[], open: string[], routes = BOTH) => {
  const notices = noticesByWay(begun, ended, routes);
  recordSent(
    notices.map((notice) => ({ notice, isSent: open.includes(notice.way) })),
    NOW,
  );
  return notices;
};

test('a rule without ways of its own uses the account, and one with none sends nothing', () => {
  const [one, silent] = [alert({ rule: 'journal_late' }), alert({ rule: 'tasks_late' })];
  const routes = new Map<AlertRule, string[]>([['tasks_late', []]]);
  expect(noticesByWay([one, silent], [], routes)).toEqual([{ way: 'account', begun: [one], ended: [] }]);
});

test('each way has one notice with the alerts of its rules', () => {
  const [one, other] = [alert(), alert({ rule: 'journal_late', channelId: 0 })];
  expect(noticesByWay([one, other], [], BOTH)).toEqual([
    { way: 'account', begun: [one, other], ended: [] },
    { way: 'webhook', begun: [one], ended: [] },
  ]);
});

test('a way beyond its limit notifies later, the others not again', () => {
  const one = alert();
  send([one], [], ['account']);
  expect(one).toMatchObject({ notifiedAt: NOW, beginWaits: ['webhook'] });
  expect(send([one], [], ['webhook'])).toEqual([{ way: 'webhook', begun: [one], ended: [] }]);
  expect(one).toMatchObject({ notifiedAt: NOW, beginWaits: [] });
});

test('an alert of which no way has notified is not notified', () => {
  const one = alert();
  send([one], [], []);
  expect(one).toMatchObject({ notifiedAt: 0, beginWaits: [] });
});

test('a way that did not notify of the beginning does not notify of the end; the end waits for its way too', () => {
  const [unseen, seen] = [
    alert({ notifiedAt: NOW - 9, endedAt: NOW, beginWaits: ['webhook'] }),
    alert({ notifiedAt: NOW - 9, endedAt: NOW, channelId: 8 }),
  ];
  expect(send([], [unseen, seen], ['account'])).toEqual([
    { way: 'account', begun: [], ended: [unseen, seen] },
    { way: 'webhook', begun: [], ended: [seen] },
  ]);
  expect(seen).toMatchObject({ endNotifiedAt: NOW, endWaits: ['webhook'] });
  expect(unseen).toMatchObject({ endNotifiedAt: NOW, endWaits: [] });
  expect(send([], [seen], ['webhook'])).toEqual([{ way: 'webhook', begun: [], ended: [seen] }]);
  expect(seen.endWaits).toEqual([]);
});

test('a way that a rule no longer has is not waited for, and a rule without ways sends no old ends later', () => {
  const one = alert({ notifiedAt: NOW - 9, beginWaits: ['slack', 'webhook'] });
  const over = alert({ notifiedAt: NOW - 9, endedAt: NOW - 1, endWaits: ['slack'] });
  forgetWays([one], [over], BOTH, NOW);
  expect([one.beginWaits, over.endWaits, over.endNotifiedAt]).toEqual([['webhook'], [], 0]);
  forgetWays([], [over], new Map([['channel_failing', []]]), NOW);
  expect(over.endNotifiedAt).toBe(NOW);
  expect(noticesByWay([], [over], BOTH)).toEqual([]);
});
