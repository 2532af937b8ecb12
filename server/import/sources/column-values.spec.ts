import { flag, integer, isBrokenJson, isTooLarge, timestamp, trimmed } from './column-values.js';

test.each([
  ['2026-11-24 00:27:15.567327437+00:00', '2026-11-24T00:27:15.567Z'],
  ['2026-11-24 00:27:15.567327+00', '2026-11-24T00:27:15.567Z'],
  ['2026-11-24 08:27:15+0800', '2026-11-24T00:27:15.000Z'],
  ['2026-11-24 00:27:15.000', '2026-11-24T00:27:15.000Z'],
  ['2026-11-24T00:27:15Z', '2026-11-24T00:27:15.000Z'],
  [null, null],
  ['', null],
  ['0000-00-00 00:00:00', null],
])('the timestamp %s is %s', (value, expected) => {
  expect(timestamp({ deleted_at: value }, 'deleted_at')).toBe(expected);
});

test('numbers keep their digits or have the fallback; booleans are those of each database', () => {
  const row = {
    a: '9007199254740991',
    b: '9007199254740993',
    c: '-7.0',
    d: 'x',
    e: null,
    t: 't',
    f: 'f',
    one: '1',
  };
  expect(['a', 'b', 'c', 'd', 'e', 'absent'].map((name) => integer(row, name, -1))).toEqual([
    9007199254740991, -1, -7, -1, -1, -1,
  ]);
  expect(['a', 'b', 'd'].map((name) => isTooLarge(row, name))).toEqual([false, true, false]);
  expect(['t', 'f', 'one', 'absent'].map((name) => flag(row, name))).toEqual([true, false, true, false]);
});

test('texts have no padding and no NUL, and JSON is told from other texts', () => {
  expect(trimmed({ access_token: 'abc\0    ' }, 'access_token')).toBe('abc');
  expect(['', '{}', '{bad', null].map((setting) => isBrokenJson({ setting }, 'setting'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
