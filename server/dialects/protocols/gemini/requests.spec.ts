import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { anthropic } from '../../providers/anthropic/index.js';
import { openai } from '../../providers/openai/index.js';
import { gemini } from './index.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

const PATH = '/v1beta/models/m:generateContent';
const user = { role: 'user', parts: [{ text: 'q' }] };

const parse = (fields: object, path = PATH): CanonicalChat =>
  gemini.parse(Buffer.from(JSON.stringify({ contents: [user], ...fields })), path);
const read = (fields: object | string, path = PATH) =>
  gemini.read(Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields)), path);
const toOpenai = (fields: object) => bodyOf(openai.chat!.request(parse(fields), targetOf()));
const toAnthropic = (fields: object) =>
  bodyOf(anthropic.chat!.request(parse(fields), targetOf({ type: 14 })));

function errorOf(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the path', () => {
  test.each([
    ['/v1beta/models/gemini-2.5-pro:generateContent', 'gemini-2.5-pro', false],
    ['/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', 'gemini-2.5-pro', true],
    ['/v1/models/models/a:generateContent?key=secret', 'a', false],
    ['/v1beta/tunedModels/mine:generateContent', 'mine', false],
    ['/v1beta/models/deepseek-ai%2FDeepSeek-V3:generateContent', 'deepseek-ai/DeepSeek-V3', false],
    ['/v1beta/models/deepseek-ai/DeepSeek-V3:generateContent', 'deepseek-ai/DeepSeek-V3', false],
    ['/v1beta/models/anthropic.claude-v1%3A0:streamGenerateContent', 'anthropic.claude-v1:0', true],
  ])('%s names model and manner', (path, model, stream) => {
    expect(read({ contents: [user] }, path)).toMatchObject({ model, stream });
    expect(parse({}, path)).toMatchObject({ model, stream });
  });

  test('only alt=sse asks for events', () => {
    expect(gemini.asArray!('/v1beta/models/a:streamGenerateContent?key=alt=sse')).toBe(true);
    expect(gemini.asArray!('/v1beta/models/a:streamGenerateContent?x=1&alt=sse')).toBe(false);
  });

  test('without a model it is refused', () => {
    expect(errorOf(() => read({ contents: [user] }, '/v1beta/models/:generateContent')).status).toBe(400);
  });
});

describe('what is read before a channel is chosen', () => {
  test('the output limit counts for every candidate, in both spellings', () => {
    const contents = [user];
    expect(read({ contents }).maxTokens).toBeUndefined();
    expect(read({ contents, generationConfig: { maxOutputTokens: 10, candidateCount: 2 } }).maxTokens).toBe(
      20,
    );
    expect(read({ contents, generation_config: { max_output_tokens: '10' } }).maxTokens).toBe(10);
  });

  test('one content may stand without its list', () => {
    expect(read({ contents: user }).model).toBe('m');
    expect(parse({ contents: user }).turns).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'q' }] }]);
  });

  test('cached content of an account is sent in the given spelling', () => {
    expect(read({ contents: [user], cachedContent: 'c' }).accountBound).toBe('cachedContent');
    expect(read({ contents: [user], cached_content: 'c' }).accountBound).toBe('cached_content');
    expect(read({ contents: [user], cachedContent: null }).accountBound).toBeUndefined();
  });

  test.each([
    ['{', 'unexpected'],
    ['[]', ''],
    ['{}', 'field contents is required'],
    ['{"contents":[]}', 'field contents is required'],
    ['{"contents":7}', 'field contents must be a list'],
    ['{"contents":[{}],"generationConfig":[]}', 'field generationConfig must be an object'],
    ['{"contents":[{}],"generationConfig":{"maxOutputTokens":1.5}}', 'must be an integer'],
    ['{"contents":[{}],"generationConfig":{"maxOutputTokens":9e15}}', 'maxOutputTokens is invalid'],
    ['{"contents":[{}],"generationConfig":{"candidateCount":0}}', 'candidateCount must be between 1 and 8'],
  ])('%s is refused', (body, message) => {
    const refusal = errorOf(() => read(body));
    expect(refusal.status).toBe(400);
    expect(refusal.message).toContain(message);
  });
});

