import { UpstreamError } from '../../canonical/failure.js';
import { anthropic } from './index.js';
import type { NativeChange, Target } from '../../kit/provider.js';
import { targetOf } from '../../../../test/dialects/recorded.js';

const native = anthropic.native['anthropic-messages']!;
const claude = (overrides: Partial<Target> = {}) =>
  targetOf({ type: 14, path: '/v1/messages', ...overrides });

function sent(body: string, change: Partial<NativeChange> = {}, target = claude()): string {
  const whole = { model: 'claude-x', stream: false, includeUsage: true, passThrough: false, ...change };
  return native.request(Buffer.from(body), whole, target).body!.toString();
}

test('the very same bytes when nothing must change', () => {
  const body = Buffer.from(
    '{ "model":"claude-x", "max_tokens":5, "messages":[], "context_management":{"a":1.0} }',
  );
  const change = { model: 'claude-x', stream: true, includeUsage: true, passThrough: false };
  expect(native.request(body, change, claude()).body).toBe(body);
});

test('the name changes, and a missing or zero max_tokens is filled in', () => {
  expect(sent('{"model":"a","max_tokens":5}')).toBe('{"model":"claude-x","max_tokens":5}');
  expect(sent('{"model":"a"}')).toBe('{"model":"claude-x","max_tokens":8192}');
  const settings = {
    ...claude().settings,
    claude: { ...claude().settings.claude, defaultMaxTokens: { default: 1, 'claude-x': 77 } },
  };
  expect(sent('{"model":"a","max_tokens":0}', {}, claude({ settings, model: 'claude-x' }))).toBe(
    '{"model":"claude-x","max_tokens":77}',
  );
});

test("instructions among the messages stay where the model takes them, else they become the user's", () => {
  const system = '{"role":"system","content":"s"}';
  const body = `{"model":"x","max_tokens":9,"messages":[{"role":"user","content":"q"},${system}]}`;
  const asUser = {
    role: 'user',
    content: [{ type: 'text', text: '<system-instruction>\ns\n</system-instruction>' }],
  };
  for (const model of ['claude-haiku-4-5', 'claude-opus-4-6'])
    expect(JSON.parse(sent(body, { model }))).toMatchObject({ messages: [{ content: 'q' }, asUser] });
  for (const model of ['claude-opus-4-8', 'claude-haiku-5-5', 'claude-fable-5', 'some-model'])
    expect(sent(body, { model })).toBe(body.replace('"x"', `"${model}"`));
  expect(sent(body, { model: 'claude-haiku-4-5', passThrough: true })).toContain(system);
  const counted = anthropic.countTokens!.request(claude({ model: 'claude-haiku-4-5' }), {
    body: Buffer.from(body),
  });
  expect(JSON.parse(counted.body!.toString())).toMatchObject({ messages: [{ content: 'q' }, asUser] });
});

const thinking37 = 'claude-3-7-sonnet-20250219-thinking';

test('the -thinking suffix: budget of the share, room for it, temperature 1, no other sampling', () => {
  const body = '{"model":"x","max_tokens":1000,"top_p":0.9,"top_k":5,"messages":[]}';
  expect(JSON.parse(sent(body, { model: thinking37 }))).toEqual({
    model: 'claude-3-7-sonnet-20250219',
    max_tokens: 1280,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    temperature: 1,
    messages: [],
  });
  expect(JSON.parse(sent('{"model":"x","max_tokens":10000}', { model: thinking37 }))).toMatchObject({
    max_tokens: 10000,
    thinking: { type: 'enabled', budget_tokens: 8000 },
  });
});

test("a client's own thinking wins, the suffix goes all the same", () => {
  const body = '{"model":"x","max_tokens":1000,"thinking":{"type":"disabled"},"top_p":0.9}';
  expect(sent(body, { model: thinking37 })).toBe(body.replace('"x"', '"claude-3-7-sonnet-20250219"'));
});

test('without the adapter a suffix is part of the name', () => {
  const settings = { ...claude().settings, claude: { ...claude().settings.claude, thinkingAdapter: false } };
  expect(sent('{"model":"x","max_tokens":9}', { model: thinking37 }, claude({ settings }))).toBe(
    `{"model":"${thinking37}","max_tokens":9}`,
  );
});

test('models that refuse budgets think adaptively, with the effort of their suffix', () => {
  expect(
    JSON.parse(sent('{"max_tokens":9,"temperature":0.5}', { model: 'claude-opus-4-7-thinking' })),
  ).toEqual({
    model: 'claude-opus-4-7',
    max_tokens: 9,
    thinking: { type: 'adaptive' },
  });
  const body = '{"max_tokens":9,"output_config":{"format":{"type":"json_schema"},"effort":"low"}}';
  expect(JSON.parse(sent(body, { model: 'claude-opus-4-7-xhigh' }))).toEqual({
    model: 'claude-opus-4-7',
    max_tokens: 9,
    thinking: { type: 'adaptive' },
    output_config: { format: { type: 'json_schema' }, effort: 'xhigh' },
  });
});

