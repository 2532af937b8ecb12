import { outputLimit } from './output-limits.js';

test.each([
  ['gpt-4o', 16_384],
  ['openai/gpt-5.1', 128_000],
  ['gpt-7', 128_000],
  ['claude-3-opus-20240229', 4096],
  ['claude-3-7-sonnet-20250219', 64_000],
  ['claude-opus-4-1-20250805', 32_000],
  ['claude-sonnet-4@20250514', 64_000],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 64_000],
  ['claude-opus-4-6', 128_000],
  ['claude-opus-9', 128_000],
  ['gemini-3-pro', 65_536],
  ['unknown-model', 16_384],
])('%s: %d tokens, newer models as the newest one of their family', (model, tokens) => {
  expect(outputLimit(model)).toBe(tokens);
});
