import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { UpstreamError } from '../../../server/dialects/canonical/failure.js';
import type { AccessTokenCodec, UpstreamCall } from '../../../server/dialects/kit/provider.js';
import { UpstreamClient, type OpenCall } from '../../../server/relay/upstream/client.js';
import { until } from '../../setup/until.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const LIMITS = { headersMs: 5000, idleMs: 5000 };
const problems: unknown[] = [];
const received: { path: string; authorization: string | undefined; body: string }[] = [];
let server: Server;
let sockets: WebSocketServer;
let url: string;
let client: UpstreamClient;
let answer: Handler;
/** Token exchanges so far, and what the next ones return. */
let exchanges: { at: number }[] = [];
let lifeSeconds = 3600;
let exchangeStatus = 200;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const path = request.url ?? '';
      const { authorization } = request.headers;
      received.push({ path, authorization, body: Buffer.concat(pieces).toString() });
      answer(request, response);
    })();
  });
  sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received.length = 0;
  problems.length = 0;
  exchanges = [];
  lifeSeconds = 3600;
  exchangeStatus = 200;
  answer = (_, response) => json(response, 200, { fine: true });
  client = new UpstreamClient({ connectTimeoutMs: 2000, allowPrivate: true }, (problem) =>
    problems.push(problem),
  );
});

afterEach(() => client.close());

