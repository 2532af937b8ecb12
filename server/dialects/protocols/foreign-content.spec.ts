import { readFileSync } from 'node:fs';
import type { CanonicalChat } from '../canonical/chat.js';
import { BLOCKS } from './anthropic-messages/block-table.js';
import { PARTS } from './gemini/part-table.js';
import { ITEMS } from './openai-responses/item-table.js';
import { protocols } from './registry.js';
import type { ProtocolName } from './protocol.js';
import type { Target } from '../providers/provider.js';
import { providerFor } from '../providers/registry.js';
import { openai } from '../providers/openai/index.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';

const OPENAI = 1;
const ANTHROPIC = 14;
const GEMINI = 24;

function parse(protocol: ProtocolName, fields: object): CanonicalChat {
  const body = Buffer.from(JSON.stringify({ model: 'm', ...fields }));
  return protocols[protocol].parse(body, '/v1beta/models/m:generateContent');
}

const messages = (list: object[], fields: object = {}) =>
  parse('anthropic-messages', { max_tokens: 9, messages: list, ...fields });
const responses = (input: object[], fields: object = {}) => parse('openai-responses', { input, ...fields });
const gemini = (parts: object[], fields: object = {}) =>
  parse('gemini', { contents: [{ role: 'user', parts }], ...fields });

/** The body that a channel of this type receives. */
function sent(chat: CanonicalChat, type: number, given: Partial<Target> = {}): Record<string, unknown> {
  return bodyOf(providerFor(type)!.chat!.request(chat, targetOf({ type, ...given }))) as Record<
    string,
    unknown
  >;
}

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const system = (content: unknown) => ({ role: 'system', content });
const use = { type: 'tool_use', id: 't', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 't', content: 'r' };

describe('instructions in the middle of a conversation of Messages', () => {
  const conversation = [user('q'), assistant('a'), user('go'), system([{ type: 'text', text: 'Be brief.' }])];

  test('stay in their place as a system message of a chat', () => {
    expect(sent(messages(conversation), OPENAI)).toMatchObject({
      messages: [user('q'), assistant('a'), user('go'), system('Be brief.')],
    });
  });

  test("are a developer's where the model wants that", () => {
    expect(sent(messages(conversation), OPENAI, { model: 'gpt-5' })).toMatchObject({
      messages: [user('q'), assistant('a'), user('go'), { role: 'developer', content: 'Be brief.' }],
    });
  });

  test('stay in their place as an item of Responses', () => {
    const chat = messages(conversation);
    expect(bodyOf(openai.viaResponses!.request(chat, targetOf({ model: 'gpt-5' })))).toMatchObject({
      input: [{}, {}, {}, { role: 'developer', content: 'Be brief.' }],
    });
  });

  test.each([
    [GEMINI, (body: Record<string, unknown>) => (body.contents as { parts: object[] }[]).at(-1)?.parts],
    [
      ANTHROPIC,
      (body: Record<string, unknown>) => (body.messages as { content: object[] }[]).at(-1)?.content,
    ],
  ])('are marked text of the user for channels of type %i', (type, lastParts) => {
    expect(lastParts(sent(messages(conversation), type))).toMatchObject([
      { text: 'go' },
      { text: '<system-instruction>\nBe brief.\n</system-instruction>' },
    ]);
  });

  test('never stand between a tool call and its result', () => {
    const chat = messages([user('q'), assistant([use]), system('Be brief.'), user([result])]);
    expect(sent(chat, OPENAI)).toMatchObject({
      messages: [user('q'), { role: 'assistant' }, { role: 'tool' }, system('Be brief.')],
    });
  });

  test('join the instructions of the request where they stand before all turns', () => {
    const chat = messages([system('B'), user('q')], { system: 'A' });
    expect(chat).toMatchObject({ system: [{ text: 'A' }, { text: 'B' }], turns: [{ role: 'user' }] });
  });

  test('are gone after their turn where they say so, and may hold only settings', () => {
    const cleared = { ...system('Once.'), clear_at: 'next_user_message' };
    const settings = { role: 'system', output_config: { effort: 'low' } };
    const roles = (list: object[]) => messages(list).turns.map(({ role }) => role);
    expect(roles([user('q'), cleared])).toEqual(['user', 'system']);
    expect(roles([user('q'), cleared, assistant('a'), user('q')])).toEqual(['user', 'assistant', 'user']);
    expect(roles([user('q'), settings])).toEqual(['user']);
  });
});

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

  test.each(Object.entries(BLOCKS))('a block of type %s is %s', (type, fate) => {
    const { turns } = messages([user('q'), assistant([{ type, ...members[type] }]), user('go')]);
    const parts = turns.flatMap((turn) => turn.parts);
    const leftOut = { type: 'text', text: `[content left out: ${type}]` };
    if (fate === 'left-out') expect(parts).toContainEqual(leftOut);
    else expect(parts).not.toContainEqual(leftOut);
    if (fate === 'translated' || fate === 'text')
      expect(turns.map(({ role }) => role)).toContain('assistant');
  });

  test('an unknown type is dropped beside others, and replaced by a note if it is alone', () => {
    const unknown = { type: 'hologram', data: {} };
    expect(messages([user([unknown, { type: 'text', text: 'q' }])]).turns).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
    ]);
    expect(messages([user([{ ...result, content: [unknown] }])]).turns[0]?.parts).toMatchObject([
      { type: 'tool-result', parts: [{ text: '[content left out: hologram]' }] },
    ]);
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

