import { bestNames } from './best-names.js';

test('the whole name comes first, then beginnings, then parts, each by the alphabet', () => {
  const names = ['chatgpt-4o', 'gpt-4o-mini', 'GPT-4o', 'o3', 'gpt-4o-audio'];
  expect(bestNames(names, 'gpt-4O', 9)).toEqual(['GPT-4o', 'gpt-4o-audio', 'gpt-4o-mini', 'chatgpt-4o']);
  expect(bestNames(names, 'gpt', 2)).toEqual(['GPT-4o', 'gpt-4o-audio']);
  expect(bestNames(names, '%', 9)).toEqual([]);
});
