import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

async function start(limits: Record<string, string>): Promise<void> {
  gateway = await Gateway.start(limits);
  await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o' });
  key = await gateway.addToken();
}
beforeEach(async () => {
  upstream = await ScriptedUpstream.start();
  upstream.otherwise = 'plain';
});
afterEach(async () => {
  await gateway?.close();
  await upstream?.close();
});

const messages = [{ role: 'user', content: 'hi' }];
const BODIES = {
  '/v1/chat/completions': { model: 'gpt-4o', messages },
  '/v1/messages': { model: 'gpt-4o', messages, max_tokens: 20 },
  '/v1beta/models/gpt-4o:generateContent': { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  '/v1/embeddings': { model: 'gpt-4o', input: 'hi' },
  '/mj/submit/imagine': { prompt: 'x' },
} as const;
type Path = keyof typeof BODIES;
const ask = (path: Path) => gateway.relay(path, key, BODIES[path]);

/** Above the delay that other tests on the same cores cause. */
const MAX_DELAY_MS = 200;

/** Keeps the event loop of the gateway, which is that of the test, late by twice its limit. @returns a function that ends it */
function overload(): () => void {
  const timer = setInterval(() => {
    // Waits without work, so that tests on other threads go on.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * MAX_DELAY_MS);
  }, 10);
  return () => clearInterval(timer);
}

async function refusal(path: Path): Promise<Response> {
  let response!: Response;
  await until(async () => {
    response = await ask(path);
    if (response.status === 503) return true;
    await response.text();
    return false;
  });
  return response;
}

test('a process serves as many requests at a time as it may', async () => {
  await start({ MAX_REQUESTS_IN_FLIGHT: '5' });
  let answer!: () => void;
  upstream.otherwise = { headersAfter: new Promise<void>((resolve) => (answer = resolve)) };
  const served = Array.from({ length: 5 }, () => ask('/v1/chat/completions'));
  await until(() => upstream.requests.length === 5);
  const sixth = await ask('/v1/messages');
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await sixth.json()).toMatchObject({ type: 'error' });
  answer();
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await until(async () => (await ask('/v1/messages')).status === 200);
});

test('a process that is late refuses new requests with 503 in their own protocol, and serves again when it is not', async () => {
  await start({ MAX_EVENT_LOOP_DELAY: String(MAX_DELAY_MS) });
  upstream.next({ answer: { text: ['one', ' two', ' three'] }, betweenFramesMs: 1000 });
  const stream = await gateway.relay('/v1/chat/completions', key, {
    ...BODIES['/v1/chat/completions'],
    stream: true,
  });
  const end = overload();
  try {
    for (const path of Object.keys(BODIES) as Path[]) {
      const response = await refusal(path);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.text()).toMatch(/overloaded|负载过高/);
    }
    for (const path of ['/livez', '/readyz', '/api/status'])
      expect([path, (await fetch(gateway.url + path)).status]).toEqual([path, 200]);
    // A stream that had begun goes on.
    expect(await stream.text()).toContain('[DONE]');
  } finally {
    end();
  }
  await until(async () => {
    const seen = await Promise.all([1, 2, 3].map(async () => (await ask('/v1/chat/completions')).status));
    return seen.every((status) => status === 200);
  });
});
