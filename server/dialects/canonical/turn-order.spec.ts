import type { CanonicalTurn, TurnPart } from './chat.js';
import { joinedTurns, resultsBehindCalls, withAssistantAfterResults, withUserFirst } from './turn-order.js';

const text = (words: string): TurnPart => ({ type: 'text', text: words });
const call = (id: string): TurnPart => ({ type: 'tool-call', id, name: 'f', arguments: '{}' });
const result = (id: string, words = id): TurnPart => ({
  type: 'tool-result',
  id,
  parts: [{ type: 'text', text: words }],
});
const user = (...parts: TurnPart[]): CanonicalTurn => ({ role: 'user', parts });
const assistant = (...parts: TurnPart[]): CanonicalTurn => ({ role: 'assistant', parts });
const image: TurnPart = { type: 'image', source: { type: 'url', url: 'https://x.test/i.png' } };

describe('resultsBehindCalls', () => {
  test('collects the results of parallel calls from consecutive turns, in the order of the calls', () => {
    const turns = [
      assistant(call('a'), call('b')),
      user(result('b'), image),
      user(text('and'), result('a'), text('more')),
    ];
    expect(resultsBehindCalls(turns)).toEqual([
      assistant(call('a'), call('b')),
      user(result('a'), result('b'), image),
      user(text('and'), text('more')),
    ]);
  });

  test('finds results behind other turns', () => {
    const turns = [assistant(call('a')), assistant(text('wait')), user(text('q')), user(result('a'))];
    expect(resultsBehindCalls(turns)).toEqual([
      assistant(call('a')),
      user(result('a')),
      assistant(text('wait')),
      user(text('q')),
    ]);
  });

  test('an id that is used again belongs to the later call from there on', () => {
    const turns = [
      assistant(call('a')),
      user(result('a', 'one')),
      assistant(call('a')),
      user(result('a', 'two')),
    ];
    expect(resultsBehindCalls(turns)).toEqual(turns);
  });

  test('calls without results and results without calls keep their position', () => {
    const turns = [user(result('x')), assistant(call('a')), user(text('never mind'))];
    expect(resultsBehindCalls(turns)).toEqual(turns);
  });
});

test('withUserFirst puts a turn of the user before an assistant who begins', () => {
  const silence = user(text('...'));
  const system: CanonicalTurn = { role: 'system', parts: [text('s')] };
  expect(withUserFirst([assistant(text('a'))])).toEqual([silence, assistant(text('a'))]);
  expect(withUserFirst([system, user(text('q'))])).toEqual([system, user(text('q'))]);
  expect(withUserFirst([])).toEqual([]);
});

test('joinedTurns joins consecutive turns of one role', () => {
  const turns = [user(text('a')), user(text('b')), assistant(text('c')), user(text('d'))];
  expect(joinedTurns(turns)).toEqual([user(text('a'), text('b')), assistant(text('c')), user(text('d'))]);
});

describe('withAssistantAfterResults', () => {
  const between = assistant(text('I have the results.'));

  test.each<[string, CanonicalTurn[], CanonicalTurn[]]>([
    ['text in the same turn', [user(result('a'), text('q'))], [user(result('a')), between, user(text('q'))]],
    [
      'text in the next turn',
      [user(result('a')), user(text('q'))],
      [user(result('a')), between, user(text('q'))],
    ],
    [
      'an image in the result',
      [user({ type: 'tool-result', id: 'a', parts: [image as never] })],
      [user({ type: 'tool-result', id: 'a', parts: [] }), between, user(image)],
    ],
    ['nothing else', [user(result('a')), assistant(text('c'))], [user(result('a')), assistant(text('c'))]],
  ])('%s', (_, turns, spaced) => {
    expect(withAssistantAfterResults(turns)).toEqual(spaced);
  });
});
