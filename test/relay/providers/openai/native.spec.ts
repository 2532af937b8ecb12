import type { NativeChange } from '../../../../server/relay/providers/provider.js';
import { openai } from '../../../../server/relay/providers/openai/index.js';
import { providerFor } from '../../../../server/relay/providers/registry.js';
import { targetOf } from '../recorded.js';

const native = openai.native['openai-chat']!;
const messages = '"messages":[{"role":"system","content":"S"},{"role":"user","content":"天"}]';

function sent(body: string, change: Partial<NativeChange> = {}, target = targetOf()): string {
  const whole = { model: 'gpt-4o', stream: false, includeUsage: false, passThrough: false, ...change };
  return native.request(Buffer.from(body), whole, target).body!.toString();
}

test('the very same bytes when nothing must change', () => {
  const body = Buffer.from(`{ "model":"gpt-4o", ${messages}, "temperature":0.0, "unknown":{"x":1e2} }`);
  const change = { model: 'gpt-4o', stream: false, includeUsage: false, passThrough: false };
  expect(native.request(body, change, targetOf()).body).toBe(body);
});

test('only the name changes, in every place it is given', () => {
  expect(sent(`{"model": "a",${messages},"model":"b"}`)).toBe(
    `{"model": "gpt-4o",${messages},"model":"gpt-4o"}`,
  );
});

test('usage is asked for in streams, and other stream options are kept', () => {
  const change = { stream: true, includeUsage: true };
  expect(sent(`{"model":"gpt-4o","stream":true}`, change)).toBe(
    '{"model":"gpt-4o","stream":true,"stream_options":{"include_usage":true}}',
  );
  expect(sent('{"model":"gpt-4o","stream_options":{"include_obfuscation":false}}', change)).toBe(
    '{"model":"gpt-4o","stream_options":{"include_obfuscation":false,"include_usage":true}}',
  );
  const asked = '{"model":"gpt-4o","stream_options":{ "include_usage":true }}';
  expect(sent(asked, change)).toBe(asked);
});

test('types that refuse stream options never see them', () => {
  const change = { stream: true, includeUsage: true };
  const body = '{"model":"gpt-4o","stream_options":{"include_usage":true},"stream":true}';
  const whole = { model: 'gpt-4o', passThrough: false, ...change };
  for (const type of [19, 22]) {
    const codec = providerFor(type)!.native['openai-chat']!;
    expect(codec.request(Buffer.from(body), whole, targetOf({ type })).body!.toString()).toBe(
      '{"model":"gpt-4o","stream":true}',
    );
  }
});

test('o3-mini-high: effort from the suffix, the token limit moved, temperature gone, developer for system', () => {
  const body = `{"temperature":1,"model":"o3-mini-high","max_tokens":50,${messages}}`;
  expect(JSON.parse(sent(body, { model: 'o3-mini-high' }))).toEqual({
    model: 'o3-mini',
    max_completion_tokens: 50,
    reasoning_effort: 'high',
    messages: [
      { role: 'developer', content: 'S' },
      { role: 'user', content: '天' },
    ],
  });
});

test.each([
  ['o1-mini', 'system', '{"temperature":1,"top_p":1}', { top_p: 1 }],
  ['o1-2024-12-17', 'developer', '{"max_tokens":5,"max_completion_tokens":7}', { max_completion_tokens: 7 }],
  [
    'gpt-5',
    'developer',
    '{"top_p":1,"presence_penalty":0,"logprobs":false,"max_completion_tokens":0,"max_tokens":3}',
    { max_completion_tokens: 3 },
  ],
  ['gpt-5-chat-latest', 'system', '{"temperature":0.5,"max_tokens":3}', { temperature: 0.5, max_tokens: 3 }],
  ['gpt-4o-high', 'system', '{"temperature":0.5}', { temperature: 0.5 }],
])('%s: its instructions come from a %s; %s becomes %j', (model, role, fields, expected) => {
  const body = JSON.stringify({
    model,
    messages: [{ content: 'S', role: 'system' }],
    ...(JSON.parse(fields) as object),
  });
  expect(JSON.parse(sent(body, { model }))).toEqual({
    model,
    messages: [{ content: 'S', role }],
    ...expected,
  });
});

