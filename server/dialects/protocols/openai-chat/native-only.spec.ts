import type { CanonicalChat } from '../../canonical/chat.js';
import { parseChat } from './parse.js';

const chat = (list: object[], fields: object = {}): CanonicalChat =>
  parseChat(Buffer.from(JSON.stringify({ model: 'm', messages: list, ...fields })));
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const system = (content: unknown) => ({ role: 'system', content });

describe('what only some providers of Chat Completions understand', () => {
  test('parts of an unknown type are text if they are readable, and refused by name if not', () => {
    const laser = { type: 'laser', beam: 1 };
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const conversation = (part: object) => [
      system([part]),
      user([part]),
      { ...assistant([part]), tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: [part] },
    ];
    expect(chat(conversation(laser)).nativeOnly).toEqual(
      [0, 1, 2, 3].map((at) => `messages[${at}].content[0].type laser`),
    );
    expect(chat(conversation({ type: 'laser', text: 'x' }))).not.toHaveProperty('nativeOnly');
  });

  test.each([
    [
      [user('q'), { role: 'assistant', content: null, audio: { id: 'audio_1' } }, user('q')],
      {},
      'messages[1].audio',
    ],
    [[user('q')], { web_search_options: {} }, 'web_search_options'],
    [[user('q')], { tools: [{ type: 'mcp', server_label: 'e' }] }, 'tools[0].type mcp'],
  ])('%j with %j is refused by name', (list, fields, place) => {
    expect(chat(list, fields).nativeOnly).toEqual([place]);
  });
});