describe('the conversation', () => {
  test('roles, instructions and parts of every kind', () => {
    const chat = parse({
      system_instruction: { parts: { text: 'be kind' } },
      contents: [
        {
          parts: [
            { text: 'look' },
            { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
            { inlineData: { mimeType: 'audio/mpeg', data: 'BBBB' } },
            { inlineData: { mimeType: 'application/pdf', data: 'CCCC', displayName: 'a.pdf' } },
            { fileData: { fileUri: 'https://example.com/a.png' } },
            { fileData: { fileUri: 'https://example.com/a', mimeType: 'application/pdf' } },
          ],
        },
        {
          role: 'model',
          parts: [
            { text: 'Hm', thought: true },
            { text: '!', thought: true, thoughtSignature: 'c2ln' },
            { text: 'see' },
            { executableCode: { language: 'PYTHON', code: 'print(1)' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          ],
        },
      ],
    });
    expect(chat.system).toEqual([{ type: 'text', text: 'be kind' }]);
    expect(chat.turns).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'look' },
          { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
          { type: 'audio', format: 'mp3', data: 'BBBB' },
          {
            type: 'file',
            source: { type: 'base64', mediaType: 'application/pdf', data: 'CCCC' },
            name: 'a.pdf',
          },
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          { type: 'file', source: { type: 'url', url: 'https://example.com/a' } },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm!', signature: 'c2ln' },
          { type: 'text', text: 'see\n```python\nprint(1)\n```\n\n```output\n1\n```\n' },
        ],
      },
    ]);
    expect(chat.nativeOnly).toBeUndefined();
  });

  test('calls without ids are numbered, and results find the oldest unanswered call of their name', () => {
    const call = (name: string, n: number) => ({ functionCall: { name, args: { n } } });
    const result = (name: string, text: string) => ({
      functionResponse: { name, response: { result: text } },
    });
    const { turns } = parse({
      contents: [
        user,
        { role: 'model', parts: [call('f', 1), call('g', 2), call('f', 3)] },
        { role: 'function', parts: [result('f', 'one'), result('g', 'two'), result('f', 'three')] },
        { role: 'model', parts: [{ functionCall: { id: 'own', name: 'f' }, thoughtSignature: 'c2ln' }] },
        { parts: [{ functionResponse: { id: 'own', name: 'f', response: { error: 'no' } } }] },
      ],
    });
    const answered = (id: string, name: string, text: string) => ({
      type: 'tool-result',
      id,
      name,
      parts: [{ type: 'text', text }],
    });
    expect(turns.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"n":1}' },
          { type: 'tool-call', id: 'call_2', name: 'g', arguments: '{"n":2}' },
          { type: 'tool-call', id: 'call_3', name: 'f', arguments: '{"n":3}' },
        ],
      },
      {
        role: 'user',
        parts: [
          answered('call_1', 'f', 'one'),
          answered('call_2', 'g', 'two'),
          answered('call_3', 'f', 'three'),
        ],
      },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', id: 'own', name: 'f', arguments: '{}', signature: 'c2ln' }],
      },
      { role: 'user', parts: [{ ...answered('own', 'f', 'no'), isError: true }] },
    ]);
  });

  test('a result of several members stays JSON and keeps its images', () => {
    const response = { degrees: 21, output: 'warm' };
    const inlineData = { mimeType: 'image/png', data: 'AAAA' };
    const { turns } = parse({
      contents: [{ parts: [{ functionResponse: { name: 'f', response, parts: [{ inlineData }] } }] }],
    });
    expect(turns[0]!.parts).toEqual([
      {
        type: 'tool-result',
        id: 'call_f',
        name: 'f',
        parts: [
          { type: 'text', text: '{"degrees":21,"output":"warm"}' },
          { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
        ],
      },
    ]);
  });

  test('a streamed answer that the client kept chunk by chunk is one turn again', () => {
    const { turns } = parse({
      contents: [
        user,
        { role: 'model', parts: [{ text: 'Two', thought: true }] },
        { role: 'model', parts: [{ text: ' and two', thought: true }] },
        { role: 'model', parts: [{ text: '', thought: true, thoughtSignature: 'c2ln' }] },
        { role: 'model', parts: [{ text: 'It is' }] },
        { role: 'model', parts: [{ text: ' four.' }] },
        { role: 'model', parts: [{ text: '' }] },
        user,
      ],
    });
    expect(turns[1]).toEqual({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Two and two', signature: 'c2ln' },
        { type: 'text', text: 'It is four.' },
      ],
    });
    expect(turns).toHaveLength(3);
  });

  test('what is no content names its place', () => {
    const contents = [{ parts: [{ text: 7 }] }];
    expect(errorOf(() => parse({ contents })).message).toContain('contents[0].parts[0].text');
  });
});

describe('tools', () => {
  const tools = [
    {
      functionDeclarations: [
        {
          name: 'f',
          description: 'd',
          parameters: {
            type: 'OBJECT',
            properties: {
              type: { type: 'STRING', nullable: true, enum: ['a', 'b'] },
              list: { type: 'ARRAY', items: { type: 'INTEGER' }, min_items: '2' },
              one: { any_of: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }], nullable: true },
            },
            required: ['list'],
            propertyOrdering: ['list', 'type'],
          },
        },
      ],
    },
    { function_declarations: [{ name: 'g', parametersJsonSchema: { type: 'object', properties: {} } }] },
  ];

  test('declarations of all tools, with their schemas as JSON Schema', () => {
    expect(parse({ tools }).tools).toEqual([
      {
        name: 'f',
        description: 'd',
        parameters: {
          type: 'object',
          properties: {
            type: { type: ['string', 'null'], enum: ['a', 'b', null] },
            list: { type: 'array', items: { type: 'integer' }, minItems: 2 },
            one: { anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
          },
          required: ['list'],
        },
      },
      { name: 'g', parameters: { type: 'object', properties: {} } },
    ]);
  });

  test.each([
    [{ mode: 'AUTO' }, { type: 'auto' }, ['f', 'g']],
    [{ mode: 'NONE' }, { type: 'none' }, ['f', 'g']],
    [{ mode: 'any' }, { type: 'required' }, ['f', 'g']],
    [{ mode: 'ANY', allowedFunctionNames: ['g'] }, { type: 'tool', name: 'g' }, ['f', 'g']],
    [{ mode: 'ANY', allowed_function_names: ['f', 'g'] }, { type: 'required' }, ['f', 'g']],
    [{ mode: 'VALIDATED', allowedFunctionNames: ['f'] }, { type: 'auto' }, ['f']],
    [{}, undefined, ['f', 'g']],
  ])('the choice %j', (functionCallingConfig, choice, names) => {
    const chat = parse({ tools, toolConfig: { functionCallingConfig } });
    expect(chat.toolChoice).toEqual(choice);
    expect(chat.tools.map(({ name }) => name)).toEqual(names);
  });

  test('an unknown mode is refused', () => {
    const toolConfig = { functionCallingConfig: { mode: 'MAYBE' } };
    expect(errorOf(() => parse({ tools, toolConfig })).status).toBe(400);
  });
});

