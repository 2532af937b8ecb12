import { Body, Controller, Module, Post } from '@nestjs/common';
import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { AppModule } from '../../server/app.module.js';
import { MAX_JSON_DEPTH } from '../../server/contract/json-depth.js';
import { Drain } from '../../server/core/drain.js';
import { limitBodies, PUBLIC_BODY_BYTES } from '../../server/core/http/body-limits.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

const anything = z.looseObject({});

@Controller('api/echo')
class EchoController {
  @Post('public')
  @Requires('public')
  everybody(@Body({ schema: anything }) body: object): number {
    return Object.keys(body).length;
  }

  @Post('user')
  @Requires('user')
  users(@Body({ schema: anything }) body: object): number {
    return Object.keys(body).length;
  }
}

@Module({ imports: [AppModule], controllers: [EchoController] })
class EchoModule {}

let site: Management;
let root: Visitor;
let url: string;

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '1000';
  site = await Management.start({ module: EchoModule });
  url = await site.app.getUrl();
  root = await site.root();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await site.close();
});

/** `levels` lists within each other, in a body that a sign-in could have. */
const nested = (levels: number) => `{"username":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

interface Sent {
  headers?: Record<string, string>;
  chunked?: boolean;
}

async function post(path: string, body: string | Buffer, { headers, chunked = false }: Sent = {}) {
  const bytes = Buffer.from(body);
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: chunked ? stream : bytes,
    ...(chunked && { duplex: 'half' }),
  } as RequestInit);
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}

describe('nesting', () => {
  test(`is read to ${MAX_JSON_DEPTH} levels and refused beyond, before it is parsed`, async () => {
    expect((await post('/api/echo/public', nested(MAX_JSON_DEPTH))).message).toBe('');
    expect((await post('/api/echo/public', nested(MAX_JSON_DEPTH + 1))).message).toBe('无效的参数');
    const text = `{"a":"${'[\\"'.repeat(500)}"}`;
    expect((await post('/api/echo/public', text)).message).toBe('');
  });

  test('of 1.9 million levels is never parsed, with and without a session, whole and in chunks', async () => {
    const deep = nested(1_900_000);
    const parse = jest.spyOn(JSON, 'parse');
    const headers = root.headers();
    for (const sent of [{ headers }, { headers, chunked: true }, {}, { chunked: true }]) {
      const { status, message } = await post('/api/echo/user', deep, sent).catch(hungUp);
      expect([200, 401, 413]).toContain(status);
      expect(message).not.toBe('');
    }
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(longest).toBeLessThan(PUBLIC_BODY_BYTES);
  });

  test('in a gzip body is not unpacked', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const packed = gzipSync(nested(1_900_000));
    expect(packed.length).toBeLessThan(PUBLIC_BODY_BYTES);
    expect((await post('/api/echo/public', packed, { headers })).message).toBe('无效的参数');
  });
});

describe('size', () => {
  const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

  test('public routes read 64 KiB, in one piece or in chunks', async () => {
    const fits = body(PUBLIC_BODY_BYTES);
    const refusal = { status: 413, message: '请求体过大，上限为 64 KiB' };
    expect((await post('/api/echo/public', fits)).status).toBe(200);
    expect((await post('/api/echo/public', fits, { chunked: true })).status).toBe(200);
    expect(await post('/api/echo/public', `${fits} `)).toEqual(refusal);
    expect(await post('/api/echo/public', `${fits} `, { chunked: true })).toEqual(refusal);
    expect(await post('/api/user/login', `${fits} `)).toEqual(refusal);
  });

  test('other routes read larger ones of those who are signed in alone', async () => {
    const large = body(PUBLIC_BODY_BYTES + 1);
    const refused = { status: 401, message: '无权进行此操作，未登录且未提供 access token' };
    expect(await post('/api/echo/user', large)).toEqual(refused);
    expect(await post('/api/echo/user', large, { headers: { cookie: 'session=x' } })).toEqual(refused);
    expect(await post('/api/echo/user', large, { headers: { authorization: 'Bearer x' } })).toEqual(refused);
    expect(await post('/api/echo/user', large, { headers: root.headers() })).toEqual({
      status: 200,
      message: '',
    });
  });

  test('a price table of 40,000 models can be imported', async () => {
    const ratios = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, n) => [`provider/a-model-with-a-long-name-${n}`, n / 7]),
    );
    const value = JSON.stringify(ratios);
    expect(value.length).toBeGreaterThan(2 * 1024 * 1024);
    expect((await root.put('/api/option/', { key: 'ModelRatio', value })).success).toBe(true);
  });

  test('nothing is read for a path that nobody serves', async () => {
    for (const path of ['/api/nothing', '/nothing']) {
      const response = await fetch(`${url}${path}`, { method: 'POST', body: '{' });
      expect(response.status).toBe(404);
    }
  });
});

describe('a client that is slow', () => {
  test('has to send a small body in time', async () => {
    const fastify = Fastify();
    const untouched = {} as never;
    limitBodies(fastify, untouched, untouched, 100);
    fastify.post('/', { config: { access: 'public' } }, () => 'read');
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    try {
      const socket = await open(fastify.listeningOrigin, 'POST / HTTP/1.1', 50);
      const drops = setInterval(() => socket.write(' '), 10);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      clearInterval(drops);
      expect(answer.toString()).toMatch(/^HTTP\/1.1 408 .*connection: close/is);
      if (!socket.closed) await once(socket, 'close');
    } finally {
      await fastify.close();
    }
  });

  test('and hangs up leaves no error in the log', async () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const drain = site.app.get(Drain);
    const socket = await open(url, 'POST /api/echo/public HTTP/1.1', 50);
    await until(
      () => Promise.resolve(drain.inFlight === 1),
      () => 'the request under way',
    );
    socket.destroy();
    await until(
      () => Promise.resolve(drain.inFlight === 0),
      () => 'the request over',
    );
    await post('/api/echo/public', '{}');
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

/** A connection over which the head of a request and one byte of its body have been sent. */
async function open(origin: string, line: string, length: number): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const head = [line, 'host: x', 'content-type: application/json', `content-length: ${length}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  return socket;
}

/** A server that does not read on may close before the client has sent everything. */
function hungUp(): { status: number; message: string } {
  return { status: 413, message: 'the connection was closed' };
}
