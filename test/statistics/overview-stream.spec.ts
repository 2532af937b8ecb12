import { createParser } from 'eventsource-parser';
import { Drain } from '../../server/core/drain.js';
import type { OverviewResponse, OwnOverviewResponse } from '../../server/contract/resources/overview.js';
import { MAX_STREAMS_OF_ACCOUNT, OverviewStreams } from '../../server/overview/overview-streams.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';

const STREAM = '/api/overview/stream';
let gateway: Gateway;
let root: Record<string, string>;
const opened: AbortController[] = [];

beforeAll(async () => {
  gateway = await Gateway.start();
  gateway.app.get(OverviewStreams).everyMs = 100;
  root = await gateway.session();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.abort();
});
afterAll(() => gateway?.close());

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** Names of the events so far, and the data of those with figures. */
  readonly names: string[];
  readonly seen: unknown[];
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
}

/** Opens a stream and reads it. */
async function open(path = STREAM, headers = root): Promise<Stream> {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(gateway.url + path, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: controller.signal,
  });
  const [names, seen]: [string[], unknown[]] = [[], []];
  const parser = createParser({
    onEvent({ event = '', data }) {
      names.push(event);
      if (event === 'overview') seen.push(JSON.parse(data));
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body!)
      parser.feed(decoder.decode(piece as Uint8Array, { stream: true }));
  };
  const ended = read().catch(() => undefined);
  return { status: response.status, headers: response.headers, names, seen, ended };
}

test('figures at once and when they change, heartbeats meanwhile, the same for all viewers', async () => {
  const one = await open();
  await until(() => one.names.includes('unchanged'));
  expect(one.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(one.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(one.headers.get('x-oneapi-request-id')).toBeTruthy();
  const two = await open();
  await gateway.sql(
    `INSERT INTO request_hours SELECT extract(epoch FROM now())::bigint / 3600 * 3600, 1, 0, 'm', 7, 0, 0, 0, 0,
       0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}'`,
  );
  const requests = ({ seen }: Stream) => (seen.at(-1) as OverviewResponse).figures.requests.now;
  await until(() => requests(one) === 7 && requests(two) === 7);
  expect(one.seen.at(-1)).toEqual(two.seen.at(-1));
  expect(one.seen.at(-1)).toEqual(await gateway.manage('GET', '/api/overview'));
});

/** Adds a user. @returns the id, and the headers of a session */
async function added(username: string): Promise<[number, Record<string, string>]> {
  const password = 'password 1';
  await gateway.manage('POST', '/api/user/', { username, password, display_name: username });
  const headers = await gateway.session(username, password);
  return [Number(headers['new-api-user']), headers];
}

test('users see their own account, and not that of all; a banned one sees nothing any more', async () => {
  const [id, guest] = await added('guest');
  const own = await open('/api/overview/self/stream?period=week', guest);
  await until(() => own.seen.length > 0);
  expect((own.seen[0] as OwnOverviewResponse).spend).toHaveLength(28);
  const refused = await fetch(gateway.url + STREAM, { headers: { ...guest, accept: 'text/event-stream' } });
  expect(await refused.json()).toMatchObject({ success: false, code: 'role_too_low' });
  await gateway.manage('POST', '/api/user/manage', { id, action: 'disable' });
  await own.ended;
});

test('a stream ends when its session is closed', async () => {
  const [, headers] = await added('leaver');
  const [ending, staying] = [await open('/api/overview/self/stream', headers), await open()];
  await until(() => ending.seen.length > 0);
  await fetch(`${gateway.url}/api/user/logout`, { headers });
  await ending.ended;
  const before = staying.names.length;
  await until(() => staying.names.length > before);
});

test('a client that does not read events gets an error, and the number of streams is limited', async () => {
  const answer = await fetch(gateway.url + STREAM, { headers: root });
  expect([answer.status, await answer.json()]).toEqual([
    406,
    expect.objectContaining({ code: 'event_stream_only' }),
  ]);
  for (let n = 0; n < MAX_STREAMS_OF_ACCOUNT; n++) expect((await open()).status).toBe(200);
  const full = await open();
  expect(full.status).toBe(429);
  opened[0]!.abort();
  await until(async () => (await open()).status === 200);
});

test('a server that stops ends all streams at once, and waits for none', async () => {
  // The server may not have noticed yet that the streams of the test before are closed.
  let stream = await open();
  await until(async () => stream.status === 200 || (stream = await open()).status === 200);
  await until(() => stream.seen.length > 0);
  // Nor is it a request in flight, of which a process serves a limited number.
  expect(gateway.app.get(Drain).inFlight).toBe(0);
  const begun = performance.now();
  expect(await gateway.app.get(Drain).begin(60_000)).toBe(true);
  await stream.ended;
  expect(performance.now() - begun).toBeLessThan(5000);
});
