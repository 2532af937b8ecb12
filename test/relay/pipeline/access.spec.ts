import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Who may call what, in the order the checks are made: 401 before 400 before 403 and 429, all before any upstream call. */
const MODEL = 'gpt-4o';
let gateway: Gateway;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ MAX_BODY_MB: '1' });
  await gateway.addChannel({ name: 'main', base_url: upstream.url, models: `${MODEL},gpt-4o-mini` });
  await gateway.addChannel({ name: 'vip', base_url: upstream.url, models: MODEL, group: 'vip' });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const good = { model: MODEL, messages: [{ role: 'user', content: 'hello' }] };

async function refusal(key: string, body: object | string = good, path = '/v1/chat/completions') {
  const response = await gateway.relay(path, key, body);
  const { error } = (await response.json()) as { error: { message: string; type: string; code?: string } };
  expect(upstream.requests).toHaveLength(0);
  return { status: response.status, ...error };
}

describe('keys', () => {
  test('no key, unknown key, bad body: the key comes first', async () => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body: '{' });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('未提供令牌');
    expect(await refusal('sk-unknown', '{')).toMatchObject({ status: 401, type: 'new_api_error' });
  });

  test('a disabled, an expired and an empty token', async () => {
    const disabled = await gateway.addToken({ name: 'disabled' });
    await gateway.sql(`UPDATE tokens SET status = 2 WHERE name = 'disabled'`);
    expect((await refusal(disabled)).message).toContain('该令牌状态不可用');
    const expired = await gateway.addToken({ name: 'expired' });
    await gateway.sql(`UPDATE tokens SET expired_time = 1 WHERE name = 'expired'`);
    expect((await refusal(expired)).message).toContain('该令牌已过期');
    const empty = await gateway.addToken({ name: 'empty', unlimited_quota: false, remain_quota: 0 });
    expect(await refusal(empty)).toMatchObject({
      status: 401,
      message: expect.stringContaining('该令牌额度已用尽'),
    });
  });

  test('a change takes effect with the next request', async () => {
    const key = await gateway.addToken({ name: 'toggled' });
    expect((await gateway.relay('/v1/chat/completions', key, good)).status).toBe(200);
    const [row] = await gateway.sql<{ id: number }>(`SELECT id FROM tokens WHERE name = 'toggled'`);
    await gateway.manage('PUT', '/api/token/?status_only=true', { id: row!.id, status: 2 });
    await gateway.settledEvents();
    upstream.clear();
    expect((await refusal(key)).message).toContain('该令牌状态不可用');
  });

  test('addresses, as single ones and as networks', async () => {
    const outside = await gateway.addToken({ allow_ips: '10.1.2.3\n192.168.0.0/16' });
    expect(await refusal(outside)).toMatchObject({
      status: 403,
      message: expect.stringContaining('您的 IP 不在令牌允许访问的列表中'),
    });
    const inside = await gateway.addToken({ allow_ips: '127.0.0.0/8' });
    expect((await gateway.relay('/v1/chat/completions', inside, good)).status).toBe(200);
  });

  test('models', async () => {
    const key = await gateway.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o-mini' });
    expect(await refusal(key)).toMatchObject({
      status: 403,
      message: expect.stringContaining('该令牌无权访问模型 gpt-4o'),
    });
    const none = await gateway.addToken({ model_limits_enabled: true, model_limits: '' });
    expect((await refusal(none)).message).toContain('该令牌无权访问任何模型');
  });

  test('models with any thinking budget, by the entry of their family', async () => {
    const model_limits = 'gemini-2.5-flash-thinking-*';
    const key = await gateway.addToken({ model_limits_enabled: true, model_limits });
    const status = async (model: string) => (await refusal(key, { ...good, model })).status;
    // Allowed, though nobody serves it here.
    for (const model of ['gemini-2.5-flash-thinking-1024', 'gemini-2.5-flash-preview-04-17-thinking-0'])
      expect(await status(model)).toBe(404);
    for (const model of [
      'gemini-2.5-flash-lite-thinking-1024',
      'gemini-2.5-flash-thinking',
      'gemini-2.5-flash',
    ])
      expect(await status(model)).toBe(403);
  });

  test('a group that decides channel and price', async () => {
    await gateway.option('GroupRatio', '{"default":1,"vip":0.5}');
    await gateway.settledEvents();
    const key = await gateway.addToken({ group: 'vip' });
    expect((await gateway.relay('/v1/chat/completions', key, good)).status).toBe(200);
    expect((await gateway.logs()).at(-1)).toMatchObject({ group: 'vip', other: { group_ratio: 0.5 } });
  });

  test('a group that has lost its ratio sells nothing', async () => {
    // As in a database that was edited by hand or imported: the console refuses to remove a group that is in use.
    await gateway.sql(`UPDATE users SET "group" = 'retired' WHERE id = 1`);
    try {
      expect(await refusal(await gateway.addToken())).toMatchObject({
        status: 403,
        code: 'group_retired',
        message: expect.stringContaining('分组 retired 已被弃用'),
      });
    } finally {
      await gateway.sql(`UPDATE users SET "group" = 'default' WHERE id = 1`);
    }
  });

  test('a pinned channel', async () => {
    const key = await gateway.addToken();
    const [channel] = await gateway.sql<{ id: number }>(`SELECT id FROM channels WHERE name = 'vip'`);
    expect((await gateway.relay('/v1/chat/completions', `${key}-${channel!.id}`, good)).status).toBe(200);
    upstream.clear();
    expect(await refusal(`${key}-999999`)).toMatchObject({
      status: 400,
      message: expect.stringContaining('无效的渠道 Id'),
    });
  });
});

