import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';
import { protocols } from '../protocols/registry.js';
import { providerFor } from '../providers/registry.js';

/** Settings that a provider would refuse reach it in the form that it documents, from its own protocol and from others. */
const messages = [{ role: 'user', content: 'q' }];

function passed(type: number, model: string, fields: object): Record<string, unknown> {
  const change = { model, stream: false, includeUsage: false, passThrough: false };
  const body = Buffer.from(JSON.stringify({ model, messages, ...fields }));
  return bodyOf(
    providerFor(type)!.native['openai-chat']!.request(body, change, targetOf({ type, model })),
  ) as Record<string, unknown>;
}

function ofMessages(type: number, model: string, fields: object): Record<string, unknown> {
  const body = Buffer.from(JSON.stringify({ model, max_tokens: 9, messages, ...fields }));
  const chat = protocols['anthropic-messages'].parse(body, '/v1/messages');
  return bodyOf(providerFor(type)!.chat!.request(chat, targetOf({ type, model }))) as Record<string, unknown>;
}

function translated(type: number, model: string, fields: object): Record<string, unknown> {
  const body = Buffer.from(JSON.stringify({ model, input: 'q', ...fields }));
  const chat = protocols['openai-responses'].parse(body, '/v1/responses');
  const call = providerFor(type)!.chat!.request(chat, targetOf({ type, model }));
  return bodyOf(call) as Record<string, unknown>;
}

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

describe.each([
  ['DeepSeek', 43, 'deepseek-chat'],
  ['Zhipu', 26, 'glm-4-plus'],
  ['z.ai', 1018, 'glm-4.6'],
  ['DeepSeek at SiliconFlow', 40, 'deepseek-ai/DeepSeek-V3'],
])('%s has JSON mode, and no schemas', (_name, type, model) => {
  test.each([
    [
      'chat',
      () =>
        passed(type, model, { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } }),
    ],
    [
      'Responses',
      () => translated(type, model, { text: { format: { type: 'json_schema', name: 'a', schema } } }),
    ],
    [
      'Messages',
      () => ofMessages(type, model, { output_config: { format: { type: 'json_schema', schema } } }),
    ],
  ])('a schema of %s becomes an instruction', (_client, sent) => {
    const body = sent();
    expect(body.response_format).toEqual({ type: 'json_object' });
    const [system, user] = body.messages as { role: string; content: string }[];
    expect(system).toMatchObject({
      role: 'system',
      content: expect.stringContaining(JSON.stringify(schema)),
    });
    expect(user).toMatchObject({ role: 'user', content: 'q' });
  });

  test('JSON mode stays', () => {
    const format = { response_format: { type: 'json_object' } };
    expect(passed(type, model, format)).toMatchObject({ ...format, messages });
  });
});

test('Perplexity has schemas, and no JSON mode', () => {
  const mode = passed(27, 'sonar', { response_format: { type: 'json_object' } });
  expect(mode).not.toHaveProperty('response_format');
  expect(mode.messages).toEqual([
    { role: 'system', content: expect.stringContaining('JSON object') },
    ...messages,
  ]);
  const format = { type: 'json_schema', json_schema: { name: 'a', schema } };
  expect(passed(27, 'sonar', { response_format: format })).toMatchObject({
    response_format: format,
    messages,
  });
});

test.each<[content: unknown, expected: unknown]>([
  ['Be brief.', expect.stringMatching(/^Be brief\.\n\nYour final answer/)],
  [
    [{ type: 'text', text: 'Be brief.' }],
    [{ type: 'text', text: 'Be brief.' }, expect.objectContaining({ type: 'text' })],
  ],
])('the instruction joins a system message that is there: %j', (content, expected) => {
  const turns = [{ role: 'system', content }, ...messages];
  const body = passed(43, 'deepseek-chat', {
    messages: turns,
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
  });
  expect(body.messages).toEqual([{ role: 'system', content: expected }, ...messages]);
});

test.each(['kimi-k2.5', 'kimi-k3'])('%s samples as it likes', (model) => {
  const sampling = { temperature: 0.2, top_p: 0.5 };
  expect(passed(25, model, { ...sampling, presence_penalty: 1 })).toEqual({ model, messages });
  expect(ofMessages(25, model, sampling)).toEqual({ model, messages, max_tokens: 9 });
  expect(passed(25, 'moonshot-v1-8k', { temperature: 0.2 })).toMatchObject({ temperature: 0.2 });
});

test.each([26, 1018])(
  'GLM (type %i) gets values of its ranges, and the id of the user under its name',
  (type) => {
    expect(passed(type, 'glm-4.6', { temperature: 1.6, top_p: 0, user: 'user-123' })).toMatchObject({
      temperature: 1,
      top_p: 0.01,
      user_id: 'user-123',
    });
    expect(ofMessages(type, 'glm-4.6', { temperature: 0.5, top_p: 0 })).toMatchObject({ top_p: 0.01 });
    expect(passed(type, 'glm-4.6', { top_p: 1, tool_stream: true, user: 'a' })).toEqual({
      model: 'glm-4.6',
      messages,
      top_p: 0.99,
      tool_stream: true,
    });
  },
);

test.each([
  [
    27,
    'sonar',
    {
      search_mode: 'academic',
      search_language_filter: ['en'],
      search_after_date_filter: '1/1/2026',
      search_before_date_filter: '2/1/2026',
      last_updated_after_filter: '1/1/2026',
      disable_search: true,
      enable_search_classifier: true,
      image_format_filter: ['gif'],
      stream_mode: 'concise',
      stop: ['a'],
    },
  ],
  [
    42,
    'mistral-small-latest',
    {
      reasoning_effort: 'high',
      prompt_cache_key: 'k',
      metadata: { a: 'b' },
      prediction: { type: 'content', content: 'c' },
    },
  ],
  [26, 'glm-5.2', { reasoning_effort: 'high', tool_stream: true }],
])('type %i takes members that it documents', (type, model, members) => {
  expect(passed(type, model, members)).toMatchObject(members);
});
