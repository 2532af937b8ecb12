import type { CanonicalChat } from '../../canonical/chat.js';
import { ITEMS } from './item-table.js';
import { parseResponses } from './parse.js';

const responses = (input: object[], fields: object = {}): CanonicalChat =>
  parseResponses(Buffer.from(JSON.stringify({ model: 'm', input, ...fields })));
const user = (content: unknown) => ({ role: 'user', content });

describe('items of Responses that only OpenAI understands', () => {
  const members: Readonly<Record<string, object>> = {
    message: { role: 'user', content: 'x' },
    function_call: { call_id: 'c', name: 'f', arguments: '{}' },
    function_call_output: { call_id: 'c', output: 'x' },
    custom_tool_call: { call_id: 'c', name: 'f', input: 'x' },
    custom_tool_call_output: { call_id: 'c', output: 'x' },
    reasoning: { summary: [{ type: 'summary_text', text: 'x' }] },
    local_shell_call: { call_id: 'c', action: { type: 'exec', command: ['ls'] } },
    local_shell_call_output: { id: 'c', output: 'x' },
    shell_call: { call_id: 'c', action: { commands: ['ls'] } },
    shell_call_output: { call_id: 'c', output: [{ stdout: 'x' }] },
    apply_patch_call: { call_id: 'c', operation: { type: 'delete_file', path: 'a' } },
    apply_patch_call_output: { call_id: 'c', output: 'x' },
    computer_call: { call_id: 'c', action: { type: 'screenshot' } },
    computer_call_output: {
      call_id: 'c',
      output: { type: 'computer_screenshot', image_url: 'https://e.test/a.png' },
    },
    additional_tools: { role: 'developer', tools: [{ type: 'function', name: 'g' }] },
    tool_search_output: { tools: [{ type: 'function', name: 'g' }] },
    agent_message: { author: '/root', content: [{ type: 'input_text', text: 'x' }] },
  };

  test.each(Object.entries(ITEMS))('an item of type %s: %s', (type, handling) => {
    const chat = responses([user('q'), { type, id: 'x', ...members[type] }]);
    const kinds = chat.turns.slice(1).flatMap(({ parts }) => parts.map((part) => part.type));
    if (handling === 'call') expect(kinds).toEqual(['tool-call']);
    if (handling === 'result') expect(kinds).toEqual(['tool-result']);
    if (handling === 'marker' || handling === 'text') expect(kinds).toEqual(['text']);
    if (handling === 'left-out') expect(kinds).toEqual([]);
    if (handling === 'tools') expect(chat.tools.map(({ name }) => name)).toEqual(['g']);
    if (handling === 'translated') expect(kinds).toHaveLength(1);
    const isRefused = handling === 'stored' || handling === 'refused';
    expect(chat.nativeOnly).toEqual(isRefused ? [`input[1].type ${type}`] : undefined);
  });

  test('an unknown type is a turn if it is readable, and refused by name if not', () => {
    const turnOf = (item: object) => responses([user('q'), item]).turns[1];
    const parts = [{ type: 'text', text: 'x' }];
    expect(turnOf({ type: 'hologram', content: 'x' })).toEqual({ role: 'user', parts });
    expect(turnOf({ type: 'hologram', text: 'x' })).toEqual({ role: 'user', parts });
    const content = [{ type: 'output_text', text: 'x' }];
    expect(turnOf({ type: 'hologram', role: 'assistant', content })).toEqual({ role: 'assistant', parts });
    for (const item of [{}, { content: [] }, { content: [...content, { type: 'laser' }] }])
      expect(responses([user('q'), { type: 'hologram_call', ...item }]).nativeOnly).toEqual([
        'input[1].type hologram_call',
      ]);
  });

  test('parts of an unknown type likewise, in messages, instructions and results', () => {
    const laser = { type: 'laser', beam: 1 };
    const items = (part: object) => [
      { type: 'message', role: 'user', content: [part] },
      { type: 'message', role: 'developer', content: [part] },
      { type: 'function_call_output', call_id: 'c', output: [part] },
    ];
    expect(responses(items(laser)).nativeOnly).toEqual([
      'input[0].content[0].type laser',
      'input[1].content[0].type laser',
      'input[2].output[0].type laser',
    ]);
    const chat = responses(items({ type: 'laser', text: 'x' }));
    expect(chat).not.toHaveProperty('nativeOnly');
    expect(chat.system).toEqual([{ type: 'text', text: 'x' }]);
    expect(chat.turns[0]?.parts).toEqual([{ type: 'text', text: 'x' }]);
  });

  test('messages of other agents are turns of the user, unless OpenAI encrypted them', () => {
    const message = (encrypted_content: string) => ({
      type: 'agent_message',
      author: '/root',
      recipient: '/root/list',
      content: [
        { type: 'input_text', text: 'NEW_TASK' },
        { type: 'encrypted_content', encrypted_content },
      ],
    });
    // What a model of another provider wrote: Codex takes the argument of its tool for a ciphertext.
    expect(responses([message('List the files.')]).turns).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'NEW_TASK' },
          { type: 'text', text: 'List the files.' },
        ],
      },
    ]);
    expect(responses([message('gAAAAABpM0Yj-abc_DEF=')]).nativeOnly).toEqual([
      'input[0].content[1].type encrypted_content',
    ]);
  });

  test.each([
    [{ type: 'mcp', server_label: 'e', connector_id: 'connector_gmail' }, 'tools[0].type mcp'],
    [{ type: 'file_search', vector_store_ids: ['vs_1'] }, 'tools[0].type file_search'],
    [{ type: 'code_interpreter', container: 'cntr_1' }, 'tools[0].type code_interpreter'],
    [
      { type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-1'] } },
      'tools[0].type code_interpreter',
    ],
  ])(
    'the tool %j is refused by name, because an answer without it would look as if it had been used',
    (tool, place) => {
      expect(responses([user('q')], { tools: [tool] }).nativeOnly).toEqual([place]);
    },
  );

  test.each(['conversation', 'prompt', 'moderation'])('%s is refused by name', (name) => {
    expect(responses([user('q')], { [name]: { id: 'x' } }).nativeOnly).toEqual([name]);
  });

  test("a local shell's call and result belong together", () => {
    const call = {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'c',
      action: { type: 'exec', command: ['ls'] },
    };
    const output = { type: 'local_shell_call_output', call_id: 'c', output: 'a.txt' };
    expect(responses([user('q'), call, output]).turns.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'c', name: 'local_shell', arguments: '{"type":"exec","command":["ls"]}' },
        ],
      },
      { role: 'user', parts: [{ type: 'tool-result', id: 'c', parts: [{ type: 'text', text: 'a.txt' }] }] },
    ]);
  });
});
