import { translated, written } from '../../../test/dialects/provider-calls.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';
import { protocols } from '../protocols/registry.js';
import { providerFor } from '../providers/registry.js';

/** What clients of other protocols may send and OpenAI-compatible providers reject. */
const text = (words: string) => ({ type: 'text', text: words });
const use = (id: string, name = 'f') => ({ type: 'tool_use', id, name, input: {} });
const resultOf = (id: string, content: unknown = id) => ({ type: 'tool_result', tool_use_id: id, content });
const image = { type: 'image', source: { type: 'url', url: 'https://x.test/i.png' } };
const messagesOf = (type: number, model: string, messages: object[]) =>
  (bodyOf(translated(type, { messages }, { model })) as { messages: { role: string; content: unknown }[] })
    .messages;
const roles = (type: number, model: string, messages: object[]) =>
  messagesOf(type, model, messages).map(({ role }) => role);

describe('Claude Code: an id of the user of up to 256 characters', () => {
  const user = `user_${'0123456789abcdef'.repeat(4)}_account__session_${'0'.repeat(36)}_${'x'.repeat(74)}`;
  const userAt = (type: number, user_id: string, model = 'gpt-4o') =>
    (bodyOf(translated(type, { metadata: { user_id } }, { model })) as { user: string }).user;

  test.each([1, 3, 6, 8, 17, 43, 1000, 1021])('type %d: a stable hash of 64 characters', (type) => {
    expect(userAt(type, user)).toMatch(/^[0-9a-f]{64}$/);
    expect(userAt(type, user)).toBe(userAt(type, user));
    expect(userAt(type, `${user.slice(1)}`)).not.toBe(userAt(type, user));
    expect(userAt(type, 'short')).toBe('short');
  });

  test('OpenRouter accepts 128 characters', () => {
    expect(userAt(20, user.slice(0, 128))).toBe(user.slice(0, 128));
    expect(userAt(20, user)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([1, 3])('type %d through Responses', (type) => {
    const body = {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'q' }],
      metadata: { user_id: user },
    };
    const chat = protocols['anthropic-messages'].parse(Buffer.from(JSON.stringify(body)), '');
    const call = providerFor(type)!.viaResponses!.request(chat, targetOf({ type, model: 'gpt-5' }));
    expect((bodyOf(call) as { user: string }).user).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('instructions in the middle', () => {
  const messages = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'a' },
    { role: 'system', content: [text('be brief')] },
    { role: 'user', content: 'q' },
  ];

  test.each([6, 17, 25, 26, 27, 40, 42, 43, 45, 1000, 1021, 1022])('type %d: text of the user', (type) => {
    const sent = messagesOf(type, 'm', messages);
    expect(sent.map(({ role }) => role)).not.toContain('system');
    expect(JSON.stringify(sent)).toContain('<system-instruction>\\nbe brief');
  });

  test.each([1, 3])('type %d: kept', (type) => {
    expect(roles(type, 'gpt-4o', messages)).toEqual(['user', 'assistant', 'system', 'user']);
    expect(roles(type, 'gpt-5', messages)).toEqual(['user', 'assistant', 'developer', 'user']);
  });

  test('type 1 with a model of others: text of the user', () => {
    expect(roles(1, 'qwen3.5-27b', messages)).toEqual(['user', 'assistant', 'user', 'user']);
  });
});

describe('tool results in several messages of the user', () => {
  const start = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [use('a'), use('b')] },
  ];

  test('stand together, directly behind their calls', () => {
    const messages = [
      ...start,
      { role: 'user', content: [resultOf('b', [image]), text('first')] },
      { role: 'user', content: [resultOf('a'), text('second')] },
    ];
    expect(messagesOf(1, 'gpt-4o', messages).slice(2)).toMatchObject([
      { role: 'tool', tool_call_id: 'a' },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'user', content: [{ type: 'image_url' }, text('first')] },
      { role: 'user', content: 'second' },
    ]);
  });

  test('of Gemini, in two contents', () => {
    const call = (id: string) => ({ functionCall: { id, name: 'f', args: {} } });
    const answer = (id: string) => ({ functionResponse: { id, name: 'f', response: { output: id } } });
    const body = {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [call('a'), call('b')] },
        { role: 'user', parts: [answer('b'), { text: 'and' }] },
        { role: 'user', parts: [answer('a')] },
      ],
    };
    const chat = protocols.gemini.parse(
      Buffer.from(JSON.stringify(body)),
      '/v1beta/models/m:generateContent',
    );
    const call_ = providerFor(1)!.chat!.request(chat, targetOf());
    expect((bodyOf(call_) as { messages: object[] }).messages.slice(2)).toMatchObject([
      { role: 'tool', tool_call_id: 'a' },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'user' },
    ]);
  });

  test.each<[number, string]>([
    [42, 'mistral-large-latest'],
    [20, 'mistralai/mistral-large'],
    [1021, 'devstral-small'],
  ])('and an assistant before the user for Mistral: type %d, %s', (type, model) => {
    const reminder = [
      ...start,
      { role: 'user', content: [resultOf('a'), resultOf('b'), text('<system-reminder>')] },
    ];
    expect(roles(type, model, reminder).slice(2)).toEqual(['tool', 'tool', 'assistant', 'user']);
    const shown = [...start, { role: 'user', content: [resultOf('a', [image]), resultOf('b')] }];
    expect(roles(type, model, shown).slice(2)).toEqual(['tool', 'tool', 'assistant', 'user']);
    const ids = messagesOf(type, model, reminder).flatMap(
      (message) => Object(message).tool_call_id ?? [],
    ) as string[];
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
  });
});

