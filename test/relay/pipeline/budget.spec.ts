import { QUOTA_PER_USD } from '../../../server/contract/quota.js';
import { definitionOf } from '../../../server/dialects/providers/registry.js';
import { operationRoutes } from '../../../server/dialects/operations/registry.js';
import {
  GOOGLE_ACTIONS,
  GOOGLE_PATHS,
  PLAYGROUND_IMAGES_PATH,
  PLAYGROUND_PATH,
  RELAYED,
} from '../../../server/relay/http/relay.routes.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';

/**
 * The promises of money that every chargeable route keeps. A new route is added to `routes` below; the first test fails
 * until it is.
 */
interface ChargeableRoute {
  path: string;
  /** Channel type that serves it. */
  type: number;
  model: string;
  /** Ways it can be asked. */
  streams: readonly boolean[];
  /** The upstream tells no usage there: the request's estimate is charged. */
  implicit?: true;
  /** Its bytes pass as they arrive: the head is sent before the charge is known. */
  passed?: true;
  /** Called by who is signed in to the console, instead of with a key. */
  session?: true;
  /** Where the address says more than the path. */
  address?(model: string, stream: boolean): string;
  body(model: string, stream: boolean): object | FormData;
}

const routes: ChargeableRoute[] = [
  {
    path: '/v1/chat/completions',
    type: 1,
    model: 'gpt-4o',
    streams: [false, true],
    body: (model, stream) => ({ model, stream, messages: [{ role: 'user', content: 'hello' }] }),
  },
  {
    path: PLAYGROUND_PATH,
    type: 1,
    model: 'gpt-4o',
    streams: [false, true],
    session: true,
    body: (model, stream) => ({
      model,
      stream,
      group: 'default',
      max_tokens: 0,
      messages: [{ role: 'user', content: 'hello' }],
    }),
  },
  {
    path: '/v1/completions',
    type: 1,
    model: 'gpt-3.5-turbo-instruct',
    streams: [false, true],
    body: (model, stream) => ({ model, stream, prompt: 'hello' }),
  },
  {
    path: '/v1/responses',
    type: 1,
    model: 'gpt-4o',
    streams: [false, true],
    body: (model, stream) => ({ model, stream, input: 'hello' }),
  },
  {
    path: '/v1/messages',
    type: 14,
    model: 'claude-3-7-sonnet-20250219',
    streams: [false, true],
    body: (model, stream) => ({
      model,
      stream,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hello' }],
    }),
  },
  ...GOOGLE_PATHS.map((path): ChargeableRoute => ({
    path,
    type: 1,
    model: 'gpt-4o',
    streams: [false, true],
    address: (model, stream) =>
      `${path.slice(0, -1)}${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: [{ parts: [{ text: 'hello' }] }] }),
  })),
  ...GOOGLE_PATHS.flatMap((path) => [
    googleEmbedding(path, 'embedContent', { content: { parts: [{ text: 'hello' }] } }),
    googleEmbedding(path, 'batchEmbedContents', {
      requests: [{ content: { parts: [{ text: 'hello' }] } }, { content: { parts: [{ text: 'you' }] } }],
    }),
  ]),
  ...GOOGLE_PATHS.map((path): ChargeableRoute => ({
    path: `${path}:predict`,
    type: 24,
    model: 'imagen-3.0-generate-002',
    streams: [false],
    address: (model) => `${path.slice(0, -1)}${model}:predict`,
    body: () => ({ instances: [{ prompt: 'a gate' }], parameters: { sampleCount: 3 } }),
  })),
  ...['/v1/embeddings', '/v1/engines/text-embedding-3-small/embeddings'].map((path): ChargeableRoute => ({
    path,
    type: 1,
    model: 'text-embedding-3-small',
    streams: [false],
    body: (model) => ({ model, input: ['hello', 'world'] }),
  })),
  {
    path: '/v1/moderations',
    type: 1,
    model: 'text-moderation-latest',
    streams: [false],
    implicit: true,
    body: (model) => ({ model, input: 'hello' }),
  },
  ...['/v1/rerank', '/v2/rerank'].map((path): ChargeableRoute => ({
    path,
    type: 1,
    model: 'gpt-3.5-turbo',
    streams: [false],
    body: (model) => ({ model, query: 'hello', documents: ['world', 'you'] }),
  })),
  {
    path: '/v1/responses/compact',
    type: 1,
    model: 'gpt-4o',
    streams: [false],
    body: (model) => ({ model, input: 'hello' }),
  },
  {
    path: '/v1/images/generations',
    type: 1,
    model: 'dall-e-3',
    streams: [false],
    body: (model) => ({ model, prompt: 'a gate' }),
  },
  {
    path: PLAYGROUND_IMAGES_PATH,
    type: 1,
    model: 'dall-e-3',
    streams: [false],
    session: true,
    body: (model) => ({ model, prompt: 'a gate', group: 'default' }),
  },
  {
    path: '/v1/images/edits',
    type: 1,
    model: 'dall-e-3',
    streams: [false],
    body: (model) => formOf({ model, prompt: 'a gate' }, 'image'),
  },
  {
    path: '/v1/audio/speech',
    type: 1,
    model: 'tts-1',
    streams: [false],
    implicit: true,
    passed: true,
    body: (model) => ({ model, input: 'hello', voice: 'alloy' }),
  },
  ...['/v1/audio/transcriptions', '/v1/audio/translations'].map((path): ChargeableRoute => ({
    path,
    type: 1,
    model: 'whisper-1',
    streams: [false],
    body: (model) => formOf({ model }, 'file'),
  })),
];

/** Google's clients on a channel of OpenAI's. */
function googleEmbedding(path: string, action: string, body: object): ChargeableRoute {
  return {
    path: `${path}:${action}`,
    type: 1,
    model: 'text-embedding-3-small',
    streams: [false],
    address: (model) => `${path.slice(0, -1)}${model}:${action}`,
    body: () => body,
  };
}

function formOf(fields: Record<string, string>, file: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(file, new Blob([Buffer.alloc(20_000, 7)]), 'any.bin');
  return form;
}

const START = 10_000_000;
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;
let signedIn: Record<string, string>;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  for (const type of new Set(routes.map((route) => route.type))) {
    const models = routes.filter((route) => route.type === type).map(({ model }) => model);
    await gateway.addChannel({ type, base_url: upstream.url, models: [...new Set(models)].join(',') });
  }
  key = await gateway.addToken();
  signedIn = await gateway.session();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

test('every relayed route is listed here', () => {
  const actions = [...GOOGLE_ACTIONS].flatMap(([name, { operation }]) => (operation ? [`:${name}`] : []));
  const google = GOOGLE_PATHS.flatMap((path) =>
    ['', ...actions].map((action) => ({ path: `${path}${action}` })),
  );
  const served = [
    ...RELAYED,
    { path: PLAYGROUND_PATH },
    { path: PLAYGROUND_IMAGES_PATH },
    ...operationRoutes,
    ...google,
  ].map(({ path }) => path.replace('/:model', '/text-embedding-3-small'));
  expect(routes.map(({ path }) => path).sort()).toEqual(served.sort());
});

describe.each(routes)('$path', ({ path, type, model, streams, implicit, passed, session, address, body }) => {
  const to = (stream: boolean) => address?.(model, stream) ?? path;

  describe.each(streams)('stream: %s', (stream) => {
    const call = () => gateway.relay(to(stream), key, body(model, stream), session && signedIn);

    test('is refused without balance, and the upstream is not asked', async () => {
      await gateway.setQuota(0);
      const response = await call();
      // Messages have an error of their own for it, with its own status.
      expect(response.status).toBe(path === '/v1/messages' ? 402 : 403);
      expect(JSON.stringify(await response.json())).toContain('user quota is not enough');
      expect(upstream.requests).toHaveLength(0);
      expect(await gateway.quota()).toBe(0);
    });

    test('is charged once, by the usage the upstream reported', async () => {
      const response = await call();
      expect(response.status).toBe(200);
      await response.text();
      const [row, ...more] = await gateway.logs();
      expect(more).toEqual([]);
      expect(row).toMatchObject({ model_name: model, is_stream: stream });
      expect(row!.quota).toBeGreaterThan(0);
      expect(row!.other).toMatchObject({ usage_source: implicit ? 'estimated' : 'upstream' });
      expect(await gateway.quota()).toBe(START - row!.quota);
      const stated = (name: string) => response.headers.get(`x-tollgate-${name}`);
      expect(stated('channel-type')).toBe(stream ? null : definitionOf(type)!.id);
      expect(stated('cost')).toBe(stream || passed ? null : String(row!.quota / QUOTA_PER_USD));
      expect(response.headers.get('x-request-id')).toBe(response.headers.get('x-oneapi-request-id'));
    });

    test('costs nothing when the upstream fails', async () => {
      upstream.next('server-error');
      const response = await call();
      expect(response.status).toBe(500);
      expect(response.headers.has('x-tollgate-cost')).toBe(false);
      await response.text();
      expect(await gateway.logs()).toEqual([]);
      expect(await gateway.quota()).toBe(START);
    });

    test('leaves no hold behind', async () => {
      upstream.next('plain', 'server-error');
      await (await call()).text();
      await (await call()).text();
      const books = await gateway.manage('GET', '/api/books');
      expect(books).toMatchObject({ balanced: true, memory: { openHolds: 0 } });
    });
  });

  if (!streams.includes(true)) return;

  test('a client that leaves mid-stream pays for what was produced, and the upstream is hung up on', async () => {
    upstream.next({
      betweenFramesMs: 200,
      answer: { text: Array.from({ length: 50 }, () => 'some words '), usage: { input: 9, output: 200 } },
    });
    const gone = new AbortController();
    const response = await fetch(`${gateway.url}${to(true)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        ...(session && signedIn),
      },
      body: JSON.stringify(body(model, true)),
      signal: gone.signal,
    });
    const reader = response.body!.getReader();
    for (let seen = 0; seen < 200;) seen += (await reader.read()).value?.length ?? 200;
    // What comes first may be no words yet.
    for (let pieces = 0; pieces < 4; pieces += 1) await reader.read();
    gone.abort();
    const sinceLeft = new OwnTime();
    await upstream.last.over;
    expect(sinceLeft.stop()).toBeLessThan(1000);
    expect(upstream.last.aborted).toBe(true);
    await gateway.quiet();
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      stream_status: { status: 'error', end_reason: 'client_gone' },
    });
    expect(row!.completion_tokens).toBeGreaterThan(0);
    expect(row!.completion_tokens).toBeLessThan(200);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });
});
