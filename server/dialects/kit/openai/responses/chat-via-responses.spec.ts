import { ApiError } from '../../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../../canonical/chat.js';
import { openaiResponses } from '../../../protocols/openai-responses/index.js';
import { providerFor } from '../../../providers/registry.js';
import { openai } from '../../../providers/openai.js';
import { bodyOf, targetOf } from '../../../../../test/dialects/recorded.js';

const PNG = 'iVBORw0KGgo=';
const chat = (overrides: Partial<CanonicalChat> = {}): CanonicalChat => ({
  model: 'gpt-4.1',
  system: [],
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
  tools: [],
  stream: false,
  includeUsage: false,
  ...overrides,
});
const call = (overrides?: Partial<CanonicalChat>, model = 'gpt-4.1') =>
  openai.viaResponses!.request(chat(overrides), targetOf({ model }));
const sent = (overrides?: Partial<CanonicalChat>, model?: string) => bodyOf(call(overrides, model));

/** Strict schemas close every object and require all of its properties. */
const CLOSED = { type: 'object', properties: {}, required: [], additionalProperties: false };

test('a plain question, and nothing is kept of it', () => {
  expect(call().url).toBe('https://upstream.example/v1/responses');
  expect(sent()).toEqual({
    model: 'gpt-4.1',
    store: false,
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
  });
});

test('what clients of Responses could have asked comes through whole', () => {
  const turns: CanonicalChat['turns'] = [
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'look' },
        { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: PNG }, detail: 'low' },
        { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' }, detail: 'auto' },
        {
          type: 'file',
          source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBERg==' },
          name: 'a.pdf',
        },
        { type: 'audio', format: 'wav', data: 'AAAA' },
      ],
    },
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'wait' },
        { type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"a":1}' },
        { type: 'tool-call', id: 'call_2', name: 'g', arguments: '{}' },
      ],
    },
    {
      role: 'user',
      parts: [
        { type: 'tool-result', id: 'call_1', parts: [{ type: 'text', text: 'one' }] },
        {
          type: 'tool-result',
          id: 'call_2',
          parts: [
            { type: 'text', text: 'two' },
            {
              type: 'image',
              source: { type: 'base64', mediaType: 'image/png', data: PNG },
              detail: 'auto',
            },
          ],
        },
      ],
    },
  ];
  const source = chat({
    turns,
    system: [{ type: 'text', text: 'Be kind.' }],
    tools: [{ name: 'f', description: 'F', parameters: CLOSED, strict: true }],
    toolChoice: { type: 'tool', name: 'f' },
    parallelTools: false,
    maxTokens: 500,
    temperature: 0.5,
    topP: 0.9,
    responseFormat: { type: 'schema', name: 's', schema: CLOSED, strict: true },
    verbosity: 'low',
    promptCacheKey: 'k',
    user: 'u',
    serviceTier: 'flex',
    metadata: { a: 'b' },
    stream: true,
    includeUsage: true,
  });
  const { body } = openai.viaResponses!.request(source, targetOf({ model: 'gpt-4.1' }));
  expect(openaiResponses.parse(body!, '/v1/responses')).toMatchObject(
    Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)),
  );
});

test('schemas of tools are taken as chats take them', () => {
  expect(sent({ tools: [{ name: 'f' }], toolChoice: { type: 'required' } })).toMatchObject({
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false }],
    tool_choice: 'required',
  });
});

test('efforts, by member and by suffix; models that reason get no sampling', () => {
  const settings = {
    temperature: 1,
    topP: 0.5,
    maxTokens: 1,
    reasoning: { type: 'effort', effort: 'low' },
  } as const;
  expect(sent(settings, 'gpt-5-pro-high')).toEqual({
    model: 'gpt-5-pro',
    max_output_tokens: 16,
    reasoning: { effort: 'high' },
    store: false,
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
  });
  expect(sent(settings)).toMatchObject({ temperature: 1, top_p: 0.5 });
});

test('what failed is said to have, and thoughts of other vendors stay here', () => {
  const turns: CanonicalChat['turns'] = [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm', signature: 's' },
        { type: 'tool-call', id: 'c', name: 'f', arguments: '' },
      ],
    },
    {
      role: 'user',
      parts: [{ type: 'tool-result', id: 'c', isError: true, parts: [{ type: 'text', text: 'no' }] }],
    },
  ];
  expect(sent({ turns })).toMatchObject({
    input: [
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'Error: no' },
    ],
  });
});

describe('log probabilities', () => {
  const settings = { logprobs: true, topLogprobs: 2 };
  const logprobs = [
    { token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [{ token: 'Ho', logprob: -2 }] },
  ];
  const tokens = [{ text: 'Hi', logprob: -0.1, bytes: [72, 105], others: [{ text: 'Ho', logprob: -2 }] }];

  test('are requested if the model reports them', () => {
    expect(sent(settings)).toMatchObject({ include: ['message.output_text.logprobs'], top_logprobs: 2 });
    for (const body of [sent(settings, 'gpt-5-pro'), sent({ topLogprobs: 2 })]) {
      expect(body).not.toHaveProperty('include');
      expect(body).not.toHaveProperty('top_logprobs');
    }
  });

  test('are read from streams and complete responses', () => {
    const delta = { type: 'response.output_text.delta', delta: 'Hi', logprobs };
    const read = openai.viaResponses!.stream();
    expect(read({ name: delta.type, data: JSON.stringify(delta) })).toEqual([
      { type: 'logprobs', tokens },
      { type: 'text-delta', text: 'Hi' },
    ]);
    const content = [{ type: 'output_text', text: 'Hi', logprobs }];
    expect(
      openai.viaResponses!.answer({ status: 'completed', output: [{ type: 'message', content }] }),
    ).toMatchObject({ logprobs: tokens, parts: [{ type: 'text', text: 'Hi' }] });
  });
});

test('stop sequences have no word there: a refusal, no other answer', () => {
  expect(() => call({ stop: ['END'] })).toThrow(ApiError);
});

test('the channel overrides members, but not how the answer comes', () => {
  const target = targetOf({ override: { stream: true, background: true, truncation: 'auto' } });
  const body = bodyOf(openai.viaResponses!.request(chat(), target));
  expect(body).toMatchObject({ truncation: 'auto', store: false });
  expect(body).not.toHaveProperty('stream');
  expect(body).not.toHaveProperty('background');
});

test("Azure's deployments are named as they are called there", () => {
  const target = targetOf({ type: 3, model: 'gpt-4.1', requestedModel: 'gpt-4.1' });
  const { url, body } = providerFor(3)!.viaResponses!.request(chat(), target);
  expect(url).toBe('https://upstream.example/openai/v1/responses');
  expect(bodyOf({ body })).toMatchObject({ model: 'gpt-4.1' });
});
