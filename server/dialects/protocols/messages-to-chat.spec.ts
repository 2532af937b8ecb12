import type { Target } from '../kit/provider.js';
import { providerFor } from '../providers/registry.js';
import { protocols } from './registry.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';

const user = [{ role: 'user', content: 'q' }];

/** What an OpenAI upstream receives for an Anthropic client's request. */
function toOpenai(fields: object, overrides: Partial<Target> = {}) {
  const chat = protocols['anthropic-messages'].parse(
    Buffer.from(JSON.stringify({ model: 'm', messages: user, ...fields })),
    '',
  );
  const target = targetOf({ path: '/v1/messages', ...overrides });
  return bodyOf(providerFor(target.type)!.chat!.request(chat, target));
}

describe('Anthropic request → OpenAI request', () => {
  test('the golden conversion', () => {
    const request = {
      max_tokens: 100,
      system: [
        { type: 'text', text: 'S1' },
        { type: 'text', text: 'S2', cache_control: { type: 'ephemeral' } },
      ],
      stop_sequences: ['X'],
      tool_choice: { type: 'any' },
      tools: [{ name: 'f', description: 'd', input_schema: { type: 'object', properties: {} } }],
      messages: [
        { role: 'user', content: 'q' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 't' },
            { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'r' }] },
            { type: 'text', text: 'go' },
          ],
        },
      ],
    };
    expect(toOpenai(request)).toEqual({
      model: 'm',
      max_tokens: 100,
      stop: 'X',
      tool_choice: 'required',
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'd', parameters: { type: 'object', properties: {} } },
        },
      ],
      messages: [
        { role: 'system', content: 'S1\nS2' },
        { role: 'user', content: 'q' },
        {
          role: 'assistant',
          content: 't',
          tool_calls: [{ id: 't1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: 'r' },
        { role: 'user', content: [{ type: 'text', text: 'go' }] },
      ],
    });
  });

  test('images, documents, failed tools and images in tool results', () => {
    const png = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
    const content = [
      {
        type: 'tool_result',
        tool_use_id: 't1',
        is_error: true,
        content: [
          { type: 'text', text: 'no' },
          { type: 'image', source: png },
        ],
      },
      { type: 'tool_result', tool_use_id: 't2' },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      {
        type: 'document',
        title: 'paper.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' },
      },
      {
        type: 'document',
        title: 'notes',
        source: { type: 'text', media_type: 'text/plain', data: 'plain words' },
      },
      { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'inner' }] } },
    ];
    expect(toOpenai({ messages: [{ role: 'user', content }] })).toEqual({
      model: 'm',
      messages: [
        { role: 'tool', tool_call_id: 't1', content: 'Error: no' },
        { role: 'tool', tool_call_id: 't2', content: '' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            { type: 'file', file: { filename: 'paper.pdf', file_data: 'data:application/pdf;base64,UERG' } },
            { type: 'text', text: 'notes\nplain words' },
            { type: 'text', text: 'inner' },
          ],
        },
      ],
    });
  });

  test('thoughts go back only to upstreams that want them; a turn of nothing but thoughts goes nowhere else', () => {
    const messages = [
      ...user,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          { type: 'text', text: 'a' },
        ],
      },
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'd' }] },
    ];
    const said = (type: number) =>
      (toOpenai({ messages }, { type }) as { messages: object[] }).messages.slice(1);
    expect(said(1)).toEqual([{ role: 'assistant', content: 'a' }]);
    expect(said(25)).toEqual([{ role: 'assistant', content: 'a', reasoning_content: 'Hm' }]);
    expect(said(43)).toEqual([{ role: 'assistant', content: 'a' }]);
    expect(said(20)).toEqual([
      {
        role: 'assistant',
        content: 'a',
        reasoning_details: [{ type: 'reasoning.text', text: 'Hm', signature: 's' }],
      },
    ]);
  });

  test('cache hints reach the one upstream of this shape that takes them', () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' };
    const fields = {
      system: [{ type: 'text', text: 'S', cache_control }],
      tools: [{ name: 'f', input_schema: {}, cache_control }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q', cache_control }] }],
    };
    expect(JSON.stringify(toOpenai(fields))).not.toContain('cache_control');
    expect(toOpenai(fields, { type: 20 })).toEqual({
      model: 'm',
      tools: [{ type: 'function', function: { name: 'f', parameters: {} }, cache_control }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'S', cache_control }] },
        { role: 'user', content: [{ type: 'text', text: 'q', cache_control }] },
      ],
    });
  });

  test('a stream asks for usage; sampling, user and schema are kept; what has no place there is dropped', () => {
    // OpenAI takes closed objects alone as strict.
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    const fields = {
      stream: true,
      temperature: 0,
      top_p: 0.5,
      top_k: 3,
      metadata: { user_id: 'u' },
      service_tier: 'auto',
      output_config: { format: { type: 'json_schema', schema } },
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      context_management: {},
    };
    expect(toOpenai(fields)).toEqual({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      top_p: 0.5,
      user: 'u',
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema, strict: true } },
      messages: user,
    });
  });

  test.each([
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, 'low'],
    [{ thinking: { type: 'enabled', budget_tokens: 4000 } }, 'medium'],
    [{ thinking: { type: 'enabled', budget_tokens: 20000 } }, 'high'],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'high'],
    [{ output_config: { effort: 'low' } }, 'low'],
    [{ thinking: { type: 'disabled' } }, 'minimal'],
  ])('%j asks a reasoning model for effort %s', (fields, effort) => {
    expect(toOpenai({ max_tokens: 5, ...fields }, { model: 'gpt-5' })).toEqual({
      model: 'gpt-5',
      max_completion_tokens: 5,
      reasoning_effort: effort,
      messages: user,
    });
  });

  test('models that know no effort are not asked for one', () => {
    expect(
      toOpenai({ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }, { model: 'gpt-4o' }),
    ).toEqual({
      model: 'gpt-4o',
      messages: user,
    });
  });

  test('o3-mini-high: suffix, moved limit, no temperature, instructions from a developer', () => {
    const fields = { system: 'S', temperature: 0.5, max_tokens: 7 };
    expect(toOpenai(fields, { model: 'o3-mini-high' })).toEqual({
      model: 'o3-mini',
      max_completion_tokens: 7,
      reasoning_effort: 'high',
      messages: [{ role: 'developer', content: 'S' }, ...user],
    });
  });

  test.each([
    [{ type: 'auto' }, 'auto', undefined],
    [{ type: 'none' }, 'none', undefined],
    [
      { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      { type: 'function', function: { name: 'f' } },
      false,
    ],
  ])('tool choice %j', (tool_choice, expected, parallel) => {
    const fields = { tools: [{ name: 'f', input_schema: {} }], tool_choice };
    expect(toOpenai(fields)).toMatchObject({ tool_choice: expected });
    expect((toOpenai(fields) as { parallel_tool_calls?: boolean }).parallel_tool_calls).toBe(parallel);
  });

  test('the channel overrides last', () => {
    expect(toOpenai({}, { override: { temperature: 0.2, stream: true } })).toEqual({
      model: 'm',
      messages: user,
      temperature: 0.2,
    });
  });
});
