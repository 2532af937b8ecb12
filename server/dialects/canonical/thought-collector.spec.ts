import type { CanonicalEvent } from './events.js';
import { redacted, thought } from '../../../test/dialects/turns.js';
import { TEXT, ThoughtCollector, type CallThoughts } from './thoughts.js';

const MAX_CHARACTERS = 256 * 1024;

const thinks = (text: string): CanonicalEvent => ({ type: 'reasoning-delta', text });
const signs = (signature: string): CanonicalEvent => ({ type: 'reasoning-signature', signature });
const calls = (index: number, signature?: string): CanonicalEvent => ({
  type: 'tool-start',
  index,
  id: `call_${index}`,
  name: 'read',
  ...(signature !== undefined && { signature }),
});
const passes = (index: number, text: string): CanonicalEvent => ({ type: 'tool-delta', index, text });

function collected(issuer: string, events: readonly CanonicalEvent[]): ThoughtCollector {
  const collector = new ThoughtCollector(issuer);
  for (const event of events) collector.add(event);
  return collector;
}

/** What is stored of these events, without the fingerprints of the arguments. */
function stored(issuer: string, ...events: CanonicalEvent[]): Record<string, CallThoughts> {
  const found = [...collected(issuer, events).calls()];
  return Object.fromEntries(found.map(([id, { arguments: _, ...thoughts }]) => [id, thoughts]));
}

describe('the reasoning of a provider that signs it', () => {
  test.each<[string, CanonicalEvent[], Record<string, Omit<CallThoughts, 'issuer'>>]>([
    [
      'is stored with its signature',
      [thinks('Let me '), thinks('see.'), signs('s'), calls(0)],
      { call_0: { thoughts: [thought('Let me see.', 's')] } },
    ],
    [
      'may have several blocks before one call',
      [thinks('One'), signs('1'), thinks('Two'), signs('2'), calls(0)],
      { call_0: { thoughts: [thought('One', '1'), thought('Two', '2')] } },
    ],
    [
      'may be hidden behind a signature without text',
      [signs('s'), calls(0)],
      { call_0: { thoughts: [thought('', 's')] } },
    ],
    [
      'may be encrypted',
      [{ type: 'reasoning-redacted', data: 'AbC=' }, calls(0)],
      { call_0: { thoughts: [redacted('AbC=')] } },
    ],
    [
      'may consist of the signature of the call alone',
      [calls(0, 'of the call')],
      { call_0: { thoughts: [], signature: 'of the call' } },
    ],
    [
      'belongs to the first of parallel calls',
      [thinks('Both'), signs('s'), calls(0), calls(1)],
      { call_0: { thoughts: [thought('Both', 's')] } },
    ],
    [
      'belongs to the call that follows it',
      [thinks('One'), signs('1'), calls(0), thinks('Two'), signs('2'), calls(1)],
      { call_0: { thoughts: [thought('One', '1')] }, call_1: { thoughts: [thought('Two', '2')] } },
    ],
    ['is not stored without a signature', [thinks('Hm'), calls(0)], {}],
    ['is not stored without a call', [thinks('Hm'), signs('s')], {}],
    ['is not there', [{ type: 'text-delta', text: 'Reading' }, calls(0)], {}],
  ])('%s', (_case, events, expected) => {
    const records = Object.entries(expected).map(([id, record]) => [id, { issuer: 'claude', ...record }]);
    expect(stored('claude', ...events)).toStrictEqual(Object.fromEntries(records));
  });
});

describe('reasoning that is plain text', () => {
  test.each<[string, CanonicalEvent[], Record<string, string>]>([
    ['is stored with the call behind it', [thinks('H'), thinks('m'), calls(0)], { call_0: 'Hm' }],
    ['belongs to the first of parallel calls', [thinks('Hm'), calls(0), calls(1)], { call_0: 'Hm' }],
    [
      'belongs to the call that follows it',
      [thinks('One'), calls(0), thinks('Two'), calls(1)],
      { call_0: 'One', call_1: 'Two' },
    ],
    ['is not there', [calls(0)], {}],
  ])('%s', (_case, events, expected) => {
    const records = Object.entries(expected).map(([id, text]) => [
      id,
      { issuer: TEXT, thoughts: [thought(text)] },
    ]);
    expect(stored(TEXT, ...events)).toStrictEqual(Object.fromEntries(records));
  });
});

