import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { SunoUpstream } from '../../doubles/suno-upstream.js';
import { OtlpCollector, type CollectedSpan } from '../../doubles/otlp-collector.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { FreshModels } from '../../setup/fresh-models.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

/** Traces at a collector that accepts OTLP over HTTP with protobuf. */
const PARENT = '0123456789abcdef';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const CHAT = '/v1/chat/completions';

let collector: OtlpCollector;
let upstream: ScriptedUpstream;
let gateway: Gateway;
let key: string;
let model: string;
let models: FreshModels;

beforeAll(async () => {
  collector = await OtlpCollector.start();
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=secret%20one',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_SERVICE_NAME: 'the gateway of tests',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_BSP_MAX_QUEUE_SIZE: '1000',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  });
  models = new FreshModels(gateway, 'traced');
  key = await gateway.addToken({ name: 'traced token' });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await collector?.close();
  for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
});
beforeEach(async () => {
  collector.mode = 'accept';
  upstream.clear();
  model = await models.next();
});

const addChannel = (fields: object = {}) =>
  gateway.addChannel({ base_url: upstream.url, models: model, ...fields });

function ask(more: object = {}, headers: Record<string, string> = { traceparent: TRACEPARENT }, by = key) {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ];
  return gateway.relay(CHAT, by, { model, messages, ...more }, headers);
}

/** The spans of a request, by name, once its own has arrived. */
async function spansOf(response: Response): Promise<Map<string, CollectedSpan[]>> {
  await response.text();
  const id = response.headers.get('x-oneapi-request-id') ?? '';
  await until(() => collector.ofRequest(id).length > 0);
  const found = new Map<string, CollectedSpan[]>();
  for (const span of collector.ofRequest(id)) found.set(span.name, [...(found.get(span.name) ?? []), span]);
  collector.spans.length = 0;
  return found;
}

test('a request has spans of its hold, its attempt, the call of its provider and its settlement', async () => {
  const channel = await addChannel({ name: 'traced channel' });
  const spans = await spansOf(await ask({}, { traceparent: TRACEPARENT, tracestate: 'vendor=one' }));
  expect([...spans.keys()].toSorted()).toEqual(
    ['POST /v1/chat/completions', 'attempt', `chat ${model}`, 'hold', 'settle'].toSorted(),
  );
  const [root, hold, attempt, call, settle] = [
    'POST /v1/chat/completions',
    'hold',
    'attempt',
    `chat ${model}`,
    'settle',
  ].map((name) => spans.get(name)![0]!) as [
    CollectedSpan,
    CollectedSpan,
    CollectedSpan,
    CollectedSpan,
    CollectedSpan,
  ];
  expect([root.traceId, root.parentSpanId, root.kind, root.status]).toEqual([TRACE, PARENT, 2, 0]);
  for (const child of [hold, attempt, settle])
    expect([child.traceId, child.parentSpanId, child.kind]).toEqual([TRACE, root.spanId, 1]);
  expect([call.parentSpanId, call.kind]).toEqual([attempt.spanId, 3]);
  const [log] = (await gateway.logs()).slice(-1);
  expect(root.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': CHAT,
    'http.response.status_code': 200,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': log!.prompt_tokens,
    'gen_ai.usage.output_tokens': log!.completion_tokens,
    'tollgate.token.name': 'traced token',
    'tollgate.ending': 'complete',
    'tollgate.attempts': 1,
    'tollgate.quota': log!.quota,
    'tollgate.cost.usd': log!.quota / 500_000,
    'tollgate.stream': false,
  });
  expect(hold.attributes['tollgate.hold.quota']).toBeGreaterThan(0);
  expect(attempt.attributes).toMatchObject({
    'tollgate.attempt.number': 1,
    'tollgate.attempt.result': 'answered',
    'tollgate.channel.id': channel,
    'tollgate.channel.name': 'traced channel',
  });
  expect(call.attributes).toMatchObject({
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': model,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(upstream.url).port),
    'http.response.status_code': 200,
    'gen_ai.usage.output_tokens': log!.completion_tokens,
  });
  expect(settle.attributes['tollgate.quota']).toBe(log!.quota);
  expect(root.resource).toMatchObject({
    'service.name': 'the gateway of tests',
    'deployment.environment.name': 'test',
  });
  expect(root.schemaUrl).toMatch(/^https:\/\/opentelemetry\.io\/schemas\/\d/);
  expect(collector.headers['x-api-key']).toBe('secret one');
  // The provider continues the trace.
  expect(upstream.last.headers.traceparent).toBe(`00-${TRACE}-${call.spanId}-01`);
  expect(upstream.last.headers.tracestate).toBe('vendor=one');
});

