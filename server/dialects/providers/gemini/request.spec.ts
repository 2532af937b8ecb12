import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, TurnPart } from '../../canonical/chat.js';
import { unfoldAnswer } from '../../canonical/fold.js';
import { gemini } from './index.js';
import type { Target } from '../provider.js';
import { anthropicMessages } from '../../protocols/anthropic-messages/index.js';
import { gemini as protocol } from '../../protocols/gemini/index.js';
import { openaiChat } from '../../protocols/openai-chat/index.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

const safetySettings = [
  { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_NONE' },
];

const target = (given: Partial<Target> = {}) => targetOf({ type: 24, model: 'gemini-2.5-flash', ...given });
const chat = (given: Partial<CanonicalChat> = {}): CanonicalChat => ({
  model: 'gemini-2.5-flash',
  system: [],
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }],
  tools: [],
  stream: false,
  includeUsage: true,
  ...given,
});

interface Body {
  contents: object[];
  systemInstruction?: object;
  tools?: object[];
  toolConfig?: object;
  generationConfig: Record<string, unknown>;
  safetySettings: object[];
}

const call = (given: Partial<CanonicalChat> = {}, to: Partial<Target> = {}) =>
  gemini.chat!.request(chat(given), target(to));
const body = (given: Partial<CanonicalChat> = {}, to: Partial<Target> = {}) =>
  bodyOf(call(given, to)) as Body;
const contentsOf = (parts: TurnPart[], to: Partial<Target> = {}) =>
  body({ turns: [{ role: 'user', parts }] }, to).contents;

describe('the address', () => {
  test.each([
    [{}, {}, '/v1beta/models/gemini-2.5-flash:generateContent'],
    [{ stream: true }, {}, '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse'],
    [{}, { model: 'gemini-1.0-pro' }, '/v1/models/gemini-1.0-pro:generateContent'],
    [{}, { other: 'v1alpha' }, '/v1alpha/models/gemini-2.5-flash:generateContent'],
  ])('%j on a channel with %j', (given, to, path) => {
    const { url, headers } = call(given, to);
    expect(url).toBe(`https://upstream.example${path}`);
    expect(headers['x-goog-api-key']).toBe('sk-key');
  });
});

test('a plain request says no more than it must', () => {
  expect(body()).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'q' }] }],
    generationConfig: {},
    safetySettings,
  });
});

test('instructions, sampling and limits', () => {
  const { systemInstruction, generationConfig } = body({
    system: [
      { type: 'text', text: 'S1' },
      { type: 'text', text: 'S2' },
    ],
    maxTokens: 100,
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    stop: ['X'],
    seed: 7,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    logprobs: true,
    topLogprobs: 3,
  });
  expect(systemInstruction).toEqual({ parts: [{ text: 'S1\nS2' }] });
  expect(generationConfig).toEqual({
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    maxOutputTokens: 100,
    stopSequences: ['X'],
    seed: 7,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    responseLogprobs: true,
    logprobs: 3,
  });
});

describe('the conversation', () => {
  test('media of every kind', () => {
    const base64 = (mediaType: string) => ({ type: 'base64' as const, mediaType, data: 'AAAA' });
    expect(
      contentsOf([
        { type: 'text', text: '' },
        { type: 'image', source: base64('image/png') },
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        { type: 'audio', format: 'wav', data: 'BBBB' },
        { type: 'file', source: base64('application/pdf'), name: 'a.pdf' },
      ]),
    ).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { fileData: { fileUri: 'https://example.com/a.png' } },
          { inlineData: { mimeType: 'audio/wav', data: 'BBBB' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AAAA', displayName: 'a.pdf' } },
        ],
      },
    ]);
  });

  const turns: CanonicalChat['turns'] = [
    { role: 'user', parts: [{ type: 'text', text: 'q' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm', signature: 'of another vendor' },
        { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}', signature: 'c2ln' },
        { type: 'tool-call', id: 'b', name: 'g', arguments: '' },
      ],
    },
    { role: 'user', parts: [{ type: 'tool-result', id: 'a', parts: [{ type: 'text', text: '{"y":2}' }] }] },
    {
      role: 'user',
      parts: [
        { type: 'tool-result', id: 'b', parts: [{ type: 'text', text: 'broken' }], isError: true },
        { type: 'text', text: 'go on' },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: '' }] },
  ];

  test('results know the names of their calls; empty contents are left out', () => {
    expect(body({ turns }).contents).toEqual([
      { role: 'user', parts: [{ text: 'q' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 'c2ln' },
          { functionCall: { id: 'b', name: 'g', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'f', response: { y: 2 } } },
          { functionResponse: { id: 'b', name: 'g', response: { error: 'broken' } } },
          { text: 'go on' },
        ],
      },
    ]);
  });

  test('models that want proofs get a stand-in for those that are lost', () => {
    const [, model] = body({ turns }, { model: 'gemini-3-pro-preview' }).contents;
    expect(model).toMatchObject({
      parts: [{ thoughtSignature: 'c2ln' }, { thoughtSignature: 'skip_thought_signature_validator' }],
    });
  });

  test('more pictures in a message than may be are refused; -1 lifts the limit', () => {
    const source = { type: 'base64' as const, mediaType: 'image/png', data: 'AAAA' };
    const images = Array.from({ length: 17 }, () => ({ type: 'image' as const, source }));
    expect(() => contentsOf(images)).toThrow('too many images in the message, max allowed is 16');
    expect(contentsOf(images.slice(1))).toHaveLength(1);
    const { settings } = target();
    const any = { ...settings, gemini: { ...settings.gemini, maxImages: -1 } };
    expect(contentsOf(images, { settings: any })).toHaveLength(1);
  });

  test('arguments that are no object are refused', () => {
    const parts: TurnPart[] = [{ type: 'tool-call', id: 'a', name: 'f', arguments: '[1' }];
    expect(() => body({ turns: [{ role: 'assistant', parts }] })).toThrow(ApiError);
  });
});

