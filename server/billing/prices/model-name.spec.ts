import { normalizeModelName, thinkingFamily } from './model-name.js';

test.each([
  ['gpt-4-gizmo-g-abc', 'gpt-4-gizmo-*'],
  ['gpt-4-gizmo-*', 'gpt-4-gizmo-*'],
  ['gpt-4o-gizmo-g-abc', 'gpt-4o-gizmo-*'],
  ['gpt-4o', 'gpt-4o'],
  ['my-gpt-4-gizmo-g-abc', 'my-gpt-4-gizmo-g-abc'],
  ['', ''],
])('%j has the entry %j in price tables', (name, entry) => {
  expect(normalizeModelName(name)).toBe(entry);
});

test.each([
  ['gemini-2.5-flash-thinking-128', 'gemini-2.5-flash-thinking-*'],
  ['gemini-2.5-pro-thinking-0', 'gemini-2.5-pro-thinking-*'],
  ['gemini-2.5-pro-preview-06-05-thinking-32768', 'gemini-2.5-pro-thinking-*'],
  // Not the family of gemini-2.5-flash.
  ['gemini-2.5-flash-lite-preview-06-17-thinking-24576', 'gemini-2.5-flash-lite-thinking-*'],
])('%s shares the entry %s with other thinking budgets', (name, family) => {
  expect(thinkingFamily(name)).toBe(family);
});

test.each([
  'gemini-2.5-pro',
  'gemini-2.5-pro-thinking',
  'gemini-2.5-pro-thinking-',
  'gemini-2.5-pro-thinking-128k',
  'gemini-2.5-ultra-thinking-128',
  'gemini-2.0-flash-thinking-128',
  'google/gemini-2.5-pro-thinking-128',
  'claude-3-7-sonnet-thinking-128',
  '',
])('%j has no entry of thinking budgets', (name) => {
  expect(thinkingFamily(name)).toBeUndefined();
});