describe('bodies', () => {
  let key: string;
  beforeAll(async () => {
    key = await gateway.addToken();
  });

  const bad: [string, object | string][] = [
    ['malformed JSON', '{"model":"gpt-4o","messages":[}'],
    ['no JSON object', '[1,2]'],
    ['empty body', ''],
    ['no model', { messages: good.messages }],
    ['model of a wrong type', { ...good, model: 7 }],
    ['no messages', { model: MODEL }],
    ['empty messages', { model: MODEL, messages: [] }],
    ['negative max_tokens', { ...good, max_tokens: -1 }],
    ['huge max_tokens', { ...good, max_tokens: 1e300 }],
    ['max_tokens as text', { ...good, max_tokens: 'many' }],
    ['stream of a wrong type', { ...good, stream: 'yes' }],
  ];
  test.each(bad)('%s is refused in the client’s own words', async (_name, body) => {
    expect(await refusal(key, body)).toMatchObject({ status: 400, type: 'new_api_error' });
    const claude = await gateway.relay('/v1/messages', key, body);
    expect(claude.status).toBe(400);
    expect(await claude.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(upstream.requests).toHaveLength(0);
  });

  test('a huge n, where the protocol knows it', async () => {
    expect(await refusal(key, { ...good, n: 1000 })).toMatchObject({ status: 400 });
  });

  test('invalid UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"model":"gpt-4o","messages":[{"role":"user","content":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}]}'),
    ]);
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    expect(response.status).toBe(400);
  });

  test('a body over the limit, also when it is small until unpacked', async () => {
    const huge = JSON.stringify({
      ...good,
      messages: [{ role: 'user', content: 'x'.repeat(2 * 1024 * 1024) }],
    });
    expect(await refusal(key, huge)).toMatchObject({ status: 413 });
    const { gzipSync } = await import('node:zlib');
    const packed = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-encoding': 'gzip' },
      body: gzipSync(huge),
    });
    expect(packed.status).toBe(413);
    expect(await packed.json()).toMatchObject({ type: 'error', error: { type: 'request_too_large' } });
    const fine = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(good)),
    });
    expect(fine.status).toBe(200);
  });

  test('an unknown model', async () => {
    expect(await refusal(key, { ...good, model: 'nothing' })).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('当前分组 default 下对于模型 nothing 无可用渠道'),
    });
  });

  test('a model without a price', async () => {
    await gateway.addChannel({ base_url: upstream.url, models: 'never-heard-of' });
    expect(await refusal(key, { ...good, model: 'never-heard-of' })).toMatchObject({
      status: 403,
      code: 'model_price_error',
    });
  });

  test('nothing of all this was charged', async () => {
    const rows = await gateway.logs();
    expect(
      rows.filter(({ model_name }) => model_name === 'never-heard-of' || model_name === 'nothing'),
    ).toEqual([]);
  });
});

test('the model request rate limit counts per user', async () => {
  const key = await gateway.addToken();
  await gateway.option('ModelRequestRateLimitCount', '3');
  await gateway.option('ModelRequestRateLimitEnabled', 'true');
  await gateway.settledEvents();
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await gateway.relay('/v1/chat/completions', key, good)).status);
  await gateway.option('ModelRequestRateLimitEnabled', 'false');
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('routes that are not built say so', async () => {
  expect((await fetch(`${gateway.url}/v1/files`)).status).toBe(404);
  expect((await fetch(`${gateway.url}/v1/nothing`)).status).toBe(404);
  const preflight = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
});
