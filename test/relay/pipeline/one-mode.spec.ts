import { setTimeout as sleep } from 'node:timers/promises';
import type { CanonicalResponse } from '../../../server/dialects/canonical/events.js';
import { foldEvents } from '../../../server/dialects/canonical/fold.js';
import { inputTotal, outputTotal } from '../../../server/dialects/canonical/usage.js';
import type { AnswerReader } from '../../../server/dialects/kit/provider.js';
import { providerFor } from '../../../server/dialects/providers/registry.js';
import { SseReader } from '../../../server/relay/upstream/sse.js';
import { BEDROCK_KEY } from '../../doubles/bedrock-dialect.js';
import { eventsOf, HandledUpstream, openStream, writeOnAndOn } from '../../doubles/handled-upstream.js';
import type { Scenario } from '../../doubles/scenarios.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { pathOf, type ClientName } from '../../setup/relayed-answer.js';
import { until } from '../../setup/until.js';

/**
 * Models that answer as a whole only, or as a stream only: clients get what they requested. The double refuses the mode that
 * a model does not have.
 */
const UPSTREAM_NAMES = {
  thinker: 'qwq-plus',
  hybrid: 'qwen3-32b',
  llama: 'meta.llama3-1-70b-instruct-v1:0',
  fire: 'accounts/fireworks/models/gpt-oss-20b',
  'o1-pro': 'o1-pro',
  'o1-pro-chat': 'o1-pro',
};
type Model = keyof typeof UPSTREAM_NAMES;
const CLIENTS = ['chat', 'messages', 'responses', 'google'] as const;
const openai = providerFor(1)!;
const READERS: Readonly<Record<ClientName, AnswerReader>> = {
  chat: openai.chat!,
  messages: providerFor(14)!.chat!,
  responses: openai.native['openai-responses']!.reader!,
  google: providerFor(24)!.chat!,
};
/** 100 tokens of input at 1, 25 of output at 4 quota units. */
const USAGE = { input: 100, output: 25 };
const CHARGE = 200;
const WHOLE: Scenario = {
  answer: {
    reasoning: ['Let me', ' think.'],
    text: ['I look', ' it up.'],
    tools: [{ id: 'call_one', name: 'get_weather', arguments: ['{"city":', '"Berlin"}'] }],
    finish: 'tools',
    usage: USAGE,
  },
};

let gateway: Gateway;
let upstream: ScriptedUpstream;
let handled: HandledUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  handled = await HandledUpstream.start();
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '6' });
  await gateway.option('RetryTimes', '1');
  const priced = (price: number) =>
    Object.fromEntries(Object.keys(UPSTREAM_NAMES).map((model) => [model, price]));
  await gateway.option('CompletionRatio', JSON.stringify(priced(4)));
  await gateway.sell(priced(1));
  const channel = (type: number, names: Model[], more: { key?: string; setting?: string } = {}) =>
    gateway.addChannel({
      type,
      base_url: upstream.url,
      models: names.join(','),
      model_mapping: JSON.stringify(Object.fromEntries(names.map((name) => [name, UPSTREAM_NAMES[name]]))),
      ...more,
    });
  // Two channels for each model, so that another one may answer.
  for (let count = 0; count < 2; count++) {
    await channel(17, ['thinker', 'hybrid']);
    await channel(1002, ['fire']);
    await channel(33, ['llama'], { key: BEDROCK_KEY });
    await channel(1, ['o1-pro']);
    await channel(1, ['o1-pro-chat'], { setting: JSON.stringify({ chat_via_responses: ['o1-pro'] }) });
  }
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await handled?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const TOOLS: Readonly<Record<ClientName, object>> = {
  chat: { type: 'function', function: { name: 'get_weather', parameters: schema } },
  messages: { name: 'get_weather', input_schema: schema },
  responses: { type: 'function', name: 'get_weather', parameters: schema },
  google: { functionDeclarations: [{ name: 'get_weather', parameters: schema }] },
};

function request(client: ClientName, model: Model, stream: boolean, more: object = {}): Promise<Response> {
  const messages = [{ role: 'user', content: 'hello' }];
  const bodies: Readonly<Record<ClientName, object>> = {
    chat: { model, stream, messages, ...(stream && { stream_options: { include_usage: true } }) },
    messages: { model, stream, messages, max_tokens: 500 },
    responses: { model, stream, input: 'hello' },
    google: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
  };
  const body = { ...bodies[client], tools: [TOOLS[client]], ...more };
  return gateway.relay(pathOf(client, model, stream), key, body);
}

