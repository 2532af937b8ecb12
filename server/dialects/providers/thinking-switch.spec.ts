import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';
import { protocols } from '../protocols/registry.js';
import { providerFor } from './registry.js';

/** "Do not think", in the words of each provider: a model that thinks by default bills for it. */
const OFF: readonly (readonly [name: string, type: number, model: string, members: object])[] = [
  ['OpenAI', 1, 'gpt-5.1', { reasoning_effort: 'none' }],
  ['OpenAI, which cannot switch it off', 1, 'gpt-5', { reasoning_effort: 'minimal' }],
  ['DeepSeek', 43, 'deepseek-v4-flash', { thinking: { type: 'disabled' } }],
  ['Zhipu', 26, 'glm-4.6', { thinking: { type: 'disabled' } }],
  ['z.ai', 1018, 'glm-5', { thinking: { type: 'disabled' } }],
  ['Moonshot', 25, 'kimi-k2.5', { thinking: { type: 'disabled' } }],
  ['Ark', 45, 'doubao-seed-1-6-250615', { thinking: { type: 'disabled' } }],
  ['Qwen', 17, 'qwen3-32b', { enable_thinking: false }],
  ['SiliconFlow', 40, 'Qwen/Qwen3-8B', { enable_thinking: false }],
  ['xAI', 48, 'grok-4.3', { reasoning_effort: 'none' }],
  ['xAI, which cannot switch it off', 48, 'grok-4.6', { reasoning_effort: 'low' }],
  ['xAI, where names choose', 48, 'grok-4.20-0309-non-reasoning', {}],
  ['OpenRouter', 20, 'z-ai/glm-4.6', { reasoning: { effort: 'none' } }],
];
const SWITCHES = ['reasoning_effort', 'thinking', 'enable_thinking', 'thinking_budget', 'reasoning'];

const messages = [{ role: 'user', content: 'q' }];
const CLIENTS = {
  messages: ['anthropic-messages', { max_tokens: 4000, messages, thinking: { type: 'disabled' } }],
  responses: ['openai-responses', { input: 'q', reasoning: { effort: 'none' } }],
  gemini: [
    'gemini',
    {
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
    },
  ],
} as const;

/** What of a body says whether, and how much, to think. */
function switchesOf(call: { body?: unknown }): object {
  const body = bodyOf(call as Parameters<typeof bodyOf>[0]) as Record<string, unknown>;
  return Object.fromEntries(SWITCHES.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
}

function translated(type: number, model: string, protocol: keyof typeof protocols, given: object): object {
  const bytes = Buffer.from(JSON.stringify({ model, ...given }));
  const path = `/v1beta/models/${model}:generateContent`;
  return switchesOf(
    providerFor(type)!.chat!.request(protocols[protocol].parse(bytes, path), targetOf({ type, model })),
  );
}

describe.each(OFF)('%s', (_name, type, model, members) => {
  test.each(Object.entries(CLIENTS))('%s', (_client, [protocol, given]) => {
    expect(translated(type, model, protocol, given)).toEqual(members);
  });

  test('chat', () => {
    const body = Buffer.from(JSON.stringify({ model, messages, reasoning_effort: 'none' }));
    const change = { model, stream: false, includeUsage: false, passThrough: false };
    const call = providerFor(type)!.native['openai-chat']!.request(body, change, targetOf({ type, model }));
    expect(switchesOf(call)).toEqual(members);
  });
});

test('a switch of the provider that the client used itself stays', () => {
  const model = 'glm-4.6';
  const given = { model, messages, reasoning_effort: 'none', thinking: { type: 'enabled' } };
  const change = { model, stream: false, includeUsage: false, passThrough: false };
  const call = providerFor(26)!.native['openai-chat']!.request(
    Buffer.from(JSON.stringify(given)),
    change,
    targetOf({ type: 26, model }),
  );
  expect(switchesOf(call)).toEqual({ thinking: { type: 'enabled' } });
});

test('a budget in tokens stays one where the provider has budgets', () => {
  const given = { max_tokens: 9000, messages, thinking: { type: 'enabled', budget_tokens: 5000 } };
  const of = (type: number, model: string) => translated(type, model, 'anthropic-messages', given);
  expect(of(17, 'qwen3-32b')).toEqual({ enable_thinking: true, thinking_budget: 5000 });
  expect(of(40, 'Qwen/Qwen3-8B')).toEqual({ enable_thinking: true, thinking_budget: 5000 });
  expect(of(20, 'z-ai/glm-4.6')).toEqual({ reasoning: { max_tokens: 5000 } });
});

test.each([
  [17, 'qwq-32b'],
  [17, 'qwen3-235b-a22b-thinking-2507'],
  [25, 'moonshot-v1-8k'],
  [25, 'kimi-k2.7-code'],
  [25, 'kimi-k3'],
  [26, 'glm-4-flash'],
])('models of type %i without a switch get none: %s', (type, model) => {
  expect(translated(type, model, ...CLIENTS.messages)).toEqual({});
});
