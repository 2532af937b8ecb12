import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { StreamBody } from './stream-body.js';

type Piece = Buffer | string;

const KIB = 1024;
/** Of sizes around those at which the chunk size gets another digit, and around the largest that is copied. */
const SIZES = [1, 15, 16, 255, 256, 4095, 4096, 16 * KIB, 16 * KIB + 1, 100 * KIB];
const PIECES: Piece[] = [
  ...SIZES.map((size) => Buffer.alloc(size, `${size} bytes `)),
  ...SIZES.map((size) => '価格 ä😀'.repeat(size).slice(0, size)),
  '',
  Buffer.alloc(0),
];

let server: Server;
/** How the server answers the next requests, by path. */
let answers: Record<string, (response: ServerResponse) => void>;

beforeEach(async () => {
  answers = {};
  server = createServer((request, response) => answers[request.url!]!(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

const port = () => (server.address() as AddressInfo).port;

/** All that the server sends for these requests in one connection, until it closes it. */
async function received(requests: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(requests);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/** The chunks of a response, by the grammar of RFC 9112, section 7.1; nothing follows the last one. */
function chunksOf(response: string): string[] {
  const head = response.indexOf('\r\n\r\n');
  expect(response.slice(0, head)).toMatch(/\r\ntransfer-encoding: chunked(\r\n|$)/i);
  const chunks: string[] = [];
  for (let at = head + 4; ;) {
    const [line, digits] = /^([0-9a-f]+)\r\n/.exec(response.slice(at, at + 20)) ?? [];
    if (line === undefined) throw new Error(`no chunk size at ${at}: ${response.slice(at, at + 20)}`);
    const size = Number.parseInt(digits!, 16);
    const end = at + line.length + size;
    expect(response.slice(end, end + 2)).toBe('\r\n');
    if (size === 0) {
      expect(end + 2).toBe(response.length);
      return chunks;
    }
    chunks.push(response.slice(at + line.length, end));
    at = end + 2;
  }
}

/** As they are received. */
const latin1 = (pieces: readonly Piece[]) =>
  pieces.map((piece) => Buffer.from(piece as string).toString('latin1')).filter((text) => text !== '');

function begun(response: ServerResponse): StreamBody {
  response.sendDate = false;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return new StreamBody(response);
}

const framed = (last?: Piece) => (response: ServerResponse) => {
  const body = begun(response);
  for (const piece of PIECES) body.write(piece);
  body.end(last);
};

const closing = (path: string, version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nhost: a\r\nconnection: close\r\n\r\n`;

test.each<[string, Piece | undefined]>([
  ['nothing', undefined],
  ['an empty text', ''],
  ['an empty buffer', Buffer.alloc(0)],
  ['a text', 'data: [DONE] 価\n\n'],
  ['a buffer', Buffer.from('data: [DONE] 価\n\n')],
])('each piece is a chunk, and the body is ended by %s', async (_end, last) => {
  answers = { '/': framed(last) };
  expect(chunksOf(await received(closing('/')))).toEqual(latin1([...PIECES, last ?? '']));
});

test('a client of HTTP/1.0 gets no chunks', async () => {
  answers = {
    '/': (response) => {
      const body = begun(response);
      body.write('one ');
      body.end('two');
    },
  };
  const [head, content] = (await received(closing('/', '1.0'))).split('\r\n\r\n');
  expect(head).not.toMatch(/transfer-encoding/i);
  expect(content).toBe('one two');
});

test('a response whose turn in its connection has not come waits for it whole', async () => {
  let first: ServerResponse | undefined;
  answers = {
    '/first': (response) => (first = response),
    '/second': (response) => {
      framed('end')(response);
      setImmediate(() => first!.end('first'));
    },
  };
  const text = await received(`GET /first HTTP/1.1\r\nhost: a\r\n\r\n${closing('/second')}`);
  const second = text.lastIndexOf('HTTP/1.1 200');
  expect(text.slice(0, second)).toContain('first');
  expect(chunksOf(text.slice(second))).toEqual(latin1([...PIECES, 'end']));
});

test('the connection serves further requests, and a client reads the body', async () => {
  answers = { '/': framed('end') };
  for (let turn = 0; turn < 2; turn++) {
    const [response] = (await once(get({ port: port(), path: '/' }), 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const expected = Buffer.concat([...PIECES, 'end'].map((piece) => Buffer.from(piece as string)));
    expect(Buffer.concat(chunks).equals(expected)).toBe(true);
  }
});

test('before its head is written, a response is framed by Node', async () => {
  answers = {
    '/': (response) => {
      const body = new StreamBody(response);
      body.write('one');
      body.end('two');
    },
  };
  expect(chunksOf(await received(closing('/'))).join('')).toBe('onetwo');
});

test('a client that reads again drains the body, whether it was full with the head or later', async () => {
  let body: StreamBody | undefined;
  answers = { '/': (response) => (body = begun(response)) };
  const socket = connect(port(), '127.0.0.1');
  socket.write(closing('/'));
  let bytes = 0;
  socket.on('data', (data) => (bytes += data.length)).pause();
  while (!body) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 2; turn++) {
    while (body.write(Buffer.alloc(64 * KIB)));
    expect(body.isFull).toBe(true);
    const drained = new Promise<void>((resolve) => body!.onceDrained(resolve));
    socket.resume();
    await drained;
    expect(body.isFull).toBe(false);
    socket.pause();
  }
  body.end();
  socket.resume();
  await once(socket, 'close');
  expect(bytes).toBeGreaterThan(128 * KIB);
});

test('is full while the client does not read, and no longer open after its end', async () => {
  let body: StreamBody | undefined;
  answers = { '/': (response) => (body = begun(response)) };
  const socket = connect(port(), '127.0.0.1');
  socket.write(closing('/'));
  socket.pause();
  while (!body) await new Promise((resolve) => setImmediate(resolve));
  expect([body.isFull, body.isOpen]).toEqual([false, true]);
  while (body.write(Buffer.alloc(64 * KIB)));
  expect(body.isFull).toBe(true);
  body.end();
  expect(body.isOpen).toBe(false);
  socket.destroy();
});
