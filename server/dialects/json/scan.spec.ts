import fc from 'fast-check';
import { MAX_JSON_DEPTH } from '../../contract/json-depth.js';
import { splice } from './splice.js';
import { MAX_LIST_MEMBERS, MAX_VALUES, scanInner, scanObject } from './scan.js';
import { anyCharacter, seededRuns } from '../../../test/setup/properties.js';

const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

/** JSON text of a value with whitespace wherever JSON allows it. */
function spaced(value: unknown, blank: () => string): string {
  const between = (list: string[]) => list.map((item) => blank() + item + blank()).join(',');
  if (Array.isArray(value)) return `[${between(value.map((item) => spaced(item, blank)))}${blank()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}${blank()}:${blank()}${spaced(item, blank)}`,
  );
  return `{${between(members)}${blank()}}`;
}

function accepts(text: string): boolean {
  try {
    scanObject(Buffer.from(text));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return false;
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test('finds the members JSON.parse finds, with their values, whatever the blanks', () => {
  const objects = fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ maxDepth: 4 }), {
    maxKeys: 8,
  });
  fc.assert(
    fc.property(objects, fc.array(blanks, { minLength: 1 }), (value, spaces) => {
      let at = 0;
      const text = spaced(value, () => spaces[at++ % spaces.length] ?? '');
      const object = scanObject(Buffer.from(text));
      const expected = Object.entries(JSON.parse(text) as object);
      expect(object.members).toHaveLength(expected.length);
      for (const [name, item] of expected) {
        const member = object.find(name);
        expect(member && object.value(member)).toEqual(item);
      }
    }),
    seededRuns(120, 1),
  );
});

test('accepts exactly the texts JSON.parse accepts, also after random damage', () => {
  const damage = fc.record({
    at: fc.nat(),
    cut: fc.integer({ min: 0, max: 2 }),
    insert: fc.string({
      unit: fc.constantFrom(...'{}[]",:\\0123eE+-.truefalsn \n\u0001é'.split('')),
      maxLength: 2,
    }),
  });
  const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
  fc.assert(
    fc.property(objects, fc.array(damage, { maxLength: 2 }), (value, damages) => {
      let text = JSON.stringify(value);
      for (const { at, cut, insert } of damages) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + insert + text.slice(place + cut);
      }
      // A lone surrogate cannot be encoded as UTF-8, so bodies never contain one.
      text = Buffer.from(text).toString();
      expect([text, accepts(text)]).toEqual([text, isJsonObject(text)]);
    }),
    seededRuns(1200, 2),
  );
});

test.each([
  ['{"a":01}', false],
  ['{"a":1.}', false],
  ['{"a":.5}', false],
  ['{"a":-}', false],
  ['{"a":1e+}', false],
  ['{"a":-0.5e-7}', true],
  ['{"a":tru}', false],
  ['{"a":nulll}', false],
  ['{"a":1,}', false],
  ['{,}', false],
  ['{"a" 1}', false],
  ['{"a":"\\x"}', false],
  ['{"a":"\\u12g4"}', false],
  ['{"a":"\\ud800"}', true],
  ['{"a":[1,2}', false],
  ['{"a":"', false],
  ['{"a":"\\', false],
  ['{} {}', false],
  ['[]', false],
  ['', false],
  ['\ufeff{}', false],
  [' \n{} \t', true],
])('%j is an object: %j', (text, valid) => {
  expect(accepts(text)).toBe(valid);
  expect(isJsonObject(text)).toBe(valid);
});

test('a raw control character is found anywhere in a long string, at any alignment', () => {
  const places = [
    ...Array(90).keys(),
    ...Array.from({ length: 12 }, (_, at) => 400 + at),
    995,
    996,
    997,
    998,
    999,
  ];
  for (let offset = 0; offset < 4; offset++) {
    for (const at of places) {
      const text = `{"a":"é${'x'.repeat(at)}\u0001${'y'.repeat(1000 - at)}"}`;
      const memory = Buffer.alloc(offset + Buffer.byteLength(text));
      memory.write(text, offset);
      expect(() => scanObject(memory.subarray(offset))).toThrow(SyntaxError);
      memory[memory.indexOf(1)] = 0x20;
      expect(scanObject(memory.subarray(offset)).members).toHaveLength(1);
    }
  }
});

