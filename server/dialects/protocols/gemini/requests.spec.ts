import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { anthropic } from '../../providers/anthropic/index.js';
import { openai } from '../../providers/openai.js';
import { gemini } from './index.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

const PATH = '/v1beta/models/m:generateContent';
const user = { role: 'user', parts: [{ text: 'q' }] };

const parse = (fields: object, path = PATH): CanonicalChat =>
  gemini.parse(Buffer.from(JSON.stringify({ contents: [user], ...fields })), path);
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