test('a stream has the same spans, with usage and the time to its first data', async () => {
  await addChannel();
  upstream.next('paced');
  const spans = await spansOf(await ask({ stream: true }));
  const [root] = spans.get('POST /v1/chat/completions')!;
  expect(root!.attributes).toMatchObject({ 'tollgate.stream': true, 'tollgate.ending': 'complete' });
  expect(root!.attributes['gen_ai.usage.output_tokens']).toBeGreaterThan(0);
  expect(Number(root!.attributes['tollgate.first_data_ms'])).toBeLessThan(root!.ms);
  expect(spans.get(`chat ${model}`)![0]!.ms).toBeGreaterThan(100);
});

test('contents are written as the conventions say, whole and streamed', async () => {
  await addChannel();
  for (const stream of [false, true]) {
    const spans = await spansOf(await ask({ stream }));
    const { attributes } = spans.get(`chat ${model}`)![0]!;
    const json = (name: string): unknown => JSON.parse(String(attributes[name]));
    expect(json('gen_ai.system_instructions')).toEqual([{ type: 'text', content: 'Be brief.' }]);
    expect(json('gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'hello' }] },
    ]);
    expect(json('gen_ai.output.messages')).toEqual([
      {
        role: 'assistant',
        parts: [{ type: 'text', content: expect.stringMatching(/\w/) }],
        finish_reason: 'stop',
      },
    ]);
    const [root] = spans.get('POST /v1/chat/completions')!;
    expect(Object.keys(root!.attributes).filter((name) => /messages|instructions/.test(name))).toEqual([]);
  }
});

test('contents are bounded', async () => {
  await addChannel();
  const long = 'word '.repeat(100_000);
  const spans = await spansOf(await ask({ messages: [{ role: 'user', content: long }] }));
  const { attributes } = spans.get(`chat ${model}`)![0]!;
  expect(String(attributes['gen_ai.input.messages']).length).toBeLessThan(40_000);
});

test('a rescued request shows both attempts, the first with its error', async () => {
  await addChannel({ name: 'first', priority: 2, base_url: upstream.url });
  await addChannel({ name: 'second', priority: 1 });
  await gateway.option('RetryTimes', '1');
  await gateway.settledEvents();
  const broken = { refuse: { status: 500, message: 'out of order' } };
  // The first one is called once more before another one is.
  upstream.next(broken, broken, 'plain');
  const spans = await spansOf(await ask());
  const attempts = spans
    .get('attempt')!
    .toSorted(
      (one, other) =>
        Number(one.attributes['tollgate.attempt.number']) -
        Number(other.attributes['tollgate.attempt.number']),
    );
  expect(attempts.map(({ attributes }) => attributes['tollgate.channel.name'])).toEqual([
    'first',
    'first',
    'second',
  ]);
  expect(attempts.map(({ status }) => status)).toEqual([2, 2, 0]);
  expect(attempts[0]!.attributes).toMatchObject({
    'tollgate.attempt.result': 'failed',
    'error.type': '500',
  });
  expect(attempts.at(-1)!.attributes).toMatchObject({ 'tollgate.attempt.result': 'answered' });
  const failed = spans.get(`chat ${model}`)!.find(({ parentSpanId }) => parentSpanId === attempts[0]!.spanId);
  expect([failed!.status, failed!.attributes['http.response.status_code']]).toEqual([2, 500]);
  const [root] = spans.get('POST /v1/chat/completions')!;
  expect([root!.status, root!.attributes['tollgate.attempts']]).toEqual([0, attempts.length]);
  // A message of a provider may quote the prompt.
  expect(JSON.stringify([...spans.values()])).not.toContain('out of order');
});

