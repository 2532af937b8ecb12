import { columnText, jsonbOf, jsonbText } from './postgres-text.js';

test.each([
  ['plain', Infinity, 'plain'],
  ['\0a\0b\0', Infinity, 'ab'],
  ['half \ud83d, other half \ude00', Infinity, 'half \ufffd, other half \ufffd'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['ab😀c', 2, 'ab'],
  ['a\0b😀', 4, 'ab😀'],
])('jsonb contains %j, cut to %d units, as %j', (text, maxLength, stored) => {
  expect(jsonbText(text, maxLength)).toBe(stored);
});

test('a column contains a text without its NUL characters', () => {
  expect(columnText('a\0😀\ud83d')).toBe('a😀\ud83d');
});

test('JSON for jsonb has neither NUL characters nor halves of characters, in values and in names', () => {
  const value = { 'a\0': ['b\0', { '\ud83d': 1 }], n: null, t: true };
  expect(JSON.parse(jsonbOf(value))).toEqual({ a: ['b', { '\ufffd': 1 }], n: null, t: true });
});
