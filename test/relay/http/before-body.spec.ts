import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationRoutes } from '../../../server/dialects/operations/registry.js';
import {
  GOOGLE_PATHS,
  PLAYGROUND_IMAGES_PATH,
  PLAYGROUND_PATH,
  RELAYED,
} from '../../../server/relay/http/relay.routes.js';
import { TokenCache } from '../../../server/tokens/token-cache.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { inTime, until } from '../../setup/until.js';

/** Requests are authenticated before their body is read. */
const HUGE = 60 * 1024 * 1024;
const MODEL = 'gpt-4o';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;
const open: Socket[] = [];

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** A request of which so far only the head has been sent. */
class Begun {
  private constructor(
    readonly socket: Socket,
    private readonly end: Promise<string>,
    private received: () => string,
  ) {}

  static post(path: string, headers: Record<string, string>): Begun {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    open.push(socket);
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    const ended = new Promise<string>((resolve) => {
      let how = 'ended';
      socket.on('error', (error: Error & { code?: string }) => (how = error.code ?? 'failed'));
      socket.on('close', () => resolve(how));
    });
    const lines = Object.entries({ host: 'h', 'content-type': 'application/json', ...headers });
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    return new Begun(socket, ended, () => text);
  }

  /** How the connection ended. */
  get ended(): Promise<string> {
    return inTime(this.end, () => `the connection’s end after ${this.answer || 'no answer'}`);
  }

  get answer(): string {
    return this.received();
  }

  get body(): Record<string, unknown> {
    return JSON.parse(this.answer.slice(this.answer.indexOf('\r\n\r\n'))) as Record<string, unknown>;
  }

  /** Until an answer has come. */
  async answered(): Promise<string> {
    await until(() => this.answer.includes('\r\n\r\n{'));
    return this.answer;
  }
}

const named = (path: string) => path.replace(':model', 'm').replace('*', 'm:generateContent');
const PATHS = [
  ...RELAYED.map(({ path }) => path),
  ...operationRoutes.map(({ path }) => named(path)),
  ...GOOGLE_PATHS.map(named),
  '/v1/messages/count_tokens',
  '/v1/responses/input_tokens',
  '/v1/responses/resp_1/cancel',
];
const length = { 'content-length': String(HUGE) };

describe('before any of a large body is read', () => {
  test.each(PATHS)('%s asks for a key', async (path) => {
    const answer = await Begun.post(path, { ...length, authorization: 'Bearer sk-nobody' }).answered();
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  test.each([PLAYGROUND_PATH, PLAYGROUND_IMAGES_PATH, '/pg/video/generations', '/pg/mj/submit/imagine'])(
    '%s asks for a session',
    async (path) => {
      expect(await Begun.post(path, length).answered()).toMatch(/^HTTP\/1.1 401 /);
    },
  );

  test('a body that comes in chunks has no other rights', async () => {
    const begun = Begun.post('/v1/chat/completions', { 'transfer-encoding': 'chunked' });
    expect(await begun.answered()).toMatch(/^HTTP\/1.1 401 /);
  });

  test('a key that is there, but of no use, is refused as well', async () => {
    const empty = await gateway.addToken({ unlimited_quota: false, remain_quota: 0 });
    const begun = Begun.post('/v1/chat/completions', { ...length, authorization: `Bearer ${empty}` });
    expect(await begun.answered()).toMatch(/^HTTP\/1.1 401 /);
    expect(JSON.stringify(begun.body)).toContain('该令牌额度已用尽');
  });

  test('an action that nobody does, without asking for a key', async () => {
    const begun = Begun.post('/v1beta/models/m:dream', length);
    expect(await begun.answered()).toMatch(/^HTTP\/1.1 404 /);
  });

  test.each([
    ['/v1/chat/completions', { error: { type: 'new_api_error' } }],
    ['/v1/messages', { type: 'error', error: { type: 'authentication_error' } }],
    ['/v1beta/models/m:generateContent', { error: { code: 401, status: 'UNAUTHENTICATED' } }],
  ])('%s says so in its client’s words', async (path, error) => {
    const begun = Begun.post(path, length);
    await begun.answered();
    expect(begun.body).toMatchObject(error);
  });
});

test('a client that is still sending sees the answer, and its connection ends without a reset', async () => {
  const begun = Begun.post('/v1/chat/completions', { 'content-length': String(4 * 1024 * 1024) });
  for (let sent = 0; sent < 4; sent += 1) {
    expect(begun.socket.destroyed).toBe(false);
    begun.socket.write(Buffer.alloc(1024 * 1024, 'x'));
    await sleep(50);
  }
  expect(await begun.ended).toBe('ended');
  expect(begun.answer).toMatch(/^HTTP\/1.1 401 /);
});

test('one that neither sends nor goes is closed soon', async () => {
  const begun = Begun.post('/v1/chat/completions', length);
  expect(await begun.ended).toBe('ended');
});

test('after a small body the connection stays for the next request', async () => {
  const begun = Begun.post('/v1/chat/completions', { 'content-length': '2' });
  expect(await begun.answered()).not.toMatch(/^connection: close\r$/im);
  begun.socket.write('{}');
  begun.socket.write(`GET /v1/models HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await until(() => begun.answer.includes(MODEL));
  expect(begun.answer).toContain('HTTP/1.1 200 OK');
});

test('a key that counts is looked for once, and its body is waited for', async () => {
  const directory = gateway.app.get(TokenCache);
  const find = jest.spyOn(directory, 'find');
  const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hello' }] });
  const begun = Begun.post('/v1/chat/completions', {
    authorization: `Bearer ${key}`,
    'content-length': String(body.length),
  });
  await sleep(200);
  expect(begun.answer).toBe('');
  begun.socket.write(body);
  expect(await begun.answered()).toMatch(/^HTTP\/1.1 200 /);
  expect(find).toHaveBeenCalledTimes(1);
  find.mockRestore();
});
