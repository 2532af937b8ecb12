import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTurn } from '../../canonical/chat.js';
import type { Target } from '../../kit/provider.js';
import { ADDRESS } from './call.js';
import { providerForModel } from '../registry.js';

const NOVA = 'amazon.nova-pro-v1:0';
const LLAMA = 'us.meta.llama3-3-70b-instruct-v1:0';
const ARN = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc';

type Overrides = Partial<CanonicalChat>;

const user = (...parts: CanonicalTurn['parts']): CanonicalTurn => ({ role: 'user', parts });
const assistant = (...parts: CanonicalTurn['parts']): CanonicalTurn => ({ role: 'assistant', parts });
const text = (value: string) => ({ type: 'text' as const, text: value });
const base64 = (mediaType: string, data = 'QUJD') => ({ type: 'base64' as const, mediaType, data });
const call = { type: 'tool-call' as const, id: 'call_1', name: 'f', arguments: '{"a":1}' };
const result = { type: 'tool-result' as const, id: 'call_1', parts: [text('done')] };
const tool = { name: 'f', description: 'F', parameters: { type: 'object', properties: { a: {} } } };

function callFor(model: string, overrides: Overrides = {}, target: Partial<Target> = {}) {
  const chat: CanonicalChat = {
    model,
    system: [],
    turns: [user(text('hi'))],
    tools: [],
    stream: false,
    includeUsage: false,
    ...overrides,
  };
  return providerForModel(33, model)!.chat!.request(
    chat,
    targetOf({ type: 33, baseUrl: ADDRESS, key: 'AKID|secret|us-east-1', model, ...target }),
  );
}

const sent = (model: string, overrides: Overrides = {}, target: Partial<Target> = {}) =>
  bodyOf(callFor(model, overrides, target)) as Record<string, unknown>;
const contentOf = (model: string, ...turns: CanonicalTurn[]) => sent(model, { turns }).messages;

test('a plain request', () => {
  const call = callFor(NOVA, {
    system: [text('Be brief.'), text(' ')],
    maxTokens: 5,
    temperature: 1.5,
    topP: 0.9,
    topK: 7,
    stop: ['', 'END'],
    seed: 1,
    user: 'ada',
    serviceTier: 'flex',
  });
  expect(call.method).toBe('POST');
  expect(call.url).toBe(
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse',
  );
  expect(call.decoder).toBeUndefined();
  expect(bodyOf(call)).toEqual({
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
    system: [{ text: 'Be brief.' }],
    inferenceConfig: { maxTokens: 5, temperature: 1, topP: 0.9, stopSequences: ['END'] },
    additionalModelRequestFields: { inferenceConfig: { topK: 7 } },
    serviceTier: { type: 'flex' },
  });
  expect(sent(LLAMA, { topK: 7, stop: [''], serviceTier: 'auto' })).toEqual({
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
  });
});

test('a stream has a path of its own; the channel may override members', () => {
  const call = callFor(NOVA, { stream: true }, { override: { guardrailConfig: { a: 1 }, stream: false } });
  expect(call.url).toMatch(/\/converse-stream$/);
  expect(call.decoder).toBeDefined();
  expect(bodyOf(call)).toEqual({
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
    guardrailConfig: { a: 1 },
  });
});

test('roles alternate, the first message is the user’s, and blank text is left out', () => {
  expect(
    contentOf(
      NOVA,
      assistant(text('Hello')),
      user(text('one'), text('  ')),
      user(text('two')),
      assistant(text('')),
      { role: 'system', parts: [text('now')] },
    ),
  ).toEqual([
    { role: 'user', content: [{ text: '...' }] },
    { role: 'assistant', content: [{ text: 'Hello' }] },
    { role: 'user', content: [{ text: 'one' }, { text: 'two' }] },
    { role: 'assistant', content: [{ text: '...' }] },
    { role: 'user', content: [{ text: expect.stringContaining('now') as string }] },
  ]);
});