describe('tools', () => {
  const tool = (parameters: unknown, name = 'f') => ({ name, description: 'd', parameters });
  const schemaOf = (parameters: unknown) => {
    const [first] = body({ tools: [tool(parameters)] }).tools as {
      functionDeclarations: { parameters: object }[];
    }[];
    return first!.functionDeclarations[0]!.parameters;
  };

  test('what Google’s schema does not know is left out or said in its words', () => {
    expect(
      schemaOf({
        $schema: 'x',
        type: 'object',
        additionalProperties: false,
        title: 'T',
        properties: {
          title: { type: ['string', 'null'], format: 'uri', default: 'a' },
          when: { type: 'string', format: 'date-time' },
          kind: { const: 'one' },
          list: { type: 'array', items: { type: 'number', exclusiveMinimum: 0, minimum: 1 } },
          either: { anyOf: [{ type: 'string', title: 'x' }, { type: 'null' }] },
        },
        required: ['title'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string', nullable: true },
        when: { type: 'string', format: 'date-time' },
        kind: { type: 'string', enum: ['one'] },
        list: { type: 'array', items: { type: 'number', minimum: 1 } },
        either: { anyOf: [{ type: 'string' }], nullable: true },
      },
      required: ['title'],
    });
  });

  test('values that are no texts, unknown members, and schemas that all hold', () => {
    expect(
      schemaOf({
        type: 'object',
        properties: {
          count: { type: 'integer', enum: [1, 2], multipleOf: 1 },
          maybe: { type: 'string', enum: ['a', null] },
          both: {
            allOf: [
              { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
              { properties: { b: { type: 'number' } }, required: ['b'] },
            ],
          },
        },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer' },
        maybe: { type: 'string', enum: ['a'], nullable: true },
        both: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'number' } },
          required: ['a', 'b'],
        },
      },
    });
  });

  test('a schema that refers to itself goes as JSON Schema', () => {
    const parameters = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: {} } };
    expect(body({ tools: [tool(parameters)] }).tools).toEqual([
      { functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: parameters }] },
    ]);
  });

  test('a function without parameters has no schema; some names are the vendor’s own tools', () => {
    const { tools, toolConfig } = body({
      tools: [tool({ type: 'object', properties: {} }), tool({}, 'googleSearch'), tool({}, 'codeExecution')],
      toolChoice: { type: 'tool', name: 'f' },
    });
    expect(tools).toEqual([
      { codeExecution: {} },
      { googleSearch: {} },
      { functionDeclarations: [{ name: 'f', description: 'd' }] },
    ]);
    expect(toolConfig).toEqual({ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } });
  });

  test.each([
    ['auto', 'AUTO'],
    ['none', 'NONE'],
    ['required', 'ANY'],
  ] as const)('the choice %s is %s', (type, mode) => {
    const { toolConfig } = body({ tools: [tool({})], toolChoice: { type } });
    expect(toolConfig).toEqual({ functionCallingConfig: { mode } });
  });
});

