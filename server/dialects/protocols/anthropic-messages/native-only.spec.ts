import type { CanonicalChat } from '../../canonical/chat.js';
import { BLOCKS } from './block-table.js';
import { parseMessages } from './parse.js';

const messages = (list: object[], fields: object = {}): CanonicalChat =>
  parseMessages(Buffer.from(JSON.stringify({ model: 'm', max_tokens: 9, messages: list, ...fields })));
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const system = (content: unknown) => ({ role: 'system', content });
const result = { type: 'tool_result', tool_use_id: 't', content: 'r' };

describe('blocks of Messages that only Anthropic understands', () => {
  const members: Readonly<Record<string, object>> = {
    text: { text: 'x' },
    image: { source: { type: 'url', url: 'https://e.test/a.png' } },
    document: { source: { type: 'text', data: 'x' } },
    search_result: { title: 't', source: 's', content: [{ type: 'text', text: 'x' }] },
    thinking: { thinking: 'x', signature: 's' },
    redacted_thinking: { data: 'x' },
    tool_use: { id: 'a', name: 'f', input: {} },
    tool_result: { tool_use_id: 'a', content: 'x' },
    tool_reference: { tool_name: 'f' },
    advisor_tool_result: { tool_use_id: 'a', content: { type: 'advisor_result', text: 'x' } },
    compaction: { content: 'x' },
    tool_addition: { tool: { type: 'tool_reference', name: 'f' } },
    tool_removal: { tool: { type: 'tool_reference', name: 'f' } },
  };

  test.each(Object.entries(BLOCKS))('a block of type %s is %s', (type, handling) => {
    const { turns, nativeOnly } = messages([user('q'), assistant([{ type, ...members[type] }]), user('go')]);
    const parts = turns.flatMap((turn) => turn.parts);
    const leftOut = { type: 'text', text: `[content left out: ${type}]` };
    expect(nativeOnly).toEqual(
      handling === 'refused' ? [expect.stringMatching(/^messages\[1\]\.content\[0\]\.type \w+$/)] : undefined,
    );
    if (handling === 'left-out') expect(parts).toContainEqual(leftOut);
    else expect(parts).not.toContainEqual(leftOut);
    if (handling === 'translated' || handling === 'text')
      expect(turns.map(({ role }) => role)).toContain('assistant');
  });

  test('a search result keeps its title and source', () => {
    const found = {
      type: 'search_result',
      title: 'Prices',
      source: 'https://e.test/p',
      content: [{ type: 'text', text: '3 USD' }],
    };
    expect(messages([user([{ ...result, content: [found] }])]).turns).toMatchObject([
      { parts: [{ parts: [{ text: 'Prices\nhttps://e.test/p' }, { text: '3 USD' }] }] },
    ]);
  });

  test('an unknown type is text if it is readable, and refused by name if not', () => {
    const unknown = { type: 'hologram', data: {} };
    expect(messages([user([unknown, { type: 'text', text: 'q' }])]).nativeOnly).toEqual([
      'messages[0].content[0].type hologram',
    ]);
    expect(messages([user([{ ...result, content: [unknown] }])]).nativeOnly).toEqual([
      'messages[0].content[0].content[0].type hologram',
    ]);
    for (const readable of [{ text: 'x' }, { content: 'x' }, { content: [{ type: 'text', text: 'x' }] }]) {
      const chat = messages([user([{ type: 'hologram', ...readable }])]);
      expect(chat.turns).toMatchObject([{ role: 'user', parts: [{ type: 'text', text: 'x' }] }]);
      expect(chat).not.toHaveProperty('nativeOnly');
    }
    const half = { type: 'hologram', content: [{ type: 'text', text: 'x' }, { type: 'laser' }] };
    expect(messages([user([half])]).nativeOnly).toEqual(['messages[0].content[0].type hologram']);
  });

  test.each([
    ['mcp_servers', { mcp_servers: [{ type: 'url', url: 'https://e.test', name: 'e' }] }, 'mcp_servers'],
    ['container', { container: { skills: [] } }, 'container'],
    ['inference_geo', { inference_geo: 'us' }, 'inference_geo us'],
    [
      'an MCP toolset',
      { tools: [{ type: 'mcp_toolset', mcp_server_name: 'e' }] },
      'tools[0].type mcp_toolset',
    ],
  ])('%s is refused by name', (_name, fields, place) => {
    expect(messages([user('q')], fields).nativeOnly).toEqual([place]);
  });

  test('members that ask for nothing are no reason to refuse', () => {
    const fields = { mcp_servers: [], container: null, inference_geo: 'global' };
    expect(messages([user('q')], fields)).not.toHaveProperty('nativeOnly');
  });

  test('a compaction takes the place of everything before it; one that failed takes none', () => {
    const compacted = (content: string | null) => [
      user('old'),
      assistant([
        { type: 'text', text: 'old' },
        { type: 'compaction', content },
        { type: 'text', text: 'new' },
      ]),
      user('go'),
    ];
    const texts = (content: string | null) =>
      messages(compacted(content)).turns.map(({ role, parts }) => [
        role,
        ...parts.map((part) => 'text' in part && part.text),
      ]);
    expect(texts('We met.')).toEqual([
      ['user', 'Summary of the conversation so far:\nWe met.'],
      ['assistant', 'new'],
      ['user', 'go'],
    ]);
    expect(texts(null)).toEqual([
      ['user', 'old'],
      ['assistant', 'old', 'new'],
      ['user', 'go'],
    ]);
  });

  test('tools that the conversation adds or removes', () => {
    const tool = (name: string) => ({ name, input_schema: { type: 'object' } });
    const changes = system([
      { type: 'tool_addition', tool: { type: 'tool_definition', definition: tool('g') } },
      { type: 'tool_removal', tool: { type: 'tool_reference', name: 'f' } },
    ]);
    const chat = messages([user('q'), changes], { tools: [tool('f')] });
    expect(chat.tools.map(({ name }) => name)).toEqual(['g']);
    expect(chat.turns).toHaveLength(1);
  });
});
