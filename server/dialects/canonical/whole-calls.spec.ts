import type { CanonicalResponse, FinishReason } from './events.js';
import { CallArguments, hasHalfCall, withoutCutCall } from './whole-calls.js';

const answer = (reason: FinishReason, ...callArguments: string[]): CanonicalResponse => ({
  id: '',
  model: '',
  parts: callArguments.map((text, index) => ({
    type: 'tool-call',
    id: `c${index}`,
    name: 'f',
    arguments: text,
  })),
  finish: { reason },
  usage: undefined,
});

test.each([
  ['{"x":1}', false],
  ['', false],
  [' ', false],
  ['null', false],
  ['{"x"', true],
  ['{"x":1', true],
  ['{"x":1}{"x":1}', true],
  ["{'x':1}", true],
])('the arguments %s of a complete response', (text, isHalf) => {
  expect(hasHalfCall(answer('tool-calls', '{}', text))).toBe(isHalf);
  expect(hasHalfCall(answer('stop', text))).toBe(isHalf);
  const calls = new CallArguments();
  calls.add({ type: 'tool-start', index: 1, id: 'c', name: 'f' });
  for (const piece of text) calls.add({ type: 'tool-delta', index: 1, text: piece });
  expect(calls.areWhole).toBe(!isHalf);
});

test.each(['length', 'content-filter'] as const)(
  'a response that was cut (%s) may end inside a call',
  (reason) => {
    expect(hasHalfCall(answer(reason, '{"x"'))).toBe(false);
    const left = (...callArguments: string[]) => withoutCutCall(answer(reason, ...callArguments)).length;
    expect(left('{}', '{"x"')).toBe(1);
    expect(left('{}', '')).toBe(1);
    expect(left('{}', ' ')).toBe(1);
    expect(left('', '{}')).toBe(2);
    expect(left(' ', '{}')).toBe(2);
    expect(left('{"x"', '{}')).toBe(1);
  },
);

test('all calls of a complete response are kept', () => {
  expect(withoutCutCall(answer('tool-calls', '{}', ''))).toHaveLength(2);
});

test('the calls of a stream are whole if every one is', () => {
  const calls = new CallArguments();
  expect(calls.areWhole).toBe(true);
  for (const index of [0, 1]) calls.add({ type: 'tool-start', index, id: `c${index}`, name: 'f' });
  calls.add({ type: 'tool-delta', index: 0, text: '{"x"' });
  calls.add({ type: 'tool-delta', index: 1, text: '{}' });
  expect(calls.areWhole).toBe(false);
  calls.add({ type: 'tool-delta', index: 0, text: ':1}' });
  expect(calls.areWhole).toBe(true);
});
