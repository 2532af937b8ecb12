import { AnswerText } from './citations.js';
import { citationsByPart } from './fold.js';

test('the text of an answer is bounded, to the character', () => {
  const text = new AnswerText(1000);
  for (let i = 0; i < 300; i++) text.add('abcdefg');
  expect(text.length).toBe(1000);
  expect(text.whole).toBe('abcdefg'.repeat(143).slice(0, 1000));
  // Asked again, and after more text.
  text.add('x');
  expect(text.whole).toHaveLength(1000);
  const huge = new AnswerText(10);
  huge.add('y'.repeat(1e6));
  expect(huge.whole).toBe('y'.repeat(10));
});

test('pieces are joined in their order, also when asked in between', () => {
  const text = new AnswerText();
  let expected = '';
  for (let i = 0; i < 1000; i++) {
    text.add(`${i} `);
    expected += `${i} `;
    if (i % 170 === 0) expect(text.whole).toBe(expected);
  }
  expect(text.whole).toBe(expected);
});

test('citations belong to the part they begin in, those without a range to the last one', () => {
  const parts = [
    { type: 'text' as const, text: 'One' },
    { type: 'tool-call' as const, id: 'c', name: 'f', arguments: '{}' },
    { type: 'text' as const, text: 'Two' },
  ];
  const found = citationsByPart(parts, [
    { url: 'a', range: { start: 1, end: 5 } },
    { url: 'b', range: { start: 3, end: 6 } },
    { url: 'c' },
    { url: 'd', range: { start: 6, end: 7 } },
  ]);
  expect(found.get(parts[0]!)).toEqual([{ url: 'a', range: { start: 1, end: 3 } }]);
  expect(found.get(parts[2]!)).toEqual([{ url: 'b', range: { start: 0, end: 3 } }, { url: 'c' }]);
  expect(found.size).toBe(2);
});
