import { property, string, array, assert, nat } from 'fast-check';
import { anyCharacter } from '../../../test/setup/properties.js';
import { CodePoints } from './code-points.js';

const TEXT = 'a😀b👍🏽c';

test('a range is the same characters in both units', () => {
  const points = CodePoints.of(TEXT);
  const at = TEXT.indexOf('👍');
  expect(points.toUnits({ start: 3, end: 5 })).toEqual({ start: at, end: at + 4 });
  expect(points.fromUnits({ start: at, end: at + 4 })).toEqual({ start: 3, end: 5 });
});

test('as Python slices, whatever pieces the text comes in', () => {
  assert(
    property(array(string({ unit: anyCharacter })), nat(40), nat(40), (pieces, one, other) => {
      const points = new CodePoints();
      for (const piece of pieces) points.add(piece);
      const text = pieces.join('');
      const characters = Array.from(text);
      const range = {
        start: Math.min(one, other, characters.length),
        end: Math.min(Math.max(one, other), characters.length),
      };
      const units = points.toUnits(range);
      expect(text.slice(units.start, units.end)).toBe(characters.slice(range.start, range.end).join(''));
      expect(points.fromUnits(units)).toEqual(range);
    }),
  );
});