test('a request that is refused has an error, and no attempt', async () => {
  await addChannel();
  const poor = await gateway.addToken({ unlimited_quota: false, remain_quota: 1 });
  const spans = await spansOf(await ask({}, {}, poor));
  const [root] = spans.get('POST /v1/chat/completions')!;
  expect([root!.status, root!.parentSpanId, root!.attributes['error.type']]).toEqual([
    2,
    '',
    'token_quota_low',
  ]);
  expect(root!.attributes['http.response.status_code']).toBe(403);
  expect(spans.get('hold')![0]!.status).toBe(2);
  expect(spans.has('attempt')).toBe(false);
});

test('so has one without a valid key', async () => {
  const spans = await spansOf(await ask({}, { traceparent: TRACEPARENT }, 'sk-wrong'));
  const [root] = spans.get('POST /v1/chat/completions')!;
  expect([root!.status, root!.traceId, root!.attributes['http.response.status_code']]).toEqual([
    2,
    TRACE,
    401,
  ]);
  expect(JSON.stringify([...spans.values()])).not.toContain('sk-wrong');
});

/** The spans with the name of a request's span, and those of its trace, once it has arrived. */
async function tracedAs(
  name: string,
): Promise<{ root: CollectedSpan; of: (name: string) => CollectedSpan[] }> {
  await until(() => collector.spans.some((span) => span.name === name));
  const root = collector.spans.find((span) => span.name === name)!;
  const spans = collector.spans.filter(({ traceId }) => traceId === root.traceId);
  collector.spans.length = 0;
  return { root, of: (one) => spans.filter((span) => span.name === one) };
}

test('a realtime session has the same spans, with a settlement for each response', async () => {
  const provider = await RealtimeUpstream.start();
  try {
    const session = 'gpt-4o-realtime-preview';
    await gateway.addChannel({ base_url: provider.url, models: session });
    const client = await RealtimeClient.withHeader(gateway.url, key, session, {
      traceparent: TRACEPARENT,
    }).opened();
    await client.event('session.created');
    await client.turn(1);
    await client.turn(2);
    await client.close();
    const { root, of } = await tracedAs('GET /v1/realtime');
    expect([root.traceId, root.parentSpanId, root.status]).toEqual([TRACE, PARENT, 0]);
    const logs = (await gateway.logs()).filter(({ model_name }) => model_name === session);
    expect(logs).toHaveLength(2);
    const charged = logs.map(({ quota }) => quota);
    expect(root.attributes).toMatchObject({
      'gen_ai.operation.name': 'realtime',
      'gen_ai.request.model': session,
      'gen_ai.usage.output_tokens': logs.reduce((sum, log) => sum + log.completion_tokens, 0),
      'tollgate.quota': charged.reduce((sum, quota) => sum + quota, 0),
      'tollgate.attempts': 1,
    });
    expect(of('settle').map(({ attributes }) => attributes['tollgate.quota'])).toEqual(charged);
    expect([of('hold').length, of('attempt').length]).toEqual([1, 1]);
    const [call] = of(`realtime ${session}`);
    expect(call!.parentSpanId).toBe(of('attempt')[0]!.spanId);
    expect(provider.last.headers.traceparent).toBe(`00-${TRACE}-${call!.spanId}-01`);
  } finally {
    await provider.close();
  }
});

