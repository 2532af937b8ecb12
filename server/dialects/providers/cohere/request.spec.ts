import { ApiError } from '../../../contract/errors/api-error.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { bearer, translated, written } from '../../../../test/dialects/provider-calls.js';
import { cohereViolations } from '../../../../test/doubles/strict/cohere-rules.js';
import type { Target } from '../../kit/provider.js';
import { COHERE, MODEL, sent, tool, user } from '../../../../test/dialects/cohere-requests.js';

const toolCall = (id: string, callArguments: string) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: callArguments },
});

test('a chat goes to version 2, whatever version the address ends with', () => {
  for (const baseUrl of ['https://c.example', 'https://c.example/v1', 'https://c.example/compatibility/v1']) {
    const call = written(COHERE, { messages: [user] }, { baseUrl, model: MODEL });
    expect(call.url).toBe('https://c.example/v2/chat');
    expect(call.headers).toEqual({
      ...bearer,
      'content-type': 'application/json',
      accept: 'application/json',
    });
  }
  const streamed = written(COHERE, { messages: [user], stream: true }, { override: { stream: false, k: 3 } });
  expect(streamed.headers.accept).toBe('text/event-stream');
  expect(bodyOf(streamed)).toMatchObject({ stream: true, k: 3 });
});

test('a conversation with instructions, tools, results and images', () => {
  const body = sent({
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'developer', content: 'be kind' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '' },
          { type: 'text', text: 'weather?' },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [toolCall('a', '{"x":1}'), toolCall('b', '')] },
      { role: 'tool', tool_call_id: 'a', content: '{"t":20}' },
      { role: 'tool', tool_call_id: 'b', content: 'sunny' },
      { role: 'system', content: 'now in French' },
      { role: 'assistant', content: '' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and this?' },
          { type: 'image_url', image_url: { url: 'https://i.example/a.png', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ],
    tools: [tool('f', { type: 'object', properties: { x: { type: 'number' } } }), tool('g')],
  });
  expect(body.messages).toEqual([
    { role: 'system', content: 'be brief\nbe kind\nnow in French' },
    { role: 'user', content: 'weather?' },
    { role: 'assistant', tool_calls: [toolCall('a', '{"x":1}'), toolCall('b', '{}')] },
    { role: 'tool', tool_call_id: 'a', content: '{"t":20}' },
    { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'sunny' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'and this?' },
        { type: 'image_url', image_url: { url: 'https://i.example/a.png', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
  ]);
  expect(body.tools).toEqual([
    tool('f', { type: 'object', properties: { x: { type: 'number' } } }),
    tool('g', { type: 'object', properties: {} }),
  ]);
});

test('failed and empty results, and images of a result', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
  const call = translated(
    COHERE,
    {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [use('a'), use('b'), use('c')] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true },
            { type: 'tool_result', tool_use_id: 'b', content: '' },
            { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'seen' }, image] },
          ],
        },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
    },
    { model: MODEL },
  );
  const body = bodyOf(call) as { messages: object[] };
  expect(cohereViolations({ ...body })).toEqual([]);
  expect(body.messages.slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: '{"error":"no such file"}' },
    { role: 'tool', tool_call_id: 'b', content: '{"result":""}' },
    { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'seen' }] },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
  ]);
});

describe('text files', () => {
  const data = `data:text/plain;base64,${Buffer.from('42').toString('base64')}`;
  const file = { type: 'file', file: { filename: 'a.txt', file_data: data } };
  const asking = [{ role: 'user', content: [file, { type: 'text', text: 'how much?' }] }];

  test('ground the response', () => {
    const body = sent({ messages: asking });
    expect(body.documents).toEqual([{ data: { title: 'a.txt', text: '42' } }]);
    expect(body.messages).toEqual([{ role: 'user', content: 'how much?' }]);
  });

  test.each<[string, object, Partial<Target>]>([
    ['with tools', { tools: [tool('f')] }, {}],
    ['with JSON output', { response_format: { type: 'json_object' } }, {}],
    ['by a model that cannot be grounded', {}, { model: 'c4ai-aya-expanse-32b' }],
  ])('are a part of the message %s', (_name, fields, overrides) => {
    const body = sent({ messages: asking, ...fields }, overrides);
    expect(body.documents).toBeUndefined();
    expect(body.messages).toContainEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'a.txt\n42' },
        { type: 'text', text: 'how much?' },
      ],
    });
  });

  test('are the message if there is no other', () => {
    expect(sent({ messages: [{ role: 'user', content: [file] }] }).messages).toEqual([
      { role: 'user', content: 'a.txt\n42' },
    ]);
  });
});

