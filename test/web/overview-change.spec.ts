import { changeOf, pointsOf, signed } from '../../web/src/features/overview/change';

test('a change has the arrow and the sign of its direction, in percent of the period before', () => {
  expect(changeOf({ now: 150, before: 100 }, 'neither')).toEqual({ text: '↑ +50%', isGood: undefined });
  expect(changeOf({ now: 75, before: 100 }, 'neither')).toEqual({ text: '↓ -25%', isGood: undefined });
  expect(changeOf({ now: 100.2, before: 100 }, 'higher')).toEqual({ text: '=', isGood: undefined });
  expect(changeOf({ now: 5000, before: 3 }, 'neither')?.text).toBe('↑ +>1000%');
  expect(changeOf({ now: 0, before: 3 }, 'neither')?.text).toBe('↓ -100%');
});

test('a lower time is better, a higher share too, and the difference of shares is in points', () => {
  expect(changeOf({ now: 900, before: 1000 }, 'lower')).toEqual({ text: '↓ -10%', isGood: true });
  expect(changeOf({ now: 1200, before: 1000 }, 'lower')).toEqual({ text: '↑ +20%', isGood: false });
  const points = (n: string) => `${n} pp`;
  expect(pointsOf({ now: 0.995, before: 0.99 }, 'higher', points)).toEqual({
    text: '↑ +0.5 pp',
    isGood: true,
  });
  expect(pointsOf({ now: 0.9, before: 1 }, 'higher', points)).toEqual({ text: '↓ -10.0 pp', isGood: false });
  expect(pointsOf({ now: 0.9, before: 0.9 }, 'higher', points)?.text).toBe('=');
});

test('nothing is compared where there was nothing', () => {
  expect(changeOf({ now: 5, before: 0 }, 'neither')).toBeUndefined();
  expect(changeOf({ now: null, before: 3 }, 'lower')).toBeUndefined();
  expect(pointsOf({ now: 1, before: null }, 'higher', String)).toBeUndefined();
});

test('amounts have a sign beside their arrow', () => {
  expect([signed(3, '$3.00'), signed(-3, '$3.00'), signed(0, '$0.00')]).toEqual([
    '↑ +$3.00',
    '↓ -$3.00',
    '=',
  ]);
});
