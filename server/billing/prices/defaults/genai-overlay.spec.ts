import { findProvider } from '@pydantic/genai-prices';
import { overlayPrice } from './genai-overlay.js';

test('a listed model costs half its USD per million input tokens, as a ratio', () => {
  expect(overlayPrice('gpt-4.1-mini')).toEqual({
    modelRatio: 0.2,
    completionRatio: 4,
    cacheRatio: 0.25,
    creationRatio: undefined,
    creationRatio1h: undefined,
  });
});

test('prices by context length are read below the first step', () => {
  expect(overlayPrice('gemini-2.5-pro')).toMatchObject({
    modelRatio: 0.625,
    completionRatio: 8,
    cacheRatio: 0.1,
  });
});

test('dated names follow their model, provider/model names are looked up too', () => {
  expect(overlayPrice('claude-sonnet-4-5-20250929')?.modelRatio).toBe(1.5);
  expect(overlayPrice('anthropic/claude-sonnet-4')?.modelRatio).toBe(1.5);
});

test('models of the built-in tables and unknown models have none', () => {
  expect(overlayPrice('gpt-4o')).toBeUndefined();
  expect(overlayPrice('dall-e-3')).toBeUndefined();
  expect(overlayPrice('unknown-model')).toBeUndefined();
});

test('every listed model of the large providers can be used, and none is free', () => {
  for (const providerId of ['openai', 'anthropic', 'google', 'x-ai', 'mistral', 'deepseek', 'openrouter'])
    for (const { id } of findProvider({ providerId })?.models ?? []) {
      const price = overlayPrice(id);
      if (price) expect(price.modelRatio).toBeGreaterThan(0);
    }
});
