import { foldEvents } from '../../../server/dialects/canonical/fold.js';
import { noUsage } from '../../../server/dialects/canonical/usage.js';
import type { ProtocolName } from '../../../server/dialects/protocols/protocol.js';
import { protocols } from '../../../server/dialects/protocols/registry.js';
import { bodyOf, replay } from '../../dialects/recorded.js';
import { at, providerOf } from '../../dialects/provider-calls.js';

/** Public reports of defects in clients and gateways, each reduced to its smallest input, tried with the product's codecs. */

// Bodies of many providers, each read at the places that its test is about.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;
const CLAUDE = 14;
const GEMINI = 24;
const BEDROCK = 33;
const DEEPSEEK = 43;
const OPENAI = 1;
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } };
const PATHS: Partial<Record<ProtocolName, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};

/** What a provider is sent for a request of a client. */
function sent(protocol: ProtocolName, type: number, model: string, members: object, key = 'sk-key'): Json {
  const body = Buffer.from(JSON.stringify({ model, ...members }));
  const path = PATHS[protocol]!;
  const target = at(type, { model, path, key });
  return bodyOf(providerOf(type).chat!.request(protocols[protocol].parse(body, path), target)) as Json;
}
const bedrock = (members: object) =>
  sent('openai-chat', BEDROCK, 'amazon.nova-pro-v1:0', members, 'bedrock-api-key-x|us-east-1');

/** The events that a client gets for a provider's stream. */
function streamed(protocol: ProtocolName, type: number, chunks: readonly object[], inputTokens = 11): string {
  const bytes = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const context = { model: 'm', createdAt: 1, includeUsage: true, inputTokens };
  const renderer = protocols[protocol].stream(context);
  const events = replay(providerOf(type), Buffer.from(bytes));
  const { usage } = foldEvents(events);
  return events.map((event) => renderer.event(event)).join('') + renderer.end(usage ?? noUsage());
}
const chunk = (delta: object, finish: string | null = null, usage?: object) => ({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...(usage && { usage }),
});
const usage = { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 90 } };
const events = (stream: string) =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Json);

test('theopenco/llmgateway#4149: tool_choice "any" of Messages clients forces a call at Gemini', () => {
  const body = sent('anthropic-messages', GEMINI, 'gemini-2.5-pro', {
    max_tokens: 9,
    messages: [{ role: 'user', content: 'q' }],
    tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
  });
  expect(body.toolConfig.functionCallingConfig.mode).toBe('ANY');
});

test('adolfousier/opencrabs#1636: a cached prefix within prompt_tokens is counted once', () => {
  const answer = providerOf(OPENAI).chat!.answer({
    choices: [{ message: { content: 'a' }, finish_reason: 'stop' }],
    usage,
  });
  expect(answer.usage).toMatchObject({ input: 10, cacheRead: 90, output: 5 });
});

test('BerriAI/litellm#14849: cached tokens of Gemini are part of promptTokenCount', () => {
  const answer = providerOf(GEMINI).chat!.answer({
    candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: 262_960,
      cachedContentTokenCount: 257_955,
      candidatesTokenCount: 1744,
    },
  });
  expect(answer.usage).toMatchObject({ input: 5005, cacheRead: 257_955, output: 1744 });
});

test('BerriAI/litellm#40006: cache reads of Claude are beside its input, and within prompt_tokens for chat clients', () => {
  const answer = providerOf(CLAUDE).chat!.answer({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content: [{ type: 'text', text: 'a' }],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 9,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      output_tokens: 5,
    },
  });
  const context = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 };
  expect(answer.usage).toMatchObject({ input: 9, cacheRead: 100, cacheWrite5m: 20 });
  expect(protocols['openai-chat'].answer(answer, context)).toMatchObject({
    usage: { prompt_tokens: 129, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 100 } },
  });
});

