import { acceptedId, acceptedName, isAccepted, withHash, type TextRule } from './accepted-text.js';

const source = 'https://x.test/docs';
/** As OpenAI documents names of functions. */
const name: TextRule = { characters: 'a-zA-Z0-9_-', maxLength: 64, source };
/** As Google does: a letter or an underscore comes first. */
const letterFirst: TextRule = { characters: 'a-zA-Z0-9_.-', first: 'a-zA-Z_', maxLength: 64, source };
const short: TextRule = { maxLength: 12, source };
const free = () => false;

/** Beginnings of the SHA-256 hash of the names. */
const HASH_OF_READ = '0bf750a3';

describe('which texts a rule accepts', () => {
  test.each<[string, TextRule, string, boolean]>([
    ['accepted characters', name, 'get-weather_2', true],
    ['another character', name, 'fs.read', false],
    ['no character', name, '', false],
    ['the greatest length', name, 'x'.repeat(64), true],
    ['a greater length', name, 'x'.repeat(65), false],
    ['an accepted first character', letterFirst, '_2', true],
    ['another first character', letterFirst, '2_', false],
    ['a line behind an accepted text', name, 'weather\n', false],
    ['all characters where none are named', short, '天气 \n', true],
    ['but not more than the length', short, 'x'.repeat(13), false],
    ['any length where none is named', { characters: 'a-z', source }, 'x'.repeat(1000), true],
    ['a least length', { characters: 'a-z', minLength: 3, source }, 'xx', false],
    ['that is reached', { characters: 'a-z', minLength: 3, source }, 'xxx', true],
    ['a first character where all others are accepted', { first: 'a-z', source }, 'x 天', true],
    ['or not', { first: 'a-z', source }, '天 x', false],
    ['characters outside the basic plane, each as one', { maxLength: 2, source }, '😀😀', true],
  ])('%s', (_case, rule, text, accepted) => {
    expect(isAccepted(rule, text)).toBe(accepted);
  });
});

test('an id that is not accepted becomes a hash of it, as long as the rule allows', () => {
  const id: TextRule = { characters: 'a-zA-Z0-9', maxLength: 9, source };
  expect(acceptedId(id, 'abc123XYZ')).toBe('abc123XYZ');
  expect(acceptedId(id, 'fs.read-file')).toBe('0bf750a39');
  const unbounded: TextRule = { characters: 'a-z', source };
  expect(acceptedId(unbounded, 'fs.read-file')).toMatch(/^0bf750a3[0-9a-f]{56}$/);
});

describe('a name that a provider accepts', () => {
  test.each<[string, TextRule, string, string]>([
    ['is not changed', name, 'get_weather', 'get_weather'],
    ['has underscores for what is not accepted', name, 'fs.read-file', 'fs_read-file'],
    ['one for each character', name, 'a😀 b', 'a__b'],
    ['begins with t_ if its first character is not accepted', letterFirst, '2nd tool', 't_2nd_tool'],
    ['may be as long as the limit', name, `${'x'.repeat(63)}.`, `${'x'.repeat(63)}_`],
    [
      'without a limit may be of any length',
      { characters: 'a-z', source },
      `${'x'.repeat(99)}.`,
      `${'x'.repeat(99)}_`,
    ],
  ])('%s', (_case, rule, own, expected) => {
    expect(acceptedName(rule, own, free)).toBe(expected);
  });

  test.each<[string, TextRule, string, RegExp]>([
    ['is too long', name, `${'x'.repeat(64)}.`, /^x{55}_[0-9a-f]{8}$/],
    [
      'is too long, although all of its characters are accepted',
      short,
      'get_the_weather',
      /^get_[0-9a-f]{8}$/,
    ],
    ['has no letter or digit left', name, '天气', /^___[0-9a-f]{8}$/],
    ['has none but the t at its beginning', { ...letterFirst, first: 'a-zA-Z' }, '天', /^t___[0-9a-f]{8}$/],
  ])('has a part of a hash if it %s', (_case, rule, own, expected) => {
    const accepted = acceptedName(rule, own, free);
    expect(accepted).toMatch(expected);
    expect(isAccepted(rule, accepted)).toBe(true);
  });

  test('has it, too, if something else has the readable name; an accepted name keeps it', () => {
    const isTaken = (other: string) => other === 'fs_read-file';
    expect(acceptedName(name, 'fs.read-file', isTaken)).toBe(`fs_read-file_${HASH_OF_READ}`);
    expect(acceptedName(name, 'fs_read-file', isTaken)).toBe('fs_read-file');
  });
});

test('a name with a hash has at most so many characters', () => {
  expect(withHash('fs_read-file', 'fs.read-file')).toBe(`fs_read-file_${HASH_OF_READ}`);
  expect(withHash('fs_read-file', 'fs.read-file', 16)).toBe(`fs_read_${HASH_OF_READ}`);
});