describe('generationConfig', () => {
  const settings = (generationConfig: object) => parse({ generationConfig });

  test('sampling and limits', () => {
    expect(
      settings({
        temperature: 0.5,
        topP: 0.9,
        top_k: 40.0,
        maxOutputTokens: 100,
        stopSequences: ['X'],
        seed: 7,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        responseLogprobs: true,
        logprobs: 3,
      }),
    ).toMatchObject({
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      maxTokens: 100,
      stop: ['X'],
      seed: 7,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      logprobs: true,
      topLogprobs: 3,
    });
  });

  test.each([
    [{ thinkingBudget: 0 }, { type: 'off' }],
    [{ thinkingBudget: -1 }, { type: 'adaptive' }],
    [
      { thinking_budget: 2048, includeThoughts: true },
      { type: 'budget', tokens: 2048 },
    ],
    [{ thinkingLevel: 'HIGH' }, { type: 'effort', effort: 'high' }],
    [{ includeThoughts: true }, undefined],
  ])('thinking %j', (thinkingConfig, reasoning) => {
    expect(settings({ thinkingConfig }).reasoning).toEqual(reasoning);
  });

  test.each([
    [{ responseMimeType: 'text/plain' }, undefined],
    [{ responseMimeType: 'application/json' }, { type: 'json' }],
    [
      { responseMimeType: 'application/json', responseSchema: { type: 'OBJECT', properties: {} } },
      { type: 'schema', name: 'response', schema: { type: 'object', properties: {} } },
    ],
    [
      { response_mime_type: 'application/json', response_json_schema: { type: 'object', title: 'T' } },
      { type: 'schema', name: 'response', schema: { type: 'object', title: 'T' } },
    ],
  ])('the format %j', (config, format) => {
    expect(settings(config).responseFormat).toEqual(format);
  });
});

test('what only Google can do is named, not forgotten', () => {
  const { nativeOnly } = parse({
    cachedContent: 'cachedContents/1',
    tools: [{ googleSearch: {} }, { urlContext: {} }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    contents: [{ parts: [{ fileData: { fileUri: 'gs://bucket/a' } }] }],
    generationConfig: {
      candidateCount: 2,
      responseModalities: ['TEXT', 'IMAGE'],
      speechConfig: {},
      responseMimeType: 'text/x.enum',
    },
  });
  expect(nativeOnly).toEqual([
    'cachedContent',
    'contents[0].parts[0].fileData.fileUri',
    'tools[0].googleSearch',
    'tools[1].urlContext',
    'generationConfig.candidateCount',
    'generationConfig.responseModalities',
    'generationConfig.speechConfig',
    'generationConfig.responseMimeType',
  ]);
});

test('a request to count may hold the whole request', () => {
  const body = { contents: undefined, generateContentRequest: { model: 'models/x', contents: [user] } };
  expect(parse(body, '/v1beta/models/m:countTokens')).toMatchObject({
    model: 'm',
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }],
  });
});

describe('crossings', () => {
  const conversation = {
    systemInstruction: { parts: [{ text: 'S' }] },
    contents: [
      user,
      {
        role: 'model',
        parts: [
          { text: 'Hm', thought: true, thoughtSignature: 'c2ln' },
          { text: '', thought: true, thoughtSignature: 'EncryptedThoughtZGF0YQ==' },
          { functionCall: { id: 'c1', name: 'f', args: { a: 1 } } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'f', response: { output: 'ok' } } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: {} } }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    generationConfig: { maxOutputTokens: 100, stopSequences: ['X'] },
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
  };

  test('to OpenAI', () => {
    expect(toOpenai(conversation)).toEqual({
      model: 'm',
      max_tokens: 100,
      stop: 'X',
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
      tool_choice: 'required',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'q' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      ],
    });
  });

  test('to Anthropic, with the proof of its thoughts', () => {
    expect(toAnthropic(conversation)).toMatchObject({
      max_tokens: 100,
      stop_sequences: ['X'],
      tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'any' },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'ZGF0YQ==' },
            { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'ok' }] },
      ],
    });
  });
});
