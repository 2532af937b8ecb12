import type { CanonicalChat, CanonicalTurn, TurnPart } from './chat.js';
import {
  assistant,
  call,
  image,
  redacted,
  result,
  system,
  text,
  thought,
  user,
} from '../../../test/dialects/turns.js';
import {
  attachThoughts,
  firstCalls,
  hasSignedThoughts,
  hasThoughts,
  openLoop,
  TEXT,
  type CallThoughts,
} from './thoughts.js';

describe('openLoop: the assistant turns of the tool loop at the end of the conversation', () => {
  const first = assistant(text('Reading'), call('a'));
  const second = assistant(call('b'));

  test.each<[string, CanonicalTurn[], CanonicalTurn[]]>([
    ['an empty conversation', [], []],
    ['a question', [user(text('q'))], []],
    ['an answer', [user(text('q')), first, user(result('a')), assistant(text('done'))], []],
    ['calls without results', [user(text('q')), first], []],
    ['one result', [user(text('q')), first, user(result('a'))], [first]],
    [
      'several steps since the last question',
      [
        user(text('p')),
        assistant(text('old')),
        user(text('q')),
        first,
        user(result('a')),
        second,
        user(result('b')),
      ],
      [first, second],
    ],
    ['a result with text of the user', [user(text('q')), first, user(result('a'), text('go on'))], [first]],
    ['a loop without a question', [first, user(result('a'))], [first]],
    [
      'instructions inside and behind the loop',
      [
        system(text('s')),
        user(text('q')),
        first,
        user(result('a')),
        system(text('t')),
        second,
        user(result('b')),
        system(),
      ],
      [first, second],
    ],
    ['instructions alone', [system(text('s'))], []],
  ])('%s', (_case, turns, expected) => {
    expect(openLoop({ turns })).toEqual(expected);
  });
});

test('firstCalls: the id of the first call of each turn that has calls', () => {
  const turns = [
    user(text('q')),
    assistant(thought('Hm'), text('Reading'), call('a'), call('b')),
    assistant(text('Done')),
    assistant(call('c')),
    assistant(),
  ];
  expect(firstCalls(turns)).toEqual(['a', 'c']);
});

test.each<[string, TurnPart[], boolean, boolean]>([
  ['nothing', [], false, false],
  ['text', [text('Hm')], false, false],
  ['a signed call', [{ ...call('a'), signature: 's' }], false, false],
  ['reasoning without signature', [thought('Hm'), call('a')], false, true],
  ['reasoning with an empty signature', [thought('Hm', ''), call('a')], false, true],
  ['signed reasoning', [thought('Hm', 's'), call('a')], true, true],
  ['signed reasoning without text', [thought('', 's'), call('a')], true, false],
  ['signed reasoning behind text', [text('Now'), thought('Hm', 's'), call('a')], false, true],
  ['encrypted reasoning', [redacted('x'), call('a')], true, false],
])(
  'a turn with %s begins with signed reasoning or has reasoning with text',
  (_case, parts, signed, shown) => {
    expect(hasSignedThoughts(assistant(...parts))).toBe(signed);
    expect(hasThoughts(assistant(...parts))).toBe(shown);
  },
);

/** The parts of a turn after what is stored of its calls was put back. */
function attached(
  issuer: string,
  stored: Readonly<Record<string, CallThoughts>>,
  ...parts: TurnPart[]
): TurnPart[] {
  const turn = assistant(...parts);
  const chat: Pick<CanonicalChat, 'turns'> = { turns: [user(text('q')), turn, user(result('a'))] };
  attachThoughts(chat as CanonicalChat, new Map(Object.entries(stored)), issuer);
  return turn.parts;
}

const signed = thought('Hm', 's');
const ofClaude = (...thoughts: CallThoughts['thoughts']): CallThoughts => ({ issuer: 'claude', thoughts });

