import type { Target } from '../kit/provider.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';
import { native, providerOf, translated, written } from '../../../test/dialects/provider-calls.js';

const sentBody = (type: number, body: object, overrides: Partial<Target> = {}) =>
  bodyOf(native(type, body, overrides));

test('Ollama gets the members it knows, stops as a list, its old word for the limit, and pictures as bytes', () => {
  const messages = [{ role: 'user', content: 'q' }];
  const body = { stop: 'x', max_completion_tokens: 5, top_k: 2, logit_bias: { 1: 1 }, user: 'u', seed: 3 };
  expect(bodyOf(written(4, { messages, ...body }))).toEqual({
    model: 'm',
    messages,
    stop: ['x'],
    max_tokens: 5,
    top_k: 2,
    seed: 3,
  });
  expect(bodyOf(translated(4, { stop_sequences: ['x'] }))).toEqual({
    model: 'm',
    max_tokens: 9,
    stop: ['x'],
    messages,
  });
  expect(providerOf(4).native['openai-chat']).toBeUndefined();
  expect(providerOf(4).chat!.mustFetch!('https://p.example/a.png')).toBe(true);
});

test('OpenRouter hears who asks, gets efforts in its own member, and thinking by suffix for Claude', () => {
  const settings = { ...targetOf().settings, site: { address: 'https://site.example', name: '网关' } };
  expect(native(20, {}, { settings }).headers).toMatchObject({
    'http-referer': 'https://site.example',
    'x-title': encodeURIComponent('网关'),
  });
  const own = { provider: { order: ['x'] }, plugins: [{ id: 'web' }], transforms: [] };
  expect(sentBody(20, { ...own, reasoning_effort: 'low' })).toEqual({
    model: 'm',
    messages: [],
    ...own,
    reasoning: { effort: 'low' },
  });
  const claude = { model: 'anthropic/claude-sonnet-4-thinking' };
  expect(sentBody(20, claude, claude)).toEqual({
    model: 'anthropic/claude-sonnet-4',
    messages: [],
    reasoning: { enabled: true },
  });
  const kimi = { model: 'moonshotai/kimi-k2-thinking' };
  expect(sentBody(20, kimi, kimi)).toEqual({ ...kimi, messages: [] });
});

test.each<[number, string, object, object]>([
  [17, 'top_p 1 is the greatest it takes', { top_p: 1 }, { top_p: 0.999 }],
  [17, 'top_p 0 is the least it takes', { top_p: 0 }, { top_p: 0.001 }],
  [17, 'no top_p stays none', { enable_thinking: false }, { enable_thinking: false }],
  [25, 'temperatures end at 1', { temperature: 1.5, partial: true }, { temperature: 1, partial: true }],
  [22, 'details are not asked for', { detail: true, chatId: 'c' }, { detail: false, chatId: 'c' }],
  [26, 'temperature 0 is no sampling', { temperature: 0, stop: 'x' }, { do_sample: false, stop: ['x'] }],
  [
    26,
    'top_p 1 is less',
    { top_p: 1, seed: 3, thinking: { type: 'enabled' } },
    { top_p: 0.99, thinking: { type: 'enabled' } },
  ],
  [
    27,
    'top_p 1 is less',
    { top_p: 1, seed: 3, search_recency_filter: 'day' },
    { top_p: 0.99, search_recency_filter: 'day' },
  ],
  [
    42,
    'a seed has another name',
    { seed: 3, user: 'u', tool_choice: 'required' },
    { random_seed: 3, tool_choice: 'any' },
  ],
  [42, 'usage comes unasked', { stream: true, stream_options: { include_usage: true } }, { stream: true }],
  [45, 'its own members stay', { thinking: { type: 'auto' } }, { thinking: { type: 'auto' } }],
])('type %d: %s', (type, _what, fields, expected) => {
  expect(sentBody(type, fields)).toEqual({ model: 'm', messages: [], ...expected });
});

test('Mistral gets ids of nine letters, the same for a call and its result, and pictures as bare addresses', () => {
  const messages = [
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://p.example/a.png' } }] },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'Hm',
      tool_calls: [
        { id: 'call_0123456789', type: 'function', function: { name: 'f', arguments: '{}' } },
        { id: 'aB3dE6gH9', type: 'function', function: { name: 'g', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_0123456789', content: 'r' },
    { role: 'tool', tool_call_id: 'aB3dE6gH9', content: 's' },
  ];
  const sent = sentBody(42, { messages }) as { messages: Record<string, unknown>[] };
  const [image, calls, first, second] = sent.messages;
  expect(image!.content).toEqual([{ type: 'image_url', image_url: 'https://p.example/a.png' }]);
  expect(calls).not.toHaveProperty('reasoning_content');
  const [hashed, unchanged] = calls!.tool_calls as { id: string }[];
  expect(hashed!.id).toMatch(/^[a-zA-Z0-9]{9}$/);
  expect(first!.tool_call_id).toBe(hashed!.id);
  expect([unchanged!.id, second!.tool_call_id]).toEqual(['aB3dE6gH9', 'aB3dE6gH9']);
});

test.each([
  ['mistral-medium-3-5', true],
  ['magistral-small-latest', true],
  ['codestral-latest', false],
])('Mistral: %s gets the reasoning of calls back as a chunk: %p', (model, isSent) => {
  const call = { id: 'aB3dE6gH9', type: 'function', function: { name: 'f', arguments: '{}' } };
  const message = { role: 'assistant', content: 'On it.', reasoning_content: 'Hm', tool_calls: [call] };
  const { messages } = sentBody(42, { messages: [message] }, { model }) as { messages: object[] };
  const chunk = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }], closed: true };
  const content = isSent ? [chunk, { type: 'text', text: 'On it.' }] : 'On it.';
  expect(messages).toEqual([{ role: 'assistant', content, tool_calls: [call] }]);
});

