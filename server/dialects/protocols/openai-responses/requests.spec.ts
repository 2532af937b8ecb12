import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { protocols } from '../registry.js';

const protocol = protocols['openai-responses'];
const path = '/v1/responses';
const bytes = (fields: object) => Buffer.from(JSON.stringify({ model: 'm', input: 'q', ...fields }));
const read = (fields: object) => protocol.read(bytes(fields), path);
const parse = (fields: object): CanonicalChat =>
  JSON.parse(JSON.stringify(protocol.parse(bytes(fields), path))) as CanonicalChat;

function errorOf(act: () => unknown): { code: string; message: string; status: number } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message, status: error.status };
    throw error;
  }
  throw new Error('it was accepted');
}

describe('what the pipeline must know', () => {
  test('model, stream and the limit of output; usage is always part of the answer', () => {
    expect(read({ stream: true, max_output_tokens: 9 })).toEqual({
      model: 'm',
      stream: true,
      maxTokens: 9,
      includeUsage: true,
      isStored: true,
    });
    expect(read({ stream: null, max_output_tokens: null, background: false })).toMatchObject({
      stream: false,
      maxTokens: undefined,
    });
  });

  test('stored upstream: this response unless store is false, and the previous one', () => {
    expect(read({ store: null, previous_response_id: 'resp_1' })).toMatchObject({
      isStored: true,
      continues: 'resp_1',
    });
    expect(read({ store: false, previous_response_id: null })).toMatchObject({ isStored: false });
  });

  test('input may be missing where something else stands for it', () => {
    for (const name of ['previous_response_id', 'conversation', 'prompt'])
      expect(read({ input: undefined, [name]: 'x' }).model).toBe('m');
  });

  test.each([
    [{ model: undefined }, 'invalid_text_request', 'model is required'],
    [{ input: null }, 'invalid_text_request', 'field input is required'],
    [{ max_output_tokens: -1 }, 'invalid_text_request', 'max_output_tokens is invalid'],
    [{ max_output_tokens: 2 ** 40 }, 'invalid_text_request', 'max_output_tokens is invalid'],
    [{ previous_response_id: 5 }, 'invalid_text_request', 'field previous_response_id must be a string'],
    [{ stream: 'yes' }, 'invalid_text_request', 'field stream must be true or false'],
    [
      { background: true },
      'unsupported_parameter',
      'background: responses are not produced in the background by this gateway, on any channel',
    ],
  ])('%j is refused', (fields, code, message) => {
    expect(errorOf(() => read(fields))).toEqual({ code, message, status: 400 });
  });
});

test('a string is what the user says, instructions are the system', () => {
  expect(parse({ instructions: 'Be brief.' })).toEqual({
    model: 'm',
    system: [{ type: 'text', text: 'Be brief.' }],
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }],
    tools: [],
    stream: false,
    includeUsage: true,
  });
});

test('every field that other providers support', () => {
  const schema = { type: 'object' };
  expect(
    parse({
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: schema, strict: true }],
      tool_choice: { type: 'function', name: 'f' },
      parallel_tool_calls: false,
      max_output_tokens: 7,
      temperature: 0,
      top_p: 0.5,
      reasoning: { effort: 'low', summary: 'auto' },
      text: { format: { type: 'json_schema', name: 'n', schema, strict: false }, verbosity: 'low' },
      prompt_cache_key: 'k',
      user: 'u',
      service_tier: 'flex',
      metadata: { a: 'b' },
      stream: true,
      store: true,
      truncation: 'auto',
      include: ['reasoning.encrypted_content'],
    }),
  ).toMatchObject({
    tools: [{ name: 'f', description: 'd', parameters: schema, strict: true }],
    toolChoice: { type: 'tool', name: 'f' },
    parallelTools: false,
    maxTokens: 7,
    temperature: 0,
    topP: 0.5,
    reasoning: { type: 'effort', effort: 'low' },
    responseFormat: { type: 'schema', name: 'n', schema, strict: false },
    verbosity: 'low',
    promptCacheKey: 'k',
    user: 'u',
    serviceTier: 'flex',
    metadata: { a: 'b' },
    stream: true,
  });
});

test.each([
  ['auto', { type: 'auto' }],
  ['none', { type: 'none' }],
  ['required', { type: 'required' }],
])('tool_choice %j', (choice, expected) => {
  expect(parse({ tool_choice: choice }).toolChoice).toEqual(expected);
});

test('only allowed tools are sent', () => {
  const tools = ['f', 'g'].map((name) => ({ type: 'function', name }));
  const tool_choice = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'g' }] };
  expect(parse({ tools, tool_choice })).toMatchObject({
    tools: [{ name: 'g' }],
    toolChoice: { type: 'required' },
  });
});

test.each([
  [{ type: 'text' }, { type: 'text' }],
  [{ type: 'json_object' }, { type: 'json' }],
])('text.format %j', (format, expected) => {
  expect(parse({ text: { format } }).responseFormat).toEqual(expected);
});