/** The response as a client of its protocol reads it. */
async function read(client: ClientName, response: Response): Promise<CanonicalResponse> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  if (!String(response.headers.get('content-type')).includes('text/event-stream'))
    return READERS[client].answer(JSON.parse(text));
  const frames = new SseReader();
  const events = READERS[client].stream();
  return foldEvents([...frames.push(Buffer.from(text)), ...frames.flush()].flatMap((frame) => events(frame)));
}

const textOf = ({ parts }: CanonicalResponse, type: 'text' | 'reasoning') =>
  parts.map((part) => (part.type === type ? part.text : '')).join('');

/** The answer of `WHOLE` has arrived. */
function expectWhole(answer: CanonicalResponse): void {
  expect(textOf(answer, 'text')).toBe('I look it up.');
  expect(textOf(answer, 'reasoning')).toBe('Let me think.');
  const calls = answer.parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
  expect(calls.map(({ name }) => name)).toEqual(['get_weather']);
  expect(JSON.parse(calls[0]!.arguments)).toEqual({ city: 'Berlin' });
  expect(answer.finish.reason).toBe('tool-calls');
  expect(answer.usage && [inputTotal(answer.usage), outputTotal(answer.usage)]).toEqual([100, 25]);
}

async function onlyRow() {
  const rows = await gateway.logs();
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

async function expectCharge(isStream: boolean): Promise<void> {
  expect(await onlyRow()).toMatchObject({
    quota: CHARGE,
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    is_stream: isStream,
  });
}

describe.each(CLIENTS)('a client of %s', (client) => {
  test('gets a whole answer of a model that only streams', async () => {
    upstream.next(WHOLE);
    const response = await request(client, 'thinker', false);
    expect(response.headers.get('content-type')).toContain('application/json');
    expectWhole(await read(client, response));
    expect(upstream.requests.map(({ streams }) => streams)).toEqual([true]);
    await expectCharge(false);
  });

  test('gets a stream of a model that streams no calls', async () => {
    upstream.next(WHOLE);
    const response = await request(client, 'llama', true);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expectWhole(await read(client, response));
    expect(upstream.requests.map(({ streams }) => streams)).toEqual([false]);
    await expectCharge(true);
  });

  test('is answered without thinking by a hybrid model, unless it requests thinking', async () => {
    upstream.next({ answer: { usage: USAGE } });
    const plain = await read(client, await request(client, 'hybrid', false));
    expect(textOf(plain, 'text')).toBe('Hello from the scripted upstream.');
    expect(upstream.last.json).toMatchObject({ enable_thinking: false });
    expect(upstream.last.streams).toBe(false);

    upstream.next(WHOLE);
    const thinking = {
      chat: { enable_thinking: true },
      messages: { max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2000 } },
      responses: { reasoning: { effort: 'high' } },
      google: { generationConfig: { thinkingConfig: { thinkingBudget: 2000 } } },
    }[client];
    expectWhole(await read(client, await request(client, 'hybrid', false, thinking)));
    expect(upstream.last.json).toMatchObject({ enable_thinking: true });
    expect(upstream.last.streams).toBe(true);
    expect((await gateway.logs()).map(({ quota }) => quota)).toEqual([CHARGE, CHARGE]);
  });
});

test('Fireworks streams long answers to clients that want them whole', async () => {
  upstream.next(WHOLE);
  expectWhole(await read('chat', await request('chat', 'fire', false, { max_tokens: 5000 })));
  expect(upstream.last.streams).toBe(true);
  await expectCharge(false);
});