describe("a provider's own tools that a request merely offers are left out", () => {
  const web = { type: 'web_search_20250305', name: 'web_search' };
  const own = { name: 'f', input_schema: { type: 'object' } };

  test('of Messages, unless the choice demands one', () => {
    expect(messages([user('q')], { tools: [web, own] })).not.toHaveProperty('nativeOnly');
    expect(messages([user('q')], { tools: [web, own], tool_choice: { type: 'any' } })).toMatchObject({
      tools: [{ name: 'f' }],
      toolChoice: { type: 'required' },
    });
    for (const tool_choice of [{ type: 'any' }, { type: 'tool', name: 'web_search' }]) {
      expect(messages([user('q')], { tools: [web], tool_choice }).nativeOnly).toHaveLength(1);
    }
  });

  test('of Responses, unless the choice demands one', () => {
    const tools = [{ type: 'web_search' }, { type: 'tool_search' }, { type: 'image_generation' }];
    expect(responses([], { tools })).toMatchObject({ tools: [] });
    expect(responses([], { tools })).not.toHaveProperty('nativeOnly');
    const allowed = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'web_search' }] };
    for (const tool_choice of ['required', { type: 'web_search' }, allowed])
      expect(responses([], { tools, tool_choice }).nativeOnly).toHaveLength(1);
  });

  test('of Gemini, unless the choice demands one', () => {
    const tools = [{ googleSearch: {} }, { codeExecution: {} }];
    const toolConfig = { functionCallingConfig: { mode: 'ANY' } };
    expect(gemini([{ text: 'q' }], { tools })).not.toHaveProperty('nativeOnly');
    expect(gemini([{ text: 'q' }], { tools, toolConfig }).nativeOnly).toEqual([
      'tools[0].googleSearch',
      'tools[1].codeExecution',
    ]);
  });
});

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
  };

  test.each(Object.entries(ITEMS))('an item of type %s: %s', (type, fate) => {
    const chat = responses([user('q'), { type, id: 'x', ...members[type] }]);
    const kinds = chat.turns.slice(1).flatMap(({ parts }) => parts.map((part) => part.type));
    if (fate === 'call') expect(kinds).toEqual(['tool-call']);
    if (fate === 'result') expect(kinds).toEqual(['tool-result']);
    if (fate === 'marker') expect(kinds).toEqual(['text']);
    if (fate === 'left-out') expect(kinds).toEqual([]);
    if (fate === 'tools') expect(chat.tools.map(({ name }) => name)).toEqual(['g']);
    if (fate === 'translated') expect(kinds).toHaveLength(1);
    expect(chat.nativeOnly).toEqual(fate === 'stored' ? [`input[1].type ${type}`] : undefined);
  });

  test('an unknown type is dropped', () => {
    expect(responses([user('q'), { type: 'hologram_call' }]).turns).toHaveLength(1);
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

describe('parts of Gemini that only Google understands', () => {
  const members: Readonly<Record<string, unknown>> = {
    text: 'x',
    inlineData: { mimeType: 'image/png', data: 'AA' },
    fileData: { mimeType: 'image/png', fileUri: 'https://e.test/a.png' },
    functionCall: { name: 'f', args: {} },
    functionResponse: { name: 'f', response: {} },
    thoughtSignature: 's',
    executableCode: { language: 'PYTHON', code: '1' },
    codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' },
  };

  test.each(Object.entries(PARTS))('a part with %s: %s', (name, fate) => {
    const { turns } = gemini([{ [name]: members[name] ?? {} }]);
    const marker = { type: 'text', text: `[content left out: ${name}]` };
    if (fate === 'left-out') expect(turns[0]?.parts).toEqual([marker]);
    else expect(turns[0]?.parts).not.toContainEqual(marker);
    if (fate === 'text') expect(turns[0]?.parts).toMatchObject([{ type: 'text' }]);
  });

  test('an unknown kind is dropped beside others', () => {
    const chat = gemini([{ hologram: {} }, { text: 'q' }]);
    expect(chat.turns).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'q' }] }]);
    expect(chat).not.toHaveProperty('nativeOnly');
  });
});

test('the tables are documented as they are', () => {
  const page = readFileSync('server/dialects/protocols/README.md', 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` +\| ([\w-]+) +\|$/gm)].map(([, type, fate]) => [
    type,
    fate,
  ]);
  expect(documented).toEqual([BLOCKS, ITEMS, PARTS].flatMap((table) => Object.entries(table)));
});