describe('Messages clients of OpenAI-compatible providers', () => {
  const stream = streamed('anthropic-messages', OPENAI, [
    chunk({ role: 'assistant', content: 'a' }),
    chunk({}, 'stop', usage),
  ]);

  test('router-for-me/CLIProxyAPI#1700: message_start has input tokens', () => {
    expect(events(stream)[0]).toMatchObject({
      type: 'message_start',
      message: { usage: { input_tokens: 11 } },
    });
  });

  test('raine/claude-code-proxy#154: message_delta has the input tokens that were counted', () => {
    expect(events(stream).find(({ type }) => type === 'message_delta')!.usage).toMatchObject({
      input_tokens: 10,
      cache_read_input_tokens: 90,
      output_tokens: 5,
    });
  });

  test('Alishahryar1/free-claude-code#43: streams end with message_stop, not with [DONE]', () => {
    expect(stream).not.toContain('[DONE]');
    expect(events(stream).at(-1)).toEqual({ type: 'message_stop' });
  });
});

test('earendil-works/pi#1406: of parallel calls of Gemini 3 only the first has a signature; all stay calls', () => {
  const calls = [call, { ...call, id: 'call_2' }];
  const body = sent('openai-chat', GEMINI, 'gemini-3-pro-preview', {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'call_1', content: 'r' },
      { role: 'tool', tool_call_id: 'call_2', content: 'r' },
    ],
    tools: [tool],
  });
  const parts = body.contents[1].parts as Json[];
  expect(parts.filter(({ functionCall }) => functionCall)).toHaveLength(2);
});

test('agentjido/req_llm#427: a call without a signature gets the one that skips the check', () => {
  const body = sent('openai-chat', GEMINI, 'gemini-3-pro-preview', {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'r' },
    ],
    tools: [tool],
  });
  expect((body.contents[1].parts as Json[])[0]!.thoughtSignature).toBeTruthy();
});

describe('Bedrock', () => {
  const history = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'I look.', tool_calls: [call] },
  ];

  test('vxcontrol/pentagi#196: a history with calls names its tools, though none is offered', () => {
    const body = bedrock({
      messages: [
        ...history,
        { role: 'tool', tool_call_id: 'call_1', content: 'r' },
        { role: 'user', content: 'sum up' },
      ],
    });
    const blocks = JSON.stringify(body.messages);
    expect(blocks.includes('toolUse') ? body.toolConfig?.tools?.length > 0 : true).toBe(true);
  });

  test('aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15: a result without content has some', () => {
    const body = bedrock({
      messages: [...history, { role: 'tool', tool_call_id: 'call_1', content: '' }],
      tools: [tool],
    });
    const result = (body.messages as Json[])
      .flatMap(({ content }) => content as Json[])
      .find(({ toolResult }) => toolResult)!;
    expect(result.toolResult.content.length).toBeGreaterThan(0);
    expect(result.toolResult.content[0].text).not.toBe('');
  });

  test('evalstate/fast-agent#667: text stands before calls', () => {
    const body = bedrock({
      messages: [...history, { role: 'tool', tool_call_id: 'call_1', content: 'r' }],
      tools: [tool],
    });
    const content = (body.messages as Json[])[1]!.content as Json[];
    expect(content.map((block) => Object.keys(block)[0])).toEqual(['text', 'toolUse']);
  });
});

describe('tools of Responses clients at providers with Chat Completions only', () => {
  const input = [{ role: 'user', content: 'q' }];

  test.each(['local_shell', 'code_interpreter', 'image_generation'])(
    'BerriAI/litellm#27655: %s is left out or refused by name, never passed on',
    (type) => {
      let found = '';
      try {
        const body = sent('openai-responses', DEEPSEEK, 'deepseek-chat', {
          input,
          tools: [{ type, container: { type: 'auto' } }],
        });
        found = JSON.stringify(body.tools ?? []);
      } catch (problem) {
        expect(String(problem)).toMatch(/tools/);
      }
      expect(found).not.toContain(type);
    },
  );

  test('BerriAI/litellm#27276: custom tools become functions', () => {
    const body = sent('openai-responses', DEEPSEEK, 'deepseek-chat', {
      input,
      tools: [{ type: 'custom', name: 'apply_patch', description: 'd' }],
    });
    expect(body.tools).toMatchObject([{ type: 'function', function: { name: 'apply_patch' } }]);
  });
});

