import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  CreateTestedChannelResponse,
  TestUnsavedChannelResponse,
} from '../../server/contract/resources/channels/channel.js';
import { Gateway } from '../setup/gateway.js';

/** Custom channels with a path for each operation, and tests of channels before they are saved. */
const KEY = 'secret-of-the-custom-upstream';
let gateway: Gateway;
let upstream: Server;
let token: string;
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const ANSWERS: Record<string, object> = {
  '/llm/chat': {
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
    usage,
  },
  '/llm/embed/vectors': {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
  '/llm/list': { data: [{ id: 'chatty' }, { id: 'vectors' }] },
};

beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked.push({ url: request.url!, headers: request.headers });
    const answer = ANSWERS[request.url!.split('?')[0]!];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: `no such path, ${KEY}` } }));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  gateway = await Gateway.start();
  await gateway.option('RetryTimes', '0');
  await gateway.option('SelfUseModeEnabled', 'true');
  token = await gateway.addToken();
});

beforeEach(async () => {
  asked.length = 0;
  await gateway.sql('DELETE FROM channels');
});

afterAll(async () => {
  await gateway?.close();
  upstream?.close();
});

const url = () => `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;

const setting = (more: object = {}) =>
  JSON.stringify({
    upstream: {
      paths: { chat: '/chat?m={model}', embeddings: '/embed/{model}', models: '/list' },
      auth: 'header',
      auth_header: 'X-Custom-Key',
      headers: { 'X-Signed': 'v1 {key}' },
      ...more,
    },
  });

const form = (fields: object = {}) => ({
  type: 8,
  key: KEY,
  base_url: `${url()}/llm`,
  models: 'chatty,vectors',
  setting: setting(),
  ...fields,
});

const chat = { model: 'chatty', messages: [{ role: 'user', content: 'Hi' }] };

test('operations are sent to their paths with the headers of the channel', async () => {
  await gateway.addChannel(form());
  const answer = await gateway.relay('/v1/chat/completions', token, chat);
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'hello' } }] });
  const vectors = await gateway.relay('/v1/embeddings', token, { model: 'vectors', input: 'Hi' });
  expect(vectors.status).toBe(200);
  expect(asked.map((one) => one.url)).toEqual(['/llm/chat?m=chatty', '/llm/embed/vectors']);
  for (const { headers } of asked) {
    expect(headers).toMatchObject({ 'x-custom-key': KEY, 'x-signed': `v1 ${KEY}` });
    expect(headers).not.toHaveProperty('authorization');
  }
});

test('clients of other protocols are translated to the path that the channel has', async () => {
  await gateway.addChannel(form());
  const body = { ...chat, max_tokens: 9 };
  const answer = await gateway.relay('/v1/messages', token, body);
  expect(await answer.json()).toMatchObject({ content: [{ type: 'text', text: 'hello' }] });
  expect(asked.map((one) => one.url)).toEqual(['/llm/chat?m=chatty']);
});

test('an operation without a path is refused, and nothing is called', async () => {
  await gateway.addChannel(form());
  const answer = await gateway.relay('/v1/rerank', token, { model: 'vectors', query: 'q', documents: ['d'] });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(asked).toEqual([]);
});

test('models are listed at their path, of saved and unsaved channels', async () => {
  const id = await gateway.addChannel(form());
  expect(await gateway.manage('GET', `/api/channel/fetch_models/${id}`)).toEqual(['chatty', 'vectors']);
  const { type, key, base_url, setting: text } = form();
  const fields = { type, key, base_url, setting: text };
  expect(await gateway.manage('POST', '/api/channel/fetch_models', fields)).toEqual(['chatty', 'vectors']);
  expect(asked.map((one) => one.url)).toEqual(['/llm/list', '/llm/list']);
});

test('imported channels without the setting call their address as it is', async () => {
  await gateway.addChannel(form({ base_url: `${url()}/llm/chat?m={model}`, setting: '' }));
  expect((await gateway.relay('/v1/chat/completions', token, chat)).status).toBe(200);
  expect(asked).toMatchObject([{ url: '/llm/chat?m=chatty', headers: { authorization: `Bearer ${KEY}` } }]);
});

test.each([
  [{ paths: { chat: 'chat' } }, 'upstream.paths.chat'],
  [{ headers: { Host: 'elsewhere' } }, 'upstream.headers.Host'],
  [{ auth_header: undefined }, 'upstream.auth_header'],
])('%j is refused and named', async (more, member) => {
  await expect(gateway.addChannel(form({ setting: setting(more) }))).rejects.toThrow(member);
});

describe('a test before saving', () => {
  const tested = (fields: object) =>
    gateway.manage<TestUnsavedChannelResponse>('POST', '/api/channel/test', form(fields));

  test('calls the form’s upstream, shows URL and status, and stores nothing', async () => {
    const result = await tested({});
    expect(result).toMatchObject({ url: `${url()}/llm/chat?m=chatty`, status: 200, error: null });
    expect(asked).toHaveLength(1);
    expect(await gateway.sql('SELECT id FROM channels')).toEqual([]);
  });

  test('uses the test model, after the mapping', async () => {
    const result = await tested({ test_model: 'alias', model_mapping: '{"alias": "real"}' });
    expect(result.url).toBe(`${url()}/llm/chat?m=real`);
  });

  test('shows what failed, without the key', async () => {
    const result = await tested({ setting: setting({ paths: { chat: `/nowhere?key=${KEY}` } }) });
    expect(result).toMatchObject({
      url: `${url()}/llm/nowhere?key=***`,
      status: 404,
      error: { code: 'channel_test_failed' },
    });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  test('an address that cannot be reached has no status', async () => {
    expect(await tested({ base_url: 'http://127.0.0.1:1' })).toMatchObject({
      url: 'http://127.0.0.1:1/chat?m=chatty',
      status: 0,
      error: { code: 'channel_test_failed' },
    });
  });

  test('uses the stored key of a saved channel if the form has none', async () => {
    const id = await gateway.addChannel(form());
    expect(await tested({ id, key: '' })).toMatchObject({ status: 200, error: null });
    expect(asked[0]!.headers).toMatchObject({ 'x-custom-key': KEY });
    await expect(tested({ key: '' })).rejects.toThrow();
  });

  test('a key that is no valid text fails like any other', async () => {
    expect(await tested({ key: 'half of a pair: \ud800' })).toMatchObject({
      error: { code: 'channel_test_failed' },
    });
  });

  test('of other types works as well', async () => {
    const result = await tested({ type: 1, base_url: url(), setting: '' });
    expect(result).toMatchObject({ url: `${url()}/v1/chat/completions`, status: 404 });
  });
});

describe('test and save', () => {
  const created = (fields: object) =>
    gateway.manage<CreateTestedChannelResponse>('POST', '/api/channel/tested', form(fields));

  test('creates a channel that works, with the result of its one test', async () => {
    const result = await created({ name: 'works' });
    expect(result).toMatchObject({
      url: `${url()}/llm/chat?m=chatty`,
      status: 200,
      error: null,
      saved: true,
    });
    expect(asked).toHaveLength(1);
    expect(await gateway.sql('SELECT name, status, models, last_test, response_time FROM channels')).toEqual([
      {
        name: 'works',
        status: 1,
        models: 'chatty,vectors',
        last_test: expect.objectContaining({ ok: true, model: 'chatty', milliseconds: result.milliseconds }),
        response_time: result.milliseconds,
      },
    ]);
  });

  test('creates none that fails, and shows why', async () => {
    const result = await created({
      name: 'fails',
      models: 'unknown',
      setting: setting({ paths: { chat: '/no' } }),
    });
    expect(result).toMatchObject({ status: 404, error: { code: 'channel_test_failed' }, saved: false });
    expect(await gateway.sql('SELECT id FROM channels')).toEqual([]);
  });

  test.each([[{ name: '' }], [{ name: 'n', models: '' }], [{ name: 'n', key: '' }]])(
    'calls nothing for a form that could not be saved: %j',
    async (fields) => {
      await expect(created(fields)).rejects.toThrow();
      expect(asked).toEqual([]);
      expect(await gateway.sql('SELECT id FROM channels')).toEqual([]);
    },
  );
});
