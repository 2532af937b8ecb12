import type { NativeChange } from '../../provider.js';
import { imageGeneration } from '../../../operations/image-generation.js';
import { openai } from '../../../providers/openai.js';
import { definitions, providerFor } from '../../../providers/registry.js';
import { anyOpenAICompatible } from '../openai-compatible.js';
import { targetOf } from '../../../../../test/dialects/recorded.js';

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

test('only the name changes, and it is sent once', () => {
  expect(sent(`{"model": "a",${messages},"model":"b"}`)).toBe(`{${messages},"model":"gpt-4o"}`);
});

test('usage is asked for in streams, and other stream options are kept', () => {
  const change = { stream: true, includeUsage: true };
  expect(sent(`{"model":"gpt-4o","stream":true}`, change)).toBe(
    '{"model":"gpt-4o","stream":true,"stream_options":{"include_usage":true}}',
  );
  expect(sent('{"model":"gpt-4o","stream_options":{"include_obfuscation":false}}', change)).toBe(
    '{"model":"gpt-4o","stream_options":{"include_obfuscation":false,"include_usage":true}}',
  );
  const request = '{"model":"gpt-4o","stream_options":{ "include_usage":true }}';
  expect(sent(request, change)).toBe(request);
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
  const codec = providerFor(type)!.native['openai-chat']!;
  expect(codec.request(Buffer.from('{"model":"m"}'), change, targetOf({ type, baseUrl, path })).url).toBe(
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
])('%j was asked for by the gateway alone: %j', (frame, isUsageOnly) => {
  expect(native.isUsageOnly!(Buffer.from(frame))).toBe(isUsageOnly);
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

test.each([
  ['gpt-4o', 'medium', undefined],
  ['o3', 'minimal', 'low'],
  ['gpt-5.1', 'xhigh', 'high'],
  ['some-model', 'xhigh', 'xhigh'],
])("the effort fits the model to which the client's is mapped: %s, %s", (model, effort, fitted) => {
  const body = `{"model":"mine","messages":[],"reasoning_effort":"${effort}"}`;
  const request = JSON.parse(sent(body, { model }, targetOf({ model, requestedModel: 'mine' }))) as object;
  expect(request).toEqual({ model, messages: [], reasoning_effort: fitted });
  expect(sent(body, { model }, targetOf({ model, requestedModel: model }))).toContain(`"${effort}"`);
  expect(sent(body, { model, passThrough: true }, targetOf({ model, requestedModel: 'mine' }))).toContain(
    `"${effort}"`,
  );
});

describe('cache hints', () => {
  const hint = '"cache_control":{"type":"ephemeral"}';
  const body = (model: string) =>
    `{"model":"${model}","messages":[{ "role":"system","content":"S", ${hint} },{${hint}, "role":"user","content":[{"type":"text","text":"天",${hint}}]}],"n":1e0}`;
  const through = (type: number, model: string, request = body(model), passThrough = false) => {
    const codec = providerFor(type)!.native['openai-chat']!;
    const change = { model, stream: false, includeUsage: false, passThrough };
    return codec.request(Buffer.from(request), change, targetOf({ type, model })).body!.toString();
  };

  test.each([
    [1, 'gpt-4o'],
    [3, 'gpt-4o'],
    [3, 'claude-is-only-the-name-of-a-deployment'],
    [43, 'deepseek-chat'],
  ])('are cut from the bytes for type %s and model %s', (type, model) => {
    expect(through(type, model)).toBe(
      `{"model":"${model}","messages":[{ "role":"system","content":"S" },{"role":"user","content":[{"type":"text","text":"天"}]}],"n":1e0}`,
    );
  });

  test.each([
    ['a gateway behind an address of type 1 that serves Claude', 1, 'claude-sonnet-4-5'],
    ['a channel that names one address', 8, 'gpt-4o'],
    ['OpenRouter', 20, 'openai/gpt-4o'],
  ])('go on to %s', (_, type, model) => {
    expect(through(type, model)).toBe(body(model));
  });

  test('are cut for every provider that does not declare them', () => {
    const unchanged = definitions.filter(({ type, api }) => {
      const codec = api?.native['openai-chat'];
      // Vertex AI needs the key of an account.
      return (
        codec && type !== 41 && through(type, 'some-model', body('some-model')).includes('cache_control')
      );
    });
    const gateways = definitions.filter(({ api }) => api === anyOpenAICompatible);
    const ids = (list: typeof unchanged) => list.map(({ id }) => id).toSorted();
    expect(ids(unchanged)).toEqual([...ids(gateways), 'custom', 'openrouter'].toSorted());
  });

  test('go on where the operator wants bodies passed as they are', () => {
    expect(through(1, 'gpt-4o', body('gpt-4o'), true)).toBe(body('gpt-4o'));
  });

  test('are cut together with a hint inside them, and beside the role that changes', () => {
    const nested = `{"model":"o1","messages":[{"role":"system","cache_control":{"cache_control":{"a":1},"b":[{"cache_control":2}]},"content":"S"}]}`;
    expect(through(1, 'o1', nested)).toBe('{"model":"o1","messages":[{"role":"developer","content":"S"}]}');
  });

  test('bodies that only mention the word in a text, or in odd places, keep their bytes', () => {
    for (const odd of [
      '{"model":"gpt-4o","messages":[{"role":"user","content":"\\"cache_control\\""}]}',
      `{"model":"gpt-4o","messages":{${hint}},"metadata":{${hint}}}`,
      `{"model":"gpt-4o","messages":[],"tools":[{"function":{"parameters":{${hint}}}}]}`,
    ])
      expect(through(1, 'gpt-4o', odd)).toBe(odd);
  });
});

test('an operation is sent one value of a member that is given twice', () => {
  const body = Buffer.from('{"n":10,"model":"dall-e-2","prompt":"a gate","n":1}');
  const request = imageGeneration.read({
    body,
    contentType: 'application/json',
    form: undefined,
    path: '',
    audioTokensPerMinute: 0,
  });
  const call = openai.operations!['image-generation']!.request(request, targetOf({ model: 'dall-e-2' }));
  expect(call.body!.toString()).toBe('{"model":"dall-e-2","prompt":"a gate","n":1}');
});
