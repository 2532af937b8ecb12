import { at, native, providerOf, translated } from '../../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../../test/dialects/recorded.js';
import { definitions } from '../../../providers/registry.js';

const user = { role: 'user', content: 'q' };
const assistant = { role: 'assistant', content: 'a' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'abcdefghi', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const result = { role: 'tool', tool_call_id: 'abcdefghi', content: 'r' };
const between = { role: 'assistant', content: 'I have the results.' };

/** The messages that are sent for a client's own, which pass. */
const sent = (type: number, model: string, messages: object[]) =>
  (bodyOf(native(type, { model, messages }, { model })) as { messages: object[] }).messages;

describe('the role developer', () => {
  const KNOW_IT = ['openai', 'azure', 'groq', 'github-models'];
  const types = definitions
    // Vertex needs a key of another form.
    .filter(({ id, api }) => id !== 'vertex' && api?.native['openai-chat'])
    .map(({ type, id }) => [id, type] as const);

  test.each(types)('%s', (id, type) => {
    const messages = [{ role: 'developer', content: 'be brief' }, user];
    const [first] = sent(type, 'm', messages) as [{ role: string; content: string }];
    expect(first).toEqual({ role: KNOW_IT.includes(id) ? 'developer' : 'system', content: 'be brief' });
  });

  test('is renamed in place: all other bytes stay', () => {
    const json =
      '{ "model":"m", "messages":[ {"content":"\\"developer\\" \\u00e9 12345678901234567890", "role" : "developer"},{"role":"user","content":[{"type":"text","text":"developer"}]} ] , "x":1.0}';
    const change = { model: 'm', stream: false, includeUsage: false, passThrough: false };
    const { body } = providerOf(43).native['openai-chat']!.request(Buffer.from(json), change, at(43));
    expect(body!.toString()).toBe(json.replace('"role" : "developer"', '"role" : "system"'));
  });

  test('of models of others behind type OpenAI', () => {
    expect(sent(1, 'deepseek-chat', [{ role: 'developer', content: 's' }, user])[0]).toMatchObject({
      role: 'system',
    });
    expect(sent(1, 'o3', [{ role: 'system', content: 's' }, user])[0]).toMatchObject({ role: 'developer' });
  });
});

test('members that Groq and Cerebras reject are removed from messages alone, in place', () => {
  const messages =
    '[{"role":"user","name":"ann","content":"\\"name\\""},{"reasoning_content":"t","role":"developer",' +
    '"content":null,"function_call":{"name":"f","arguments":"{}"}}]';
  const sentTo = (type: number) => {
    const change = { model: 'm', stream: false, includeUsage: false, passThrough: false };
    const body = Buffer.from(`{"model":"m","messages":${messages}}`);
    return providerOf(type).native['openai-chat']!.request(body, change, at(type)).body!.toString();
  };
  const call = '"content":null,"function_call":{"name":"f","arguments":"{}"}}]}';
  expect(sentTo(1000)).toBe(
    `{"model":"m","messages":[{"role":"user","content":"\\"name\\""},{"role":"developer",${call}`,
  );
  expect(sentTo(1003)).toBe(
    `{"model":"m","messages":[{"role":"user","name":"ann","content":"\\"name\\""},{"role":"system",${call}`,
  );
});

test('a rejected member that is an object with a role is removed once', () => {
  const inner = { role: 'developer', reasoning_content: 't', name: 'n' };
  const messages = [user, { role: 'assistant', reasoning_content: inner, name: inner, content: 'a' }];
  expect(sent(1000, 'm', messages)).toEqual([user, assistant]);
});

test.each([43, 17, 1, 42])('a body that needs no change stays the same bytes (type %d)', (type) => {
  const body = Buffer.from(
    JSON.stringify({ model: 'qwen-max', messages: [{ role: 'system', content: 's' }, user] }),
  );
  const change = { model: 'qwen-max', stream: false, includeUsage: false, passThrough: false };
  const call = providerOf(type).native['openai-chat']!.request(body, change, at(type, { model: 'qwen-max' }));
  expect(call.body!.toString()).toBe(body.toString());
});

describe('instructions that the provider accepts only first', () => {
  const instruction = { role: 'system', content: 'be brief' };
  const marked = { role: 'user', content: '<system-instruction>\nbe brief\n</system-instruction>' };

  test.each<[number, string]>([
    [17, 'qwen-max'],
    [1, 'qwen3.5-27b'],
    [6, 'qwen3.5-27b'],
    [40, 'Qwen/Qwen3.5-27B'],
    [1021, 'qwen3.5'],
    [42, 'mistral-large-latest'],
    [27, 'sonar'],
  ])('become messages of the user: type %d, %s', (type, model) => {
    const messages = sent(type, model, [user, assistant, instruction, assistant]);
    expect(messages.slice(2)).toEqual([marked, assistant]);
  });

  test('several at the beginning become one', () => {
    const parts = { role: 'developer', content: [{ type: 'text', text: 'two' }] };
    expect(sent(17, 'qwen-max', [instruction, { role: 'system', content: 'one' }, user])).toEqual([
      { role: 'system', content: 'be brief\none' },
      user,
    ]);
    expect(sent(17, 'qwen-max', [instruction, parts, user])).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'be brief' },
          { type: 'text', text: 'two' },
        ],
      },
      user,
    ]);
  });

  test('parts keep their other members', () => {
    const message = { role: 'system', content: [{ type: 'text', text: 'be brief', cache_control: {} }] };
    expect(sent(17, 'qwen-max', [user, message])[1]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: marked.content, cache_control: {} }],
    });
  });

  test('stay where nothing is documented, because the client may know that the model accepts them', () => {
    const messages = [user, assistant, instruction, user];
    expect(sent(43, 'deepseek-chat', messages)).toEqual(messages);
    expect(sent(1, 'gpt-4o', messages)).toEqual(messages);
  });
});

