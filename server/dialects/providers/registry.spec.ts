import { providerFor } from './registry.js';

test.each([1, 6, 7, 9, 10, 12, 13, 53])('type %d speaks OpenAI', (type) => {
  expect(providerFor(type)?.name).toBe('openai');
});

test.each([0, 28, 29, 30, 32, 58, 999])('type %d, which nobody defined, speaks OpenAI', (type) => {
  expect(providerFor(type)?.name).toBe('openai');
});

test.each([
  [3, 'azure'],
  [4, 'ollama'],
  [8, 'custom'],
  [17, 'ali'],
  [19, '360'],
  [20, 'openrouter'],
  [22, 'fastgpt'],
  [25, 'moonshot'],
  [26, 'zhipu-v4'],
  [27, 'perplexity'],
  [31, 'lingyiwanwu'],
  [35, 'minimax'],
  [38, 'jina'],
  [40, 'siliconflow'],
  [42, 'mistral'],
  [43, 'deepseek'],
  [44, 'mokaai'],
  [45, 'volcengine'],
  [46, 'baidu-v2'],
  [47, 'xinference'],
  [48, 'xai'],
])('type %d is %s', (type, name) => {
  expect(providerFor(type)?.name).toBe(name);
});

test('type 14 speaks Anthropic', () => {
  expect(providerFor(14)?.name).toBe('anthropic');
});

test.each([2, 5, 15, 18, 23, 33, 36, 41, 56])(
  'type %d has a dialect of its own and no provider yet',
  (type) => {
    expect(providerFor(type)).toBeUndefined();
  },
);
