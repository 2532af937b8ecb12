import type { CanonicalChat } from '../../canonical/chat.js';
import { openai } from '../../providers/openai.js';
import type { Target } from '../../kit/provider.js';
import { providerFor } from '../../providers/registry.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { parseMessages } from './parse.js';

const OPENAI = 1;
const ANTHROPIC = 14;
const GEMINI = 24;

const messages = (list: object[], fields: object = {}): CanonicalChat =>
  parseMessages(Buffer.from(JSON.stringify({ model: 'm', max_tokens: 9, messages: list, ...fields })));

/** The body that a channel of this type receives. */
function sent(chat: CanonicalChat, type: number, overrides: Partial<Target> = {}): Record<string, unknown> {
  return bodyOf(providerFor(type)!.chat!.request(chat, targetOf({ type, ...overrides }))) as Record<
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
