import { Gateway } from '../setup/gateway.js';

let gateway: Gateway;
let key: string;

beforeAll(async () => {
  gateway = await Gateway.start();
  const base_url = 'http://127.0.0.1:9';
  await gateway.addChannel({ base_url, models: 'gpt-4o,org/model-a,claude-3-7-sonnet-20250219' });
  await gateway.addChannel({ base_url, models: 'secret-model', group: 'vip' });
  key = await gateway.addToken();
});
afterAll(() => gateway?.close());

const ask = async (path: string, headers: Record<string, string> = { authorization: `Bearer ${key}` }) => {
  const response = await fetch(`${gateway.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
};
/** The provider whose models include the name; `custom` if there is none. */
const OWNERS: Record<string, string> = {
  'gpt-4o': 'openai',
  'claude-3-7-sonnet-20250219': 'anthropic',
  'org/model-a': 'custom',
};
const entry = (id: string) =>
  expect.objectContaining({ id, object: 'model', owned_by: OWNERS[id], root: id, parent: null });

test('GET /v1/models lists what the key can call, by name, for pages of any origin', async () => {
  const { status, headers, body } = await ask('/v1/models');
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const data = [entry('claude-3-7-sonnet-20250219'), entry('gpt-4o'), entry('org/model-a')];
  expect(body).toEqual({ success: true, object: 'list', data });
});

test('a key with limits sees only what it may call', async () => {
  const limited = await gateway.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o,secret-model' });
  const { body } = await ask('/v1/models', { authorization: `Bearer ${limited}` });
  expect(body).toMatchObject({ data: [entry('gpt-4o')] });
});

test('GET /v1/models/{model} shows one of the same list, slashes and all; anything else is not there', async () => {
  expect((await ask('/v1/models/gpt-4o')).body).toEqual(entry('gpt-4o'));
  expect((await ask('/v1/models/org/model-a')).body).toEqual(entry('org/model-a'));
  for (const model of ['secret-model', 'no-such-model']) {
    const { status, body } = await ask(`/v1/models/${model}`);
    expect(status).toBe(404);
    expect(body).toEqual({
      error: {
        message: `The model '${model}' does not exist`,
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    });
  }
});

test('clients of Anthropic get the list in its words', async () => {
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  expect((await ask('/v1/models', headers)).body).toMatchObject({
    has_more: false,
    first_id: 'claude-3-7-sonnet-20250219',
    last_id: 'org/model-a',
    data: [{ type: 'model' }, { type: 'model' }, { type: 'model' }],
  });
});

test('the version header alone makes a client one of Anthropic, whatever way its key comes', async () => {
  const headers = { authorization: `Bearer ${key}`, 'anthropic-version': '2023-06-01' };
  expect((await ask('/v1/models', headers)).body).toMatchObject({
    first_id: 'claude-3-7-sonnet-20250219',
    data: [{ type: 'model' }, { type: 'model', id: 'gpt-4o', display_name: 'gpt-4o' }, { type: 'model' }],
  });
  expect((await ask('/v1/models/gpt-4o', headers)).body).toMatchObject({ type: 'model', id: 'gpt-4o' });
  const missing = await ask('/v1/models/secret-model', headers);
  expect(missing.status).toBe(404);
  expect(missing.body).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
});

test('no key, no list', async () => {
  expect((await ask('/v1/models', {})).status).toBe(401);
  expect((await ask('/v1/models/gpt-4o', { authorization: 'Bearer sk-unknown' })).status).toBe(401);
});
