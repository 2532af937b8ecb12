import { withUniqueCallIds } from './call-ids.js';
import type { CanonicalTurn } from './chat.js';

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
