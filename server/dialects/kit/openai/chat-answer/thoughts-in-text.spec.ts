import type { CanonicalEvent } from '../../../canonical/events.js';
import { readAnswer } from './answer.js';
import { readStream } from './stream.js';

const read = (deltas: readonly object[], finish = 'stop'): string[] => {
  const reader = readStream();
  const frames = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
  ];
  return frames
    .flatMap((frame) => reader({ name: '', data: JSON.stringify({ id: 'a', model: 'm', ...frame }) }))
    .flatMap(shown);
};
const shown = (event: CanonicalEvent): string[] => {
  if (event.type === 'reasoning-delta') return [`thought: ${event.text}`];
  if (event.type === 'text-delta') return [`text: ${event.text}`];
  return event.type === 'tool-start' ? [`call: ${event.name}`] : [];
};
const pieces = (...texts: string[]) => texts.map((content) => ({ content }));
const thoughts = (...texts: string[]) =>
  texts.map((text) => ({ reasoning_details: [{ type: 'reasoning.text', text }] }));

test('thoughts at the beginning of the text are thoughts, also when their tags come in pieces', () => {
  expect(read(pieces('<thi', 'nk>\nLet me', ' see</th', 'ink>\n\n', '42', ' it is'))).toEqual([
    'thought: Let me',
    'thought:  see',
    'text: 42',
    'text:  it is',
  ]);
});

test('tags elsewhere, and other tags, are text', () => {
  expect(read(pieces('Use <think> tags', '</think>'))).toEqual(['text: Use <think> tags', 'text: </think>']);
  expect(read(pieces('<', 'div>'))).toEqual(['text: <div>']);
  expect(read(pieces('<thi'))).toEqual(['text: <thi']);
});

test('what may be the beginning of a tag comes before a call', () => {
  const call = { index: 0, id: 'c', function: { name: 'f', arguments: '{}' } };
  expect(read([{ content: '<' }, { tool_calls: [call] }], 'tool_calls')).toEqual(['text: <', 'call: f']);
});

test('thoughts that are sent in a member and again in the text come once', () => {
  const deltas = [
    { reasoning_content: 'Hm', content: '<think>Hm' },
    { reasoning_content: '!', content: '!</think>' },
    { content: 'Yes' },
  ];
  expect(read(deltas)).toEqual(['thought: Hm', 'thought: !', 'text: Yes']);
});

test('thoughts that come in details only, as new text or as all text so far', () => {
  expect(read(thoughts('The user', ' asks', ' this'))).toEqual([
    'thought: The user',
    'thought:  asks',
    'thought:  this',
  ]);
  expect(read(thoughts('The', 'The user', 'The user asks'))).toEqual([
    'thought: The',
    'thought:  user',
    'thought:  asks',
  ]);
});

test('details that repeat the member beside them come once', () => {
  expect(read([{ reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] }])).toEqual([
    'thought: Hm',
  ]);
});

test('a whole answer', () => {
  const partsOf = (message: object) =>
    readAnswer({ choices: [{ message, finish_reason: 'stop' }] }).parts.map(({ type, ...part }) => [
      type,
      'text' in part ? part.text : '',
    ]);
  const content = '<think>\nHm</think>\n\nYes';
  expect(partsOf({ content })).toEqual([
    ['reasoning', 'Hm'],
    ['text', 'Yes'],
  ]);
  expect(partsOf({ content, reasoning_content: 'Hm' })).toEqual([
    ['reasoning', 'Hm'],
    ['text', 'Yes'],
  ]);
  expect(partsOf({ content: '<b>Yes</b>' })).toEqual([['text', '<b>Yes</b>']]);
});