test.each<[number, string]>([
  [42, 'mistral-large-latest'],
  [20, 'mistralai/devstral-medium'],
  [1021, 'Mistral-Small-4-119B'],
])('an assistant stands between results and the user for Mistral: type %d, %s', (type, model) => {
  expect(sent(type, model, [user, call, result, user])).toEqual([user, call, result, between, user]);
  expect(sent(type, model, [user, call, result, assistant])).toEqual([user, call, result, assistant]);
});

test.each([1019, 6])(
  'Hunyuan: the user begins, users and assistants alternate, results count as the user (type %d)',
  (type) => {
    const model = 'hunyuan-turbos-latest';
    expect(sent(type, model, [assistant, user, user, call, result, result, user])).toEqual([
      { role: 'user', content: '...' },
      assistant,
      { role: 'user', content: 'q\nq' },
      call,
      result,
      result,
      between,
      user,
    ]);
    const body = Buffer.from(JSON.stringify({ model, messages: [user, call, result, assistant, user] }));
    const change = { model, stream: false, includeUsage: false, passThrough: false };
    const { body: same } = providerOf(type).native['openai-chat']!.request(body, change, at(type, { model }));
    expect(same!.toString()).toBe(body.toString());
  },
);

test('Hunyuan: joined messages of the assistant keep all of their calls', () => {
  const text = { role: 'assistant', content: 'wait' };
  const second = { ...call, tool_calls: [{ ...call.tool_calls[0], id: 'second' }] };
  expect(sent(1019, 'hunyuan-turbos-latest', [user, text, call, second, result])).toEqual([
    user,
    { role: 'assistant', content: 'wait', tool_calls: [...call.tool_calls, ...second.tool_calls] },
    result,
  ]);
});

test('Perplexity has no tools: calls and results are described, and roles alternate', () => {
  expect(sent(27, 'sonar', [user, call, result, user])).toEqual([
    user,
    { role: 'assistant', content: 'Tool call: f({})' },
    { role: 'user', content: 'Tool result of f: r\nq' },
  ]);
});

describe('a forced tool choice', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }];
  const named = { type: 'function', function: { name: 'f' } };
  const thinks = { thinking: { type: 'enabled', budget_tokens: 2000 } };
  const choice = (type: number, model: string, fields: object) => {
    const { tool_choice, thinking } = bodyOf(
      native(type, { model, messages: [user], tools, ...fields }, { model }),
    ) as Record<string, unknown>;
    return { tool_choice, ...(thinking !== undefined && { thinking }) };
  };

  test.each<[number, string, object, object]>([
    [25, 'kimi-k2.5', { reasoning_effort: 'high', tool_choice: named }, { tool_choice: 'auto' }],
    [43, 'deepseek-reasoner', { tool_choice: 'required' }, { tool_choice: 'auto' }],
    [43, 'deepseek-reasoner', { tool_choice: named }, { tool_choice: 'auto' }],
    [43, 'deepseek-reasoner', { tool_choice: 'none' }, { tool_choice: 'none' }],
    [43, 'deepseek-chat', { tool_choice: named }, { tool_choice: named }],
    [43, 'deepseek-v4-flash', { tool_choice: named }, { tool_choice: named, thinking: { type: 'disabled' } }],
    [
      43,
      'deepseek-v4-pro',
      { tool_choice: 'required', thinking: { type: 'enabled' } },
      { tool_choice: 'auto', thinking: { type: 'enabled' } },
    ],
    [43, 'deepseek-v4-pro', { tool_choice: 'required', reasoning_effort: 'high' }, { tool_choice: 'auto' }],
    [25, 'kimi-k2-thinking', { tool_choice: 'required' }, { tool_choice: 'auto' }],
    [
      25,
      'kimi-k2.5',
      { tool_choice: 'required' },
      { tool_choice: 'required', thinking: { type: 'disabled' } },
    ],
    [26, 'glm-4.6', { tool_choice: named }, { tool_choice: 'auto' }],
    [1018, 'glm-4.6', { tool_choice: 'required' }, { tool_choice: 'auto' }],
  ])('type %d, %s: %j', (type, model, fields, expected) => {
    expect(choice(type, model, fields)).toEqual(expected);
  });

  test.each<[number, string, object, object]>([
    [43, 'deepseek-v4-pro', {}, { tool_choice: named, thinking: { type: 'disabled' } }],
    [43, 'deepseek-v4-pro', thinks, { tool_choice: 'auto' }],
    [25, 'kimi-k2.5', {}, { tool_choice: named, thinking: { type: 'disabled' } }],
    [25, 'kimi-k2.5', thinks, { tool_choice: 'auto', thinking: { type: 'enabled' } }],
    [26, 'glm-4.6', {}, { tool_choice: 'auto' }],
  ])('of Messages, type %d, %s: %j', (type, model, fields, expected) => {
    const { tool_choice, thinking } = bodyOf(
      translated(
        type,
        {
          max_tokens: 9000,
          tools: [{ name: 'f', input_schema: { type: 'object' } }],
          tool_choice: { type: 'tool', name: 'f' },
          ...fields,
        },
        { model },
      ),
    ) as Record<string, unknown>;
    expect({ tool_choice, ...(thinking !== undefined && { thinking }) }).toEqual(expected);
  });
});
