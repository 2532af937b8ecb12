import { assistant, call, image, result, system, text, user } from '../../../test/dialects/turns.js';
import { withUniqueCallIds } from './conversation/call-ids.js';
import { behindResults } from './conversation/instructions.js';
import { textTurns } from './conversation/text-turns.js';
import { joinedTurns, resultsBehindCalls } from './conversation/turn-order.js';

/** A body of a few MB may have so many turns; time that grows with their square would exceed the limit of a test. */
const MANY = 100_000;
/** More than a function may have arguments. */
const MOST = 200_000;
const many = <T>(element: (index: number) => T, count = MANY) =>
  Array.from({ length: count }, (_, at) => element(at));

describe('a conversation of many turns or parts does not block the process for long', () => {
  test.each<[string, () => { length: number }, number]>([
    ['turns of one role', () => joinedTurns(many(() => user(text('q')))), 1],
    ['turns of one role as text', () => textTurns(many(() => user(text('What is the weather like?')))), 1],
    ['calls without results', () => resultsBehindCalls(many((at) => assistant(call(`c${at}`)))), MANY],
    [
      'parallel calls',
      () =>
        resultsBehindCalls([
          assistant(...many((at) => call(`c${at}`))),
          user(...many((at) => result(`c${at}`))),
        ]),
      2,
    ],
    [
      'parallel calls of one id',
      () => resultsBehindCalls([assistant(...many(() => call('c'))), user(...many(() => result('c')))]),
      2,
    ],
    [
      'parallel calls that get ids of their own',
      () => withUniqueCallIds([assistant(...many(() => call('c'))), user(...many(() => result('c')))]),
      2,
    ],
    ['calls that get ids of their own', () => withUniqueCallIds(many(() => assistant(call('c')))), MANY],
    [
      'instructions before a result',
      () => behindResults([assistant(call('c')), ...many(() => system(text('s')), MOST), user(result('c'))]),
      MOST + 2,
    ],
    [
      'media of one turn',
      () => textTurns([user(image), { role: 'user', parts: many(() => image, MOST) }])[0]!.media,
      MOST + 1,
    ],
  ])('%s', (_case, turnsOf, length) => {
    expect(turnsOf()).toHaveLength(length);
  });
});