describe('thinking', () => {
  const steered = (gemini: Partial<Target['settings']['gemini']>) => {
    const { settings } = target();
    return { settings: { ...settings, gemini: { ...settings.gemini, ...gemini } } };
  };

  test('by suffix asks for the share of the output limit that the operator names', () => {
    const to = { model: 'gemini-2.5-flash-thinking', ...steered({ thinkingBudgetShare: 0.2 }) };
    const body = bodyOf(call({ maxTokens: 1000 }, to)) as Body;
    expect(body.generationConfig.thinkingConfig).toEqual({ thinkingBudget: 200, includeThoughts: true });
  });

  test('by suffix can be switched off: then it is part of the name', () => {
    const to = { model: 'gemini-2.5-flash-thinking', ...steered({ thinkingAdapter: false }) };
    const made = call({}, to);
    expect(made.url).toContain('models/gemini-2.5-flash-thinking:');
    expect((bodyOf(made) as Body).generationConfig).not.toHaveProperty('thinkingConfig');
  });

  test.each<[string, CanonicalChat['reasoning'], object | undefined]>([
    ['gemini-2.0-flash', { type: 'effort', effort: 'high' }, undefined],
    ['gemini-2.5-flash-image', { type: 'effort', effort: 'high' }, undefined],
    ['gemini-2.5-flash', undefined, undefined],
    ['gemini-2.5-flash', { type: 'off' }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { type: 'effort', effort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { type: 'off' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { type: 'effort', effort: 'max' }, { thinkingBudget: 32_768, includeThoughts: true }],
    ['gemini-2.5-flash', { type: 'effort', effort: 'low' }, { thinkingBudget: 1024, includeThoughts: true }],
    [
      'gemini-2.5-flash',
      { type: 'budget', tokens: 99_999 },
      { thinkingBudget: 24_576, includeThoughts: true },
    ],
    ['gemini-2.5-flash-lite', { type: 'budget', tokens: 9 }, { thinkingBudget: 512, includeThoughts: true }],
    ['gemini-2.5-flash', { type: 'adaptive' }, { thinkingBudget: -1, includeThoughts: true }],
    [
      'gemini-3-flash',
      { type: 'effort', effort: 'medium' },
      { thinkingLevel: 'medium', includeThoughts: true },
    ],
    [
      'gemini-3-pro-preview',
      { type: 'effort', effort: 'medium' },
      { thinkingLevel: 'high', includeThoughts: true },
    ],
    ['gemini-3-pro-preview', { type: 'off' }, { thinkingLevel: 'low' }],
    ['gemini-3-flash', { type: 'budget', tokens: 512 }, { thinkingLevel: 'minimal', includeThoughts: true }],
    [
      'gemini-3-pro-preview',
      { type: 'budget', tokens: 9000 },
      { thinkingLevel: 'high', includeThoughts: true },
    ],
    ['gemini-3-flash', { type: 'adaptive' }, { includeThoughts: true }],
  ])('%s asked for %j', (model, reasoning, thinkingConfig) => {
    const { generationConfig } = body({ reasoning }, { model });
    expect(generationConfig.thinkingConfig).toEqual(thinkingConfig);
  });

  test.each<[string, Partial<CanonicalChat>, string, object | undefined]>([
    ['gemini-2.5-flash-thinking', {}, 'gemini-2.5-flash', { thinkingBudget: -1, includeThoughts: true }],
    [
      'gemini-2.5-pro-thinking',
      { maxTokens: 1000 },
      'gemini-2.5-pro',
      { thinkingBudget: 600, includeThoughts: true },
    ],
    [
      'gemini-2.5-flash-lite-thinking-9',
      {},
      'gemini-2.5-flash-lite',
      { thinkingBudget: 512, includeThoughts: true },
    ],
    ['gemini-2.5-flash-nothinking', {}, 'gemini-2.5-flash', { thinkingBudget: 0 }],
    [
      'gemini-2.5-flash-nothinking',
      { reasoning: { type: 'budget', tokens: 7 } },
      'gemini-2.5-flash',
      { thinkingBudget: 7, includeThoughts: true },
    ],
    ['gemini-3-flash-minimal', {}, 'gemini-3-flash', { thinkingLevel: 'minimal', includeThoughts: true }],
    ['gemini-3-flash-thinking', {}, 'gemini-3-flash', { includeThoughts: true }],
    ['gemini-3-pro-nothinking', {}, 'gemini-3-pro', { thinkingLevel: 'low' }],
    ['gemini-2.0-flash-thinking', {}, 'gemini-2.0-flash-thinking', undefined],
    ['gemini-2.5-flash-high', {}, 'gemini-2.5-flash-high', undefined],
  ])('the suffix of %s, and %j', (model, given, name, thinkingConfig) => {
    const sent = call(given, { model });
    expect(sent.url).toBe(`https://upstream.example/v1beta/models/${name}:generateContent`);
    expect((bodyOf(sent) as Body).generationConfig.thinkingConfig).toEqual(thinkingConfig);
  });
});

test('image models get the response modality for images', () => {
  expect(body({}, { model: 'gemini-2.5-flash-image' }).generationConfig).toEqual({
    responseModalities: ['TEXT', 'IMAGE'],
  });
});

test.each<[CanonicalChat['responseFormat'], object]>([
  [{ type: 'text' }, {}],
  [{ type: 'json' }, { responseMimeType: 'application/json' }],
  [
    { type: 'schema', name: 'n', schema: { type: 'object', additionalProperties: false, properties: {} } },
    { responseMimeType: 'application/json', responseSchema: { type: 'object', properties: {} } },
  ],
])('the format %j', (responseFormat, config) => {
  expect(body({ responseFormat }).generationConfig).toEqual(config);
});

test('the channel’s override has the last word', () => {
  expect(body({}, { override: { safetySettings: [], labels: { a: 'b' } } })).toMatchObject({
    safetySettings: [],
    labels: { a: 'b' },
  });
});

describe('crossings', () => {
  const parse = (of: typeof openaiChat, request: object) =>
    of.parse(Buffer.from(JSON.stringify(request)), '');

  test('an OpenAI conversation with tools', () => {
    const parsed = parse(openaiChat, {
      model: 'gemini-2.5-flash',
      max_completion_tokens: 50,
      reasoning_effort: 'low',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: '21 degrees' },
      ],
    });
    expect(bodyOf(gemini.chat!.request(parsed, target()))).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c', name: 'f', response: { content: '21 degrees' } } }],
        },
      ],
      systemInstruction: { parts: [{ text: 'S' }] },
      generationConfig: {
        maxOutputTokens: 50,
        thinkingConfig: { thinkingBudget: 1024, includeThoughts: true },
      },
      safetySettings,
    });
  });

  test('an OpenAI client gives back the proof of a call where it found it, whole or streamed', () => {
    const tool = { type: 'tool-call' as const, id: 'c', name: 'f', arguments: '{}', signature: 'c2ln' };
    const context = { model: 'm', createdAt: 1, includeUsage: false, inputTokens: 1 };
    const answer = {
      id: 'a',
      model: 'm',
      parts: [tool],
      finish: { reason: 'tool-calls' as const },
      usage: undefined,
    };
    const [choice] = (openaiChat.answer(answer, context) as { choices: { message: object }[] }).choices;
    const renderer = openaiChat.stream(context);
    const streamed = unfoldAnswer(answer)
      .map((event) => renderer.event(event))
      .join('');
    expect(streamed).toContain('"extra_content":{"google":{"thought_signature":"c2ln"}}');
    const messages = [{ role: 'user', content: 'q' }, choice!.message];
    const parsed = parse(openaiChat, { model: 'gemini-3-flash', messages });
    expect(
      (bodyOf(gemini.chat!.request(parsed, target({ model: 'gemini-3-flash' }))) as Body).contents[1],
    ).toEqual({
      role: 'model',
      parts: [{ functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 'c2ln' }],
    });
  });

  test('what is written for Google is read back as the same conversation', () => {
    const given = parse(anthropicMessages, {
      model: 'gemini-3-pro-preview',
      max_tokens: 50,
      system: 'S',
      tools: [{ name: 'f', input_schema: { type: 'object', properties: { a: { type: 'string' } } } }],
      tool_choice: { type: 'any' },
      stop_sequences: ['X'],
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: '1' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }] },
      ],
    });
    const sent = gemini.chat!.request(given, target({ model: 'gemini-3-pro-preview' }));
    const read = protocol.parse(sent.body!, new URL(sent.url).pathname);
    expect(read).toMatchObject({
      model: given.model,
      system: [{ type: 'text', text: 'S' }],
      tools: [{ name: 'f', parameters: given.tools[0]!.parameters }],
      toolChoice: { type: 'required' },
      maxTokens: 50,
      stop: ['X'],
    });
    expect(read.turns).toMatchObject([
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":"1"}' }] },
      { role: 'user', parts: [{ type: 'tool-result', id: 'c', parts: [{ type: 'text', text: 'ok' }] }] },
    ]);
  });
});
