import { providerFor } from '../../../server/relay/providers/registry.js';

test.each([1, 6, 7, 8, 9, 10, 12, 13, 19, 20, 22, 25, 31, 40, 43, 47, 53])(
  'type %d speaks OpenAI',
  (type) => {
    expect(providerFor(type)?.name).toBe('openai');
  },
);

test.each([0, 28, 29, 30, 32, 58, 999])('type %d, which nobody defined, speaks OpenAI', (type) => {
  expect(providerFor(type)?.name).toBe('openai');
});

test('type 14 speaks Anthropic', () => {
  expect(providerFor(14)?.name).toBe('anthropic');
});

test.each([2, 3, 5, 15, 18, 23, 33, 36, 41, 56])(
  'type %d has a dialect of its own and no provider yet',
  (type) => {
    expect(providerFor(type)).toBeUndefined();
  },
);
