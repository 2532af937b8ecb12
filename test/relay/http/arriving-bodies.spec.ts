import { connect, type Socket } from 'node:net';
import { RelayServices } from '../../../server/relay/relay-services.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

/** Bodies of at most 1 MiB, so four of them from one user at a time, and six from all. */
const MIB = 1024 * 1024;
const MODEL = 'gpt-4o';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ MAX_BODY_MB: '1', MAX_ARRIVING_MB: '6' });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  await gateway.sell({ [MODEL]: 1 });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(async () => {
  key = await gateway.addToken();
  await gateway.setQuota(10_000_000);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(() => bytes() === 0);
});

const bytes = () => gateway.app.get(RelayServices).arriving.bytes;

interface Begun {
  readonly socket: Socket;
  /** What the gateway has sent so far. */
  answer: string;
}

/** Sends the head of a request, and the beginning of its body. */
async function begin(
  path: string,
  { token = key, length, sent = 1000 }: { token?: string; length: number | 'chunked'; sent?: number },
): Promise<Begun> {
  const { port, hostname } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const begun: Begun = { socket, answer: '' };
  socket.on('data', (chunk) => (begun.answer += chunk.toString()));
  socket.on('error', () => undefined);
  const framing = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
  );
  if (sent > 0) socket.write(length === 'chunked' ? chunk(sent) : 'x'.repeat(sent));
  return begun;
}
const chunk = (length: number) => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`;
const statusOf = ({ answer }: Begun) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

/** Served without Fastify; by Fastify; a form; a task. */
const ROUTES = ['/v1/chat/completions', '/v1/embeddings', '/v1/chat/completions?x=1', '/mj/submit/imagine'];
const ask = (token = key) =>
  gateway.relay('/v1/chat/completions', token, { model: MODEL, messages: [{ role: 'user', content: 'hi' }] });

describe.each(ROUTES)('%s', (path) => {
  test('of one user, four of the largest bodies may arrive at a time; a fifth is 503 until one is through', async () => {
    const first = [];
    for (let i = 0; i < 4; i++) first.push(await begin(path, { length: MIB }));
    await until(() => bytes() === 4 * MIB);
    const fifth = await begin(path, { length: MIB });
    await until(() => statusOf(fifth) !== 0);
    expect(statusOf(fifth)).toBe(503);
    expect(fifth.answer).toMatch(/retry-after: \d/i);
    expect(fifth.answer).toContain('4 MiB');
    expect(first.map(statusOf)).toEqual([0, 0, 0, 0]);
    first[0]!.socket.destroy();
    await until(() => bytes() === 3 * MIB);
    expect((await ask()).status).toBe(200);
  });

  test('a refused key and a caller without balance are answered before the body', async () => {
    const unknown = await begin(path, { token: `sk-${'0'.repeat(48)}`, length: MIB, sent: 0 });
    await until(() => statusOf(unknown) === 401);
    await gateway.setQuota(0);
    await gateway.settledEvents();
    const poor = await begin(path, { length: MIB, sent: 0 });
    await until(() => statusOf(poor) === 403);
    expect(bytes()).toBe(0);
  });
});

test('a caller without balance is not refused before the body where its group has a free model', async () => {
  const free = 'free-model';
  await gateway.addChannel({ base_url: upstream.url, models: free });
  await gateway.sell({ [free]: 0 });
  await gateway.setQuota(0);
  await gateway.settledEvents();
  const large = 'x'.repeat(200_000);
  const response = await gateway.relay('/v1/chat/completions', key, {
    model: free,
    messages: [{ role: 'user', content: large }],
  });
  expect(response.status).toBe(200);
  await gateway.sell({ [free]: 1 });
});

test('of all users together, as much as the process may receive', async () => {
  const other = await gateway.addToken({ name: 'of another user' });
  await gateway.manage('POST', '/api/user/', { username: 'another', password: 'pass-of-another', role: 1 });
  const [user] = await gateway.sql<{ id: number }>(`SELECT id FROM users WHERE username = 'another'`);
  await gateway.setQuota(1_000_000, user!.id);
  await gateway.sql(`UPDATE tokens SET user_id = $1 WHERE name = 'of another user'`, [user!.id]);
  for (let i = 0; i < 4; i++) await begin('/v1/chat/completions', { length: MIB });
  for (let i = 0; i < 2; i++) await begin('/v1/chat/completions', { token: other, length: MIB });
  await until(() => bytes() === 6 * MIB);
  const next = await begin('/v1/chat/completions', { token: other, length: MIB });
  await until(() => statusOf(next) === 503);
  expect(next.answer).toContain('6 MiB');
});

test('a chunked body counts with what has arrived, and ends with 503 when that is too much', async () => {
  const path = '/v1/chat/completions';
  for (let i = 0; i < 3; i++) await begin(path, { length: MIB });
  const chunked: Begun[] = [];
  for (let i = 0; i < 3; i++) chunked.push(await begin(path, { length: 'chunked', sent: 500_000 }));
  await until(() => chunked.some((one) => statusOf(one) === 503));
  expect(chunked.map(statusOf).filter((status) => status === 503)).toHaveLength(1);
});

test('a body that rests for ten seconds is ended with 408, on every route, and one that arrives slowly is not', async () => {
  const resting = await Promise.all(ROUTES.map((path) => begin(path, { length: 100_000 })));
  const chunked = await Promise.all(ROUTES.map((path) => begin(path, { length: 'chunked' })));
  const slow = await Promise.all(ROUTES.map((path) => begin(path, { length: 100_000 })));
  const timer = setInterval(() => {
    for (const { socket } of slow) socket.write('x');
  }, 500);
  try {
    await until(() => [...resting, ...chunked].every((one) => statusOf(one) === 408));
    expect(slow.map(statusOf)).toEqual(ROUTES.map(() => 0));
    expect((await ask()).status).toBe(200);
  } finally {
    clearInterval(timer);
  }
});

test('a body whose client leaves is not counted any longer', async () => {
  const left = await begin('/v1/chat/completions', { length: MIB, sent: 500_000 });
  await until(() => bytes() === MIB);
  left.socket.destroy();
  await until(() => bytes() === 0);
});
