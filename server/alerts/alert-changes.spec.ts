import { changesOf, CLEAR_SECONDS } from './alert-changes.js';
import { Alert } from './alert.entity.js';

const NOW = 1_800_000_000;
const alert = (columns: Partial<Alert> = {}) =>
  Object.assign(new Alert(), {
    rule: 'channel_failing',
    channelId: 7,
    since: NOW - 1000,
    value: 50,
    clearSince: 0,
    endedAt: 0,
    notifiedAt: NOW - 1000,
    endNotifiedAt: 0,
    mutedUntil: 0,
    beginWaits: [],
    endWaits: [],
    ...columns,
  });
const BROKEN = { rule: 'channel_failing', channelId: 7, value: 40 } as const;

test('a rule that breaks begins an alert', () => {
  const { saved, begun, ended, changed } = changesOf([], [BROKEN], NOW);
  expect(saved).toMatchObject([{ ...BROKEN, since: NOW, endedAt: 0, notifiedAt: 0 }]);
  expect([begun, ended, changed]).toEqual([saved, [], 1]);
});

test('one that stays broken is the same alert, of which nobody is notified again', () => {
  const stored = alert();
  expect(changesOf([stored], [BROKEN], NOW)).toEqual({ saved: [stored], begun: [], ended: [], changed: 0 });
  expect(stored).toMatchObject({ value: 40, since: NOW - 1000 });
});

test('one of which nobody could be notified is notified later', () => {
  const stored = alert({ notifiedAt: 0 });
  expect(changesOf([stored], [BROKEN], NOW).begun).toEqual([stored]);
});

test('a muted alert is not notified until its time is over', () => {
  const stored = alert({ notifiedAt: 0, mutedUntil: NOW + 1 });
  expect(changesOf([stored], [BROKEN], NOW).begun).toEqual([]);
  expect(changesOf([stored], [BROKEN], NOW + 1).begun).toEqual([stored]);
});

test('it ends when its rule holds for five minutes', () => {
  const stored = alert();
  expect(changesOf([stored], [], NOW)).toMatchObject({ ended: [], changed: 0 });
  expect(stored.clearSince).toBe(NOW);
  expect(changesOf([stored], [], NOW + CLEAR_SECONDS - 1)).toMatchObject({
    saved: [],
    ended: [],
    changed: 0,
  });
  const over = changesOf([stored], [], NOW + CLEAR_SECONDS);
  expect(over).toEqual({ saved: [stored], begun: [], ended: [stored], changed: 1 });
  expect(stored.endedAt).toBe(NOW + CLEAR_SECONDS);
});

test('one that is muted when it ends sends no notice of its end, also when it would be unmuted', () => {
  const stored = alert({ clearSince: NOW - CLEAR_SECONDS, mutedUntil: NOW + 60 });
  expect(changesOf([stored], [], NOW)).toMatchObject({ ended: [], changed: 1 });
  expect(stored.endedAt).toBe(NOW);
  expect(changesOf([stored], [], NOW + 61).ended).toEqual([]);
  expect(changesOf([alert({ endedAt: NOW, mutedUntil: NOW })], [], NOW + 61).ended).toHaveLength(1);
});

test('a rule that breaks again meanwhile continues its alert', () => {
  const stored = alert({ clearSince: NOW - CLEAR_SECONDS + 1 });
  expect(changesOf([stored], [BROKEN], NOW)).toMatchObject({ begun: [], changed: 0 });
  expect(stored).toMatchObject({ clearSince: 0, endedAt: 0 });
});

test('an end is notified once, and only if the beginning was', () => {
  const known = { clearSince: NOW - 500, endedAt: NOW - 200 };
  const [noticed, unknown, done] = [
    alert(known),
    alert({ ...known, channelId: 8, notifiedAt: 0 }),
    alert({ ...known, channelId: 9, endNotifiedAt: NOW - 100 }),
  ];
  expect(changesOf([noticed, unknown, done], [], NOW).ended).toEqual([noticed]);
});

test('a disabled channel, of which there is a notice at once, has an alert without notice', () => {
  const disabled = { rule: 'channel_disabled', channelId: 7, value: 1 } as const;
  expect(changesOf([], [disabled], NOW)).toMatchObject({ saved: [disabled], begun: [], changed: 1 });
});

test('a rule that breaks after its alert ended begins another one', () => {
  const { begun, changed } = changesOf(
    [alert({ endedAt: NOW - 200, endNotifiedAt: NOW - 200 })],
    [BROKEN],
    NOW,
  );
  expect(begun).toMatchObject([{ since: NOW, notifiedAt: 0, endedAt: 0 }]);
  expect(changed).toBe(1);
});
