import { imageTokens, mostImageTokens } from './image-tokens.js';

const size = (width: number, height: number) => ({ width, height });

/** Examples and limits of the providers' documentation; see the table. */
test.each([
  ['gpt-4o', 'high', size(1024, 1024), 765],
  ['gpt-4o', 'high', size(2048, 4096), 1105],
  ['gpt-4o', 'low', size(2048, 4096), 85],
  ['gpt-4o-mini', undefined, size(1024, 1024), 25_501],
  ['gpt-4o-mini', 'low', undefined, 2833],
  ['openai/gpt-4.1-mini', undefined, size(1024, 1024), Math.ceil(1024 * 1.62)],
  ['gpt-5', undefined, size(1024, 1024), 70 + 4 * 140],
  ['o1', undefined, size(1024, 1024), 75 + 4 * 150],
  ['claude-sonnet-4-5', undefined, size(1092, 1092), 39 * 39],
  ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', undefined, size(8000, 8000), 1600],
  // Scaled to 2048 × 256: four tiles.
  ['gpt-4o', 'high', size(4096, 512), 85 + 4 * 170],
  ['gpt-4o', 'high', size(512, 4096), 85 + 4 * 170],
  ['claude-sonnet-4-5', 'low', size(1092, 1092), 19 * 19],
  ['openai/gpt-4.1-mini', 'low', undefined, Math.ceil(16 * 16 * 1.62)],
  ['gemini-2.5-flash', undefined, size(300, 300), 258],
  ['gemini-2.5-flash', undefined, size(384, 384), 258],
  ['gemini-2.5-flash', undefined, size(385, 384), 9 * 258],
  ['gemini-2.5-flash', undefined, size(300, 385), 9 * 258],
])('%s, detail %s, %j: %d tokens', (model, detail, of, tokens) => {
  expect(imageTokens(model, detail, of)).toBe(tokens);
  expect(mostImageTokens(model, detail, of)).toBe(tokens);
});

test.each([
  ['gpt-4o', 85 + 8 * 170],
  ['gpt-4o-mini', 2833 + 8 * 5667],
  ['gpt-4.1-nano', Math.ceil(1536 * 2.46)],
  ['gpt-5.4', 12_000],
  ['claude-sonnet-4-20250514', 1600],
  ['claude-opus-4-7', 4784],
  ['gemini-3-pro-preview', 2240],
  ['qwen-vl-max', 2560],
])('%s: an image that only the provider sees has at most %d tokens', (model, tokens) => {
  expect(mostImageTokens(model, undefined, undefined)).toBe(tokens);
});

test('no known size exceeds the most of its model', () => {
  for (const model of [
    'gpt-4o',
    'gpt-4o-mini',
    'gpt-5',
    'gpt-5-mini',
    'o4-mini',
    'claude-opus-4-5',
    'gemini-2.5-pro',
    'glm-4v',
  ])
    for (const [width, height] of [
      [1, 1],
      [10, 20_000],
      [767, 2048],
      [2048, 768],
      [5000, 5000],
      [9999, 300],
    ] as const)
      expect(mostImageTokens(model, 'high', size(width, height))).toBeLessThanOrEqual(
        mostImageTokens(model, 'high', undefined),
      );
});

test('estimates of models without a rule stay at the usual tiles', () => {
  expect(imageTokens('some-model', undefined, undefined)).toBe(765);
});
