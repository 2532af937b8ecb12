import { Logger } from '@nestjs/common';
import { AppLogger } from '../../server/core/logger.js';
import { REALTIME_PATH } from '../../server/relay/realtime/route.js';
import { TestGateway } from '../setup/test-gateway.js';
import { until } from '../setup/until.js';

interface Line {
  readonly requestId: string;
  readonly context: string;
  readonly msg: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly clientIp: string;
  readonly userId?: number;
  readonly tokenId?: number;
  readonly tokenName?: string;
  readonly aborted?: boolean;
}

const PROXIED = { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' };
const METRICS_TOKEN = 'a token of monitoring';
const app = TestGateway.forAllTests({ ACCESS_LOG: 'true', TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN });
const texts: string[] = [];
let key: string;

beforeAll(async () => {
  key = await app.gateway.addToken({ name: 'watched token' });
  await app.freshModel();
  await app.addChannel('sk-upstream');
  const logger = new AppLogger({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, (line) => void texts.push(line));
  Logger.overrideLogger(logger);
});
afterAll(() => {
  Logger.overrideLogger(true);
  for (const name of ['ACCESS_LOG', 'TRUSTED_PROXIES', 'METRICS_TOKEN']) delete process.env[name];
});
beforeEach(() => void (texts.length = 0));

const lines = () =>
  texts.map((text) => JSON.parse(text) as Line).filter(({ context }) => context === 'Access');

/** The line of a request, once it is written. */
async function lineOf(route: string): Promise<Line> {
  await until(() => lines().some((line) => line.route === route));
  return lines().find((line) => line.route === route)!;
}

const chat = (path: string, headers: Record<string, string> = PROXIED) =>
  app.gateway.relay(
    path,
    key,
    { model: app.model, messages: [{ role: 'user', content: 'a secret text' }] },
    headers,
  );

test('a relayed request has one line, without its key and its body', async () => {
  for (const path of ['/v1/chat/completions', '/v1/chat/completions?key=sk-other']) {
    texts.length = 0;
    const response = await chat(path);
    const body = await response.text();
    const line = await lineOf('/v1/chat/completions');
    expect(line).toMatchObject({
      requestId: response.headers.get('x-oneapi-request-id'),
      msg: 'POST /v1/chat/completions 200',
      method: 'POST',
      status: 200,
      clientIp: '203.0.113.9',
      userId: 1,
      tokenId: expect.any(Number),
      tokenName: 'watched token',
    });
    expect(line.durationMs).toBeGreaterThanOrEqual(0);
    expect(line.bytes).toBeGreaterThan(body.length);
    expect(line.aborted).toBeUndefined();
    expect(lines()).toHaveLength(1);
    expect(texts.join('')).not.toMatch(/sk-|secret text/);
  }
});

test('the route stands for the path, whose parts may be names', async () => {
  await (await fetch(`${app.gateway.url}/v1/models/a-private-model?key=${key}`)).text();
  const line = await lineOf('/v1/models/*');
  expect(line).toMatchObject({ method: 'GET', clientIp: '127.0.0.1' });
  expect(texts.join('')).not.toContain('private');
});

test('a refused request has its status, and no owner', async () => {
  await app.gateway.relay('/v1/messages', 'sk-unknown', {});
  const line = await lineOf('/v1/messages');
  expect(line.status).toBe(401);
  expect([line.userId, line.tokenName]).toEqual([undefined, undefined]);
  expect(texts.join('')).not.toContain('unknown');
});

test('a path that no route serves is not written', async () => {
  await (await fetch(`${app.gateway.url}/v1/made-up/sk-secret`)).text();
  expect(await lineOf('/v1/*')).toMatchObject({ status: 404 });
  await (await fetch(`${app.gateway.url}/made-up/sk-secret`, { method: 'POST' })).text();
  expect(await lineOf('(none)')).toMatchObject({ status: 404 });
  expect(texts.join('')).not.toMatch(/made-up|sk-secret/);
});

test('a management request has its account', async () => {
  await app.gateway.manage('GET', '/api/user/self');
  expect(await lineOf('/api/user/self')).toMatchObject({ status: 200, userId: 1 });
});

test('a client that leaves is seen', async () => {
  app.upstream.next('slow-headers');
  const leaving = new AbortController();
  const answer = fetch(`${app.gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: app.model, messages: [{ role: 'user', content: 'hello' }] }),
    signal: leaving.signal,
  }).catch(() => undefined);
  await until(() => app.upstream.requests.length > 0);
  leaving.abort();
  await answer;
  expect(await lineOf('/v1/chat/completions')).toMatchObject({ aborted: true, status: 499 });
});

test('a handshake that is refused has a line', async () => {
  await (await fetch(`${app.gateway.url}${REALTIME_PATH}?model=x`)).text();
  expect((await lineOf(REALTIME_PATH)).status).toBeGreaterThanOrEqual(400);
});

test('requests are counted by route: paths and methods that clients invent make no time series', async () => {
  const samples = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${app.gateway.url}/metrics`, { headers })).text();
    return text.split('\n').filter((line) => line.startsWith('tollgate_http_requests_total{'));
  };
  await (await chat('/v1/chat/completions')).text();
  for (let number = 0; number < 50; number++)
    for (const method of ['GET', 'POST', 'PUT'])
      await (await fetch(`${app.gateway.url}/v1/../invented-${number}`, { method })).text();
  await until(async () => (await samples()).some((line) => line.includes('(none)')));
  const found = await samples();
  expect(found.filter((line) => line.includes('invented'))).toEqual([]);
  const chats = found.find((line) => line.includes('route="/v1/chat/completions"') && line.includes('2xx'));
  expect(Number(chats?.split(' ').at(-1))).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(40);
});
