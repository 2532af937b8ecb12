import type { CanonicalChat, CanonicalTurn } from '../../canonical/chat.js';
import { anthropic } from './index.js';
import { fitEffort } from '../../kit/openai/chat-request/efforts.js';
import { protocols } from '../../protocols/registry.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

interface Sent {
  max_tokens: number;
  thinking?: { type: string; budget_tokens?: number };
  output_config?: { effort?: string };
}

const question: CanonicalTurn[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }];

function sent(model: string, overrides: Partial<CanonicalChat>): Sent {
  const chat: CanonicalChat = {
    model,
    system: [],
    turns: question,
    tools: [],
    stream: false,
    includeUsage: false,
    ...overrides,
  };
  return bodyOf(anthropic.chat!.request(chat, targetOf({ type: 14, model }))) as unknown as Sent;
}

const SONNET = 'claude-sonnet-4-5';

describe('thinking fits the model and the limit', () => {
  const sources: CanonicalChat['reasoning'][] = [
    { type: 'budget', tokens: 1 },
    { type: 'budget', tokens: 512 },
    { type: 'budget', tokens: 4096 },
    { type: 'budget', tokens: 64_000 },
    { type: 'adaptive' },
    { type: 'adaptive', effort: 'max' },
    { type: 'off' },
    ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) => ({
      type: 'effort' as const,
      effort,
    })),
  ];
  const limits = [undefined, 1, 500, 1024, 2000, 8192, 64_000];

  const table: [model: string, types: (string | undefined)[], efforts: (string | undefined)[]][] = [
    ['claude-3-5-sonnet-20241022', [undefined], [undefined]],
    ['claude-3-7-sonnet-20250219', [undefined, 'enabled', 'disabled'], [undefined]],
    ['claude-opus-4-1-20250805', [undefined, 'enabled', 'disabled'], [undefined]],
    ['claude-sonnet-4-5', [undefined, 'enabled', 'disabled'], [undefined]],
    ['claude-opus-4-5', [undefined, 'enabled', 'disabled'], [undefined]],
    [
      'claude-opus-4-6',
      [undefined, 'enabled', 'disabled', 'adaptive'],
      [undefined, 'low', 'medium', 'high', 'max'],
    ],
    ['claude-opus-4-7', [undefined, 'adaptive'], [undefined, 'low', 'medium', 'high', 'xhigh', 'max']],
    ['claude-opus-4-8', [undefined, 'adaptive'], [undefined, 'low', 'medium', 'high', 'xhigh', 'max']],
    [
      'claude-sonnet-5',
      [undefined, 'adaptive', 'disabled'],
      [undefined, 'low', 'medium', 'high', 'xhigh', 'max'],
    ],
    ['claude-mythos-preview', [undefined, 'adaptive'], [undefined, 'low', 'medium', 'high', 'xhigh', 'max']],
  ];

  test.each(table)('%s is asked in no other way than %j', (model, types, efforts) => {
    for (const reasoning of sources) {
      for (const maxTokens of limits) {
        const { thinking, output_config, max_tokens } = sent(model, { reasoning, maxTokens });
        expect(types).toContain(thinking?.type);
        expect(efforts).toContain(output_config?.effort);
        if (thinking?.type !== 'enabled') continue;
        expect(thinking.budget_tokens).toBeGreaterThanOrEqual(1024);
        expect(thinking.budget_tokens).toBeLessThan(max_tokens);
      }
    }
  });

  test('a budget that fits is sent as it is', () => {
    expect(sent(SONNET, { reasoning: { type: 'budget', tokens: 3000 }, maxTokens: 3500 })).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 3000 },
      max_tokens: 3500,
    });
  });

  test('one that does not leaves room for the answer', () => {
    expect(sent(SONNET, { reasoning: { type: 'budget', tokens: 8192 } })).toMatchObject({
      thinking: { budget_tokens: 6553 },
      max_tokens: 8192,
    });
  });

  test.each([
    [0, { type: 'disabled' }],
    [-1, { type: 'enabled', budget_tokens: 8000 }],
    [512, { type: 'enabled', budget_tokens: 1024 }],
    [24_576, { type: 'enabled', budget_tokens: 8000 }],
  ])("Gemini's thinkingBudget %i", (thinkingBudget, thinking) => {
    const body = Buffer.from(
      JSON.stringify({
        contents: [{ role: 'user', parts: [{ text: 'q' }] }],
        generationConfig: { maxOutputTokens: 10_000, thinkingConfig: { thinkingBudget } },
      }),
    );
    const chat = protocols.gemini.parse(body, '/v1beta/models/m:generateContent');
    expect(sent(SONNET, { reasoning: chat.reasoning, maxTokens: chat.maxTokens })).toMatchObject({
      thinking,
    });
  });

  describe('a tool loop whose thoughts the client did not send back', () => {
    const loop = (...thoughts: CanonicalTurn['parts']): CanonicalTurn[] => [
      ...question,
      { role: 'assistant', parts: [...thoughts, { type: 'tool-call', id: 'c', name: 'f', arguments: '{}' }] },
      { role: 'user', parts: [{ type: 'tool-result', id: 'c', parts: [{ type: 'text', text: 'r' }] }] },
    ];
    const reasoning = { type: 'budget', tokens: 2000 } as const;

    test('goes on without thinking by budget', () => {
      expect(sent(SONNET, { reasoning, turns: loop() })).not.toHaveProperty('thinking');
    });
    test('thinks on with them', () => {
      const thoughts = { type: 'reasoning', text: 't', signature: 's' } as const;
      expect(sent(SONNET, { reasoning, turns: loop(thoughts) })).toHaveProperty('thinking.type', 'enabled');
    });
    test('thinks on where the model decides itself', () => {
      expect(sent('claude-opus-4-8', { reasoning, turns: loop() })).toHaveProperty(
        'thinking.type',
        'adaptive',
      );
    });
  });
});

test.each([
  ['gpt-5', 'max', 'high'],
  ['gpt-5', 'none', 'minimal'],
  ['gpt-5', 'minimal', 'minimal'],
  ['gpt-5.1', 'minimal', 'low'],
  ['gpt-5.1', 'xhigh', 'high'],
  ['gpt-5.1-codex-max', 'max', 'xhigh'],
  ['gpt-5.2', 'max', 'xhigh'],
  ['gpt-5-pro', 'low', 'high'],
  ['o3', 'minimal', 'low'],
  ['kimi-k2', 'max', 'high'],
])('%s asked for effort %s thinks with %s', (model, requested, effort) => {
  expect(fitEffort(requested, model)).toBe(effort);
});
