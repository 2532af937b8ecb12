import type { CanonicalChat, TurnPart } from '../../canonical/chat.js';
import { isAccepted } from '../../canonical/conversation/accepted-text.js';
import { fitChat } from './fit-chat.js';
import { rulesTable, type ChatRules } from './chat-rules.js';

const source = 'https://example.test';
const rules: ChatRules = {
  toolName: { characters: 'a-zA-Z0-9_-', first: 'a-zA-Z', maxLength: 20, source },
  callId: { maxLength: 40, source },
  userId: { maxLength: 64, source },
  metadata: { maxPairs: 2, maxNameLength: 3, maxValueLength: 4, source },
};
const chat = (fields: Partial<CanonicalChat>): CanonicalChat => ({
  model: 'm',
  system: [],
  turns: [],
  tools: [],
  stream: false,
  includeUsage: false,
  ...fields,
});
const tools = (...names: string[]) => names.map((name) => ({ name }));
const sentNames = (...names: string[]) =>
  fitChat(chat({ tools: tools(...names) }), rules).chat.tools.map(({ name }) => name);

describe('tool names', () => {
  test('accepted names stay, and nothing is renamed', () => {
    const fit = fitChat(chat({ tools: tools('read', 'fs-write_2') }), rules);
    expect(fit.chat.tools).toEqual(tools('read', 'fs-write_2'));
    expect(fit.toolNames).toBeUndefined();
  });

  test('other characters are replaced, a first digit gets a prefix, long names are cut with a hash', () => {
    expect(sentNames('fs.read', '3d_render', 'a'.repeat(21), '天气')).toEqual([
      'fs_read',
      't_3d_render',
      expect.stringMatching(/^a{11}_[0-9a-f]{8}$/),
      expect.stringMatching(/^t____[0-9a-f]{8}$/),
    ]);
  });

  test('names that would become the same one stay different, whatever their order', () => {
    const [dot, space] = sentNames('a.b', 'a b');
    expect(sentNames('a b', 'a.b')).toEqual([space, dot]);
    expect(dot).not.toBe(space);
    expect(sentNames('a.b', 'a_b')).toEqual([expect.stringMatching(/^a_b_[0-9a-f]{8}$/), 'a_b']);
  });

  test('choice, calls and results in the history use the same name, and the client gets its own back', () => {
    const call: TurnPart = { type: 'tool-call', id: 'c', name: 'a.b', arguments: '{}' };
    const result: TurnPart = { type: 'tool-result', id: 'c', name: 'a.b', parts: [] };
    const { chat: fit, toolNames } = fitChat(
      chat({
        tools: tools('a.b'),
        toolChoice: { type: 'tool', name: 'a.b' },
        turns: [
          { role: 'assistant', parts: [call] },
          { role: 'user', parts: [result] },
        ],
      }),
      rules,
    );
    expect(fit.toolChoice).toEqual({ type: 'tool', name: 'a_b' });
    expect(fit.turns.map(({ parts }) => parts)).toEqual([
      [{ ...call, name: 'a_b' }],
      [{ ...result, name: 'a_b' }],
    ]);
    expect([...(toolNames ?? [])]).toEqual([['a_b', 'a.b']]);
  });
});

test('ids of users and calls that are too long become stable hashes', () => {
  const turns = (id: string): CanonicalChat['turns'] => [
    { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'f', arguments: '' }] },
    { role: 'user', parts: [{ type: 'tool-result', id, parts: [] }] },
  ];
  const fit = (user: string) => fitChat(chat({ user, turns: turns(user) }), rules).chat;
  expect(fit('u-1').user).toBe('u-1');
  const long = 'user_'.repeat(40);
  expect(fit(long).user).toMatch(/^[0-9a-f]{64}$/);
  expect(fit(long).user).toBe(fit(long).user);
  const [call, result] = fit(long).turns.map(({ parts }) => (parts[0] as { id: string }).id);
  expect(call).toMatch(/^[0-9a-f]{40}$/);
  expect(result).toBe(call);
});

test('metadata is cut to its limits', () => {
  const { metadata } = fitChat(chat({ metadata: { abcd: '12345', b: '', c: '' } }), rules).chat;
  expect(metadata).toEqual({ abc: '1234', b: '' });
});

test('instructions become user turns unless they are accepted anywhere', () => {
  const turns: CanonicalChat['turns'] = [
    { role: 'user', parts: [{ type: 'text', text: 'q' }] },
    { role: 'system', parts: [{ type: 'text', text: 'be brief' }] },
  ];
  const roles = (place: 'anywhere' | 'first' | undefined) =>
    fitChat(chat({ turns }), place ? { instructions: { place, source } } : {}).chat.turns.map(
      ({ role }) => role,
    );
  expect(roles('anywhere')).toEqual(['user', 'system']);
  expect(roles('first')).toEqual(['user', 'user']);
  expect(roles(undefined)).toEqual(['user', 'user']);
});

test('rules differ by model, and models with the same rules share them', () => {
  const of = rulesTable(rules, { models: /^big/, rules: { userId: { maxLength: 128, source } } });
  expect(of('small')).toBe(rules);
  expect(of('big-1')).toEqual({ ...rules, userId: { maxLength: 128, source } });
  expect(of('big-2')).toBe(of('big-1'));
});

test('isAccepted checks length, characters and the first character', () => {
  const rule = { characters: 'a-z0-9', first: 'a-z', minLength: 2, maxLength: 3, source };
  expect(['a1', 'abc', '1a', 'a', 'abcd', 'a-'].map((name) => isAccepted(rule, name))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
