import { withUniqueCallIds } from './call-ids.js';
import type { CanonicalTurn } from '../chat.js';

const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'f', arguments: '{}' });
const result = (id: string) => ({ type: 'tool-result' as const, id, parts: [] });

test('ids that occur again get a number, with their results', () => {
  const turns: CanonicalTurn[] = [
    { role: 'assistant', parts: [call('f:0'), call('f:0_2')] },
    { role: 'user', parts: [result('f:0'), result('f:0_2')] },
    { role: 'assistant', parts: [call('f:0')] },
    { role: 'user', parts: [result('f:0')] },
  ];
  expect(withUniqueCallIds(turns)).toEqual([
    turns[0],
    turns[1],
    { role: 'assistant', parts: [call('f:0_3')] },
    { role: 'user', parts: [result('f:0_3')] },
  ]);
});

test('a conversation whose ids differ is returned as it is', () => {
  const turns: CanonicalTurn[] = [
    { role: 'assistant', parts: [call('a'), call('b')] },
    { role: 'user', parts: [result('b'), result('a')] },
  ];
  expect(withUniqueCallIds(turns)).toBe(turns);
});

test('parallel calls of one id have the results in their order', () => {
  const first = { ...result('f'), isError: true };
  const turns: CanonicalTurn[] = [
    { role: 'assistant', parts: [call('f'), call('g'), call('f')] },
    { role: 'user', parts: [first, result('g'), result('f')] },
  ];
  expect(withUniqueCallIds(turns)).toEqual([
    { role: 'assistant', parts: [call('f'), call('g'), call('f_2')] },
    { role: 'user', parts: [first, result('g'), result('f_2')] },
  ]);
});

test('results belong to the calls of the latest turn that has any', () => {
  const turns: CanonicalTurn[] = [
    { role: 'assistant', parts: [call('f')] },
    { role: 'assistant', parts: [call('f')] },
    { role: 'assistant', parts: [{ type: 'text', text: 'wait' }] },
    { role: 'user', parts: [result('f')] },
    { role: 'assistant', parts: [call('g')] },
    { role: 'user', parts: [result('f'), result('g'), { type: 'text', text: 'q' }] },
  ];
  expect(withUniqueCallIds(turns)).toEqual([
    turns[0],
    { role: 'assistant', parts: [call('f_2')] },
    turns[2],
    { role: 'user', parts: [result('f_2')] },
    turns[4],
    turns[5],
  ]);
});
