import type { CanonicalChat } from '../../canonical/chat.js';
import { body, call, safetySettings } from '../../../../test/dialects/gemini-calls.js';

describe('the address', () => {
  test.each([
    [{}, {}, '/v1beta/models/gemini-2.5-flash:generateContent'],
    [{ stream: true }, {}, '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse'],
    [{}, { model: 'gemini-1.0-pro' }, '/v1/models/gemini-1.0-pro:generateContent'],
    [{}, { other: 'v1alpha' }, '/v1alpha/models/gemini-2.5-flash:generateContent'],
  ])('%j on a channel with %j', (change, to, path) => {
    const { url, headers } = call(change, to);
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
        either: { type: 'string', nullable: true },
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
        count: { type: 'integer', description: 'One of: 1, 2' },
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
    { responseMimeType: 'application/json' },
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