afterAll(async () => {
  sockets.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function json(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const call = (more: Partial<UpstreamCall> = {}): UpstreamCall => ({
  method: 'POST',
  url: `${url}/work`,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":1}'),
  ...more,
});

interface Result {
  status: number;
  type: string;
  text: string;
}

function send(sent: UpstreamCall, onOpen: (open: OpenCall) => void = () => undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const result = { status: 0, type: '', text: '' };
    onOpen(
      client.send(sent, LIMITS, undefined, {
        head: (status, headers) =>
          Object.assign(result, { status, type: String(headers['content-type'] ?? '') }),
        data: (chunk) => (result.text += chunk.toString()),
        end: () => resolve(result),
        fail: reject,
      }),
    );
  });
}

/** A token endpoint at /token that issues `token-1`, `token-2`, … */
const codec = (identity = 'key'): AccessTokenCodec => ({
  identity,
  request: (now) => {
    exchanges.push({ at: now.getTime() });
    return {
      method: 'POST',
      url: `${url}/token?${exchanges.length}`,
      headers: {},
      body: Buffer.from(identity),
    };
  },
  read: (status, _, body) => {
    const { token, life } = JSON.parse(body) as { token: string; life: number };
    if (status === 200) return { token, expiresInSeconds: life };
    throw new UpstreamError({
      status,
      message: 'no token',
      kind: 'upstream_error',
      code: 'upstream_error',
      retryable: false,
      disables: true,
    });
  },
  apply: (before, token) => ({
    ...before,
    headers: { ...before.headers, authorization: `Bearer ${token}` },
  }),
});

const issueTokens: Handler = (request, response) => {
  if (!request.url?.startsWith('/token')) return json(response, 200, { fine: true });
  json(response, exchangeStatus, { token: `token-${request.url.split('?')[1]}`, life: lifeSeconds });
};

const used = () => received.filter(({ path }) => path === '/work').map(({ authorization }) => authorization);

test('a signature is computed for the call that is sent, at the time it is sent', async () => {
  const before = Date.now();
  let signedAt = 0;
  await send(
    call({
      sign: async ({ method, body }, now) => {
        signedAt = now.getTime();
        return { authorization: `${method} ${body?.toString()}` };
      },
    }),
  );
  expect(used()).toEqual(['POST {"a":1}']);
  expect(signedAt).toBeGreaterThanOrEqual(before);
});

describe('an access token', () => {
  beforeEach(() => (answer = issueTokens));

  test('is exchanged once for concurrent calls with one key, and used until it expires', async () => {
    await Promise.all(Array.from({ length: 5 }, () => send(call({ accessToken: codec() }))));
    await send(call({ accessToken: codec() }));
    expect(used()).toEqual(Array(6).fill('Bearer token-1'));
    await send(call({ accessToken: codec('another key') }));
    expect(exchanges).toHaveLength(2);
  });

  test('that has expired is exchanged before the next call', async () => {
    lifeSeconds = 0;
    await send(call({ accessToken: codec() }));
    await send(call({ accessToken: codec() }));
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('is replaced in the background before it expires, and used as long as that fails', async () => {
    lifeSeconds = 2;
    await send(call({ accessToken: codec() }));
    await sleep(1700);
    exchangeStatus = 500;
    await send(call({ accessToken: codec() }));
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-1']);
    await until(() => problems.length === 1);
    expect(exchanges).toHaveLength(2);
  });

  test('that the provider rejects is not used again', async () => {
    answer = (request, response) => {
      if (request.headers.authorization === 'Bearer token-1') json(response, 401, {});
      else issueTokens(request, response);
    };
    expect(await send(call({ accessToken: codec() }))).toMatchObject({ status: 401 });
    expect(await send(call({ accessToken: codec() }))).toMatchObject({ status: 200 });
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('that a good response reports as invalid is replaced, and the call repeated once', async () => {
    const rejects = (start: Buffer) => start.includes('invalid token');
    const rejecting = () => call({ accessToken: { ...codec(), rejects } });
    answer = (request, response) => {
      if (request.headers.authorization === 'Bearer token-1') json(response, 200, { error: 'invalid token' });
      else issueTokens(request, response);
    };
    expect(await send(rejecting())).toMatchObject({ status: 200, text: '{"fine":true}' });
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-2']);
    answer = (request, response) => {
      if (request.url?.startsWith('/token')) issueTokens(request, response);
      else json(response, 200, { error: 'invalid token' });
    };
    expect(await send(rejecting())).toMatchObject({ status: 200, text: '{"error":"invalid token"}' });
    expect(used().slice(2)).toEqual(['Bearer token-2', 'Bearer token-3']);
  });

  test('does not delay an empty response', async () => {
    answer = (request, response) => {
      if (request.url?.startsWith('/token')) issueTokens(request, response);
      else response.writeHead(200, { 'content-length': 0 }).end();
    };
    const accessToken = { ...codec(), rejects: () => true };
    expect(await send(call({ accessToken }))).toMatchObject({ status: 200, text: '' });
  });

  test('that was revoked is replaced, and the call is sent again', async () => {
    expect(await send(call({ accessToken: codec() }))).toMatchObject({ status: 200 });
    answer = (request, response) => {
      if (request.headers.authorization === 'Bearer token-1') json(response, 401, {});
      else issueTokens(request, response);
    };
    expect(await send(call({ accessToken: codec() }))).toMatchObject({ status: 200 });
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test('that is not issued fails the call with the reason, and nothing is sent', async () => {
    exchangeStatus = 400;
    await expect(send(call({ accessToken: codec() }))).rejects.toMatchObject({
      failure: { message: 'no token', disables: true },
    });
    expect(used()).toEqual([]);
  });

  test('is requested again with the provider’s time if the clocks differ', async () => {
    const providerTime = Date.now() + 3_600_000;
    answer = (request, response) => {
      const { at } = exchanges.at(-1)!;
      if (!request.url?.startsWith('/token') || Math.abs(at - providerTime) < 60_000)
        return issueTokens(request, response);
      json(response, 400, {}, { date: new Date(providerTime).toUTCString() });
    };
    expect(await send(call({ accessToken: codec() }))).toMatchObject({ status: 200 });
    expect(exchanges).toHaveLength(2);
  });
});

describe('a decoder', () => {
  const upperCase = () => {
    let isCut = false;
    return {
      push: (chunk: Buffer) => {
        if (chunk.includes('!')) throw new SyntaxError('an exclamation mark');
        isCut = chunk.includes('?');
        return Buffer.from(chunk.toString().toUpperCase());
      },
      end: () => {
        if (isCut) throw new SyntaxError('cut');
      },
    };
  };

  test.each([
    ['a body', { status: 200, type: 'text/event-stream', text: 'A BODY' }],
    ['a body!', 'cannot be read'],
    ['a body?', 'cannot be read'],
  ])('converts the body %j of a successful response', async (body, expected) => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/x' }).end(body);
    const result = send(call({ decoder: upperCase }));
    if (typeof expected === 'string')
      await expect(result).rejects.toMatchObject({
        failure: { message: expect.stringContaining(expected), retryable: true },
      });
    else expect(await result).toEqual(expected);
  });

  test('completes the response', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/x' }).end('a body');
    const decoder = () => ({ ...upperCase(), last: () => Buffer.from(' AND ITS END') });
    expect(await send(call({ decoder }))).toMatchObject({ status: 200, text: 'A BODY AND ITS END' });
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/x' }).end('a body?');
    await expect(send(call({ decoder }))).rejects.toMatchObject({ failure: { retryable: true } });
  });

  test('does not convert an error', async () => {
    answer = (_, response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('wrong');
    expect(await send(call({ decoder: upperCase }))).toEqual({
      status: 500,
      type: 'text/plain',
      text: 'wrong',
    });
  });
});

describe('a provider that works asynchronously', () => {
  const polled = (): UpstreamCall =>
    call({
      next: (body) => ((body as { done?: boolean }).done ? undefined : { ...polled(), url: `${url}/status` }),
    });

  test('is polled until its work is done', async () => {
    answer = (_, response) => json(response, 200, { done: received.length === 3 });
    expect(await send(polled())).toMatchObject({ status: 200, text: '{"done":true}' });
    expect(received.map(({ path }) => path)).toEqual(['/work', '/status', '/status']);
  });

  test('is not kept waiting by calls that need not wait', async () => {
    const last = call({ url: `${url}/last`, waitMs: 0 });
    const startedAt = Date.now();
    expect(await send(call({ next: () => last }))).toMatchObject({ status: 200 });
    expect(Date.now() - startedAt).toBeLessThan(900);
    expect(received.map(({ path }) => path)).toEqual(['/work', '/last']);
  });

  test('is not polled again after an abort', async () => {
    answer = (_, response) => json(response, 200, {});
    let open: OpenCall | undefined;
    void send(polled(), (started) => (open = started));
    await until(() => received.length === 1);
    open!.abort();
    await sleep(1500);
    expect(received).toHaveLength(1);
  });

  const polledCall = (waitMs = 20): UpstreamCall =>
    call({
      next: () => ({
        ...call({ url: `${url}/status`, waitMs, next: () => undefined }),
        method: 'GET',
        body: undefined,
      }),
    });
  const times: number[] = [];
  const waits = () => times.slice(1).map((time, index) => time - times[index]!);
  beforeEach(() => times.splice(0));

  test('is polled again after a query that failed with a temporary error', async () => {
    answer = (_, response) => {
      if (received.length === 3) return void response.destroy();
      json(response, received.length === 2 ? 503 : 200, { at: received.length });
    };
    expect(await send(polledCall())).toMatchObject({ status: 200, text: '{"at":4}' });
    expect(received.map(({ path }) => path)).toEqual(['/work', '/status', '/status', '/status']);
  });

  test('is not polled forever, nor after other errors', async () => {
    answer = (_, response) => {
      times.push(Date.now());
      json(response, received.length === 1 ? 200 : 500, {});
    };
    expect(await send(polledCall())).toMatchObject({ status: 500 });
    expect(received).toHaveLength(8);
    // Each wait is longer than the one before: 20 ms, 30 ms, … 152 ms.
    expect(waits().at(-1)).toBeGreaterThanOrEqual(140);
    expect(waits()[2]).toBeLessThan(waits().at(-1)!);
    received.length = 0;
    answer = (_, response) => json(response, received.length === 1 ? 200 : 404, {});
    expect(await send(polledCall())).toMatchObject({ status: 404 });
    expect(received).toHaveLength(2);
  });

  test('is polled no sooner than its Retry-After header states', async () => {
    const order = { 'retry-after': '0.3' };
    const work = { ...polledCall().next!({})!, workBegun: true as const };
    const question = (): UpstreamCall => ({
      ...work,
      next: (body) => (isDone(body) ? undefined : question()),
    });
    const isDone = (body: unknown) => (body as { done?: boolean }).done === true;
    answer = (_, response) => {
      times.push(Date.now());
      if (received.length === 2) return json(response, 429, {}, order);
      json(response, 200, { done: received.length === 4 }, order);
    };
    expect(await send(call({ next: question }))).toMatchObject({ status: 200, text: '{"done":true}' });
    for (const wait of waits()) expect(wait).toBeGreaterThanOrEqual(290);
  });

  test('may report what its work costs', async () => {
    const question = call({ url: `${url}/status`, waitMs: 0, priceFactor: 1.5, next: () => undefined });
    const prices: number[] = [];
    await new Promise<void>((resolve, reject) => {
      client.send(call({ next: () => question }), LIMITS, undefined, {
        head: () => undefined,
        data: () => undefined,
        end: resolve,
        fail: reject,
        reportsPrice: (factor) => prices.push(factor),
      });
    });
    expect(prices).toEqual([1.5]);
  });

  test('is not polled again after an abort during the pause before the next query', async () => {
    answer = (_, response) => json(response, received.length === 1 ? 200 : 503, {});
    let open: OpenCall | undefined;
    void send(polledCall(200), (started) => (open = started));
    await until(() => received.length === 2);
    await sleep(50);
    open!.abort();
    await sleep(400);
    expect(received).toHaveLength(2);
  });

  test('is polled again whatever the HTTP method of the query', async () => {
    answer = (_, response) => json(response, received.length === 2 ? 429 : 200, { at: received.length });
    const question = call({ url: `${url}/status`, waitMs: 20, workBegun: true, next: () => undefined });
    expect(await send(call({ next: () => question }))).toMatchObject({ status: 200, text: '{"at":3}' });
  });

  test('that reports an error ends the call with its status', async () => {
    answer = (_, response) => json(response, received.length === 1 ? 200 : 500, {});
    expect(await send(polled())).toMatchObject({ status: 500 });
  });
});

describe('a file that a response refers to', () => {
  const file = (more: Partial<UpstreamCall> = {}): UpstreamCall => ({
    method: 'GET',
    url: `${url}/file`,
    headers: {},
    waitMs: 0,
    download: { publicOnly: false, read: (bytes) => ({ data: [bytes.toString('base64')] }) },
    ...more,
  });

  test('is downloaded and becomes the response', async () => {
    answer = (_, response) => {
      if (received.length === 1) return json(response, 200, {});
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0xff, 0xfe]));
    };
    expect(await send(call({ next: () => file() }))).toEqual({
      status: 200,
      type: 'application/json',
      text: '{"data":["//4="]}',
    });
    expect(received[1]).toMatchObject({ path: '/file', authorization: undefined });
  });

  test('may be followed by others', async () => {
    answer = (request, response) => void response.writeHead(200).end(request.url);
    const last = (body: unknown) =>
      file({ url: `${url}/last`, download: { publicOnly: false, read: (bytes) => [body, String(bytes)] } });
    expect(await send(file({ next: last }))).toMatchObject({ text: '[{"data":["L2ZpbGU="]},"/last"]' });
  });

  test('that is missing says nothing about the channel', async () => {
    answer = (_, response) => json(response, 403, { error: { code: 'invalid_api_key' } });
    await expect(send(file())).rejects.toMatchObject({
      failure: {
        status: 502,
        code: 'invalid_response',
        disables: false,
        detail: expect.stringContaining('403'),
      },
    });
  });

  test('is not a web page', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    await expect(send(file())).rejects.toMatchObject({
      failure: { status: 502, detail: expect.stringContaining('web page') },
    });
  });

  test('is not fetched from a private address, even if channels may have them', async () => {
    const read = (bytes: Buffer) => bytes.length;
    await expect(send(file({ download: { publicOnly: true, read } }))).rejects.toMatchObject({
      failure: { status: 502, disables: false },
    });
    expect(received).toEqual([]);
    expect(await send(file())).toMatchObject({ status: 200 });
  });
});

describe('over WebSocket', () => {
  const overSocket = (serve: (socket: WebSocket, text: string) => void): Promise<Result> => {
    sockets.once('connection', (socket) =>
      socket.on('message', (data) => serve(socket, (data as Buffer).toString())),
    );
    return send(call({ url: `${url.replace('http', 'ws')}/chat` }));
  };

  test('the body is one message, and each message received is one event', async () => {
    const result = await overSocket((socket, text) => {
      socket.send(JSON.stringify({ received: text }));
      socket.send('{\n"done":true}');
      socket.close();
    });
    expect(result).toEqual({
      status: 200,
      type: 'text/event-stream',
      text: 'data: {"received":"{\\"a\\":1}"}\n\ndata: {\ndata: "done":true}\n\n',
    });
  });

  test('the connection is closed after the last message', async () => {
    sockets.once('connection', (socket) =>
      socket.on('message', () => ['one', 'two', 'three'].forEach((text) => socket.send(text))),
    );
    const result = await send(
      call({ url: `${url.replace('http', 'ws')}/chat`, isLastMessage: (message) => message === 'two' }),
    );
    expect(result.text).toBe('data: one\n\ndata: two\n\n');
  });

  test('an abort closes the connection', async () => {
    let open: OpenCall | undefined;
    const connected = once(sockets, 'connection');
    void send(call({ url: `${url.replace('http', 'ws')}/chat` }), (started) => (open = started));
    const [socket] = (await connected) as [WebSocket];
    const closed = once(socket, 'close');
    open!.abort();
    await closed;
  });
});
