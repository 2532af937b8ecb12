import { randomUUID } from 'node:crypto';
import { contextWindow, ordinaryWindow } from './context-windows.js';

test.each([
  ['gpt-4o-mini', 128_000],
  ['openai/gpt-4o', 128_000],
  ['gpt-4-0613', 8192],
  ['gpt-4.1', 1_047_576],
  ['gpt-5', 400_000],
  ['o3', 200_000],
  ['claude-3-7-sonnet-20250219', 200_000],
  ['claude-opus-4-6', 1_000_000],
  ['claude-opus-9', 1_000_000],
  ['us.anthropic.claude-opus-4-6-v1:0', 1_000_000],
  ['gpt-7', 1_050_000],
  ['gemini-2.5-pro', 1_048_576],
  // The public list has the smaller window of an older version.
  ['deepseek-chat', 131_072],
  // Only the public list has it.
  ['codestral-2508', 256_000],
  // The public list has a larger window than the table has for its family, …
  ['grok-4-fast', 2_000_000],
  // … and a smaller one.
  ['gpt-4-32k', 32_768],
  // Only the table has it.
  ['qwen-max', 262_144],
  ['unknown-model', 200_000],
])('%s: %d tokens', (model, tokens) => {
  expect(ordinaryWindow(model)).toBe(tokens);
  expect(contextWindow(model, undefined)).toBe(tokens);
});

test('a name has the same window when it comes again', () => {
  // Not in the cache yet.
  const name = `gpt-4-${randomUUID()}`;
  expect([contextWindow(name, undefined), contextWindow(name, undefined)]).toEqual([
    ordinaryWindow(name),
    ordinaryWindow(name),
  ]);
});

test('a client may ask Anthropic for the long window', () => {
  expect(contextWindow('claude-sonnet-4-5', 'interleaved-thinking-2025-05-14,context-1m-2025-08-07')).toBe(
    1_000_000,
  );
});

test('other beta features do not change the window, and the long one makes none smaller', () => {
  expect(contextWindow('claude-sonnet-4-5', 'interleaved-thinking-2025-05-14')).toBe(200_000);
  expect(contextWindow('gpt-4.1', 'context-1m')).toBe(1_047_576);
});