test('NousResearch/hermes-agent#83886: MALFORMED_FUNCTION_CALL is a failure, not an empty answer', () => {
  expect(() =>
    providerOf(GEMINI).chat!.answer({
      candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }],
      usageMetadata: { promptTokenCount: 5 },
    }),
  ).toThrow();
});

test('mnfst/llm-gateway#1658: thinking and its signature come back to Claude as they were', () => {
  const thinking = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' };
  const body = sent('openai-chat', CLAUDE, 'claude-sonnet-4-5', {
    reasoning_effort: 'high',
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [call], thinking_blocks: [thinking] },
      { role: 'tool', tool_call_id: 'call_1', content: 'r' },
    ],
    tools: [tool],
  });
  expect(body.thinking).toBeDefined();
  expect((body.messages as Json[])[1]!.content[0]).toEqual(thinking);
});

test('cortexkit/anthropic-auth#49: no message of the assistant ends with thinking', () => {
  const body = sent('openai-chat', CLAUDE, 'claude-sonnet-4-5', {
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: '',
        thinking_blocks: [{ type: 'thinking', thinking: 'Hm', signature: 'c2ln' }],
      },
      { role: 'user', content: 'go on' },
    ],
  });
  for (const { role, content } of body.messages as Json[])
    if (role === 'assistant') expect(content.at(-1).type).not.toBe('thinking');
});

test('zai-org/GLM-4.5#146: arguments in the chunk with the finish reason belong to the call', () => {
  const part = (members: object) => ({ tool_calls: [{ index: 0, ...members }] });
  const events = replay(
    providerOf(OPENAI),
    Buffer.from(
      [
        chunk(part({ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"city": ' } })),
        chunk(part({ function: { arguments: '"Beijing"}' } }), 'tool_calls'),
      ]
        .map((data) => `data: ${JSON.stringify(data)}\n\n`)
        .join(''),
    ),
  );
  expect(foldEvents(events).parts).toEqual([
    { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"city": "Beijing"}' },
  ]);
});

test('edison7009/EchoBird#187: two calls under one index are two calls', () => {
  const part = (id: string, callArguments: string) => ({
    tool_calls: [{ index: 0, id, type: 'function', function: { name: 'shell', arguments: callArguments } }],
  });
  const stream = [chunk(part('c1', '{"a":1}')), chunk(part('c2', '{"a":2}')), chunk({}, 'tool_calls')];
  const found = foldEvents(
    replay(
      providerOf(OPENAI),
      Buffer.from(stream.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')),
    ),
  ).parts;
  expect(found).toMatchObject([{ arguments: '{"a":1}' }, { arguments: '{"a":2}' }]);
});

test('QuantumNous/new-api#2499: calls of local servers reach Claude Code as tool_use with valid JSON', () => {
  const stream = streamed('anthropic-messages', OPENAI, [
    chunk({ role: 'assistant', content: 'I create it.' }),
    chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'Write', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { name: null, arguments: '{"file_path": "a.py"}' } }] }),
    chunk({ content: '' }, 'tool_calls'),
  ]);
  const all = events(stream);
  expect(all.find(({ content_block: block }) => block?.type === 'tool_use')).toMatchObject({
    content_block: { id: 'c1', name: 'Write', input: {} },
  });
  const json = all.map(({ delta }) => delta?.partial_json ?? '').join('');
  expect(JSON.parse(json)).toEqual({ file_path: 'a.py' });
  expect(all.find(({ type }) => type === 'message_delta')).toMatchObject({
    delta: { stop_reason: 'tool_use' },
  });
});