test('clients of Completions get long answers as a whole', async () => {
  upstream.next({ answer: { usage: USAGE } });
  const response = await gateway.relay('/v1/completions', key, {
    model: 'fire',
    prompt: 'hello',
    max_tokens: 5000,
  });
  expect(await response.json()).toMatchObject({
    object: 'text_completion',
    choices: [{ text: 'Hello from the scripted upstream.', finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 25 },
  });
  expect(upstream.last.path).toBe('/inference/v1/completions');
  expect(upstream.last.streams).toBe(true);
  await expectCharge(false);
});

test.each([
  ['responses', 'o1-pro'],
  ['chat', 'o1-pro-chat'],
] as const)('a client of %s gets a stream of %s', async (client, model) => {
  upstream.next({ answer: { text: ['Whole', ' answer.'], usage: USAGE } });
  const answer = await read(client, await request(client, model, true));
  expect(textOf(answer, 'text')).toBe('Whole answer.');
  expect(upstream.last.path).toBe('/v1/responses');
  expect(upstream.last.streams).toBe(false);
  await expectCharge(true);
});

describe('a stream that is collected', () => {
  test.each([
    'cut-mid-stream',
    'error-mid-stream',
    'malformed-frame',
    'stall-mid-stream',
    'empty-stream',
    'without-finish',
  ] as const)('and fails (%s) is answered by another channel and charged once', async (scenario) => {
    upstream.next(scenario === 'without-finish' ? { frames: 4 } : scenario, WHOLE);
    expectWhole(await read('chat', await request('chat', 'thinker', false)));
    expect(upstream.requests).toHaveLength(2);
    await expectCharge(false);
  });

  test('and sends nothing but comments is answered by another channel', async () => {
    handled.on('busy', (response, received) => {
      openStream(response);
      response.write(eventsOf(received).slice(0, 3).join(''));
      writeOnAndOn(response, ': still here\n\n', 200);
    });
    const busy = { type: 17, key: 'busy', base_url: handled.url, models: 'thinker', priority: 10 };
    const id = await gateway.addChannel({
      ...busy,
      model_mapping: JSON.stringify({ thinker: UPSTREAM_NAMES.thinker }),
    });
    upstream.next(WHOLE);
    expectWhole(await read('chat', await request('chat', 'thinker', false)));
    expect(handled.requestCount('busy')).toBe(1);
    await expectCharge(false);
    await gateway.manage('DELETE', `/api/channel/${id}`);
    await gateway.settledEvents();
  });

  test('and fails everywhere costs nothing', async () => {
    upstream.otherwise = 'cut-mid-stream';
    const response = await request('chat', 'thinker', false);
    expect(response.status).toBe(502);
    expect(await response.json()).toHaveProperty('error.message');
    expect(upstream.requests.length).toBeGreaterThan(1);
    expect(await gateway.logs()).toEqual([]);
  });

  test.each(['left-open', 'every-byte', 'odd-bytes', 'carriage-returns'] as const)(
    'is whole however it arrives (%s)',
    async (scenario) => {
      upstream.next({ ...WHOLE, ...DELIVERIES[scenario] });
      expectWhole(await read('chat', await request('chat', 'thinker', false)));
      await expectCharge(false);
    },
  );

  test('is cancelled when its client leaves, who pays for what was produced', async () => {
    const text = 'one two three four five six seven eight'.split(' ').map((word) => `${word} `);
    upstream.next({ answer: { text, usage: USAGE }, frames: 8, ending: 'stall' });
    const gone = new AbortController();
    const pending = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'thinker', messages: [{ role: 'user', content: 'hello' }] }),
      signal: gone.signal,
    });
    await until(
      () => upstream.requests.length === 1,
      () => 'the request at the upstream',
    );
    await sleep(1500);
    gone.abort();
    await expect(pending).rejects.toThrow('abort');
    await upstream.last.over;
    expect(upstream.last.aborted).toBe(true);
    const { quota, prompt_tokens: prompt, completion_tokens: completion } = await onlyRow();
    expect(completion).toBeGreaterThanOrEqual(5);
    expect(completion).toBeLessThan(USAGE.output);
    expect(quota).toBe(prompt + 4 * completion);
  });
});

const DELIVERIES = {
  'left-open': { ending: 'stall' },
  'every-byte': { pieceBytes: 1 },
  'odd-bytes': { pieceBytes: 7 },
  'carriage-returns': { carriageReturns: true },
} as const satisfies Record<string, Scenario>;

test('a whole answer that breaks off is sent as the stream of another channel', async () => {
  upstream.next({ ...WHOLE, ending: 'cut' }, WHOLE);
  expectWhole(await read('messages', await request('messages', 'llama', true)));
  expect(upstream.requests.map(({ streams }) => streams)).toEqual([false, false]);
  await expectCharge(true);
});

describe('while another channel could be tried', () => {
  beforeAll(() => gateway.option('FirstTokenTimeout', '1').then(() => gateway.settledEvents()));
  afterAll(() => gateway.option('FirstTokenTimeout', '12').then(() => gateway.settledEvents()));

  test('a stream that is collected has as long to begin as any stream', async () => {
    upstream.next({ ...WHOLE, firstFrameAfterMs: 30_000 }, WHOLE);
    expectWhole(await read('chat', await request('chat', 'thinker', false)));
    expect(upstream.requests).toHaveLength(2);
    await expectCharge(false);
  });

  test('a whole answer has longer, also for a client of a stream', async () => {
    upstream.next({ ...WHOLE, firstFrameAfterMs: 2500 });
    expectWhole(await read('chat', await request('chat', 'llama', true)));
    expect(upstream.requests).toHaveLength(1);
    await expectCharge(true);
  });
});
