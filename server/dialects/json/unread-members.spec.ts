import { unreadMembers } from './unread-members.js';

const unread = unreadMembers(['tokens', 'details.cached', 'parts.tokens'], ['times.*']);

test('members that are read or ignored are known, wherever they are', () => {
  expect(
    unread({
      tokens: 3,
      details: { cached: 1 },
      parts: [{ tokens: 2, kind: 'text' }],
      times: { queue: { p50: 0.1 } },
    }),
  ).toBeUndefined();
});

test('others are found with their place and number, those of the items of a list at the place of the list', () => {
  expect(
    unread({
      tokens: 3,
      requests: 2,
      details: { cached: 1, new_thing: 7, tokens: 5 },
      parts: [{ tokens: 2 }, { tokens: 2, seconds: 0.5 }],
      tools: { search: { calls: 1 } },
    }),
  ).toEqual({
    requests: 2,
    'details.new_thing': 7,
    'details.tokens': 5,
    'parts.seconds': 0.5,
    'tools.search.calls': 1,
  });
});

test('a known number that became an object is no longer known', () => {
  expect(unread({ tokens: { text: 3 } })).toEqual({ 'tokens.text': 3 });
});

test('only numbers above 0 count', () => {
  expect(unread({ zero: 0, less: -1, text: '9', flag: true, none: null, list: [1, 2] })).toBeUndefined();
});

test('names of Object.prototype are members like others', () => {
  expect(unread(JSON.parse('{"constructor": 1, "__proto__": {"toString": 2}}'))).toEqual({
    constructor: 1,
    '__proto__.toString': 2,
  });
});

test('values of other types have no members', () => {
  for (const value of [undefined, null, 5, 'text', true, [1]]) expect(unread(value)).toBeUndefined();
});

test('what an upstream makes too large is searched in part', () => {
  const deep = JSON.parse('{"a":'.repeat(1000) + '1' + '}'.repeat(1000)) as object;
  expect(unread(deep)).toBeUndefined();
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, 1]));
  expect(Object.keys(unread(wide) ?? {})).toHaveLength(32);
});
