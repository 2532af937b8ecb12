import { bodyOf } from '../../../../../test/dialects/recorded.js';
import { at, native, providerOf, translated } from '../../../../../test/dialects/provider-calls.js';

/** Reasoning of earlier turns, as each provider takes it. */
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const result = { role: 'tool', tool_call_id: 'c', content: 'r' };
const withReasoning = { role: 'assistant', content: '', reasoning_content: 'x', tool_calls: [call] };
const unknown = { role: 'assistant', content: '', tool_calls: [call] };
const text = { role: 'assistant', content: 'a' };
const user = { role: 'user', content: 'q' };
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];

const messagesOf = (sent: Parameters<typeof bodyOf>[0]) =>
  (bodyOf(sent) as { messages: Record<string, unknown>[] }).messages;
const passed = (type: number, model: string, body: object) => messagesOf(native(type, body, { model }));

describe('messages without reasoning, of another model or from before a fallback', () => {
  test.each([
    [43, 'deepseek-reasoner', {}, true],
    [43, 'deepseek-chat', {}, false],
    [43, 'deepseek-chat', { thinking: { type: 'enabled' } }, true],
    [25, 'kimi-k2-thinking', {}, true],
    [25, 'kimi-k2.6', {}, true],
    [25, 'kimi-k2.6', { thinking: { type: 'disabled' } }, false],
    [25, 'moonshot-v1-8k', {}, false],
    [40, 'moonshotai/Kimi-K2.5', {}, true],
    [40, 'moonshotai/Kimi-K2.5', { enable_thinking: false }, false],
    [40, 'moonshotai/Kimi-K2-Instruct-0905', {}, false],
    [1, 'kimi-k2.6', {}, true],
  ])('type %d, %s %j: those with calls get a blank one: %p', (type, model, members, isFilled) => {
    const filled = isFilled ? { ...unknown, reasoning_content: ' ' } : unknown;
    expect(passed(type, model, { messages: [withReasoning, unknown, text], ...members })).toEqual([
      withReasoning,
      filled,
      text,
    ]);
  });

  test.each([
    [43, 'deepseek-v4-pro'],
    [1, 'deepseek-v4-flash'],
    [6, 'deepseek/deepseek-v4-pro'],
    [8, 'deepseek-v4.1-flash'],
    [17, 'deepseek-v4-pro'],
    [40, 'deepseek-ai/DeepSeek-V4-Pro'],
    [45, 'deepseek-v4-flash-ga-260731'],
    [46, 'deepseek-v4-pro'],
  ])('type %d, %s: all of them do where tools are used', (type, model) => {
    const [filledCall, filledText] = [unknown, text].map((one) => ({ ...one, reasoning_content: ' ' }));
    expect(passed(type, model, { messages: [user, unknown, result, text, user] })).toEqual([
      user,
      filledCall,
      result,
      filledText,
      user,
    ]);
    expect(passed(type, model, { messages: [user, text, user], tools })).toEqual([user, filledText, user]);
    expect(passed(type, model, { messages: [user, text, user] })).toEqual([user, text, user]);
  });

  test.each([[43], [6]])('type %d: none does while DeepSeek V4 does not think', (type) => {
    const body = { messages: [user, unknown, result], thinking: { type: 'disabled' } };
    expect(passed(type, 'deepseek-v4-pro', body)).toEqual(body.messages);
  });

  test('it is taken from the member of other providers', () => {
    const message = { ...unknown, reasoning: 'Hm.' };
    expect(passed(43, 'deepseek-v4-pro', { messages: [user, message, result] })[1]).toEqual({
      ...message,
      reasoning_content: 'Hm.',
    });
  });

  test.each([
    [43, 'deepseek-reasoner'],
    [43, 'deepseek-v4-pro'],
    [25, 'kimi-k2-thinking'],
    [6, 'deepseek-v4-pro'],
  ])('type %d: a conversation with all of its reasoning stays the same bytes', (type, model) => {
    const body = Buffer.from(
      `{ "model": "${model}", "messages": ${JSON.stringify([withReasoning, result], null, 1)} }`,
    );
    const change = { model, stream: false, includeUsage: false, passThrough: false };
    const sent = providerOf(type).native['openai-chat']!.request(body, change, at(type, { model }));
    expect(sent.body!.toString()).toBe(body.toString());
  });
});