test.each([
  ['no call', [thinks('Hm')], false],
  ['a call without reasoning', [calls(0)], false],
  ['a call with reasoning', [thinks('Hm'), calls(0)], true],
])('whether there is anything to store: %s', (_case, events, has) => {
  expect(collected(TEXT, events).hasCalls).toBe(has);
});

describe('reasoning of more than 256 K characters is not stored, because a part of it cannot be verified', () => {
  const half = 'x'.repeat(MAX_CHARACTERS / 2);

  test('but up to there it is', () => {
    expect(stored(TEXT, thinks(half), thinks(half), calls(0))).toEqual({
      call_0: { issuer: TEXT, thoughts: [thought(half + half)] },
    });
  });

  test.each<[string, CanonicalEvent[]]>([
    ['text', [thinks(half), thinks(half), thinks('y'), calls(0)]],
    ['signed', [thinks(half), thinks(half), thinks('y'), signs('s'), calls(0)]],
    ['in blocks', [thinks(half), signs('1'), thinks(`${half}y`), signs('2'), calls(0)]],
    ['nor what the response adds later', [thinks(`${half}${half}y`), calls(0), thinks('z'), calls(1, 'c')]],
  ])('%s', (_case, events) => {
    expect(stored(TEXT, ...events)).toEqual({});
    expect(stored('claude', ...events)).toEqual({});
  });
});

describe('the fingerprint of the arguments', () => {
  const fingerprint = (...pieces: string[]) =>
    collected(TEXT, [thinks('Hm'), calls(0), ...pieces.map((piece) => passes(0, piece))])
      .calls()
      .get('call_0')?.arguments;

  test('has 22 characters of a SHA-256 hash in base64url, with sorted names: stored records have it', () => {
    expect(fingerprint('{}')).toBe('RBNvo1WzZ4oRRq0W9-hknp');
    expect(fingerprint('{"b":1,', '"a":2}')).toBe('02JqwwqH5vemQoIzs8aCmZ');
    expect(fingerprint('{"a":2,"b":1}')).toBe('02JqwwqH5vemQoIzs8aCmZ');
  });

  test.each([
    ['none', '{}', ''],
    ['white space alone', '{}', ' \n'],
    ['spacing', '{"a":[1,2]}', '{ "a": [ 1, 2 ] }'],
    [
      'the order of names at any depth',
      '{"a":{"b":1,"c":[{"d":1,"e":2}]}}',
      '{"a":{"c":[{"e":2,"d":1}],"b":1}}',
    ],
    ['null beside another order', '{"a":null,"b":1}', '{"b":1,"a":null}'],
    ['the same text that is no JSON', 'ls -l', 'ls -l'],
  ])('is the same for %s', (_case, one, other) => {
    expect(fingerprint(other)).toBe(fingerprint(one));
  });

  test.each([
    ['values', '{"a":1}', '{"a":2}'],
    ['the order of a list', '[1,2]', '[2,1]'],
    ['a list and an object', '{"a":["x"]}', '{"a":{"0":"x"}}'],
    ['a text and an object', '{"a":"x"}', '{"a":{"0":"x"}}'],
    ['texts that are no JSON', 'ls -l', 'ls -a'],
    ['JSON that was cut', '{"a":1', '{"a":1}'],
  ])('differs for different %s', (_case, one, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint(one));
  });

  test('exists for arguments up to 256 K characters; calls with longer ones are not stored', () => {
    const letters = 'x'.repeat(MAX_CHARACTERS - 1);
    expect(fingerprint('x', letters)).toHaveLength(22);
    expect(fingerprint('xx', letters)).toBeUndefined();
  });

  test('is of the own arguments of each of parallel calls; those of unknown calls are ignored', () => {
    const events = [
      calls(0, 'a'),
      passes(9, '[9]'),
      calls(1, 'b'),
      passes(1, '{"b":1,"a":2}'),
      passes(0, '{}'),
    ];
    const found = collected('gemini', events).calls();
    expect([...found].map(([id, record]) => [id, record.arguments])).toEqual([
      ['call_0', 'RBNvo1WzZ4oRRq0W9-hknp'],
      ['call_1', '02JqwwqH5vemQoIzs8aCmZ'],
    ]);
  });
});