describe('names of tools', () => {
  const long = `mcp__${'server_'.repeat(12)}read`;
  const tools = [{ name: long, input_schema: { type: 'object' } }];

  test('of up to 128 characters from Anthropic are shortened, and the call says so', () => {
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a', long)] },
      { role: 'user', content: [resultOf('a')] },
    ];
    const call = translated(1, { tools, messages, tool_choice: { type: 'tool', name: long } });
    const body = bodyOf(call) as {
      tools: { function: { name: string } }[];
      tool_choice: { function: { name: string } };
      messages: { tool_calls?: { function: { name: string } }[] }[];
    };
    const { name } = body.tools[0]!.function;
    expect(name).toMatch(/^mcp__server_[a-z_]+_[0-9a-f]{8}$/);
    expect(name).toHaveLength(64);
    expect(body.tool_choice.function.name).toBe(name);
    expect(body.messages[1]!.tool_calls![0]!.function.name).toBe(name);
    expect([...call.toolNames!]).toEqual([[name, long]]);
  });

  test('with dots from Gemini', () => {
    const body = {
      contents: [{ parts: [{ text: 'q' }] }],
      tools: [{ functionDeclarations: [{ name: 'fs.read-file' }] }],
    };
    const chat = protocols.gemini.parse(
      Buffer.from(JSON.stringify(body)),
      '/v1beta/models/m:generateContent',
    );
    const call = providerFor(1)!.chat!.request(chat, targetOf());
    expect(bodyOf(call)).toMatchObject({ tools: [{ function: { name: 'fs_read-file' } }] });
    expect([...call.toolNames!]).toEqual([['fs_read-file', 'fs.read-file']]);
  });

  test('that begin with a digit, for Moonshot', () => {
    const tool = { type: 'function', function: { name: '3d_render' } };
    const call = written(25, { messages: [{ role: 'user', content: 'q' }], tools: [tool] });
    expect(bodyOf(call)).toMatchObject({ tools: [{ function: { name: 't_3d_render' } }] });
  });

  test('that the provider accepts stay, and nothing is recorded', () => {
    expect(
      translated(1, { tools: [{ name: 'f', input_schema: { type: 'object' } }] }).toolNames,
    ).toBeUndefined();
  });
});

describe('strict schemas', () => {
  const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
  const closed = { ...open, required: ['a'] };

  test.each<[object, boolean | undefined]>([
    [open, undefined],
    [closed, true],
  ])('tools of Anthropic are strict only where OpenAI accepts that: %j', (input_schema, strict) => {
    const body = bodyOf(translated(1, { tools: [{ name: 'f', strict: true, input_schema }] })) as {
      tools: { function: { strict?: boolean } }[];
    };
    expect(body.tools[0]!.function.strict).toBe(strict);
  });

  test.each<[object, boolean]>([
    [open, false],
    [closed, true],
  ])('and structured output: %j', (schema, strict) => {
    const output_config = { format: { type: 'json_schema', schema } };
    expect(bodyOf(translated(1, { output_config }))).toMatchObject({
      response_format: { json_schema: { name: 'response', strict } },
    });
  });
});
