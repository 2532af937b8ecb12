import type { CanonicalChat } from '../canonical/chat.js';
import type { ProtocolName } from './protocol.js';
import { protocols } from './registry.js';

function parse(protocol: ProtocolName, fields: object): CanonicalChat {
  const body = Buffer.from(JSON.stringify({ model: 'm', ...fields }));
  return protocols[protocol].parse(body, '/v1beta/models/m:generateContent');
}

const messages = (list: object[], fields: object = {}) =>
  parse('anthropic-messages', { max_tokens: 9, messages: list, ...fields });
const responses = (input: object[], fields: object = {}) => parse('openai-responses', { input, ...fields });
const gemini = (parts: object[], fields: object = {}) =>
  parse('gemini', { contents: [{ role: 'user', parts }], ...fields });

const user = (content: unknown) => ({ role: 'user', content });

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

  test('of Chat Completions, unless the choice demands one', () => {
    const tools = [{ type: 'web_search' }];
    const chat = (fields: object) => parse('openai-chat', { messages: [user('q')], tools, ...fields });
    expect(chat({})).toMatchObject({ tools: [] });
    expect(chat({})).not.toHaveProperty('nativeOnly');
    const allowed_tools = { mode: 'required', tools: [{ type: 'web_search' }] };
    for (const tool_choice of ['required', { type: 'web_search' }, { type: 'allowed_tools', allowed_tools }])
      expect(chat({ tool_choice }).nativeOnly).toHaveLength(1);
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
