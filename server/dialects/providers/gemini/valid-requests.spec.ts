import { geminiViolations, vertexAi } from '../../../../test/doubles/strict/gemini-rules.js';
import type { Json } from '../../../../test/doubles/strict/violations.js';
import {
  assistant,
  callFor,
  chat,
  parsed,
  result,
  text,
  user,
} from '../../../../test/dialects/canonical-chats.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import type { CanonicalChat, MediaSource } from '../../canonical/chat.js';
import type { ProtocolName } from '../../protocols/protocol.js';
import type { Target } from '../../kit/provider.js';

const GEMINI: Partial<Target> = { type: 24, model: 'gemini-2.5-flash' };
const GEMINI_3: Partial<Target> = { type: 24, model: 'gemini-3-pro-preview' };
const VERTEX: Partial<Target> = {
  type: 41,
  model: 'gemini-2.5-flash',
  key: JSON.stringify({ type: 'service_account', project_id: 'p', client_email: 'c@p', private_key: 'k' }),
};

const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'f', arguments: `{"of":"${id}"}` });

/** The body, which violates no rule of Google. */
function sent(request: CanonicalChat, to: Partial<Target> = GEMINI): Json {
  const body = bodyOf(callFor(request, to)) as Json;
  const platform = to.type === 41 ? vertexAi : undefined;
  expect(geminiViolations(body, to.model ?? '', { signatures: new Set() }, platform)).toEqual([]);
  return body;
}

describe('results without ids, on Vertex AI', () => {
  const results = (request: CanonicalChat) =>
    (sent(request, VERTEX).contents as Json[]).map(({ parts }) => (parts as Json[]).map(summary));
  const summary = (part: Json) => {
    const { functionCall, functionResponse, text: value } = part as Record<string, Json | undefined>;
    return functionCall?.args ?? functionResponse?.response ?? value;
  };
  const ordered = [['q'], [{ of: 'a' }, { of: 'b' }], [{ content: 'of a' }, { content: 'of b' }, 'and?']];

  test('follow the order of the calls of one function', () => {
    const calls = assistant(call('a'), call('b'));
    const q = user(text('q'));
    expect(results(chat({ turns: [q, calls, user(result('b'), result('a'), text('and?'))] }))).toEqual(
      ordered,
    );
    const split = [q, calls, user(result('b')), user(text('and?'), result('a'))];
    expect(results(chat({ turns: split }))).toEqual(ordered);
  });

  test.each<[ProtocolName, object]>([
    [
      'openai-chat',
      {
        messages: [
          { role: 'user', content: 'q' },
          {
            role: 'assistant',
            tool_calls: ['a', 'b'].map((id) => ({
              id,
              type: 'function',
              function: { name: 'f', arguments: `{"of":"${id}"}` },
            })),
          },
          { role: 'tool', tool_call_id: 'b', content: 'of b' },
          { role: 'tool', tool_call_id: 'a', content: 'of a' },
          { role: 'user', content: 'and?' },
        ],
      },
    ],
    [
      'openai-responses',
      {
        input: [
          { role: 'user', content: 'q' },
          ...['a', 'b'].map((id) => ({
            type: 'function_call',
            call_id: id,
            name: 'f',
            arguments: `{"of":"${id}"}`,
          })),
          { type: 'function_call_output', call_id: 'b', output: 'of b' },
          { role: 'user', content: 'and?' },
          { type: 'function_call_output', call_id: 'a', output: 'of a' },
        ],
      },
    ],
    [
      'anthropic-messages',
      {
        max_tokens: 9,
        messages: [
          { role: 'user', content: 'q' },
          {
            role: 'assistant',
            content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'f', input: { of: id } })),
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'b', content: 'of b' },
              { type: 'tool_result', tool_use_id: 'a', content: 'of a' },
              { type: 'text', text: 'and?' },
            ],
          },
        ],
      },
    ],
  ])('from a client of %s', (protocol, body) => {
    expect(results(parsed(protocol, body))).toEqual(ordered);
  });
});