describe('thinking that was asked for by the name of another model', () => {
  const adaptive = '"thinking":{"type":"adaptive"},"output_config":{"effort":"high"}';
  const enabled = '"thinking":{"type":"enabled","budget_tokens":4000}';
  const body = (members: string) => `{"max_tokens":8000,"temperature":1,${members}}`;
  const mapped = (members: string, model: string) =>
    JSON.parse(
      sent(body(members), { model }, claude({ requestedModel: 'requested-model', model })),
    ) as object;

  test.each([
    [adaptive, 'claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 6400 } }],
    [enabled, 'claude-opus-4-8', { thinking: { type: 'adaptive' } }],
    ['"output_config":{"effort":"high"}', 'claude-sonnet-4-5', { temperature: 1 }],
    [adaptive, 'claude-3-5-haiku-20241022', { temperature: 1 }],
  ])('%s becomes what %s takes', (members, model, expected) => {
    expect(mapped(members, model)).toEqual({ model, max_tokens: 8000, ...expected });
  });

  test('is left out in a tool loop whose thoughts the client did not send back', () => {
    const loop = (...thoughts: object[]) => [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [...thoughts, { type: 'tool_use', id: 't', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
    ];
    const thought = { type: 'thinking', thinking: 't', signature: 's' };
    const withLoop = (...thoughts: object[]) =>
      mapped(`${adaptive},"messages":${JSON.stringify(loop(...thoughts))}`, 'claude-haiku-4-5');
    expect(withLoop()).not.toHaveProperty('thinking');
    expect(withLoop(thought)).toHaveProperty('thinking.type', 'enabled');
  });

  test('stays as it is where the model takes it, or was asked for itself', () => {
    expect(mapped(adaptive, 'claude-opus-4-8')).toMatchObject({
      temperature: 1,
      output_config: { effort: 'high' },
    });
    const model = 'claude-haiku-4-5';
    const itself = sent(body(adaptive), { model }, claude({ requestedModel: model, model }));
    expect(JSON.parse(itself)).toMatchObject({ thinking: { type: 'adaptive' } });
  });
});

test('the channel may override top-level fields, but not whether it streams', () => {
  const override = { max_tokens: 3, stream: true };
  expect(sent('{"model":"a","max_tokens":5}', {}, claude({ override }))).toBe(
    '{"model":"claude-x","max_tokens":3}',
  );
});

test('passing through changes nothing but the name', () => {
  expect(sent('{"model":"a"}', { model: thinking37, passThrough: true })).toBe(`{"model":"${thinking37}"}`);
});

test('where the call goes and what it carries', () => {
  const change = { model: 'm', stream: true, includeUsage: true, passThrough: false };
  const call = (target: Target) => native.request(Buffer.from('{"model":"m"}'), change, target);
  expect(call(claude({ path: '/v1/messages?beta=true' }))).toMatchObject({
    method: 'POST',
    url: 'https://upstream.example/v1/messages?beta=true',
    headers: {
      'x-api-key': 'sk-key',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
  });
  const headers = { 'anthropic-version': '2024-01-01', 'anthropic-beta': 'client-flag', 'openai-beta': 'no' };
  expect(call(claude({ headers })).headers).toMatchObject({
    'anthropic-version': '2024-01-01',
    'anthropic-beta': 'client-flag',
  });
  expect(call(claude({ headers })).headers).not.toHaveProperty('openai-beta');
});

test("headers of the operator's table replace others, by requested or upstream name", () => {
  const modelHeaders = { alias: { 'Anthropic-Beta': ['a', 'b'] } };
  const settings = { ...claude().settings, claude: { ...claude().settings.claude, modelHeaders } };
  const headers = { 'anthropic-beta': 'client-flag' };
  const change = { model: 'm', stream: false, includeUsage: true, passThrough: false };
  for (const names of [{ requestedModel: 'alias' }, { model: 'alias' }]) {
    const call = native.request(Buffer.from('{}'), change, claude({ settings, headers, ...names }));
    expect(call.headers['anthropic-beta']).toBe('a,b');
  }
});

test('tokens are counted by the vendor, without the fields counting refuses', () => {
  const body = Buffer.from('{"model":"x","max_tokens":5,"stream":true,"messages":[],"system":"s"}');
  const query = anthropic.countTokens!;
  const call = query.request(claude({ model: thinking37 }), { body });
  expect(call.url).toBe('https://upstream.example/v1/messages/count_tokens');
  expect(call.body!.toString()).toBe('{"model":"claude-3-7-sonnet-20250219","messages":[],"system":"s"}');
  expect(query.read({ input_tokens: 12 })).toBe(12);
  expect(() => query.read({ error: 1 })).toThrow(UpstreamError);
});

test('citations that the gateway converted are left out, for a response and for a count', () => {
  const citations = (encrypted_index: string) => [{ type: 'web_search_result_location', encrypted_index }];
  const bodyWith = (...content: object[]) =>
    JSON.stringify({ model: 'x', max_tokens: 9, messages: [{ role: 'assistant', content }] });
  const signed = { type: 'text', text: 'a', citations: citations('Eo') };
  const body = bodyWith(signed, { type: 'text', text: 'b', citations: citations('') });
  const fitted = { messages: [{ role: 'assistant', content: [signed, { type: 'text', text: 'b' }] }] };
  expect(JSON.parse(sent(body, {}))).toMatchObject(fitted);
  const counted = anthropic.countTokens!.request(claude(), { body: Buffer.from(body) });
  expect(JSON.parse(counted.body!.toString())).toMatchObject(fitted);
  expect(counted.body!.toString()).not.toContain('"encrypted_index":""');
});

test('the model list', () => {
  const { models } = anthropic;
  expect(models!.request(claude(), {}).url).toBe('https://upstream.example/v1/models?limit=1000');
  expect(models!.read({ data: [{ id: 'a' }, { type: 'model', id: 'b' }] })).toEqual(['a', 'b']);
});