test('the channel may override top-level fields, but not whether it streams', () => {
  const override = { temperature: 0.1, stream: true, user: 'x' };
  expect(sent('{"model":"gpt-4o","temperature":1}', {}, targetOf({ override }))).toBe(
    '{"model":"gpt-4o","temperature":0.1,"user":"x"}',
  );
});

test('passing through changes nothing but the name', () => {
  const change = { model: 'o3-high', passThrough: true, stream: true, includeUsage: true };
  const target = targetOf({ override: { user: 'x' } });
  expect(sent('{"model":"a","max_tokens":1,"temperature":1}', change, target)).toBe(
    '{"model":"o3-high","max_tokens":1,"temperature":1}',
  );
});

test('where the call goes and what it carries', () => {
  const headers = {
    accept: 'text/event-stream',
    'openai-beta': 'b',
    'idempotency-key': 'i',
    'anthropic-beta': 'no',
  };
  const target = targetOf({
    organization: 'org-1',
    path: '/v1/chat/completions?x=1&api-version=2&key=sk-1',
    headers,
  });
  const change = { model: 'm', stream: true, includeUsage: false, passThrough: false };
  expect(native.request(Buffer.from('{"model":"m"}'), change, target)).toMatchObject({
    method: 'POST',
    url: 'https://upstream.example/v1/chat/completions?api-version=2',
    headers: {
      authorization: 'Bearer sk-key',
      'openai-organization': 'org-1',
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'openai-beta': 'b',
      'idempotency-key': 'i',
    },
  });
});

test.each([
  [8, 'https://host/x/{model}/y', '/v1/chat/completions', 'https://host/x/m/y'],
  [
    1,
    'https://gateway.ai.cloudflare.com/v1/a/b/openai',
    '/v1/chat/completions',
    'https://gateway.ai.cloudflare.com/v1/a/b/openai/chat/completions',
  ],
  [1, 'https://host', '/pg/chat/completions', 'https://host/v1/chat/completions'],
  [
    20,
    'https://openrouter.ai/api',
    '/v1/messages?beta=true',
    'https://openrouter.ai/api/v1/chat/completions',
  ],
])('type %d at %s calls %s at %s', (type, baseUrl, path, url) => {
  const change = { model: 'm', stream: false, includeUsage: false, passThrough: false };
  expect(native.request(Buffer.from('{"model":"m"}'), change, targetOf({ type, baseUrl, path })).url).toBe(
    url,
  );
});

test.each([
  ['data: {"id":"a","choices":[],"usage":{"prompt_tokens":1}}\n\n', true],
  ['data: {"choices": [ ], "usage": {"prompt_tokens":1}}\r\n\r\n', true],
  ['data: {"choices":[],"prompt_filter_results":[]}\n\n', false],
  ['data: {"choices":[],"usage":null}\n\n', false],
  ['data: {"choices":[{"delta":{"content":"\\"choices\\":[]"}}],"usage":{"prompt_tokens":1}}\n\n', false],
  [': comment\n\n', false],
  ['data: {"choices":[],"usage":{\n\n', false],
])('%j was asked for by the gateway alone: %j', (frame, unasked) => {
  expect(native.unasked!(Buffer.from(frame))).toBe(unasked);
});

test('the model list is read from both shapes vendors use', () => {
  const { models } = openai;
  expect(models!.request(targetOf(), {})).toMatchObject({
    method: 'GET',
    url: 'https://upstream.example/v1/models',
  });
  expect(models!.read({ data: [{ id: 'a' }, { id: 'b' }, {}] })).toEqual(['a', 'b']);
  expect(models!.read([{ id: 'a' }])).toEqual(['a']);
});
