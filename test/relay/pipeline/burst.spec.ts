import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { openaiDialect } from '../../doubles/openai-dialect.js';
import { responsesDialect } from '../../doubles/responses-dialect.js';
import { plainAnswer, type Dialect } from '../../doubles/scripted-answer.js';
import { Gateway } from '../../setup/gateway.js';

const MODEL = 'gpt-4o';
const CHAT = '/v1/chat/completions';
let gateway: Gateway;
let upstream: Server;
let key: string;

/** Answers with all events, and the end of the answer, in one piece. */
const atOnce = (dialect: Dialect): string =>
  dialect
    .frames(plainAnswer, MODEL, true)
    .map((frame) => `${frame}\n\n`)
    .join('');

beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(atOnce(request.url === CHAT ? openaiDialect : responsesDialect));
    });
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  gateway = await Gateway.start({});
  const { port } = upstream.address() as AddressInfo;
  await gateway.addChannel({ base_url: `http://127.0.0.1:${port}`, models: MODEL });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  upstream?.close();
});

/** What arrives first of an answer. */
async function firstPiece(path: string, body: object): Promise<string> {
  const { port, hostname } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const text = JSON.stringify({ ...body, model: MODEL, stream: true });
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: gateway',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${text.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  const [piece] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return piece.toString();
}

test.each([
  [CHAT, { messages: [{ role: 'user', content: 'hi' }] }, 'data: [DONE]'],
  ['/v1/responses', { input: 'hi' }, 'event: response.completed'],
])('%s: an answer that came at once leaves at once, its end included', async (path, body, end) => {
  const piece = await firstPiece(path, body);
  expect(piece).toMatch(/^HTTP\/1\.1 200/);
  expect(piece).toContain(end);
  expect(piece.endsWith('0\r\n\r\n')).toBe(true);
});
