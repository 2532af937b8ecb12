import { assistant, call, image, result, system, text, user } from '../../../../test/dialects/turns.js';
import type { CanonicalTurn } from '../chat.js';
import { joinedTurns, resultsBehindCalls, withAssistantAfterResults, withUserFirst } from './turn-order.js';

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

  test('the turn behind the calls keeps what it has if the results stand further behind', () => {
    const turns = [assistant(call('a')), user(text('wait'), image), user(text('here'), result('a'))];
    expect(resultsBehindCalls(turns)).toEqual([
      assistant(call('a')),
      user(result('a')),
      user(text('wait'), image),
      user(text('here')),
    ]);
  });

  test('parallel calls of one id have the results in their order, each once', () => {
    const turns = [
      assistant(call('a'), call('a'), call('a')),
      user(text('q'), result('a', 'one')),
      user(result('a', 'two')),
    ];
    expect(resultsBehindCalls(turns)).toEqual([
      turns[0],
      user(result('a', 'one'), result('a', 'two'), text('q')),
    ]);
  });

  test('a result behind two calls of the same id belongs to the later one', () => {
    const turns = [assistant(call('a')), assistant(text('again'), call('a')), user(result('a'))];
    expect(resultsBehindCalls(turns)).toEqual(turns);
  });

  test('turns of which nothing is moved are returned as they are, empty ones too', () => {
    const turns = [user(), assistant(call('a')), assistant(), user(result('a')), user(text('q'))];
    const ordered = resultsBehindCalls(turns);
    expect(ordered).toEqual([turns[0], turns[1], turns[3], turns[2], turns[4]]);
    for (const [at, from] of [
      [0, 0],
      [1, 1],
      [3, 2],
      [4, 4],
    ] as const)
      expect(ordered[at]).toBe(turns[from]);
  });

  test('calls without results and results without calls keep their position', () => {
    const turns = [user(result('x')), assistant(call('a')), user(text('never mind'))];
    expect(resultsBehindCalls(turns)).toEqual(turns);
  });
});

test('withUserFirst puts a turn of the user before an assistant who begins', () => {
  const silence = user(text('...'));
  const instruction = system(text('s'));
  expect(withUserFirst([assistant(text('a'))])).toEqual([silence, assistant(text('a'))]);
  expect(withUserFirst([instruction, user(text('q'))])).toEqual([instruction, user(text('q'))]);
  expect(withUserFirst([instruction, assistant(text('a'))])).toEqual([
    silence,
    instruction,
    assistant(text('a')),
  ]);
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
      [user({ type: 'tool-result', id: 'a', parts: [text('A map:'), image] })],
      [user(result('a', 'A map:')), between, user(image)],
    ],
    ['no results', [user(text('q')), user(text('r'))], [user(text('q')), user(text('r'))]],
    [
      'text in the next two turns: once is enough',
      [user(result('a')), user(text('q')), user(text('r'))],
      [user(result('a')), between, user(text('q')), user(text('r'))],
    ],
    [
      'text in the same turn and the next one: once is enough',
      [user(result('a'), text('q')), user(text('r'))],
      [user(result('a')), between, user(text('q')), user(text('r'))],
    ],
    [
      'an image in the result and text',
      [user({ ...result('a'), parts: [image] }, result('b'), text('q'))],
      [user({ ...result('a'), parts: [] }, result('b')), between, user(image, text('q'))],
    ],
    ['nothing else', [user(result('a')), assistant(text('c'))], [user(result('a')), assistant(text('c'))]],
  ])('%s', (_, turns, spaced) => {
    expect(withAssistantAfterResults(turns)).toEqual(spaced);
  });
});