describe('items', () => {
  const turns = (...input: object[]) => parse({ input }).turns;

  test('images, files and audio, by URL and as bytes', () => {
    const content = [
      { type: 'input_text', text: 'see' },
      { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      { type: 'input_file', file_data: 'data:application/pdf;base64,BBBB', filename: 'b.pdf' },
      { type: 'input_file', file_data: 'CCCC' },
      { type: 'input_file', file_url: 'https://example.com/c.pdf' },
      { type: 'input_audio', input_audio: { data: 'DDDD', format: 'wav' } },
    ];
    expect(turns({ role: 'user', content })).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'see' },
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' }, detail: 'low' },
          { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
          {
            type: 'file',
            source: { type: 'base64', mediaType: 'application/pdf', data: 'BBBB' },
            name: 'b.pdf',
          },
          { type: 'file', source: { type: 'base64', mediaType: 'application/pdf', data: 'CCCC' } },
          { type: 'file', source: { type: 'url', url: 'https://example.com/c.pdf' } },
          { type: 'audio', format: 'wav', data: 'DDDD' },
        ],
      },
    ]);
  });

  test('instructions of every kind come together, in order', () => {
    const input = [
      { role: 'system', content: 'one' },
      { role: 'user', content: 'q' },
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'two' }] },
    ];
    expect(parse({ input, instructions: 'zero' }).system.map(({ text }) => text)).toEqual([
      'zero',
      'one',
      'two',
    ]);
  });

  test('what an assistant did is one turn, results of parallel calls are one too', () => {
    expect(
      turns(
        { role: 'user', content: 'q' },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'I look.', annotations: [] },
            { type: 'refusal', refusal: 'No.' },
          ],
        },
        { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
        { type: 'function_call', id: 'fc_2', call_id: 'c2', name: 'g', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'one' },
        {
          type: 'function_call_output',
          call_id: 'c2',
          output: [
            { type: 'input_text', text: 'two' },
            { type: 'input_image', image_url: 'https://example.com/a.png' },
            { type: 'input_file', file_url: 'https://example.com/c.pdf' },
          ],
        },
        { role: 'user', content: 'go on' },
      ),
    ).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'I look.' },
          { type: 'text', text: 'No.' },
          { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"a":1}' },
          { type: 'tool-call', id: 'c2', name: 'g', arguments: '{}' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', id: 'c1', parts: [{ type: 'text', text: 'one' }] },
          {
            type: 'tool-result',
            id: 'c2',
            parts: [
              { type: 'text', text: 'two' },
              { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            ],
          },
          { type: 'file', source: { type: 'url', url: 'https://example.com/c.pdf' } },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'go on' }] },
    ]);
  });

  test("reasoning of another provider is kept as text, without that provider's signature", () => {
    const item = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }] };
    expect(turns({ ...item, encrypted_content: 'gAAAA' })).toEqual([
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'a' }] },
    ]);
    expect(turns({ type: 'reasoning', summary: [], encrypted_content: 'gAAAA' })).toEqual([]);
  });
});

test('a custom tool is a function with one text argument; its grammar is sent', () => {
  const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' };
  const tools = [{ type: 'custom', name: 'patch', description: 'Edits.', format }];
  const input = [
    { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: 'a "b"' },
    { type: 'custom_tool_call_output', call_id: 'c', output: 'done' },
  ];
  expect(parse({ tools, input, tool_choice: { type: 'custom', name: 'patch' } })).toMatchObject({
    tools: [
      {
        name: 'patch',
        description: 'Edits.\n\nThe input must match this lark grammar:\nstart: "x"',
        parameters: { type: 'object', required: ['input'] },
      },
    ],
    toolChoice: { type: 'tool', name: 'patch' },
    turns: [
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', id: 'c', name: 'patch', arguments: '{"input":"a \\"b\\""}' }],
      },
      { role: 'user', parts: [{ type: 'tool-result', id: 'c', parts: [{ type: 'text', text: 'done' }] }] },
    ],
  });
});

test.each([
  [{ previous_response_id: 'resp_1' }, ['previous_response_id']],
  [{ conversation: { id: 'conv_1' } }, ['conversation']],
  [{ prompt: { id: 'pmpt_1' } }, ['prompt']],
  [{ tools: [{ type: 'web_search' }], tool_choice: 'required' }, ['tool_choice required']],
  [{ tool_choice: { type: 'file_search' } }, ['tool_choice.type file_search']],
  [{ input: [{ type: 'item_reference', id: 'x' }] }, ['input[0].type item_reference']],
  [
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] },
    ['input[0].content[0].file_id'],
  ],
])('%j is for upstreams that speak this protocol alone, and its place is named', (fields, places) => {
  expect(parse(fields).nativeOnly).toEqual(places);
});

test.each([
  { input: 5 },
  { input: ['q'] },
  { input: [{ role: 'robot', content: 'x' }] },
  { input: [{ role: 'user' }] },
  { input: [{ role: 'user', content: [{ type: 'input_text', text: 5 }] }] },
  { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
  { input: [{ type: 'function_call', name: 'f', arguments: '{}' }] },
  { input: [{ type: 'function_call_output', call_id: 'c' }] },
  { tools: [{ name: 'f' }] },
  { tools: [{ type: 'function' }] },
  { tool_choice: 'maybe' },
  { tool_choice: { type: 'allowed_tools', mode: 'none', tools: [] } },
  { text: { format: { type: 'grammar' } } },
  { instructions: 5 },
  { temperature: 'hot' },
  { metadata: { a: 1 } },
])('%j is refused with 400, naming the place', (fields) => {
  expect(errorOf(() => parse(fields))).toMatchObject({ code: 'invalid_text_request', status: 400 });
});
