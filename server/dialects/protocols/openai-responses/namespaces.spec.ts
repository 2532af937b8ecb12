import type { CanonicalResponse } from '../../canonical/events.js';
import { unfoldAnswer } from '../../canonical/fold.js';
import { noUsage } from '../../canonical/usage.js';
import { flatName } from './namespaces.js';
import { protocols } from '../registry.js';

const { parse, answer, stream } = protocols['openai-responses'];

const agents = {
  type: 'namespace',
  name: 'agents',
  description: 'Other agents',
  tools: [
    { type: 'function', name: 'spawn', description: 'd', parameters: { type: 'object' }, strict: false },
    { type: 'custom', name: 'say' },
  ],
};

function request(fields: object): Buffer {
  return Buffer.from(JSON.stringify({ model: 'm', input: 'q', ...fields }));
}

function calls(...names: string[]): CanonicalResponse {
  const parts = names.map((name, index) => ({
    type: 'tool-call' as const,
    id: `c${index}`,
    name,
    arguments: '{"input":"x"}',
  }));
  return { id: 'a', model: 'm', parts, finish: { reason: 'tool-calls' }, usage: noUsage() };
}

const context = (body: Buffer) => ({
  model: 'm',
  createdAt: 1,
  includeUsage: true,
  inputTokens: 0,
  request: body,
});

describe('tools of a namespace', () => {
  test('are functions of their own elsewhere, with the namespace in their name', () => {
    expect(parse(request({ tools: [agents] }), '')).toMatchObject({
      tools: [
        { name: 'agents__spawn', description: 'd', parameters: { type: 'object' }, strict: false },
        { name: 'agents__say' },
      ],
    });
  });

  test.each(['tools', 'additional_tools', 'tool_search_output'])(
    'are called by name and namespace in answers, where they came in %s',
    (place) => {
      const body = request(
        place === 'tools' ? { tools: [agents] } : { input: [{ type: place, tools: [agents] }] },
      );
      const expected = [
        { type: 'function_call', name: 'spawn', namespace: 'agents', call_id: 'c0' },
        { type: 'custom_tool_call', name: 'say', namespace: 'agents', input: 'x' },
        { type: 'function_call', name: 'plain' },
      ];
      const response = calls('agents__spawn', 'agents__say', 'plain');
      expect(answer(response, context(body))).toMatchObject({ output: expected });
      const renderer = stream(context(body));
      const events = unfoldAnswer(response).map((event) => renderer.event(event));
      const frames = [...events, renderer.end(noUsage())].join('').split('\n\n').filter(Boolean);
      const items = frames
        .map(
          (frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as { type: string; item?: object },
        )
        .filter(({ type }) => type === 'response.output_item.done');
      expect(items.map(({ item }) => item)).toMatchObject(expected);
    },
  );

  test('a call that comes back is the call of the same function', () => {
    const input = [
      { type: 'function_call', call_id: 'c', name: 'spawn', namespace: 'agents', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'done' },
    ];
    expect(parse(request({ input, tools: [agents] }), '').turns[0]?.parts).toMatchObject([
      { type: 'tool-call', name: 'agents__spawn' },
    ]);
  });

  test('a choice may name one', () => {
    const tool_choice = { type: 'function', name: 'spawn', namespace: 'agents' };
    expect(parse(request({ tools: [agents], tool_choice }), '').toolChoice).toEqual({
      type: 'tool',
      name: 'agents__spawn',
    });
  });

  test('names stay within the length that every provider takes, and apart', () => {
    const namespace = 'mcp__a_server_with_a_very_long_name_indeed';
    const first = flatName(namespace, 'a_tool_with_a_long_name_1');
    const second = flatName(namespace, 'a_tool_with_a_long_name_2');
    expect(first).toMatch(/^[\w-]{64}$/);
    expect(first).not.toBe(second);
    expect(flatName('mcp__files__', 'read')).toBe('mcp__files__read');
    expect(flatName(undefined, 'read')).toBe('read');
  });
});
