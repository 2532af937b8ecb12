import fc from 'fast-check';
import { AsciiSearch } from './ascii-search.js';
import { seededRuns } from '../../../../test/setup/properties.js';

const isIn = (words: string[], text: string) => AsciiSearch.of(words)!.isIn(Buffer.from(text));

test('a word is found in any case, at any place', () => {
  for (const text of ['bad_word', 'xBAD_WORDx', '{"a":"Bad_Word"}', 'é bad_worD', 'bad_bad_word'])
    expect(isIn(['bad_word'], text)).toBe(true);
  for (const text of ['', 'bad', '_', 'bad-word', 'bad_wor', 'bád_word'])
    expect(isIn(['bad_word'], text)).toBe(false);
});

test('one of several words', () => {
  expect(isIn(['alpha', 'beta', 'ga mma'], 'Ga Mma')).toBe(true);
  expect(isIn(['alpha', 'beta', 'ga mma'], 'gamma')).toBe(false);
});

test('a body with escaped letters needs the full search', () => {
  expect(isIn(['word'], String.raw`{"a":"\u0077ord"}`)).toBeUndefined();
});

test('so does one with too many places to compare', () => {
  expect(isIn(['e1'], 'e '.repeat(1000))).toBeUndefined();
  expect(isIn(['q1'], 'e '.repeat(1000))).toBe(false);
});

test.each([
  ['a word that is not ASCII', ['wörd']],
  ['a letter that is ASCII in lower case only', ['\u212a']],
  ['one that JSON may escape', ['a/b']],
  ['many words', Array.from({ length: 9 }, (_, index) => `word${index}`)],
])('%s is not searched in this way', (_, words) => {
  expect(AsciiSearch.of(words)).toBeUndefined();
});

test('wherever it answers, a regular expression gives the same answer', () => {
  const letters = fc.constantFrom(...'aAbBzZ_1 é'.split(''));
  const word = fc.string({ unit: fc.constantFrom(...'abz_1 '.split('')), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.string({ unit: letters, maxLength: 60 }),
      (words, text) => {
        const found = isIn(words, text);
        const bytes = Buffer.from(text).toString('latin1');
        if (found !== undefined) expect(found).toBe(new RegExp(words.join('|'), 'i').test(bytes));
      },
    ),
    seededRuns(600),
  );
});

test('a word longer than a function has arguments is found too', () => {
  const word = 'x'.repeat(200_000);
  expect(isIn([word], `a${word}`)).toBe(true);
});