test.each<[object, object]>([
  [
    { temperature: 1.7, top_p: 1, top_k: 900 },
    { temperature: 1, p: 0.99, k: 500 },
  ],
  [
    { temperature: 0, top_p: 0 },
    { temperature: 0, p: 0.01 },
  ],
  [{ frequency_penalty: 0, presence_penalty: 0 }, {}],
  [{ frequency_penalty: 2, presence_penalty: 0.5 }, { frequency_penalty: 1 }],
  [{ frequency_penalty: -1, presence_penalty: 0.5 }, { presence_penalty: 0.5 }],
  [{ stop: 'x' }, { stop_sequences: ['x'] }],
  [{ seed: 7 }, { seed: 7 }],
  [{ seed: -7 }, {}],
  [{ logprobs: true, top_logprobs: 3 }, { logprobs: true }],
  [{ logprobs: false }, {}],
  [{ user: 'u', logit_bias: { 1: 1 }, metadata: { a: 'b' }, service_tier: 'flex', verbosity: 'low' }, {}],
  [{ parallel_tool_calls: false, prompt_cache_key: 'k', store: true }, {}],
  [{ max_tokens: 50 }, { max_tokens: 50 }],
  [{ max_tokens: 64_000 }, { max_tokens: 8000 }],
])('%j is sent as %j', (fields, expected) => {
  const { model, messages, stream, ...rest } = sent(fields);
  expect({ model, messages, stream }).toEqual({ model: MODEL, messages: [user], stream: false });
  expect(rest).toEqual(expected);
});

test.each([
  ['command-a-reasoning-08-2025', 32_000],
  ['command-r7b-12-2024', 4000],
  ['c4ai-aya-vision-32b', 4000],
  ['command-a-plus-05-2026', 64_000],
  ['my-own-model', 64_000],
])('%s writes at most %d tokens', (model, expected) => {
  expect(sent({ max_tokens: 64_000 }, { model }).max_tokens).toBe(expected);
});

describe('reasoning', () => {
  const model = 'command-a-reasoning-08-2025';

  test.each<[object, object | undefined]>([
    [{}, undefined],
    [{ reasoning_effort: 'high' }, { type: 'enabled' }],
    [{ reasoning_effort: 'low' }, { type: 'enabled' }],
    [{ reasoning_effort: 'none' }, { type: 'disabled' }],
    [{ thinking: { type: 'enabled', budget_tokens: 500 } }, { type: 'enabled', token_budget: 500 }],
    [{ thinking: { type: 'disabled' } }, { type: 'disabled' }],
    [{ thinking: { type: 'adaptive' } }, { type: 'enabled' }],
    [{ reasoning: { max_tokens: 0 } }, { type: 'disabled' }],
  ])('%j is sent as %j', (fields, expected) => {
    expect(sent(fields, { model }).thinking).toEqual(expected);
    expect(sent(fields)).not.toHaveProperty('thinking');
  });

  test('the log gets the effort', () => {
    const call = (body: object, overrides: Partial<Target>) =>
      written(COHERE, { messages: [user], ...body }, overrides).reasoningEffort;
    expect(call({ reasoning_effort: 'high' }, { model })).toBe('high');
    expect(call({ thinking: { type: 'enabled', budget_tokens: 500 } }, { model })).toBe('500');
    expect(call({ reasoning_effort: 'high' }, { model: MODEL })).toBeUndefined();
  });

  test('earlier thoughts are sent as thinking or as a plan', () => {
    const messages = [
      user,
      { role: 'assistant', reasoning_content: 'hm', content: 'ok', tool_calls: [toolCall('a', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: '{}' },
      { role: 'assistant', reasoning_content: 'hm', content: 'done' },
      user,
    ];
    const of = (name: string) =>
      (sent({ messages, tools: [tool('f')] }, { model: name }).messages as object[]).slice(1);
    expect(of(model)[0]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'ok' },
      ],
      tool_calls: [toolCall('a', '{}')],
    });
    expect(of(MODEL)[0]).toEqual({
      role: 'assistant',
      tool_plan: 'hm',
      content: [{ type: 'text', text: 'ok' }],
      tool_calls: [toolCall('a', '{}')],
    });
    expect(of(MODEL)[2]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'done' }] });
  });
});

test.each<[string, object]>([
  ['audio', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }],
  ['a PDF', { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } }],
])('%s is refused', (_name, part) => {
  expect(() => sent({ messages: [{ role: 'user', content: [part] }] })).toThrow(ApiError);
});

test('too many images and stop sequences are refused', () => {
  const image = { type: 'image_url', image_url: { url: 'https://i.example/a.png' } };
  const images = (count: number) => ({ messages: [{ role: 'user', content: Array(count).fill(image) }] });
  expect(sent(images(20))).toBeDefined();
  expect(() => sent(images(21))).toThrow('at most 20 images');
  expect(() => sent({ stop: ['a', 'b', 'c', 'd', 'e', 'f'] })).toThrow('at most 5');
});