describe('reasoning that a client of the Messages API sends', () => {
  const conversation = {
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    messages: [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'tool_use', id: 'c', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'r' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'So.', signature: 's' },
          { type: 'text', text: 'a' },
        ],
      },
      user,
    ],
  };
  /** What the messages of the assistant carry: the one with a call, and the one without. */
  const carried = (type: number, model: string) =>
    messagesOf(translated(type, conversation, { model }))
      .filter(({ role }) => role === 'assistant')
      .map(({ role: _role, content: _content, tool_calls: _calls, ...rest }) => rest);

  test.each([
    [43, 'deepseek-v4-pro'],
    [25, 'kimi-k2.6'],
    [1, 'deepseek-v4-pro'],
    [6, 'deepseek-v4-pro'],
    [17, 'deepseek-v4-pro'],
    [40, 'deepseek-ai/DeepSeek-V4-Pro'],
    [45, 'deepseek-v4-flash-ga-260731'],
    [46, 'deepseek-v4-pro'],
  ])('type %d, %s: goes back with every message', (type, model) => {
    expect(carried(type, model)).toEqual([{ reasoning_content: 'Hm.' }, { reasoning_content: 'So.' }]);
  });

  test.each([
    [17, 'qwen3.6-plus'],
    [17, 'deepseek-v3.2'],
    [17, 'glm-4.7'],
    [26, 'glm-4.6'],
    [40, 'deepseek-ai/DeepSeek-V3.2'],
    [40, 'zai-org/GLM-4.7'],
    [45, 'doubao-seed-1-8-251228'],
    [45, 'doubao-seed-2-0-pro-260215'],
    [45, 'deepseek-v3-2-251201'],
    [46, 'deepseek-v3.2'],
    [46, 'ernie-5.0-thinking-preview'],
    [1019, 'hy3-preview'],
    [1002, 'accounts/fireworks/models/kimi-k2p6'],
    [1006, 'minimax/minimax-m3'],
  ])('type %d, %s: goes back with calls', (type, model) => {
    expect(carried(type, model)).toEqual([{ reasoning_content: 'Hm.' }, {}]);
  });

  test.each([
    [20, 'deepseek/deepseek-v4-pro'],
    [20, 'z-ai/glm-4.6'],
    [1021, 'deepseek-v4'],
    [1025, 'qwen3'],
  ])('type %d, %s: goes back with calls under the name `reasoning`', (type, model) => {
    expect(carried(type, model)).toEqual([{ reasoning: 'Hm.' }, {}]);
  });

  test.each([
    [1, 'gpt-5'],
    [6, 'qwen3-32b'],
    [17, 'qwen3-coder-plus'],
    [40, 'THUDM/glm-4-9b-chat'],
    [45, 'deepseek-v3-250324'],
    [45, 'Doubao-pro-32k'],
    [1001, 'deepseek-ai/DeepSeek-V4-Pro'],
    [1012, 'DeepSeek-V4-Pro'],
  ])('type %d, %s: stays here where nothing is documented', (type, model) => {
    expect(carried(type, model)).toEqual([{}, {}]);
  });
});

test.each([
  [43, 'deepseek-v4-pro', true],
  [6, 'deepseek-v4-pro', true],
  [20, 'deepseek/deepseek-v4-pro', true],
  [6, 'gpt-5', false],
  [1001, 'deepseek-ai/DeepSeek-V4-Pro', false],
])('type %d, %s: stored reasoning is inserted: %p', (type, model, isInserted) => {
  expect(providerOf(type).chat!.thoughts?.(model)?.issuer).toBe(isInserted ? 'text' : undefined);
});
