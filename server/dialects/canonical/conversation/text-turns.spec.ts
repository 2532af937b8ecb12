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
} from '../../../../test/dialects/turns.js';
import type { CanonicalTurn } from '../chat.js';
import { textTurns, withoutTools, type TextTurn } from './text-turns.js';

const file = { type: 'file' as const, source: image.source, name: 'a.pdf' };
const audio = { type: 'audio' as const, format: 'wav', data: 'AAAA' };
const said = (role: TextTurn['role'], content: string, ...media: TextTurn['media']): TextTurn => ({
  role,
  text: content,
  media,
});

describe('the conversation as plain texts', () => {
  test.each<[string, CanonicalTurn[], TextTurn[]]>([
    ['nothing', [], []],
    ['turns in order', [user(text('q')), assistant(text('a'))], [said('user', 'q'), said('assistant', 'a')]],
    [
      'parts of a turn stand on lines of their own',
      [user(text('one'), text('two'))],
      [said('user', 'one\ntwo')],
    ],
    [
      'parts without content are left out',
      [user(text(''), text(' \n'), text(' one'))],
      [said('user', ' one')],
    ],
    [
      'turns of one role become one',
      [user(text('one')), user(text('two'), image), user(text('three'), file), assistant(text('a'))],
      [said('user', 'one\ntwo\nthree', image, file), said('assistant', 'a')],
    ],
    ['media before text of the same role', [user(image), user(text('q'))], [said('user', 'q', image)]],
    ['media alone', [user(image, file, audio)], [said('user', '', image, file, audio)]],
    [
      'turns without content are dropped',
      [user(text('one')), assistant(), assistant(text(' ')), user(text('two'))],
      [said('user', 'one\ntwo')],
    ],
    [
      'reasoning is left out',
      [assistant(thought('Hm'), redacted('x'), text('a')), user(text('q')), assistant(thought('Hm'))],
      [said('assistant', 'a'), said('user', 'q')],
    ],
    [
      'instructions in the middle become text of the user',
      [user(text('q')), system(text('Be brief.'))],
      [said('user', 'q\n<system-instruction>\nBe brief.\n</system-instruction>')],
    ],
    [
      'calls and results become text; a result has the name of its call',
      [assistant(text('Reading'), call('c1', '{"x":1}')), user(result('c1', 'sunny'))],
      [said('assistant', 'Reading\nTool call: f({"x":1})'), said('user', 'Tool result of f: sunny')],
    ],
    [
      'a result has its own name first, and its id if there is no name',
      [user({ ...result('c1', 'sunny'), name: 'weather' }, result('c2', 'rain'))],
      [said('user', 'Tool result of weather: sunny\nTool result of c2: rain')],
    ],
    [
      'results may have several texts and images',
      [user({ ...result('c1'), parts: [text('su'), image, text('nny')] })],
      [said('user', 'Tool result of c1: sunny', image)],
    ],
  ])('%s', (_case, turns, expected) => {
    expect(textTurns(turns)).toEqual(expected);
  });
});

test('for providers without tools, calls and results become texts, images in results remain', () => {
  const turns = [
    system(text('s')),
    user(text('q'), image, file, audio),
    assistant(thought('Hm', 's'), text('Reading'), call('c1', '{"x":1}')),
    user({ ...result('c1'), parts: [text('sunny'), image] }, text('go on')),
  ];
  expect(withoutTools(turns)).toEqual([
    turns[0],
    turns[1],
    assistant(thought('Hm', 's'), text('Reading'), text('Tool call: f({"x":1})')),
    user(text('Tool result of f: sunny'), image, text('go on')),
  ]);
});
