import { isQuiet } from './quiet-hours.js';

const at = (hours: number, minutes: number) => new Date(2026, 10, 29, hours, minutes);

test.each<[string, Date, boolean]>([
  ['22:00-07:00', at(21, 59), false],
  ['22:00-07:00', at(22, 0), true],
  ['22:00-07:00', at(0, 0), true],
  ['22:00-07:00', at(6, 59), true],
  ['22:00-07:00', at(7, 0), false],
  ['9:30-10:15', at(9, 30), true],
  ['9:30-10:15', at(10, 15), false],
  [' 00:00 - 24:00 ', at(23, 59), true],
  ['10:00-10:00', at(10, 0), false],
  ['', at(3, 0), false],
  ['at night', at(3, 0), false],
  ['25:00-07:00', at(3, 0), false],
  ['22:60-07:00', at(3, 0), false],
])('%s at %s: %s', (hours, time, quiet) => {
  expect(isQuiet(hours, time)).toBe(quiet);
});