test('images, documents and audio', () => {
  const file = (name: string | undefined, mediaType = 'application/pdf') => ({
    type: 'file' as const,
    source: base64(mediaType),
    ...(name !== undefined && { name }),
  });
  expect(
    contentOf(
      NOVA,
      user(
        { type: 'image', source: base64('image/jpg') },
        { type: 'image', source: { type: 'url', url: 's3://bucket/photo.JPEG' } },
        { type: 'audio', format: 'wav', data: 'QUJD' },
        file('Q3_report (final).pdf'),
        file('Q3 report (final).pdf'),
        file(undefined, 'text/x-python'),
        file('…', 'text/csv'),
      ),
    ),
  ).toEqual([
    {
      role: 'user',
      content: [
        { image: { format: 'jpeg', source: { bytes: 'QUJD' } } },
        { image: { format: 'jpeg', source: { s3Location: { uri: 's3://bucket/photo.JPEG' } } } },
        { audio: { format: 'wav', source: { bytes: 'QUJD' } } },
        { document: { format: 'pdf', name: 'Q3 report (final)', source: { bytes: 'QUJD' } } },
        { document: { format: 'pdf', name: 'Q3 report (final) (2)', source: { bytes: 'QUJD' } } },
        { document: { format: 'txt', name: 'document', source: { bytes: 'QUJD' } } },
        { document: { format: 'csv', name: 'document (2)', source: { bytes: 'QUJD' } } },
        // Documents require a text beside them.
        { text: '...' },
      ],
    },
  ]);
});

test.each<[string, CanonicalTurn[]]>([
  [
    'images of type image/svg+xml are not supported',
    [user({ type: 'image', source: base64('image/svg+xml') })],
  ],
  ['files of type video/mp4 are not supported', [user({ type: 'file', source: base64('video/mp4') })]],
  ['audio of type amr is not supported', [user({ type: 'audio', format: 'amr', data: '' })]],
  [
    'image content is supported in user messages only',
    [assistant({ type: 'image', source: base64('image/png') })],
  ],
  ['the arguments of tool call call_1 are not a JSON object', [assistant({ ...call, arguments: '[1]' })]],
])('%s', (detail, turns) => {
  const failing = () => sent(NOVA, { turns });
  expect(failing).toThrow(ApiError);
  expect(failing).toThrow(detail);
});

test('tool calls and results, with results first and ids that Bedrock accepts', () => {
  const long = `fc_${'x'.repeat(80)}`;
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  const turns = [
    user(text('q')),
    assistant(text('ok'), call, { ...call, id: 'functions.f:0', arguments: '' }, { ...call, id: long }),
    user(text('and'), result, { ...result, id: 'functions.f:0', parts: [], isError: true }),
    user({ ...result, id: long, parts: [{ type: 'image', source: base64('image/png') }] }),
  ];
  const { messages, toolConfig } = sent(NOVA, { turns, tools: [tool] });
  expect(messages).toEqual([
    { role: 'user', content: [{ text: 'q' }] },
    {
      role: 'assistant',
      content: [
        { text: 'ok' },
        { toolUse: { toolUseId: 'call_1', name: 'f', input: { a: 1 } } },
        { toolUse: { toolUseId: hash, name: 'f', input: {} } },
        { toolUse: { toolUseId: hash, name: 'f', input: { a: 1 } } },
      ],
    },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'call_1', content: [{ text: 'done' }] } },
        { toolResult: { toolUseId: hash, content: [{ text: '...' }], status: 'error' } },
        {
          toolResult: {
            toolUseId: hash,
            content: [{ image: { format: 'png', source: { bytes: 'QUJD' } } }],
          },
        },
        { text: 'and' },
      ],
    },
  ]);
  expect(toolConfig).toEqual({
    tools: [{ toolSpec: { name: 'f', description: 'F', inputSchema: { json: tool.parameters } } }],
  });
});

test('models without a status of tool results get errors as text', () => {
  const turns = [user(text('q')), assistant(call), user({ ...result, isError: true })];
  for (const model of [LLAMA, ARN, 'xai.grok-4.7'])
    expect(contentOf(model, ...turns)).toMatchObject([
      {},
      {},
      { content: [{ toolResult: { content: [{ text: 'Error:' }, { text: 'done' }] } }] },
    ]);
});

