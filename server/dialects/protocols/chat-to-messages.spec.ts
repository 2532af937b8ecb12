import { ApiError } from '../../contract/errors/api-error.js';
import { anthropic } from '../providers/anthropic/index.js';
import type { Target } from '../kit/provider.js';
import { protocols } from './registry.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';

const user = [{ role: 'user', content: 'q' }];

/** What an Anthropic upstream receives for an OpenAI client's request. */
function toAnthropic(fields: object, overrides: Partial<Target> = {}) {
  const chat = protocols['openai-chat'].parse(
    Buffer.from(JSON.stringify({ model: 'm', messages: user, ...fields })),
    '',
  );
  return bodyOf(anthropic.chat!.request(chat, targetOf({ type: 14, ...overrides })));
}

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
            {
              type: 'tool_use',
              id: 'db79f198a5001538d5a9ae856e7fad01b72378c67199f28376d57c17f2926f93',
              name: 'g',
              input: {},
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'r1' },
            {
              type: 'tool_result',
              tool_use_id: 'db79f198a5001538d5a9ae856e7fad01b72378c67199f28376d57c17f2926f93',
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
});
