import { at, native, providerOf } from '../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../test/dialects/recorded.js';
import type { CanonicalEvent } from '../canonical/events.js';

/** Searches that providers run and bill, and that only the response shows. */
const ZHIPU = 26;
const MOONSHOT = 25;
const GROQ = 1000;
const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** Billed calls of a stream of these chunks, each the members of its delta with members of the chunk. */
function streamed(type: number, ...chunks: (readonly [delta: object, members?: object])[]) {
  const read = providerOf(type).chat!.stream();
  const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: counts };
  const frames = [
    ...chunks.map(([delta, members]) => ({ choices: [{ index: 0, delta }], ...members })),
    last,
    '[DONE]',
  ].map((data) => ({ name: '', data: typeof data === 'string' ? data : JSON.stringify(data) }));
  const events: CanonicalEvent[] = frames.flatMap(read);
  return events.flatMap((event) => (event.type === 'usage' ? [event.usage.more?.tools] : [])).at(-1);
}

describe('Zhipu', () => {
  const tool = (options: object) => ({ type: 'web_search', web_search: { enable: true, ...options } });

  test('shows its results, without which a search cannot be seen', () => {
    const tools = [tool({ search_engine: 'search_pro', search_result: false }), { type: 'function' }];
    expect(bodyOf(native(ZHIPU, { tools }))).toMatchObject({
      tools: [tool({ search_engine: 'search_pro', search_result: true }), { type: 'function' }],
    });
  });

  test('gets a function named web_search as the client wrote it', () => {
    const tools = '"tools": [ {"type":"function", "function":{"name":"web_search"}} ]';
    const target = at(ZHIPU, { model: 'm' });
    const change = { model: 'm', stream: false, includeUsage: false, passThrough: false };
    const body = Buffer.from(`{"model":"m","messages":[],${tools}}`);
    const call = providerOf(ZHIPU).native['openai-chat']!.request(body, change, target);
    expect(call.body!.toString()).toContain(tools);
  });

  test('an empty list of results is no search', () => {
    expect(streamed(ZHIPU, [{ content: 'a' }, { web_search: [] }])).toBeUndefined();
  });

  test('results that two chunks repeat are one search', () => {
    const results = { web_search: [{ title: 'W' }] };
    expect(streamed(ZHIPU, [{ content: 'a' }, results], [{ content: 'b' }, results])).toEqual({
      zhipu_search: 1,
    });
  });
});

test('Moonshot: a call that arrives in pieces is one, two calls are two', () => {
  const call = (index: number, name?: string) => ({
    tool_calls: [{ index, ...(name && { id: `c_${index}`, function: { name, arguments: '' } }) }],
  });
  expect(
    streamed(
      MOONSHOT,
      [call(0, '$web_search')],
      [call(0)],
      [call(1, '$web_search')],
      [call(1)],
      [call(2, 'weather')],
    ),
  ).toEqual({ moonshot_search: 2 });
});

describe('Groq', () => {
  const ran = (index: number, type: string) => ({ executed_tools: [{ index, type }] });

  test('a tool that is shown when it starts and when it ends ran once', () => {
    expect(streamed(GROQ, [ran(0, 'search')], [ran(0, 'search')], [ran(1, 'visit')])).toEqual({
      groq_search: 1,
      groq_visit: 1,
    });
  });

  test('tools that are billed by time, and new ones, have names without a price', () => {
    expect(streamed(GROQ, [ran(0, 'python')], [ran(1, 'browser_automation')], [ran(2, 'wolfram')])).toEqual({
      groq_code: 1,
      groq_browser: 1,
      groq_tool: 1,
    });
  });
});

test('a provider that counts no tokens still reports its tools', () => {
  const read = providerOf(MOONSHOT).chat!.stream();
  const call = { index: 0, id: 'c', function: { name: '$web_search', arguments: '{}' } };
  const chunk = { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] };
  const events = read({ name: '', data: JSON.stringify(chunk) });
  expect(events).toContainEqual({ type: 'usage', usage: { more: { tools: { moonshot_search: 1 } } } });
});
