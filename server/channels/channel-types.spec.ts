import { definitions } from '../dialects/providers/registry.js';
import { channelTypesAt } from './channel-types.js';

const channelTypes = channelTypesAt(new Date());

test('the list contains every type once', () => {
  const numbers = channelTypes.map(({ type }) => type);
  expect(numbers.toSorted((one, other) => one - other)).toEqual(definitions.map(({ type }) => type));
});

test('common types come first, types without a fixed place last by number', () => {
  const ids = channelTypes.map(({ id }) => id);
  expect(ids.slice(0, 8)).toEqual([
    'openai',
    'midjourney',
    'midjourney-plus',
    'suno',
    'ollama',
    'anthropic',
    'aws',
    'vertex',
  ]);
  expect(channelTypes.at(-1)!.type).toBe(Math.max(...definitions.map(({ type }) => type)));
});