test.each<[string, CanonicalChat['toolChoice'], unknown]>([
  [NOVA, { type: 'auto' }, undefined],
  [NOVA, { type: 'required' }, { any: {} }],
  [NOVA, { type: 'tool', name: 'f' }, { tool: { name: 'f' } }],
  ['mistral.mistral-large-2402-v1:0', { type: 'tool', name: 'f' }, { any: {} }],
  ['mistral.magistral-small-2509', { type: 'required' }, undefined],
  [LLAMA, { type: 'required' }, undefined],
  [LLAMA, { type: 'tool', name: 'f' }, undefined],
])('%s gets the tool choice %j as %j', (model, toolChoice, expected) => {
  expect(sent(model, { tools: [tool], toolChoice })).toMatchObject({
    toolConfig: {
      tools: [{ toolSpec: { name: 'f' } }],
      ...(expected !== undefined && { toolChoice: expected }),
    },
  });
});

test('a model that cannot be forced to call one tool gets no other', () => {
  const tools = [tool, { name: 'g' }];
  const { toolConfig } = sent(LLAMA, { tools, toolChoice: { type: 'tool', name: 'g' } });
  expect(toolConfig).toEqual({
    tools: [{ toolSpec: { name: 'g', inputSchema: { json: { type: 'object', properties: {} } } } }],
  });
});

test('no tools are sent if none may be called, unless the conversation contains calls', () => {
  const turns = [user(text('q')), assistant(call), user(result)];
  expect(sent(NOVA, { tools: [tool], toolChoice: { type: 'none' } })).not.toHaveProperty('toolConfig');
  expect(sent(NOVA, { tools: [tool], turns, toolChoice: { type: 'none' } })).toHaveProperty('toolConfig');
  expect(sent(NOVA, { turns }).toolConfig).toEqual({
    tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object', properties: {} } } } }],
  });
  expect(sent(NOVA, { turns: [user(result)] }).toolConfig).toMatchObject({
    tools: [{ toolSpec: { name: 'tool' } }],
  });
});

test.each([[{ name: 'f', parameters: 'text' }, 'the parameters of tool f are no JSON schema']])(
  'the tool %j is rejected',
  (rejected, detail) => {
    expect(() => sent(NOVA, { tools: [rejected] })).toThrow(detail);
  },
);

test('a schema without a type is that of an object', () => {
  expect(sent(NOVA, { tools: [{ name: 'f', parameters: { properties: {} } }] }).toolConfig).toMatchObject({
    tools: [{ toolSpec: { inputSchema: { json: { type: 'object', properties: {} } } } }],
  });
});

const NOVA_2 = 'us.amazon.nova-2-lite-v1:0';
const GPT = 'openai.gpt-oss-120b-1:0';
const nova = (maxReasoningEffort: string) => ({ reasoningConfig: { type: 'enabled', maxReasoningEffort } });

test.each<[string, CanonicalChat['reasoning'], object | undefined]>([
  [NOVA_2, { type: 'effort', effort: 'minimal' }, nova('low')],
  [NOVA_2, { type: 'effort', effort: 'xhigh' }, nova('high')],
  [NOVA_2, { type: 'budget', tokens: 1024 }, nova('low')],
  [NOVA_2, { type: 'budget', tokens: 4000 }, nova('medium')],
  [NOVA_2, { type: 'adaptive' }, nova('medium')],
  [NOVA_2, { type: 'effort', effort: 'none' }, undefined],
  [NOVA_2, { type: 'off' }, undefined],
  [GPT, { type: 'effort', effort: 'high' }, { reasoning_effort: 'high' }],
  [NOVA, { type: 'effort', effort: 'high' }, undefined],
  [ARN, { type: 'budget', tokens: 4000 }, undefined],
])('%s is asked for reasoning %j as %j', (model, reasoning, expected) => {
  expect(sent(model, { reasoning }).additionalModelRequestFields).toEqual(expected);
});

test('the highest effort of Nova excludes a limit and sampling; a limit of the client wins', () => {
  const reasoning = { type: 'effort' as const, effort: 'high' };
  const free = callFor(NOVA_2, { reasoning, temperature: 0.5, topK: 3 });
  expect(free.reasoningEffort).toBe('high');
  expect(bodyOf(free)).toEqual({
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
    additionalModelRequestFields: nova('high'),
  });
  expect(sent(NOVA_2, { reasoning, maxTokens: 100 })).toMatchObject({
    inferenceConfig: { maxTokens: 100 },
    additionalModelRequestFields: nova('medium'),
  });
});
