import fc from 'fast-check';
import { scanObject } from './scan.js';
import { splice } from './splice.js';
import { seededRuns } from '../../../test/setup/properties.js';

const change = (text: string, changes: Record<string, string | undefined>) =>
  splice(scanObject(Buffer.from(text)), new Map(Object.entries(changes))).toString();

test('replaces, removes and adds members as an object would, and keeps the rest', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'é');
  const objects = fc.array(fc.tuple(names, fc.jsonValue({ maxDepth: 2 })), { maxLength: 6 });
  const changes = fc.dictionary(names, fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }));
  fc.assert(
    fc.property(objects, changes, fc.constantFrom(',', ' , ', ',\n'), (members, changed, comma) => {
      const text = `{ ${members.map(([name, value]) => `${JSON.stringify(name)} : ${JSON.stringify(value)}`).join(comma)} }`;
      const expected = JSON.parse(text) as Record<string, unknown>;
      for (const [name, value] of Object.entries(changed)) {
        if (value === undefined) delete expected[name];
        else expected[name] = JSON.parse(JSON.stringify(value)) as unknown;
      }
      const texts = Object.entries(changed).map(([name, value]) => [name, JSON.stringify(value)] as const);
      const result = change(text, Object.fromEntries(texts));
      expect(JSON.parse(result)).toEqual(expected);
      // No reader can see an old value: every occurrence of a changed name is removed or replaced.
      for (const member of scanObject(Buffer.from(result)).members) {
        const object = scanObject(Buffer.from(result));
        const name = member.decoded ?? object.body.toString('utf8', member.nameStart + 1, member.nameEnd - 1);
        if (name in changed) expect(object.value(member)).toEqual(expected[name]);
      }
    }),
    seededRuns(500, 3),
  );
});

test('bytes that need no change are not rewritten', () => {
  const text = '{ "temperature":1.0, "model":"a" ,"n":1e0,"text":"\\u00e9" }';
  expect(change(text, { model: '"b"' })).toBe('{ "temperature":1.0, "model":"b" ,"n":1e0,"text":"\\u00e9" }');
});

test('the same Buffer comes back when nothing changes', () => {
  const body = Buffer.from('{"model":"a","stream":true}');
  const same = new Map([
    ['model', '"a"'],
    ['missing', undefined],
  ]);
  expect(splice(scanObject(body), same)).toBe(body);
});

test('a member is added to an empty object', () => {
  expect(change('{ }', { a: '1', b: '2' })).toBe('{"a":1,"b":2 }');
});

test.each([
  ['changed', '{"model":"x","m\\u006fdel":"y","a":1,"model":"x"}', '{"a":1,"model":"z"}'],
  ['not changed', '{"n":5,"model":"x","\\u006e":4, "n":1 ,"b":2}', '{"model":"z","n":1 ,"b":2}'],
  ['last with escapes', '{"n":5,"model":"x","\\u006e":4}', '{"model":"z","\\u006e":4}'],
  ['first with escapes', '{"\\u006e":4,"model":"x","n":5}', '{"model":"z","n":5}'],
])('of a repeated name only the last member is sent: %s', (_case, text, sent) => {
  expect(change(text, { model: '"z"' })).toBe(sent);
});

test('texts are compared by characters, not by similar bytes', () => {
  expect(change('{"model":"é"}', { model: '"Ã©"' })).toBe('{"model":"Ã©"}');
  const body = Buffer.from('{"model":"é"}');
  expect(splice(scanObject(body), new Map([['model', '"é"']]))).toBe(body);
});
