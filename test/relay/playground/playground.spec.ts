import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { allAtOnce } from '../../setup/all-at-once.js';
import { Gateway, type LogRow } from '../../setup/gateway.js';

/** Playground chats: authenticated by session, charged to the user, served by the same pipeline as all other requests. */
const PATH = '/pg/chat/completions';
const MODEL = 'gpt-4o';
const START = 10_000_000;
let gateway: Gateway;
let upstream: ScriptedUpstream;
let root: Record<string, string>;
let ursula: Record<string, string>;
let ursulaId: number;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: `${MODEL},gpt-4o-mini` });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL, group: 'vip' });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL, group: 'svip' });
  await gateway.option('GroupRatio', '{"default":1,"vip":2,"svip":3}');
  await gateway.option('UserUsableGroups', '{"default":"everybody","vip":"better"}');
  await gateway.settledEvents();
  await gateway.manage('POST', '/api/user/', {
    username: 'ursula',
    password: 'password 1',
    display_name: 'Ursula',
  });
  root = await gateway.session();
  ursula = await gateway.session('ursula', 'password 1');
  ursulaId = Number(ursula['new-api-user']);
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START, ursulaId);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const question = { model: MODEL, messages: [{ role: 'user', content: 'hello' }] };

/** What the console sends, unless said otherwise. */
function ask(body: object | string = question, headers = ursula): Promise<Response> {
  return fetch(`${gateway.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function refusal(body?: object | string, headers?: Record<string, string>) {
  const response = await ask(body, headers);
  expect(response.headers.get('content-type')).toContain('application/json');
  const { error } = (await response.json()) as { error: { message: string; type: string; code: string } };
  expect(error.message).toMatch(/ \(request id: \w+\)$/);
  expect(upstream.requests).toHaveLength(0);
  return { status: response.status, code: error.code, message: error.message.replace(/ \(request.*/, '') };
}

async function onlyRow(): Promise<LogRow> {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  return row!;
}

describe('who may play', () => {
  test('nobody without a session', async () => {
    const message = '无权进行此操作，未登录且未提供 access token';
    expect(await refusal(question, {})).toEqual({ status: 401, code: 'not_signed_in', message });
    const forgotten = { cookie: `session=${'x'.repeat(43)}`, 'new-api-user': '1' };
    expect(await refusal(question, forgotten)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test('nobody with a system access token, or a key of the relay', async () => {
    const token = await gateway.manage<string>('GET', '/api/user/token');
    const refused = { status: 400, code: 'access_token_not_supported', message: '暂不支持使用 access token' };
    expect(await refusal(question, { authorization: token, 'new-api-user': '1' })).toEqual(refused);
    const key = await gateway.addToken();
    expect(await refusal(question, { authorization: `Bearer ${key}`, 'new-api-user': '1' })).toEqual(refused);
  });

  test('requires the header with the user id, so that pages of other sites cannot send requests', async () => {
    const { cookie = '' } = ursula;
    expect(await refusal(question, { cookie })).toMatchObject({ status: 401, code: 'user_header_missing' });
    expect(await refusal(question, { cookie, 'new-api-user': 'me' })).toMatchObject({
      status: 401,
      code: 'user_header_malformed',
    });
    expect(await refusal(question, { cookie, 'new-api-user': '1' })).toMatchObject({
      status: 401,
      code: 'user_header_mismatch',
    });
  });

  test('nobody who is banned, or whose sessions were ended', async () => {
    await gateway.sql('UPDATE users SET status = 2 WHERE id = $1', [ursulaId]);
    expect(await refusal()).toEqual({ status: 403, code: 'owner_banned', message: '用户已被封禁' });
    await gateway.sql('UPDATE users SET status = 1 WHERE id = $1', [ursulaId]);
    expect((await ask()).status).toBe(200);
    upstream.clear();
    await gateway.manage('POST', '/api/user/', {
      username: 'victor',
      password: 'password 1',
      display_name: 'Victor',
    });
    const victor = await gateway.session('victor', 'password 1');
    await gateway.manage('POST', '/api/user/manage', {
      id: Number(victor['new-api-user']),
      action: 'disable',
    });
    await gateway.manage('POST', '/api/user/manage', {
      id: Number(victor['new-api-user']),
      action: 'enable',
    });
    await gateway.settledEvents();
    expect(await refusal(question, victor)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });
});

describe('what is asked', () => {
  test('bodies that are none, and chats without a model or messages, are refused', async () => {
    expect(await refusal('{')).toMatchObject({ status: 400 });
    expect(await refusal({ messages: question.messages })).toEqual({
      status: 400,
      code: 'model_required',
      message: '请选择模型',
    });
    expect(await refusal({ model: MODEL })).toMatchObject({ status: 400, code: 'invalid_text_request' });
  });

  test('the group stays here, and a limit of 0 is none', async () => {
    const sent = { ...question, group: 'vip', max_tokens: 0, temperature: 0, unknown: { kept: [1] } };
    expect((await ask(sent)).status).toBe(200);
    const { path, headers, json } = upstream.last;
    expect(path).toBe('/v1/chat/completions');
    expect(json).toEqual({ ...question, temperature: 0, unknown: { kept: [1] } });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('new-api-user');
    expect((await ask({ ...question, max_tokens: 7 })).status).toBe(200);
    expect(upstream.last.json).toEqual({ ...question, max_tokens: 7 });
  });

  test('of messages only what providers know is sent: OpenAI refuses the id and time of a console', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
    const known = [
      { role: 'system', content: 'be kind' },
      { role: 'user', name: 'ursula', content: [{ type: 'text', text: 'hello', id: 'kept' }] },
      { role: 'assistant', content: null, tool_calls: [call], reasoning_content: 'hm' },
      { role: 'tool', tool_call_id: 'call_1', content: '1' },
    ];
    const consoles = { id: '1', createAt: 1715676751919, status: 'complete', model: 'x' };
    const messages = known.map((message) => ({ ...consoles, ...message }));
    expect((await ask({ model: MODEL, messages, max_tokens: 0, max_completion_tokens: 0 })).status).toBe(200);
    expect(upstream.last.json).toEqual({ model: MODEL, messages: known });
    // With nothing to take out not a byte changes.
    const exact = `{"model":"${MODEL}", "messages":[ {"role":"user","content":"\\u0041"} ]}`;
    expect((await ask(exact)).status).toBe(200);
    expect(upstream.last.body.toString()).toBe(exact);
  });

  test('a group must be one the user may use', async () => {
    const refused = { status: 403, code: 'group_not_allowed', message: '无权访问该分组' };
    expect(await refusal({ ...question, group: 'svip' })).toEqual(refused);
    expect(await refusal({ ...question, group: 'no such' })).toEqual(refused);
    await gateway.sql(`UPDATE users SET "group" = 'svip' WHERE id = $1`, [ursulaId]);
    expect((await ask({ ...question, group: 'svip' })).status).toBe(200);
    expect((await ask({ ...question, group: '' })).status).toBe(200);
    expect((await gateway.logs()).map(({ group }) => group)).toEqual(['svip', 'svip']);
    await gateway.sql(`UPDATE users SET "group" = 'default' WHERE id = $1`, [ursulaId]);
  });

  test('a model that no channel of the group has is said so', async () => {
    expect(await refusal({ ...question, model: 'gpt-4o-mini', group: 'vip' })).toEqual({
      status: 500,
      code: 'get_playground_channel_failed',
      message: '当前分组 vip 下对于模型 gpt-4o-mini 无可用渠道',
    });
  });
});

describe('what it costs', () => {
  test('is charged to the user alone, under the name of the group', async () => {
    expect((await ask()).status).toBe(200);
    const row = await onlyRow();
    expect(row).toMatchObject({
      user_id: ursulaId,
      token_id: 0,
      token_name: 'playground-default',
      group: 'default',
      model_name: MODEL,
      is_stream: false,
    });
    expect(row.quota).toBeGreaterThan(0);
    expect(await gateway.quota(ursulaId)).toBe(START - row.quota);
    expect((await ask({ ...question, group: 'vip' })).status).toBe(200);
    const [, better] = await gateway.logs();
    expect(better).toMatchObject({ token_name: 'playground-vip', group: 'vip', quota: row.quota * 2 });
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  });

  test('streams end with their marker, are logged as streams and are charged', async () => {
    const response = await ask({ ...question, stream: true });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text).toContain('"delta":{"content":');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const row = await onlyRow();
    expect(row).toMatchObject({ is_stream: true, token_name: 'playground-default' });
    expect(await gateway.quota(ursulaId)).toBe(START - row.quota);
  });

  test('a stream that breaks ends with one error event and costs what was produced', async () => {
    upstream.next({ frames: 3, ending: 'cut', answer: { text: ['some ', 'words ', 'came ', 'through'] } });
    const text = await (await ask({ ...question, stream: true })).text();
    expect(text).toContain('"error":{');
    expect(text).not.toContain('[DONE]');
    const row = await onlyRow();
    expect(await gateway.quota(ursulaId)).toBe(START - row.quota);
  });

  test('who has nothing left is refused, also where no token could say so', async () => {
    await gateway.setQuota(0, ursulaId);
    expect(await refusal()).toEqual({
      status: 403,
      code: 'insufficient_user_quota',
      message: 'user quota is not enough',
    });
  });

  test('many at once never spend more than there is', async () => {
    // Each holds a little more than 1250 (ratio 1.25) for its 1000 tokens of output until all have asked.
    await gateway.setQuota(10_000, ursulaId);
    const responses = await allAtOnce(upstream, 40, () => ask({ ...question, max_tokens: 1000 }));
    const statuses = responses.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 403]));
    const rows = await gateway.logs();
    expect(rows.length).toBe(statuses.filter((status) => status === 200).length);
    expect(rows.length).toBeLessThan(8);
    const spent = rows.reduce((sum, { quota }) => sum + quota, 0);
    expect(await gateway.quota(ursulaId)).toBe(10_000 - spent);
    expect(await gateway.manage('GET', '/api/books')).toMatchObject({
      balanced: true,
      memory: { openHolds: 0 },
    });
  });
});

test("the user's rate limit counts here too", async () => {
  await gateway.option('ModelRequestRateLimitCount', '2');
  await gateway.option('ModelRequestRateLimitEnabled', 'true');
  await gateway.settledEvents();
  try {
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    upstream.clear();
    expect(await refusal()).toMatchObject({ status: 429 });
  } finally {
    await gateway.option('ModelRequestRateLimitEnabled', 'false');
    await gateway.settledEvents();
  }
});

test('providers that speak otherwise answer here as well', async () => {
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
  const response = await ask(
    { ...question, model: 'claude-3-7-sonnet-20250219', group: '', max_tokens: 0 },
    root,
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ object: 'chat.completion' });
  expect(upstream.last.json).not.toHaveProperty('group');
  expect(upstream.last.json?.max_tokens).toBe(8192);
});

test('a browser may ask first', async () => {
  const response = await fetch(`${gateway.url}${PATH}`, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,new-api-user',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toBe('content-type,new-api-user');
});
