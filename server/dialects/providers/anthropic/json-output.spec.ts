import type { CanonicalChat } from '../../canonical/chat.js';
import { foldEvents } from '../../canonical/fold.js';
import { anthropic } from './index.js';
import { JSON_TOOL } from './json-output.js';
import { fitSchema } from './output-schema.js';
import { providerFor } from '../registry.js';
import { protocols } from '../../protocols/registry.js';
import type { ProtocolName } from '../../protocols/protocol.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

const schema = {
  type: 'object',
  properties: { city: { type: 'string', maxLength: 9 } },
  required: ['city'],
};
const fitted = {
  type: 'object',
  properties: { city: { type: 'string', description: '{"maxLength":9}' } },
  required: ['city'],
  additionalProperties: false,
};
const OLD = 'claude-3-7-sonnet-20250219';
const NEW = 'claude-sonnet-4-5';

/** A request for JSON output in the format of each protocol. */
const asks: [ProtocolName, withSchema: object, without: object][] = [
  [
    'openai-chat',
    {
      messages: [{ role: 'user', content: 'q' }],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
    },
    { messages: [{ role: 'user', content: 'q' }], response_format: { type: 'json_object' } },
  ],
  [
    'openai-responses',
    { input: 'q', text: { format: { type: 'json_schema', name: 'n', schema } } },
    { input: 'q', text: { format: { type: 'json_object' } } },
  ],
  [
    'gemini',
    {
      contents: [{ parts: [{ text: 'q' }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    },
    { contents: [{ parts: [{ text: 'q' }] }], generationConfig: { responseMimeType: 'application/json' } },
  ],
];

function parse(protocol: ProtocolName, fields: object): CanonicalChat {
  return protocols[protocol].parse(
    Buffer.from(JSON.stringify({ model: 'm', ...fields })),
    '/v1beta/models/m:generateContent',
  );
}

function sent(chat: CanonicalChat, model: string) {
  return bodyOf(anthropic.chat!.request(chat, targetOf({ type: 14, model }))) as Record<string, unknown>;
}

describe.each(asks)('JSON asked for in %s', (protocol, withSchema, without) => {
  test('by a schema is a structured output of models that have them', () => {
    const body = sent(parse(protocol, withSchema), NEW);
    expect(body).toMatchObject({ output_config: { format: { type: 'json_schema', schema: fitted } } });
    expect(body).not.toHaveProperty('tools');
  });

  test('by a schema is the input of a tool that older models must call', () => {
    expect(sent(parse(protocol, withSchema), OLD)).toMatchObject({
      tools: [{ name: JSON_TOOL, input_schema: schema }],
      tool_choice: { type: 'tool', name: JSON_TOOL },
    });
  });

  test('without a schema is an instruction', () => {
    for (const model of [OLD, NEW]) {
      expect(sent(parse(protocol, without), model)).toMatchObject({
        system: expect.stringContaining('one valid JSON object and nothing else') as string,
      });
    }
  });
});

test('beside tools of the client, or while the model thinks, the schema is an instruction', () => {
  const tools = [{ name: 'f', parameters: { type: 'object' } }];
  const chat = parse(...([asks[0]![0], asks[0]![1]] as const));
  for (const fields of [{ tools }, { reasoning: { type: 'budget', tokens: 2000 } as const }]) {
    const body = sent({ ...chat, ...fields }, OLD);
    expect(body.system).toContain(JSON.stringify(schema));
    expect(body.tool_choice).toBeUndefined();
  }
});

describe('the call of that tool is the text of the answer', () => {
  test('whole', () => {
    const content = [{ type: 'tool_use', id: 't', name: JSON_TOOL, input: { city: 'Bonn' } }];
    expect(anthropic.chat!.answer({ id: 'm', model: 'c', content, stop_reason: 'tool_use' })).toMatchObject({
      parts: [{ type: 'text', text: '{"city":"Bonn"}' }],
      finish: { reason: 'stop' },
    });
  });

  test('streamed', () => {
    const frame = (type: string, members: object) => ({
      name: type,
      data: JSON.stringify({ type, ...members }),
    });
    const piece = (partial_json: string) =>
      frame('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json } });
    const events = [
      frame('message_start', { message: { id: 'm', model: 'c' } }),
      frame('content_block_start', {
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: JSON_TOOL, input: {} },
      }),
      piece('{"city":'),
      piece('"Bonn"}'),
      frame('content_block_stop', { index: 0 }),
      frame('message_delta', { delta: { stop_reason: 'tool_use' } }),
      frame('message_stop', {}),
    ].flatMap(anthropic.chat!.stream());
    expect(events.filter(({ type }) => type === 'text-delta')).toHaveLength(2);
    expect(foldEvents(events)).toMatchObject({
      parts: [{ type: 'text', text: '{"city":"Bonn"}' }],
      finish: { reason: 'stop' },
    });
  });
});

describe('a schema for structured outputs', () => {
  test('closes all objects, keeps what can be enforced, and says the rest', () => {
    expect(
      fitSchema({
        type: 'object',
        $schema: 'x',
        properties: {
          when: { type: 'string', format: 'date' },
          link: { type: 'string', format: 'regex', description: 'd' },
          tags: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'object', properties: {} } },
          either: { oneOf: [{ type: 'integer', minimum: 1 }, { $ref: '#/$defs/a' }] },
        },
        $defs: { a: { type: 'null' } },
      }),
    ).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        when: { type: 'string', format: 'date' },
        link: { type: 'string', description: 'd\n{"format":"regex"}' },
        tags: {
          type: 'array',
          minItems: 1,
          description: '{"maxItems":3}',
          items: { type: 'object', properties: {}, additionalProperties: false },
        },
        either: { anyOf: [{ type: 'integer', description: '{"minimum":1}' }, { $ref: '#/$defs/a' }] },
      },
      $defs: { a: { type: 'null' } },
    });
  });

  test.each([
    [{ type: 'object', additionalProperties: { type: 'string' } }],
    [{ type: 'object', properties: { next: { $ref: '#' } } }],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } } }],
    [{ anyOf: [{ type: 'null' }], oneOf: [{ type: 'string' }] }],
    ['text'],
  ])('cannot be %j', (unsupported) => {
    expect(fitSchema(unsupported)).toBeUndefined();
  });
});

describe('JSON mode of providers of the shape of OpenAI wants the word', () => {
  const chatFor = (text: string) =>
    parse('gemini', {
      contents: [{ parts: [{ text }] }],
      generationConfig: { responseMimeType: 'application/json' },
    });
  const sentTo = (text: string) =>
    bodyOf(providerFor(1)!.chat!.request(chatFor(text), targetOf({ type: 1 })));

  test('which is added where the conversation does not say it', () => {
    expect(sentTo('q')).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [{ role: 'system', content: 'Answer in JSON.' }, { role: 'user' }],
    });
    expect(sentTo('some json')).toMatchObject({ messages: [{ role: 'user' }] });
  });
});