test("DeepSeek's reasoner gets reasoning back only with calls; messages of deepseek-chat are not changed", () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const calling = { role: 'assistant', content: '', reasoning_content: 'x', tool_calls: [call] };
  const messages = [{ role: 'assistant', content: 'a', reasoning_content: 'x' }, calling];
  expect(sentBody(43, { messages }, { model: 'deepseek-reasoner' })).toEqual({
    model: 'deepseek-reasoner',
    messages: [{ role: 'assistant', content: 'a' }, calling],
  });
  expect(sentBody(43, { messages }, { model: 'deepseek-chat' })).toEqual({
    model: 'deepseek-chat',
    messages,
  });
});

test('a model of OpenAI without efforts gets none, behind the prefix of a platform as well', () => {
  const fields = { thinking: { type: 'enabled', budget_tokens: 5000 }, max_tokens: 9000 };
  const effortOf = (type: number, model: string) =>
    (bodyOf(translated(type, fields, { model })) as { reasoning_effort?: string }).reasoning_effort;
  const GITHUB = 1011;
  expect(effortOf(1, 'gpt-4.1')).toBeUndefined();
  expect(effortOf(GITHUB, 'openai/gpt-4.1')).toBeUndefined();
  expect(effortOf(GITHUB, 'openai/gpt-5')).toBe('medium');
  expect(effortOf(GITHUB, 'openai/gpt-5-pro')).toBe('high');
});

test('Zhipu gets pictures as bare bytes', () => {
  const image = (url: string) => ({
    role: 'user',
    content: [
      { type: 'text', text: 'q' },
      { type: 'image_url', image_url: { url } },
    ],
  });
  expect(sentBody(26, { messages: [image('data:image/png;base64,AAAA')] })).toEqual({
    model: 'm',
    messages: [image('AAAA')],
  });
});

test("old models of MiniMax get a tool's schema as text", () => {
  const tool = (parameters: unknown) => ({ type: 'function', function: { name: 'f', parameters } });
  const tools = [tool({ type: 'object' })];
  expect(sentBody(35, { tools }, { model: 'abab6.5s-chat' })).toMatchObject({
    tools: [tool('{"type":"object"}')],
  });
  expect(sentBody(35, { tools }, { model: 'MiniMax-M1' })).toMatchObject({ tools });
});

test('xAI: efforts by suffix on the small model, no penalties for those that reason', () => {
  const body = { max_tokens: 5, stop: 'x', presence_penalty: 1, temperature: 0.5 };
  expect(sentBody(48, body, { model: 'grok-3-mini-beta-high' })).toEqual({
    model: 'grok-3-mini-beta',
    messages: [],
    max_completion_tokens: 5,
    temperature: 0.5,
    reasoning_effort: 'high',
  });
  expect(sentBody(48, { ...body, reasoning_effort: 'low' }, { model: 'grok-4' })).toEqual({
    model: 'grok-4',
    messages: [],
    max_completion_tokens: 5,
    temperature: 0.5,
  });
  for (const model of ['grok-2', 'grok-4-fast-non-reasoning'])
    expect(sentBody(48, body, { model })).toEqual({ model, messages: [], ...body });
});

test.each([
  ['grok-3', undefined],
  ['grok-3-mini', 'high'],
  ['grok-4-0709', undefined],
  ['grok-4-1-fast-reasoning', undefined],
  ['grok-4.20-0309-reasoning', undefined],
  ['grok-4.20-multi-agent-0309', 'xhigh'],
  ['grok-4.3', 'high'],
  ['grok-4.5', 'high'],
  ['grok-4.6', 'xhigh'],
  ['grok-5', 'xhigh'],
  ['grok-code-fast-1', undefined],
  ['grok-build-0.1', undefined],
])('xAI: the strongest effort of %s is %s', (model, effort) => {
  const { reasoning_effort } = sentBody(48, { reasoning_effort: 'xhigh' }, { model }) as {
    reasoning_effort?: string;
  };
  expect(reasoning_effort).toBe(effort);
});

test('xAI: Grok for code reasons too, and rejects stop sequences', () => {
  const body = { stop: 'x', frequency_penalty: 1 };
  expect(sentBody(48, body, { model: 'grok-code-fast-1' })).toEqual({
    model: 'grok-code-fast-1',
    messages: [],
  });
});

test("a channel's own members come last, whatever the vendor knows", () => {
  expect(sentBody(42, { seed: 1 }, { override: { seed: 2, random_seed: 5 } })).toEqual({
    model: 'm',
    messages: [],
    random_seed: 5,
    seed: 2,
  });
});