test('so has a session that no provider opens, and one that is refused', async () => {
  const provider = await RealtimeUpstream.start();
  try {
    const session = 'gpt-4o-mini-realtime-preview';
    await gateway.addChannel({ base_url: provider.url, models: session });
    provider.refusals.push(
      ...Array.from({ length: 8 }, () => ({ status: 500, body: { error: { message: 'out of order' } } })),
    );
    const client = await RealtimeClient.withHeader(gateway.url, key, session).opened();
    await client.event('error');
    const failed = await tracedAs('GET /v1/realtime');
    expect([failed.root.status, failed.root.attributes['tollgate.ending']]).toEqual([
      2,
      'failed-before-bytes',
    ]);
    expect(failed.of('attempt')[0]!.attributes['tollgate.attempt.result']).toBe('failed');
    const poor = await gateway.addToken({ unlimited_quota: false, remain_quota: 1 });
    const refused = await RealtimeClient.withHeader(gateway.url, poor, session).opened();
    await refused.event('error');
    const { root, of } = await tracedAs('GET /v1/realtime');
    expect([root.status, root.attributes['error.type'], of('attempt')]).toEqual([2, 'token_quota_low', []]);
  } finally {
    await provider.close();
  }
});

test('a submitted task has the same spans, with its price', async () => {
  const provider = await SunoUpstream.start();
  try {
    await gateway.addChannel({ type: 36, key: 'suno-key', base_url: provider.url, models: 'suno_music' });
    const submit = (headers: Record<string, string>) =>
      gateway.relay('/suno/submit/music', key, { gpt_description_prompt: 'a song' }, headers);
    expect((await submit({ traceparent: TRACEPARENT })).status).toBe(200);
    const { root, of } = await tracedAs('POST /suno/submit/:action');
    expect([root.traceId, root.parentSpanId, root.status]).toEqual([TRACE, PARENT, 0]);
    const [log] = (await gateway.logs()).filter(({ model_name }) => model_name === 'suno_music');
    expect(root.attributes).toMatchObject({
      'gen_ai.operation.name': 'music',
      'gen_ai.request.model': 'suno_music',
      'http.response.status_code': 200,
      'tollgate.quota': log!.quota,
      'tollgate.ending': 'complete',
    });
    expect(of('settle')[0]!.attributes['tollgate.quota']).toBe(log!.quota);
    const [call] = of('music suno_music');
    expect(call!.attributes['http.response.status_code']).toBe(200);
    expect([of('hold').length, call!.parentSpanId]).toEqual([1, of('attempt')[0]!.spanId]);
    await gateway.setQuota(1);
    expect((await submit({})).status).toBeGreaterThanOrEqual(400);
    const refused = await tracedAs('POST /suno/submit/:action');
    expect([refused.root.status, refused.of('attempt')]).toEqual([2, []]);
    expect(Number(refused.root.attributes['http.response.status_code'])).toBeGreaterThanOrEqual(400);
  } finally {
    await gateway.setQuota(10_000_000);
    await provider.close();
  }
});

test('a trace that its client does not sample is neither exported nor sampled by its provider', async () => {
  await addChannel();
  await (await ask({}, { traceparent: `00-${TRACE}-${PARENT}-00` })).text();
  expect(upstream.last.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  await spansOf(await ask());
});

test.each(['refuse', 'hang'] as const)('requests are served while the collector does %s', async (mode) => {
  await addChannel();
  collector.mode = mode;
  const { exports } = collector;
  for (let request = 0; request < 5; request++) expect((await ask()).status).toBe(200);
  await until(() => collector.exports > exports);
  for (let request = 0; request < 5; request++) expect((await ask()).status).toBe(200);
  collector.mode = 'accept';
  await spansOf(await ask());
});

test('a stopping server sends the spans that wait', async () => {
  await addChannel();
  const response = await ask();
  await response.text();
  await gateway.quiet();
  await gateway.close();
  expect(collector.ofRequest(response.headers.get('x-oneapi-request-id') ?? '').length).toBe(5);
  gateway = undefined!;
});