describe('JSON output together with tools', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const functions = [{ type: 'function', function: { name: 'f' } }];
  const messages = [{ role: 'user', content: 'q' }];
  const jsonSchema = { type: 'json_schema', json_schema: { name: 'n', schema } };

  test.each<[string, CanonicalChat, string]>([
    [
      'an object',
      parsed('openai-chat', { messages, tools: functions, response_format: { type: 'json_object' } }),
      'JSON',
    ],
    [
      'a schema',
      parsed('openai-chat', { messages, tools: functions, response_format: jsonSchema }),
      JSON.stringify(schema),
    ],
    [
      'a schema of Responses',
      parsed('openai-responses', {
        input: 'q',
        tools: [{ type: 'function', name: 'f', parameters: {} }],
        text: { format: { type: 'json_schema', name: 'n', schema } },
      }),
      JSON.stringify(schema),
    ],
  ])('is an instruction before Gemini 3: %s', (_, request, instruction) => {
    for (const to of [GEMINI, VERTEX]) {
      const { generationConfig, systemInstruction, tools } = sent(request, to);
      expect(generationConfig).toEqual({});
      expect(tools).toEqual([{ functionDeclarations: [{ name: 'f' }] }]);
      expect(JSON.stringify(systemInstruction)).toContain(JSON.stringify(instruction).slice(1, -1));
    }
  });

  test('is requested from Gemini 3', () => {
    const request = parsed('openai-chat', { messages, tools: functions, response_format: jsonSchema });
    expect(sent(request, GEMINI_3)).toMatchObject({
      generationConfig: { responseMimeType: 'application/json', responseSchema: schema },
      tools: [{}],
    });
  });

  test('leaves out tools that must not be called', () => {
    const request = { messages, tools: functions, tool_choice: 'none', response_format: jsonSchema };
    const body = sent(parsed('openai-chat', request));
    expect(body).toMatchObject({ generationConfig: { responseSchema: schema } });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('toolConfig');
  });
});

test.each([
  ['3d_render', 't_3d_render'],
  ['a b', 'a_b'],
])('the tool %s is renamed to %s, and back in responses', (name, other) => {
  for (const to of [GEMINI, VERTEX]) {
    const turns = [user(text('q')), assistant({ ...call('a'), name }), user(result('a'))];
    const request = chat({ turns, tools: [{ name }], toolChoice: { type: 'tool', name } });
    expect(sent(request, to)).toMatchObject({
      contents: [
        {},
        { parts: [{ functionCall: { name: other } }] },
        { parts: [{ functionResponse: { name: other } }] },
      ],
      tools: [{ functionDeclarations: [{ name: other }] }],
      toolConfig: { functionCallingConfig: { allowedFunctionNames: [other] } },
    });
    expect(callFor(request, to).toolNames).toEqual(new Map([[other, name]]));
  }
});

test('a conversation begins with the user, and is not empty', () => {
  const silence = { role: 'user', parts: [text('...')].map(({ text: value }) => ({ text: value })) };
  expect(sent(chat({ turns: [] })).contents).toEqual([silence]);
  expect(sent(chat({ turns: [assistant(text('Hello!')), user(text('Hi.'))] })).contents).toMatchObject([
    silence,
    { role: 'model' },
    { role: 'user' },
  ]);
});

test('samplers out of range', () => {
  const request = chat({ topK: 0, seed: 2 ** 40 + 5, topLogprobs: 3, stop: ['', 'a'] });
  expect(sent(request).generationConfig).toEqual({ seed: 5, stopSequences: ['a'] });
  expect(() => sent(chat({ stop: ['a', 'b', 'c', 'd', 'e', 'f'] }))).toThrow('at most 5 sequences');
});

test('names of files are sent to Vertex AI only: the Gemini API does not know the member', () => {
  const source: MediaSource = { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' };
  const request = chat({ turns: [user({ type: 'file', source, name: 'a.pdf' })] });
  const inlineData = { mimeType: 'application/pdf', data: 'AAAA' };
  expect(sent(request).contents).toEqual([{ role: 'user', parts: [{ inlineData }] }]);
  expect(sent(request, VERTEX).contents).toEqual([
    { role: 'user', parts: [{ inlineData: { ...inlineData, displayName: 'a.pdf' } }] },
  ]);
});

test('formats of images that Google does not read', () => {
  const image = (mediaType: string) => {
    const source: MediaSource = { type: 'base64', mediaType, data: 'AAAA' };
    return chat({ turns: [user({ type: 'image', source })] });
  };
  expect(sent(image('image/jpg')).contents).toMatchObject([
    { parts: [{ inlineData: { mimeType: 'image/jpeg' } }] },
  ]);
  expect(() => sent(image('image/gif'))).toThrow('images of type image/gif are not supported');
});
