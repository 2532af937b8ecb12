import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** What providers write about the channel that called them is not for those who call the gateway. */
const KEY = '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp';
const HOST = 'internal-db.corp.local:8443';
const LEAK = `key ${KEY} of ${HOST} and sk-UPSTREAM1234567890 at https://10.1.2.3/v1, [fe80::7]:9000`;
const LEAKED = /0123456789abcdef|AbCdEfGh|internal-db|:8443|UPSTREAM1234|10\.1\.2\.3|fe80/;
const REPORT = JSON.stringify({
  error: {
    message: LEAK,
    type: `type_${KEY}`,
    code: 'invalid_sk-UPSTREAM1234567890',
    param: `messages ${KEY}`,
  },
});
const MODELS = 'gpt-4o,gpt-4o-mini,text-embedding-3-small,gpt-image-1,tts-1,claude-3-7-sonnet-20250219';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let realtime: RealtimeUpstream;
let key: string;
let openai: number;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  realtime = await RealtimeUpstream.start();
  gateway = await Gateway.start();
  openai = await gateway.addChannel({ key: KEY, base_url: upstream.url, models: MODELS, auto_ban: 0 });
  await gateway.addChannel({ key: KEY, base_url: realtime.url, models: 'gpt-4o-realtime-preview' });
  await gateway.addChannel({
    key: KEY,
    type: 14,
    base_url: upstream.url,
    models: 'claude-sonnet-4-20250514',
  });
  await gateway.option('RetryTimes', '0');
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await realtime?.close();
});

beforeEach(() => {
  upstream.clear();
  upstream.otherwise = 'plain';
});

const user = [{ role: 'user', content: 'Hi' }];
const requests: readonly [string, string, object][] = [
  ['chat', '/v1/chat/completions', { model: 'gpt-4o', messages: user }],
  ['a streamed chat', '/v1/chat/completions', { model: 'gpt-4o', messages: user, stream: true }],
  ['completions', '/v1/completions', { model: 'gpt-4o', prompt: 'Hi' }],
  ['responses', '/v1/responses', { model: 'gpt-4o', input: 'Hi' }],
  ['messages', '/v1/messages', { model: 'claude-sonnet-4-20250514', max_tokens: 9, messages: user }],
  ['translated messages', '/v1/messages', { model: 'gpt-4o', max_tokens: 9, messages: user }],
  [
    'Gemini',
    '/v1beta/models/gpt-4o:generateContent',
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  ],
  ['embeddings', '/v1/embeddings', { model: 'text-embedding-3-small', input: 'Hi' }],
  ['images', '/v1/images/generations', { model: 'gpt-image-1', prompt: 'Hi' }],
  ['speech', '/v1/audio/speech', { model: 'tts-1', input: 'Hi', voice: 'alloy' }],
];

describe.each([
  ['status 401', 401],
  ['status 400', 400],
  ['status 500', 500],
  ['an error inside a 200', 200],
])('%s', (_name, status) => {
  test.each(requests)('%s', async (_route, path, body) => {
    upstream.otherwise = { refuse: { status, body: REPORT } };
    const response = await gateway.relay(path, key, body);
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(LEAKED);
    expect(text).toContain('***');
  });
});

test('an error event before the first word of a stream', async () => {
  const event = `event: error\ndata: ${REPORT}\n\n`;
  upstream.otherwise = {
    refuse: { status: 200, body: event, headers: { 'content-type': 'text/event-stream' } },
  };
  for (const [, path, body] of requests.slice(0, 6)) {
    const response = await gateway.relay(path, key, { ...body, stream: true });
    expect(await response.text()).not.toMatch(LEAKED);
  }
});

test('codes and types that reveal nothing stay as they are', async () => {
  const error = { message: 'Too long.', type: 'invalid_request_error', code: 'string_above_max_length' };
  upstream.otherwise = { refuse: { status: 400, body: JSON.stringify({ error }) } };
  const response = await gateway.relay('/v1/chat/completions', key, { model: 'gpt-4o', messages: user });
  const envelope = (await response.json()) as { error: object };
  expect(envelope.error).toMatchObject({ type: error.type, code: error.code });
});

test('why a channel or one of its keys was set aside, and what the log says of the attempt', async () => {
  await gateway.option('AutomaticDisableChannelEnabled', 'true');
  const alone = await gateway.addChannel({ key: KEY, base_url: upstream.url, models: 'gpt-4.1' });
  const several = await gateway.addChannel({
    key: `${KEY}\nsk-another-key-123456`,
    base_url: upstream.url,
    models: 'gpt-4.1-mini',
    setting: JSON.stringify({ multi_key: true }),
  });
  for (const model of ['gpt-4.1', 'gpt-4.1-mini']) {
    upstream.next({ refuse: { status: 401, body: REPORT } });
    await (await gateway.relay('/v1/chat/completions', key, { model, messages: user })).text();
  }
  await gateway.channelStatus(alone, 3);
  const info = () =>
    gateway.sql<{ other_info: string }>('SELECT other_info FROM channels WHERE id = ANY($1) ORDER BY id', [
      [alone, several],
    ]);
  const [first, second] = await info();
  expect(first!.other_info).toMatch(/status_reason/);
  for (const row of [first!, second!]) expect(row.other_info).not.toMatch(LEAKED);
  await gateway.option('AutomaticDisableChannelEnabled', 'false');
});

test('the answer of a channel test', async () => {
  upstream.otherwise = { refuse: { status: 401, body: REPORT } };
  const headers = await gateway.session();
  const response = await fetch(`${gateway.url}/api/channel/test/${openai}?model=gpt-4o`, { headers });
  const { message } = (await response.json()) as { message: string };
  expect(message).toContain('***');
  expect(message).not.toMatch(LEAKED);
});

describe('a realtime session', () => {
  const open = () => RealtimeClient.withHeader(gateway.url, key, 'gpt-4o-realtime-preview');

  test('a refused handshake', async () => {
    realtime.refusals.push({ status: 401, body: JSON.parse(REPORT) as object });
    const client = open();
    expect(JSON.stringify(await client.event('error'))).not.toMatch(LEAKED);
  });

  test('errors and failed responses of an open session', async () => {
    const client = await open().opened();
    await client.event('session.created');
    const error = (JSON.parse(REPORT) as { error: object }).error;
    realtime.last.socket.send(JSON.stringify({ type: 'error', event_id: 'evt_1', error }));
    realtime.last.socket.send(
      JSON.stringify({
        type: 'response.done',
        response: { id: 'r', status: 'failed', status_details: { type: 'failed', error } },
      }),
    );
    expect(JSON.stringify(await client.event('error'))).toMatch(/"event_id":"evt_1".*\*\*\*/);
    await client.event('response.done');
    expect(client.frames.join('\n')).not.toMatch(LEAKED);
    realtime.last.socket.close(3001, `bye from ${HOST}`);
    expect((await client.closed).reason).toBe('bye from ***');
  });
});
