import type { CanonicalChat } from '../../canonical/chat.js';
import type { Target } from '../../kit/provider.js';
import { body, call, target, type Body } from '../../../../test/dialects/gemini-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';

describe('thinking', () => {
  const steered = (gemini: Partial<Target['settings']['gemini']>) => {
    const { settings } = target();
    return { settings: { ...settings, gemini: { ...settings.gemini, ...gemini } } };
  };

  test('by suffix asks for the share of the output limit that the operator names', () => {
    const to = { model: 'gemini-2.5-flash-thinking', ...steered({ thinkingBudgetShare: 0.2 }) };
    const body = bodyOf(call({ maxTokens: 1000 }, to)) as Body;
    expect(body.generationConfig.thinkingConfig).toEqual({ thinkingBudget: 200, includeThoughts: true });
  });

  test('by suffix can be switched off: then it is part of the name', () => {
    const to = { model: 'gemini-2.5-flash-thinking', ...steered({ thinkingAdapter: false }) };
    const made = call({}, to);
    expect(made.url).toContain('models/gemini-2.5-flash-thinking:');
    expect((bodyOf(made) as Body).generationConfig).not.toHaveProperty('thinkingConfig');
  });

  test.each<[string, CanonicalChat['reasoning'], object | undefined]>([
    ['gemini-2.0-flash', { type: 'effort', effort: 'high' }, undefined],
    ['gemini-2.5-flash-image', { type: 'effort', effort: 'high' }, undefined],
    ['gemini-2.5-flash', undefined, undefined],
    ['gemini-2.5-flash', { type: 'off' }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { type: 'effort', effort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { type: 'off' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { type: 'effort', effort: 'max' }, { thinkingBudget: 32_768, includeThoughts: true }],
    ['gemini-2.5-flash', { type: 'effort', effort: 'low' }, { thinkingBudget: 1024, includeThoughts: true }],
    [
      'gemini-2.5-flash',
      { type: 'budget', tokens: 99_999 },
      { thinkingBudget: 24_576, includeThoughts: true },
    ],
    ['gemini-2.5-flash-lite', { type: 'budget', tokens: 9 }, { thinkingBudget: 512, includeThoughts: true }],
    ['gemini-2.5-flash', { type: 'adaptive' }, { thinkingBudget: -1, includeThoughts: true }],
    [
      'gemini-3-flash',
      { type: 'effort', effort: 'medium' },
      { thinkingLevel: 'medium', includeThoughts: true },
    ],
    [
      'gemini-3-pro-preview',
      { type: 'effort', effort: 'medium' },
      { thinkingLevel: 'high', includeThoughts: true },
    ],
    ['gemini-3-pro-preview', { type: 'off' }, { thinkingLevel: 'low' }],
    ['gemini-3.7-flash', { type: 'off' }, { thinkingLevel: 'low' }],
    ['gemini-3.8-flash', { type: 'effort', effort: 'none' }, { thinkingLevel: 'low' }],
    [
      'gemini-3.8-flash',
      { type: 'effort', effort: 'minimal' },
      { thinkingLevel: 'low', includeThoughts: true },
    ],
    ['gemini-3-flash', { type: 'budget', tokens: 512 }, { thinkingLevel: 'minimal', includeThoughts: true }],
    [
      'gemini-3-pro-preview',
      { type: 'budget', tokens: 9000 },
      { thinkingLevel: 'high', includeThoughts: true },
    ],
    ['gemini-3-flash', { type: 'adaptive' }, { includeThoughts: true }],
  ])('%s asked for %j', (model, reasoning, thinkingConfig) => {
    const { generationConfig } = body({ reasoning }, { model });
    expect(generationConfig.thinkingConfig).toEqual(thinkingConfig);
  });

  test.each<[string, Partial<CanonicalChat>, string, object | undefined]>([
    ['gemini-2.5-flash-thinking', {}, 'gemini-2.5-flash', { thinkingBudget: -1, includeThoughts: true }],
    [
      'gemini-2.5-pro-thinking',
      { maxTokens: 1000 },
      'gemini-2.5-pro',
      { thinkingBudget: 600, includeThoughts: true },
    ],
    [
      'gemini-2.5-flash-lite-thinking-9',
      {},
      'gemini-2.5-flash-lite',
      { thinkingBudget: 512, includeThoughts: true },
    ],
    ['gemini-2.5-flash-nothinking', {}, 'gemini-2.5-flash', { thinkingBudget: 0 }],
    [
      'gemini-2.5-flash-nothinking',
      { reasoning: { type: 'budget', tokens: 7 } },
      'gemini-2.5-flash',
      { thinkingBudget: 7, includeThoughts: true },
    ],
    ['gemini-3-flash-minimal', {}, 'gemini-3-flash', { thinkingLevel: 'minimal', includeThoughts: true }],
    ['gemini-3-flash-thinking', {}, 'gemini-3-flash', { includeThoughts: true }],
    ['gemini-3-pro-nothinking', {}, 'gemini-3-pro', { thinkingLevel: 'low' }],
    ['gemini-2.0-flash-thinking', {}, 'gemini-2.0-flash-thinking', undefined],
    ['gemini-2.5-flash-high', {}, 'gemini-2.5-flash-high', undefined],
  ])('the suffix of %s, and %j', (model, overrides, name, thinkingConfig) => {
    const sent = call(overrides, { model });
    expect(sent.url).toBe(`https://upstream.example/v1beta/models/${name}:generateContent`);
    expect((bodyOf(sent) as Body).generationConfig.thinkingConfig).toEqual(thinkingConfig);
  });
});
