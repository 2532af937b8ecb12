import { cacheHints } from './cache-hints.js';
import { JSON_TOOL } from './json-output.js';
import { rulesOf } from './models.js';
import { anthropic } from './index.js';
import { protocols } from '../../protocols/registry.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

const LEAST = 1024;
const cache_control = { type: 'ephemeral' };
/** About 2,000 tokens. */
const long = 'All work and no play. '.repeat(350);
const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const user = (...content: object[]) => ({ role: 'user', content });
const assistant = (...content: object[]) => ({ role: 'assistant', content });
const tool = (name: string, more: object = {}) => ({ name, input_schema: { type: 'object' }, ...more });
const call = { type: 'tool_use', id: 't1', name: 'f', input: {} };
const result = (more: object = {}) => ({ type: 'tool_result', tool_use_id: 't1', content: 'r', ...more });

test('the last tool, the system prompt and the last two user turns are marked', () => {
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' };
  const body = {
    system: long,
    tools: [tool('f'), tool('g')],
    messages: [
      user(text('first')),
      assistant(text('a')),
      user(text('second'), { type: 'image', source: { type: 'url', url: 'https://pictures.example/a.png' } }),
      assistant(thought, call),
      user(result(), text('third')),
    ],
  };
  const before = structuredClone(body);
  expect(cacheHints(body, LEAST)).toEqual({
    system: [text(long, { cache_control })],
    tools: [tool('f'), tool('g', { cache_control })],
    messages: [
      body.messages[0],
      body.messages[1],
      user(text('second'), { ...(body.messages[2]!.content[1] as object), cache_control }),
      body.messages[3],
      user(result(), text('third', { cache_control })),
    ],
  });
  expect(body).toEqual(before);
});

test.each([
  ['a result of a tool ends the turn', user(result()), user(result({ cache_control }))],
  [
    'a document ends the turn',
    user({ type: 'document', source: {} }),
    user({ type: 'document', source: {}, cache_control }),
  ],
  [
    'thoughts are never marked',
    user({ type: 'thinking', thinking: 'x' }),
    user({ type: 'thinking', thinking: 'x' }),
  ],
  ['a turn without blocks stays as it is', user(), user()],
])('%s', (_, last, expected) => {
  const hinted = cacheHints({ system: long, tools: [tool('f')], messages: [last] }, LEAST);
  expect(hinted.messages).toEqual([expected]);
});

test('without tools, an earlier answer is the sign that the prefix comes again', () => {
  const messages = [user(text(long)), assistant(text('a')), user(text('q'))];
  expect(cacheHints({ messages }, LEAST)).toEqual({
    messages: [user(text(long, { cache_control })), assistant(text('a')), user(text('q', { cache_control }))],
  });
});

test.each<[string, object, number | undefined]>([
  ['a single question without tools', { system: long, messages: [user(text('q'))] }, LEAST],
  [
    'the tool of the gateway that answers in JSON',
    { system: long, tools: [tool(JSON_TOOL)], messages: [user(text('q'))] },
    LEAST,
  ],
  ['a prefix that is too short', { tools: [tool('f')], messages: [user(text('q'))] }, LEAST],
  ['a prefix too short for this model', { system: long, tools: [tool('f')], messages: [] }, 4096],
  [
    'a model of which nothing is known',
    { system: long, tools: [tool('f')], messages: [user(text('q'))] },
    undefined,
  ],
  [
    "the client's own hint on a tool",
    { system: long, tools: [tool('f', { cache_control }), tool('g')], messages: [user(text('q'))] },
    LEAST,
  ],
  [
    "the client's own hint on the system prompt",
    { system: [text(long, { cache_control })], tools: [tool('f')], messages: [user(text('q'))] },
    LEAST,
  ],
  [
    "the client's own hint on a block",
    { system: long, tools: [tool('f')], messages: [user(text('q', { cache_control })), user(text('q'))] },
    LEAST,
  ],
  [
    "the client's own hint within a result",
    {
      system: long,
      tools: [tool('f')],
      messages: [user({ type: 'tool_result', content: [text('r', { cache_control })] })],
    },
    LEAST,
  ],
])('no hints: %s', (_, body, least) => {
  expect(cacheHints(body as Record<string, unknown>, least)).toEqual({});
});

test.each([
  ['text of the user', { messages: [user(text(long))] }],
  ['results of tools', { messages: [user(result({ content: [text(long)] }))] }],
  ['arguments of calls', { messages: [assistant({ ...call, input: { long } })] }],
  ['definitions of tools', { tools: [tool('f', { description: long })], messages: [user(text('q'))] }],
  ['pictures', { messages: [user({ type: 'image', source: {} }, { type: 'image', source: {} })] }],
])('%s count to the length of the prefix', (_, members) => {
  const body = { tools: [tool('f')], ...members };
  expect(cacheHints(body, LEAST)).not.toEqual({});
  expect(cacheHints(body, 100_000)).toEqual({});
});

test.each([
  ['claude-3-haiku-20240307', 2048],
  ['claude-3-5-haiku-20241022', 2048],
  ['claude-haiku-4-5', 4096],
  ['claude-3-7-sonnet-20250219', 1024],
  ['claude-sonnet-4-5-20250929', 1024],
  ['claude-sonnet-4-6', 1024],
  ['claude-opus-4-1-20250805', 1024],
  ['claude-opus-4-5', 4096],
  ['claude-opus-4-6-high', 4096],
  ['claude-opus-4-7', 2048],
  ['claude-opus-4-8', 1024],
  ['claude-opus-5', 1024],
  ['claude-fable-5', 1024],
  ['claude-2.1', undefined],
  ['glm-4.6', undefined],
])('%s caches prefixes from %s tokens on', (model, tokens) => {
  expect(rulesOf(model, true).leastCached).toBe(tokens);
});

describe('a request by Chat Completions', () => {
  const chat = {
    model: 'm',
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
    messages: [
      { role: 'system', content: long },
      { role: 'user', content: 'q' },
    ],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
  };
  const sent = (overrides: object = {}, more: object = {}) => {
    const parsed = protocols['openai-chat'].parse(Buffer.from(JSON.stringify({ ...chat, ...more })), '');
    const target = targetOf({ type: 14, model: 'claude-sonnet-4-5', ...overrides });
    return bodyOf(anthropic.chat!.request(parsed, target)) as Record<string, unknown>;
  };

  test('gets hints where the channel adds them, and its cache key goes no further', () => {
    const body = sent({ addsCacheHints: true });
    expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(3);
    expect(body.system).toEqual([text(long, { cache_control })]);
    expect(Object.keys(body).filter((name) => name.startsWith('prompt_cache'))).toEqual([]);
    expect(JSON.stringify(sent())).not.toContain('cache_control');
  });

  test('keeps exactly its own hints', () => {
    const messages = [{ role: 'user', content: [text(long, { cache_control })] }, ...chat.messages.slice(1)];
    const body = sent({ addsCacheHints: true }, { messages });
    expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(1);
    expect(body.messages).toEqual([user(text(long, { cache_control }), text('q'))]);
  });

  test('gets none where the channel replaces what would be marked', () => {
    const override = { cache_control };
    const body = sent({ addsCacheHints: true, override });
    expect(body).toMatchObject({ system: long, cache_control });
    expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(1);
  });
});
