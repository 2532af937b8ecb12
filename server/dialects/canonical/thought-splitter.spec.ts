import type { CanonicalEvent } from './events.js';
import { ThoughtSplitter } from './thought-splitter.js';

const reasoning = (text: string): CanonicalEvent => ({ type: 'reasoning-delta', text });
const shown = (text: string): CanonicalEvent => ({ type: 'text-delta', text });

/** Reasoning and text of an answer that arrives in these pieces, each joined. */
function split(...pieces: string[]): { reasoning: string; text: string } {
  const splitter = new ThoughtSplitter();
  const events = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  const joined = (wanted: string) =>
    events.map((event) => (event.type === wanted && 'text' in event ? event.text : '')).join('');
  return { reasoning: joined('reasoning-delta'), text: joined('text-delta') };
}

const DETAILS = '<details style="color:gray;" open>\n<summary> Thinking... </summary>\n';

describe('thoughts and text, wherever the answer is cut into pieces', () => {
  test.each([
    ['<think>\nLet me see.\n</think>\n\nHello', 'Let me see.\n', 'Hello'],
    ['<think>a</think>b', 'a', 'b'],
    ['\n <think>a</think>b', 'a', 'b'],
    ['<think></think>b', '', 'b'],
    ['<think>\n\n</think>\n\nb', '', 'b'],
    ['<think>a < b, </b> and </thin k></think>b', 'a < b, </b> and </thin k>', 'b'],
    ['<think>a</think>b <think>c</think> d', 'a', 'b <think>c</think> d'],
    ['<think>never closed', 'never closed', ''],
    ['<think>cut in the tag</thi', 'cut in the tag</thi', ''],
    [`${DETAILS}Let me see.\n</details>\n\nHello`, 'Let me see.\n', 'Hello'],
    [`\n${DETAILS}a</details>b`, 'a', 'b'],
    ['Hello', '', 'Hello'],
    [' \n Hello', '', ' \n Hello'],
    ['  ', '', '  '],
    ['', '', ''],
    ['<thi', '', '<thi'],
    ['\n<thinking>a</thinking>', '', '\n<thinking>a</thinking>'],
    ['<b>bold</b>', '', '<b>bold</b>'],
    ['1 < 2 and <think>', '', '1 < 2 and <think>'],
    ['<details><summary>More</summary>text</details>', '', '<details><summary>More</summary>text</details>'],
    ['<details', '', '<details'],
    ['<details open><summary>Thin', '', '<details open><summary>Thin'],
    ['say <details', '', 'say <details'],
  ])('%j', (answer, thoughts, text) => {
    const expected = { reasoning: thoughts, text };
    expect(split(answer)).toEqual(expected);
    expect(split(...answer.split(''))).toEqual(expected);
    for (let at = 1; at < answer.length; at++)
      expect(split(answer.slice(0, at), answer.slice(at))).toEqual(expected);
  });
});

describe('only what may be part of a tag is held back', () => {
  test.each<[string, string[], CanonicalEvent[][]]>([
    ['text', ['Hel', 'lo'], [[shown('Hel')], [shown('lo')]]],
    ['white space before a tag', [' \n', 'Hi'], [[], [shown(' \nHi')]]],
    ['the opening tag', ['<', 'think', '>a'], [[], [], [reasoning('a')]]],
    ['what is not the opening tag', ['<th', 'e>'], [[], [shown('<the>')]]],
    ['the closing tag', ['<think>a</', 'think', '>b'], [[reasoning('a')], [], [shown('b')]]],
    ['a comparison', ['<think>if a < b', ' then'], [[reasoning('if a < b')], [reasoning(' then')]]],
    ['a bracket', ['<think>a <', ' b'], [[reasoning('a ')], [reasoning('< b')]]],
    ['another element', ['<think>a</b', '>'], [[reasoning('a</b')], [reasoning('>')]]],
    [
      'another element with a title',
      ['<details><summary>More', '</summary>', 'x'],
      [[], [shown('<details><summary>More</summary>')], [shown('x')]],
    ],
    [
      'the text behind the thoughts',
      ['<think>a</think>b', ' </thi'],
      [[reasoning('a'), shown('b')], [shown(' </thi')]],
    ],
  ])('%s', (_case, pieces, expected) => {
    const splitter = new ThoughtSplitter();
    expect(pieces.map((piece) => splitter.push(piece))).toEqual(expected);
  });

  test('an opening element of 400 characters is text', () => {
    const begun = '<details class="';
    const splitter = new ThoughtSplitter();
    expect(splitter.push(begun.padEnd(399, 'x'))).toEqual([]);
    expect(splitter.push('x')).toEqual([shown(begun.padEnd(400, 'x'))]);
  });

  test('white space of 400 characters is text, so that it is not read again with each piece', () => {
    const splitter = new ThoughtSplitter();
    expect(splitter.push(' '.repeat(399))).toEqual([]);
    expect(splitter.push('\n')).toEqual([shown(`${' '.repeat(399)}\n`)]);
    expect(splitter.isText).toBe(true);
  });
});

test.each([
  ['nothing', '', false],
  ['white space', ' ', false],
  ['the beginning of a tag', '<thi', false],
  ['thoughts', '<think>a', false],
  ['the closing tag, behind which white space is left out', '<think>a</think>', false],
  ['white space behind the closing tag', '<think>a</think>\n', false],
  ['text behind thoughts', '<think>a</think>\nb', true],
  ['text', 'Hello', true],
])('whether all that follows is text, after %s', (_case, answer, isText) => {
  const splitter = new ThoughtSplitter();
  splitter.push(answer);
  expect(splitter.isText).toBe(isText);
});
