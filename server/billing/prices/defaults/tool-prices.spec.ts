import { defaultToolPrices, toolPrice } from './tool-prices.js';

test.each([
  ['web_search', 'claude-sonnet-4', 10],
  ['web_search', 'grok-4', 5],
  ['web_search_preview', 'gpt-4o-mini', 25],
  ['web_search_preview', 'o3', 10],
  ['search_request/high', 'sonar', 12],
  ['search_request/high', 'sonar-pro', 14],
  ['search_request/high', 'sonar-deep-research', 0],
  ['google_search', 'gemini-2.5-pro', 35],
  ['google_search/enterprise', 'gemini-2.5-pro', 45],
  ['google_search/enterprise', 'gemini-3-pro', 14],
  // 30 CNY at 7.3 CNY per USD
  ['moonshot_search', 'kimi-k2', 4.1096],
  ['image_generation/high/1024x1024', 'gpt-5', 167],
  ['image_generation/high/1536x1024', 'gpt-5', 250],
  ['image_generation/gpt-image-1-mini/low/1024x1536', 'gpt-5', 6],
  ['image_generation/high/2048x2048', 'gpt-5', 150],
  ['teleport', 'gpt-5', undefined],
  ['teleport/fast', 'gpt-5', undefined],
  ['', 'gpt-5', undefined],
  ['constructor', 'gpt-5', undefined],
])('a thousand calls of %s by %s cost %s USD by default', (tool, model, usd) => {
  expect(toolPrice(defaultToolPrices, tool, model)).toBe(usd);
});

describe('which entry of the table applies', () => {
  test.each([
    ['own price', { tool: 1 }, 1],
    ['a prefix before the own price', { 'tool:m*': 2, tool: 1 }, 2],
    ['the longer prefix, written first', { 'tool:m-1*': 3, 'tool:m*': 2 }, 3],
    ['the longer prefix, written last', { 'tool:m*': 2, 'tool:m-1*': 3 }, 3],
    ['the prefix of all models', { tool: 1, 'tool:*': 4 }, 4],
    ['a price of 0', { tool: 1, 'tool:m*': 0 }, 0],
    ['no prefix of another model', { tool: 1, 'tool:other-model*': 9 }, 1],
    ['no name without an asterisk', { tool: 1, 'tool:m-1': 9, 'tool:m-1-largeX': 9 }, 1],
    ['no name of a longer tool', { tool: 1, 'tools:m*': 9, 'tool2:m*': 9 }, 1],
    ['the full name', { tool: 1, 'tool/high': 5 }, 1],
  ])('%s', (_name, table, usd) => {
    expect(toolPrice(table, 'tool', 'm-1-large')).toBe(usd);
  });

  test.each([
    ['the full name', { tool: 1, 'tool/high': 2, 'tool/high/big': 3 }, 3],
    ['one part less', { tool: 1, 'tool/high': 2 }, 2],
    ['the tool alone', { tool: 1 }, 1],
    ['a longer name before a more specific model', { 'tool:m*': 1, 'tool/high': 2 }, 2],
    ['the model within a name', { 'tool:m*': 1, 'tool/high': 2, 'tool/high:m*': 3 }, 3],
    ['none', { high: 1, 'tool/low': 2 }, undefined],
  ])('a qualified tool: %s', (_name, table, usd) => {
    expect(toolPrice(table, 'tool/high/big', 'm-1')).toBe(usd);
  });
});
