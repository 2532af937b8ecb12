import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';
import { protocols } from '../protocols/registry.js';
import { providerFor } from '../providers/registry.js';

const TEMPLATE = { chat_template_kwargs: { enable_thinking: false } };

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
  ["DeepSeek's model that thinks on request", 43, 'deepseek-chat', { thinking: { type: 'disabled' } }],
  ['GLM with efforts', 26, 'glm-5.2', { thinking: { type: 'disabled' } }],
  ['GLM, which cannot switch it off', 1018, 'glm-5.3', { reasoning_effort: 'low' }],
  ['Kimi, which cannot switch it off', 25, 'kimi-k3', { reasoning_effort: 'low' }],
  ['GLM at Ali', 17, 'glm-4.7', { enable_thinking: false }],
  ['DeepSeek at Ali', 17, 'deepseek-v3.2', { enable_thinking: false }],
  ['vLLM', 1021, 'Qwen/Qwen3-32B', TEMPLATE],
  ['SGLang', 1022, 'zai-org/GLM-4.6', TEMPLATE],
  ['llama.cpp', 1024, 'qwen3.5-27b', TEMPLATE],
  ['MiniMax', 35, 'MiniMax-M3', { thinking: { type: 'disabled' } }],
  ['Mistral', 42, 'mistral-small-latest', { reasoning_effort: 'none' }],
  ['Mistral, which cannot switch it off', 42, 'magistral-medium-latest', {}],
  ['Groq', 1000, 'qwen/qwen3-32b', { reasoning_effort: 'none' }],
  ['Groq, which cannot switch it off', 1000, 'openai/gpt-oss-20b', { reasoning_effort: 'low' }],
  ['Groq, where the model does not think', 1000, 'llama-3.3-70b-versatile', {}],
  ['Ollama', 4, 'qwen3:8b', { reasoning_effort: 'none' }],
];
const SWITCHES = [
  'reasoning_effort',
  'thinking',
  'enable_thinking',
  'thinking_budget',
  'reasoning',
  'chat_template_kwargs',
];

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

function translated(type: number, model: string, protocol: keyof typeof protocols, fields: object): object {
  const bytes = Buffer.from(JSON.stringify({ model, ...fields }));
  const path = `/v1beta/models/${model}:generateContent`;
  return switchesOf(
    providerFor(type)!.chat!.request(protocols[protocol].parse(bytes, path), targetOf({ type, model })),
  );
}

/** What an OpenAI client's request becomes: its body passes where the provider takes it. */
function chat(type: number, model: string, fields: object): object {
  const bytes = Buffer.from(JSON.stringify({ model, messages, ...fields }));
  const { native, chat: codec } = providerFor(type)!;
  const change = { model, stream: false, includeUsage: false, passThrough: false };
  const target = targetOf({ type, model });
  return switchesOf(
    native['openai-chat']?.request(bytes, change, target) ??
      codec!.request(protocols['openai-chat'].parse(bytes, '/v1/chat/completions'), target),
  );
}

describe.each(OFF)('%s', (_name, type, model, members) => {
  test.each(Object.entries(CLIENTS))('%s', (_client, [protocol, fields]) => {
    expect(translated(type, model, protocol, fields)).toEqual(members);
  });

  test('chat', () => {
    expect(chat(type, model, { reasoning_effort: 'none' })).toEqual(members);
  });
});

test.each([
  [26, 'glm-4.6', { thinking: { type: 'enabled' } }],
  [1021, 'Qwen/Qwen3-32B', { chat_template_kwargs: { enable_thinking: true } }],
])('a switch of the provider that the client used itself stays: type %i, %s', (type, model, own) => {
  expect(chat(type, model, { reasoning_effort: 'none', ...own })).toMatchObject(own);
});

test('a budget in tokens stays one where the provider has budgets', () => {
  const fields = { max_tokens: 9000, messages, thinking: { type: 'enabled', budget_tokens: 5000 } };
  const of = (type: number, model: string) => translated(type, model, 'anthropic-messages', fields);
  expect(of(17, 'qwen3-32b')).toEqual({ enable_thinking: true, thinking_budget: 5000 });
  expect(of(40, 'Qwen/Qwen3-8B')).toEqual({ enable_thinking: true, thinking_budget: 5000 });
  expect(of(20, 'z-ai/glm-4.6')).toEqual({ reasoning: { max_tokens: 5000 } });
});

test.each<[type: number, model: string, members: object]>([
  [26, 'glm-4.6', { thinking: { type: 'enabled' } }],
  [26, 'glm-5.2', { reasoning_effort: 'medium' }],
  [1018, 'glm-5.3', { reasoning_effort: 'low' }],
  [25, 'kimi-k2.5', { thinking: { type: 'enabled' } }],
  [25, 'kimi-k3', { reasoning_effort: 'low' }],
  [42, 'mistral-medium-3-5', { reasoning_effort: 'high' }],
  [42, 'codestral-latest', {}],
  [1000, 'qwen/qwen3-32b', { reasoning_effort: 'default' }],
  [1000, 'llama-3.3-70b-versatile', {}],
  [4, 'qwen3:8b', { reasoning_effort: 'medium' }],
  [48, 'grok-3', {}],
  [48, 'grok-code-fast-1', {}],
  [48, 'grok-4.3', { reasoning_effort: 'medium' }],
  [48, 'grok-4.6', { reasoning_effort: 'medium' }],
])('a budget becomes what the provider has instead: type %i, %s', (type, model, members) => {
  const fields = { max_tokens: 9000, messages, thinking: { type: 'enabled', budget_tokens: 5000 } };
  expect(translated(type, model, 'anthropic-messages', fields)).toEqual(members);
});

test.each([
  [26, 'glm-5.2', 'high', 'high'],
  [26, 'glm-5.2', 'max', 'max'],
  [26, 'glm-5', 'high', undefined],
  [1018, 'glm-5.3', 'minimal', 'low'],
  [1018, 'glm-5.3', 'max', 'max'],
  [25, 'kimi-k2.5', 'high', undefined],
  [42, 'mistral-small-latest', 'low', 'high'],
  [42, 'mistral-large-latest', 'low', undefined],
  [1000, 'qwen/qwen3-32b', 'minimal', 'default'],
  [1000, 'openai/gpt-oss-20b', 'minimal', 'low'],
  [4, 'gpt-oss:20b', 'minimal', 'low'],
  [4, 'gpt-oss:20b', 'max', 'high'],
])('type %i, %s: an effort of %s is sent as %s', (type, model, effort, sent) => {
  const members = sent === undefined ? {} : { reasoning_effort: sent };
  expect(chat(type, model, { reasoning_effort: effort })).toEqual(members);
});

test.each([
  [17, 'qwq-32b'],
  [17, 'qwen3-235b-a22b-thinking-2507'],
  [25, 'moonshot-v1-8k'],
  [25, 'kimi-k2.7-code'],
  [26, 'glm-4-flash'],
  [35, 'MiniMax-M2'],
  [35, 'MiniMax-M3.1-Flash'],
  [1021, 'Qwen/Qwen3-Coder-30B-A3B-Instruct'],
])('models of type %i without a switch get none: %s', (type, model) => {
  expect(translated(type, model, ...CLIENTS.messages)).toEqual({});
});