test('escapes and ends are found at any place of a long string, at any alignment', () => {
  for (let offset = 0; offset < 4; offset++) {
    for (const length of [
      0, 1, 30, 31, 32, 33, 34, 35, 36, 280, 281, 282, 283, 284, 285, 286, 287, 288, 2000,
    ]) {
      const value = { a: `${'x'.repeat(length)}\n"${'y'.repeat(length)}`, b: 'end' };
      const text = JSON.stringify(value);
      const memory = Buffer.alloc(offset + text.length);
      memory.write(text, offset);
      const object = scanObject(memory.subarray(offset));
      expect(object.value(object.find('a')!)).toBe(value.a);
      expect(object.value(object.find('b')!)).toBe('end');
    }
  }
});

test('long strings with escapes end where they end', () => {
  const value = { a: `${'x'.repeat(100)}\\"${'y'.repeat(100)}"\n`.repeat(50), b: 'z'.repeat(300), c: [true] };
  const object = scanObject(Buffer.from(JSON.stringify(value)));
  expect(Object.fromEntries(['a', 'b', 'c'].map((name) => [name, object.value(object.find(name)!)]))).toEqual(
    value,
  );
});

test('names are compared as JSON reads them, and the last of a repeated name counts', () => {
  const object = scanObject(Buffer.from('{"model":"a","mod\\u0065l":"b","modél":1,"model ":2}'));
  expect(object.value(object.find('model')!)).toBe('b');
  expect(object.value(object.find('modél')!)).toBe(1);
  expect(object.find('mode')).toBeUndefined();
});

test(`nesting is followed to ${MAX_JSON_DEPTH} levels and refused below`, () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  expect(accepts(nested(MAX_JSON_DEPTH))).toBe(true);
  expect(accepts(nested(MAX_JSON_DEPTH + 1))).toBe(false);
  expect(() => scanObject(Buffer.from(`{"a":${'{"a":'.repeat(100_000)}`))).toThrow('nested deeper');
});

test('an inner object is read in place', () => {
  const body = Buffer.from('{"messages":[{"role":"system"}]}');
  const inner = scanInner(body, body.indexOf('{', 1));
  expect(inner.value(inner.find('role')!)).toBe('system');
});

test('a large body is scanned once, however often it is asked for', () => {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(5000) }));
  expect(scanObject(body)).toBe(scanObject(body));
});

describe('what a body may hold', () => {
  const list = (count: number, member: string) => `[${Array.from({ length: count }, () => member).join()}]`;
  const accepted = (body: string) => {
    try {
      scanObject(Buffer.from(body));
      return true;
    } catch (problem) {
      expect(problem).toBeInstanceOf(SyntaxError);
      return false;
    }
  };

  test.each(['{}', '[]', '"x"'])('so many %s in a list, and no more', (member) => {
    expect(accepted(`{"a":${list(MAX_LIST_MEMBERS, member)}}`)).toBe(true);
    expect(accepted(`{"a":${list(MAX_LIST_MEMBERS + 1, member)}}`)).toBe(false);
  });

  test('lists count together, wherever they are', () => {
    const half = list(MAX_LIST_MEMBERS / 2, '{}');
    expect(accepted(`{"messages":${half},"tools":${list(MAX_LIST_MEMBERS / 2, '{}')}}`)).toBe(true);
    expect(accepted(`{"messages":[{"content":${half}},{"content":${half}}]}`)).toBe(false);
  });

  test('a body that the gateway has added something to is not refused for that', () => {
    const body = Buffer.from(`{"messages":${list(MAX_LIST_MEMBERS, '{}')}}`);
    const added = splice(scanObject(body), new Map([['tools', '[{"type":"function"}]']]));
    expect(scanObject(added).members).toHaveLength(2);
  });

  test('inputs may be many tokens; values of all kinds have a bound of their own', () => {
    expect(accepted(`{"input":${list(300_000, '1')}}`)).toBe(true);
    expect(accepted(`{"input":${list(MAX_VALUES, '1')}}`)).toBe(false);
    const members = Array.from({ length: MAX_VALUES }, (_, n) => `"${n}":1`);
    expect(accepted(`{"a":{${members.join()}}}`)).toBe(false);
  });
});
