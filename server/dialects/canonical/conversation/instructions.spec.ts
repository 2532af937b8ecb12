import { assistant, call, image, result, system, text, user } from '../../../../test/dialects/turns.js';
import type { CanonicalTurn } from '../chat.js';
import { asUserTurn, behindResults, markedInstruction } from './instructions.js';

const marked = (content: string) => text(`<system-instruction>\n${content}\n</system-instruction>`);

test('an instruction as text of the user is marked as one', () => {
  expect(markedInstruction('Be brief.')).toBe('<system-instruction>\nBe brief.\n</system-instruction>');
});

describe('an instruction in the middle of the conversation as a turn of the user', () => {
  test.each<[string, CanonicalTurn, CanonicalTurn]>([
    ['one text', system(text('Be brief.')), user(marked('Be brief.'))],
    ['several texts', system(text('One'), text(' Two ')), user(marked('One'), marked(' Two '))],
    ['texts without content are left out', system(text(''), text(' \n'), text('One')), user(marked('One'))],
    ['anything but text is left out', system(image, text('One')), user(marked('One'))],
    [
      'a cache hint stays',
      system({ ...text('One'), cache: { ttl: '1h' } }),
      user({ ...marked('One'), cache: { ttl: '1h' } }),
    ],
  ])('%s', (_case, turn, expected) => {
    expect(asUserTurn(turn)).toEqual(expected);
  });

  test.each([user(text('q')), assistant(text('a'), call('a'))])('a turn of the $role stays', (turn) => {
    expect(asUserTurn(turn)).toBe(turn);
  });
});

describe('instructions between calls and their results move behind the results', () => {
  const [one, two] = [system(text('One')), system(text('Two'))];
  const calls = assistant(text('Reading'), call('a'));
  const results = user(result('a'), text('and go on'));

  test.each<[string, CanonicalTurn[], CanonicalTurn[]]>([
    ['one', [calls, one, results], [calls, results, one]],
    [
      'several, in their order',
      [user(text('q')), calls, one, two, results],
      [user(text('q')), calls, results, one, two],
    ],
    ['in each step', [calls, one, results, calls, two, results], [calls, results, one, calls, results, two]],
  ])('%s', (_case, turns, expected) => {
    expect(behindResults(turns)).toEqual(expected);
  });

  test.each<[string, CanonicalTurn[]]>([
    ['none', [calls, results, assistant(text('Done')), user(text('q'))]],
    ['behind results', [calls, results, one, user(text('q'))]],
    ['at the beginning', [one, two, user(text('q'))]],
    ['behind an answer without calls', [assistant(text('Well')), one, results]],
    ['behind a question', [user(text('q')), one, results]],
    ['behind calls without results', [calls, one, user(text('never mind'))]],
    ['behind calls at the end', [calls, one, two]],
  ])('others keep their position: %s', (_case, turns) => {
    expect(behindResults(turns)).toEqual(turns);
  });
});