describe('signed reasoning', () => {
  test.each<[string, string, Readonly<Record<string, CallThoughts>>, TurnPart[], TurnPart[]]>([
    ['returns to its issuer', 'claude', { a: ofClaude(signed) }, [call('a')], [signed, call('a')]],
    ['is not sent to another issuer', 'gemini', { a: ofClaude(signed) }, [call('a')], [call('a')]],
    ['of other calls is not inserted', 'claude', { b: ofClaude(signed) }, [call('a')], [call('a')]],
    [
      'of parallel calls stands before all of them, in their order',
      'claude',
      { b: ofClaude(redacted('2')), a: ofClaude(signed) },
      [text('Reading'), call('a'), call('b')],
      [signed, redacted('2'), text('Reading'), call('a'), call('b')],
    ],
    [
      'is not inserted where the client sent it',
      'claude',
      { a: ofClaude(signed) },
      [thought('own', 't'), call('a')],
      [thought('own', 't'), call('a')],
    ],
    [
      'nor where the client sent it encrypted',
      'claude',
      { a: ofClaude(signed) },
      [redacted('own'), call('a')],
      [redacted('own'), call('a')],
    ],
    [
      'replaces what the client made of it: reasoning without signature, or text',
      'claude',
      { a: ofClaude(thought(' Hm\n', 's')) },
      [thought('Hm'), text('\nHm '), text('Reading'), image, call('a')],
      [thought(' Hm\n', 's'), text('Reading'), image, call('a')],
    ],
    [
      'without text replaces no text',
      'claude',
      { a: ofClaude(redacted('1'), thought('', 's')) },
      [text(' '), text('Hm'), call('a')],
      [redacted('1'), thought('', 's'), text(' '), text('Hm'), call('a')],
    ],
    [
      'may be the signature of the call, which leaves the other parts as they are',
      'gemini',
      { a: { issuer: 'gemini', thoughts: [], signature: 'of the call' } },
      [thought('Hm'), call('a')],
      [thought('Hm'), { ...call('a'), signature: 'of the call' }],
    ],
    [
      'does not replace the signature that the client sent',
      'gemini',
      { a: { issuer: 'gemini', thoughts: [], signature: 'stored' } },
      [{ ...call('a'), signature: 'own' }],
      [{ ...call('a'), signature: 'own' }],
    ],
    [
      'as the signature of a call is not sent to another issuer',
      'claude',
      { a: { issuer: 'gemini', thoughts: [], signature: 'of the call' } },
      [call('a')],
      [call('a')],
    ],
  ])('%s', (_case, issuer, stored, parts, expected) => {
    expect(attached(issuer, stored, ...parts)).toEqual(expected);
  });
});

describe('providers of reasoning as plain text', () => {
  test.each<[string, CallThoughts, TurnPart[], TurnPart[]]>([
    ['get their own', { issuer: TEXT, thoughts: [thought('Hm')] }, [call('a')], [thought('Hm'), call('a')]],
    ['get the text of any issuer', ofClaude(signed), [call('a')], [signed, call('a')]],
    [
      'get no reasoning without text',
      ofClaude(redacted('1'), thought(' \n', 's'), thought('', 't'), signed),
      [call('a')],
      [signed, call('a')],
    ],
    [
      'keep the reasoning that the client sent',
      ofClaude(signed),
      [text('Now'), thought('own'), call('a')],
      [text('Now'), thought('own'), call('a')],
    ],
    [
      'get it in place of a text that equals it',
      ofClaude(signed),
      [text('Hm'), text('Reading'), call('a')],
      [signed, text('Reading'), call('a')],
    ],
    [
      'get no signature of a call',
      { issuer: 'gemini', thoughts: [], signature: 'of the call' },
      [call('a')],
      [call('a')],
    ],
  ])('%s', (_case, stored, parts, expected) => {
    expect(attached(TEXT, { a: stored }, ...parts)).toEqual(expected);
  });
});

test('turns without calls stay as they are', () => {
  expect(attached('claude', { a: ofClaude(signed) }, text('Done'))).toEqual([text('Done')]);
});
