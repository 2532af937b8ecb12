import { ApiError } from '../../contract/errors/api-error.js';
import { anthropic } from '../providers/anthropic/index.js';
import type { Target } from '../providers/provider.js';
import { providerFor } from '../providers/registry.js';
import { protocols } from './registry.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';

const user = [{ role: 'user', content: 'q' }];

/** What an OpenAI upstream receives for an Anthropic client's request. */
function toOpenai(fields: object, given: Partial<Target> = {}) {
  const chat = protocols['anthropic-messages'].parse(
    Buffer.from(JSON.stringify({ model: 'm', messages: user, ...fields })),
    '',
  );
  const target = targetOf({ path: '/v1/messages', ...given });
  return bodyOf(providerFor(target.type)!.chat!.request(chat, target));
}

/** What an Anthropic upstream receives for an OpenAI client's request. */
function toAnthropic(fields: object, given: Partial<Target> = {}) {
  const chat = protocols['openai-chat'].parse(
    Buffer.from(JSON.stringify({ model: 'm', messages: user, ...fields })),
    '',
  );
  return bodyOf(anthropic.chat!.request(chat, targetOf({ type: 14, ...given })));
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
    const schema = { type: 'object', properties: {} };
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
    [{ thinking: { type: 'disabled' } }, undefined],
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

describe('OpenAI request → Anthropic request', () => {
  test('the golden conversion', () => {
    const request = {
      max_tokens: 50,
      max_completion_tokens: 100,
      stop: 'X',
      temperature: 1.7,
      user: 'u',
      n: 3,
      seed: 1,
      logit_bias: { 1: 2 },
      tool_choice: 'required',
      parallel_tool_calls: false,
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'd', parameters: { properties: {} }, strict: true },
        },
        { type: 'function', function: { name: 'g' } },
      ],
      messages: [
        { role: 'system', content: 'S1' },
        { role: 'developer', content: [{ type: 'text', text: 'S2' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q' },
            { type: 'image_url', image_url: { url: 'data:image/jpg;base64,AAAA', detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: 't',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
            { id: 'functions.g:0', type: 'function', function: { name: 'g', arguments: '' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'r1' },
        {
          role: 'tool',
          tool_call_id: 'functions.g:0',
          content: [
            { type: 'text', text: 'r2' },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          ],
        },
        { role: 'user', content: 'go' },
      ],
    };
    expect(toAnthropic(request)).toEqual({
      model: 'm',
      max_tokens: 100,
      stop_sequences: ['X'],
      temperature: 1,
      metadata: { user_id: 'u' },
      system: 'S1\nS2',
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      tools: [
        { name: 'f', description: 'd', input_schema: { type: 'object', properties: {} } },
        { name: 'g', input_schema: { type: 'object', properties: {} } },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q' },
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 't' },
            { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } },
            { type: 'tool_use', id: 'functions_g_0', name: 'g', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'r1' },
            {
              type: 'tool_result',
              tool_use_id: 'functions_g_0',
              content: [
                { type: 'text', text: 'r2' },
                { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
              ],
            },
            { type: 'text', text: 'go' },
          ],
        },
      ],
    });
  });

  test('silence is filled where the API refuses it, and nowhere else', () => {
    const messages = [
      { role: 'assistant', content: null },
      { role: 'user', content: '' },
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    ];
    const dots = [{ type: 'text', text: '...' }];
    expect(toAnthropic({ messages })).toMatchObject({
      messages: [
        { role: 'user', content: dots },
        { role: 'assistant', content: dots },
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      ],
    });
    expect(toAnthropic({ messages: [{ role: 'system', content: 'S' }] })).toMatchObject({
      system: 'S',
      messages: [{ role: 'user', content: dots }],
    });
  });

  test('results of tools come first in the message they share with text', () => {
    const messages = [...user, { role: 'tool', tool_call_id: 'c', content: 'r' }];
    expect(toAnthropic({ messages })).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', content: 'r' },
            { type: 'text', text: 'q' },
          ],
        },
      ],
    });
  });

  test('cache hints on parts, messages and tools stay where they were', () => {
    const cache_control = { type: 'ephemeral' };
    const longer = { type: 'ephemeral', ttl: '1h' };
    const fields = {
      tools: [{ type: 'function', function: { name: 'f', parameters: {} }, cache_control }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'S', cache_control: longer }] },
        { role: 'user', content: 'q', cache_control },
      ],
    };
    expect(toAnthropic(fields)).toMatchObject({
      tools: [{ name: 'f', cache_control }],
      system: [{ type: 'text', text: 'S', cache_control: longer }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q', cache_control }] }],
    });
  });

  test('signed and encrypted thoughts go back first; unsigned ones cannot', () => {
    const details = [
      { type: 'thinking', thinking: 'Hm', signature: 's' },
      { type: 'redacted', data: 'd' },
    ];
    const messages = [
      ...user,
      { role: 'assistant', content: 'a', reasoning_content: 'Hm', reasoning_details: details },
      { role: 'user', content: 'q2' },
      { role: 'assistant', content: 'b', reasoning_content: 'unsigned' },
    ];
    expect(toAnthropic({ messages })).toMatchObject({
      messages: [
        {},
        {
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 's' },
            { type: 'redacted_thinking', data: 'd' },
            { type: 'text', text: 'a' },
          ],
        },
        {},
        { content: [{ type: 'text', text: 'b' }] },
      ],
    });
  });

  const sonnet = 'claude-3-7-sonnet-20250219';

  test('the -thinking suffix', () => {
    const fields = { max_tokens: 1000, top_p: 0.9, temperature: 0.2 };
    expect(toAnthropic(fields, { model: `${sonnet}-thinking` })).toEqual({
      model: sonnet,
      max_tokens: 1280,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      temperature: 1,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    });
  });

  test.each([
    ['low', 10000, 2000],
    ['medium', 10000, 5000],
    ['high', 10000, 8000],
    ['low', undefined, 1638],
  ])('effort %s of %s tokens buys a budget of %d', (reasoning_effort, max_tokens, budget_tokens) => {
    expect(toAnthropic({ reasoning_effort, max_tokens }, { model: sonnet })).toMatchObject({
      max_tokens: max_tokens ?? 8192,
      thinking: { type: 'enabled', budget_tokens },
      temperature: 1,
    });
  });

  test('effort on models that think adaptively; none at all on request', () => {
    const target = { model: 'claude-opus-4-7' };
    expect(toAnthropic({ reasoning_effort: 'xhigh', temperature: 0.5 }, target)).toEqual({
      model: 'claude-opus-4-7',
      max_tokens: 8192,
      thinking: { type: 'adaptive' },
      output_config: { effort: 'xhigh' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    });
    expect(toAnthropic({ reasoning_effort: 'none' }, target)).not.toHaveProperty('thinking');
  });

  test("a client's own thinking object is passed on as it is", () => {
    const fields = { thinking: { type: 'enabled', budget_tokens: 3000 }, reasoning_effort: 'low' };
    expect(toAnthropic(fields, { model: `${sonnet}-thinking` })).toMatchObject({
      model: sonnet,
      thinking: { type: 'enabled', budget_tokens: 3000 },
    });
  });

  test('tools are not forced while thinking', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const tool_choice = { type: 'function', function: { name: 'f' } };
    expect(toAnthropic({ tools, tool_choice })).toMatchObject({ tool_choice: { type: 'tool', name: 'f' } });
    expect(toAnthropic({ tools, tool_choice, reasoning_effort: 'low' })).toMatchObject({
      tool_choice: { type: 'auto' },
    });
    expect(toAnthropic({ tools, tool_choice: 'none', parallel_tool_calls: false })).toMatchObject({
      tool_choice: { type: 'none' },
    });
  });

  test.each([
    ['claude-3-5-sonnet-20241022', { temperature: 0.5, top_p: 0.9, top_k: 4 }],
    ['claude-opus-4-1-20250805', { temperature: 0.5, top_k: 4 }],
    ['claude-sonnet-4-20250514', { temperature: 0.5, top_p: 0.9, top_k: 4 }],
    ['claude-opus-4-7', {}],
  ])('%s takes of the sampling fields %j', (model, expected) => {
    const body = toAnthropic({ temperature: 0.5, top_p: 0.9, top_k: 4 }, { model }) as Record<
      string,
      unknown
    >;
    const { temperature, top_p, top_k } = body;
    expect({ temperature, top_p, top_k }).toEqual(expected);
  });

  test('a schema holds the models that can be held to one', () => {
    const schema = { type: 'object' };
    const fields = { response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } };
    expect(toAnthropic(fields, { model: 'claude-sonnet-4-5' })).toMatchObject({
      output_config: { format: { type: 'json_schema', schema } },
    });
    expect(toAnthropic(fields, { model: sonnet })).not.toHaveProperty('output_config');
  });

  test('files: PDF and text become documents', () => {
    const file = (file_data: string) => ({ type: 'file', file: { file_data, filename: 'name' } });
    const content = [file('data:application/pdf;base64,UERG'), file('data:text/plain;base64,aGk=')];
    expect(toAnthropic({ messages: [{ role: 'user', content }] })).toMatchObject({
      messages: [
        {
          content: [
            {
              type: 'document',
              title: 'name',
              source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' },
            },
            {
              type: 'document',
              title: 'name',
              source: { type: 'text', media_type: 'text/plain', data: 'hi' },
            },
          ],
        },
      ],
    });
  });

  const call = (text: string) => ({
    role: 'assistant',
    tool_calls: [{ id: 'c', function: { name: 'f', arguments: text } }],
  });
  test.each([
    [
      'unsupported_parameter',
      {
        messages: [
          { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'A', format: 'wav' } }] },
        ],
      },
    ],
    ['convert_request_failed', { messages: [call('{"a":')] }],
    ['convert_request_failed', { messages: [call('[1]')] }],
    [
      'convert_request_failed',
      {
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/tiff;base64,AA' } }] },
        ],
      },
    ],
    [
      'convert_request_failed',
      {
        messages: [
          { role: 'user', content: [{ type: 'file', file: { file_data: 'data:audio/wav;base64,AA' } }] },
        ],
      },
    ],
    ['convert_request_failed', { tools: [{ type: 'function', function: { name: 'f', parameters: 'x' } }] }],
  ])('%s: %j', (code, fields) => {
    expect(() => toAnthropic(fields)).toThrow(ApiError);
    try {
      toAnthropic(fields);
    } catch (error) {
      expect(error).toMatchObject({ code, status: 400 });
    }
  });

  test('streams, blank stops and the channel override', () => {
    expect(
      toAnthropic({ stream: true, stop: [' ', 'E'] }, { override: { max_tokens: 1, stream: false } }),
    ).toMatchObject({
      stream: true,
      stop_sequences: ['E'],
      max_tokens: 1,
    });
    expect(toAnthropic({ stop: [''] })).not.toHaveProperty('stop_sequences');
  });
});
