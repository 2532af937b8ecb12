import { foldEvents } from '../../canonical/fold.js';
import { gemini } from './index.js';

/** Arguments of calls that Google streams in pieces (`partialArgs`, `willContinue`). */
function answerOf(...calls: object[]) {
  const reader = gemini.chat!.stream();
  const read = (part: object, finishReason?: string) =>
    reader({
      name: 'message',
      data: JSON.stringify({ candidates: [{ content: { parts: [part] }, finishReason }] }),
    });
  const events = calls.flatMap((functionCall) => read({ functionCall }));
  return foldEvents([...events, ...read({ text: '' }, 'STOP')]);
}

const calls = (answer: ReturnType<typeof answerOf>) =>
  answer.parts.map((part) =>
    part.type === 'tool-call' ? [part.name, JSON.parse(part.arguments) as unknown] : part,
  );

test('become one call when the last piece has come', () => {
  const answer = answerOf(
    { name: 'book', id: 'one', willContinue: true },
    { partialArgs: [{ jsonPath: '$.city', stringValue: 'Ber', willContinue: true }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.city', stringValue: 'lin' }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.days[0].hours', numberValue: 3 }], willContinue: true },
    {
      partialArgs: [
        { jsonPath: '$.days[1]', boolValue: true },
        { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
      ],
    },
  );
  expect(calls(answer)).toEqual([['book', { city: 'Berlin', days: [{ hours: 3 }, true], none: null }]]);
  expect(answer.finish.reason).toBe('tool-calls');
});

test('several calls follow each other, beside one that comes whole', () => {
  const answer = answerOf(
    { name: 'a', willContinue: true },
    { partialArgs: [{ jsonPath: '$.x', stringValue: '1' }] },
    { name: 'b', willContinue: true },
    {},
    { name: 'c', args: { y: 2 } },
  );
  expect(calls(answer)).toEqual([
    ['a', { x: '1' }],
    ['b', {}],
    ['c', { y: 2 }],
  ]);
});

test('a call without the last piece of an argument is none', () => {
  const city = { jsonPath: '$.city', stringValue: 'Ber', willContinue: true };
  const cut = { name: 'book', partialArgs: [city], willContinue: true };
  expect(() => answerOf(cut)).toThrow('an incomplete call');
});

test('nor is it one when another call follows', () => {
  const path = { jsonPath: '$.path', stringValue: '/tm', willContinue: true };
  const cut = { name: 'remove', partialArgs: [path], willContinue: true };
  expect(() => answerOf(cut, { name: 'list', args: {} })).toThrow('an incomplete call');
});

test('a call without an end is complete when the answer ends, and no path reaches beyond the arguments', () => {
  const partialArgs = [{ jsonPath: '$.__proto__.polluted', stringValue: 'yes' }];
  const answer = answerOf({ name: 'a', willContinue: true }, { partialArgs, willContinue: true });
  expect(answer.parts).toHaveLength(1);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
