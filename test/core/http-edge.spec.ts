import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import request from 'supertest';
import { z } from 'zod';
import { AppModule } from '../../server/app.module.js';
import { withExtras, withMessage } from '../../server/core/http/envelope.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { OptionsService } from '../../server/options/options.service.js';
import { Management } from '../setup/management.js';
import { until } from '../setup/until.js';

const form = z.strictObject({
  name: z.string().min(2).max(5),
  count: z.int().min(1).optional(),
  kind: z.enum(['a', 'b']).optional(),
  secret: z.string().min(1, 'password_login_disabled').optional(),
});

@Controller('api/probe')
class ProbeController {
  @Post()
  @Requires('public')
  post(@Body({ schema: form }) body: z.infer<typeof form>): object {
    return body;
  }

  @Get('message')
  @Requires('public')
  message() {
    return withMessage('fine', 7);
  }

  @Get('extras')
  @Requires('public')
  extras() {
    return withExtras(null, { time: 0.5 });
  }

  @Get('broken')
  @Requires('public')
  broken(): null {
    throw new Error('the password is hunter2');
  }

  @Get('no-database')
  @Requires('public')
  noDatabase(): null {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  }

  @Get('no-redis')
  @Requires('public')
  noRedis(): null {
    throw new Error("Stream isn't writeable and enableOfflineQueue options is false");
  }
}

@Module({ imports: [AppModule], controllers: [ProbeController] })
class ProbeModule {}

let gateway: Management;
const call = () => request(gateway.app.getHttpServer());

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>console</title>');
  writeFileSync(join(webRoot, 'app.js'), 'export {};');
  gateway = await Management.start({ module: ProbeModule, webRoot });
});
afterAll(() => gateway.close());

test('every answer has the three keys, further ones beside them, and is not to be stored', async () => {
  const answer = await call().get('/api/probe/message');
  expect(answer.body).toEqual({ success: true, message: 'fine', data: 7 });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-oneapi-request-id']).toMatch(/^\d{23}\w{8}$/);
  expect((await call().get('/api/probe/extras')).body).toEqual({
    success: true,
    message: '',
    data: null,
    time: 0.5,
  });
});

test('a path is the same with and without a slash at its end', async () => {
  expect((await call().get('/api/probe/message/')).body.data).toBe(7);
  expect((await call().post('/api/probe/').send({ name: 'abc' })).body.data).toEqual({ name: 'abc' });
});

test.each([
  [{ name: 'a' }, '输入不合法 name 长度不能少于 2 个字符', 'invalid_input', { rule: 'too_short', min: 2 }],
  [
    { name: 'abcdef' },
    '输入不合法 name 长度不能超过 5 个字符',
    'invalid_input',
    { rule: 'too_long', max: 5 },
  ],
  [
    { name: 'abc', count: 0 },
    '输入不合法 count 不能小于 1',
    'invalid_input',
    { field: 'count', rule: 'too_small', min: 1 },
  ],
  [
    { name: 'abc', kind: 'hunter2' },
    '输入不合法 kind 取值不在允许范围内',
    'invalid_input',
    { field: 'kind', rule: 'not_allowed' },
  ],
  [{ name: 'abc', secret: '' }, '管理员关闭了密码登录', 'password_login_disabled', undefined],
  [{ name: 12 }, '无效的参数：name 应为字符串', 'invalid_parameter', { rule: 'not_string' }],
  [
    { name: 'abc', count: '5' },
    '无效的参数：count 应为数字',
    'invalid_parameter',
    { field: 'count', rule: 'not_number' },
  ],
  [{}, '无效的参数：name 应为字符串', 'invalid_parameter', { rule: 'not_string' }],
  [[], '无效的参数', 'invalid_parameters', undefined],
])('%j is refused with a reason that repeats no value', async (body, message, code, params) => {
  const answer = await call().post('/api/probe').send(body);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: false,
    message,
    data: null,
    code,
    ...(params && { params: { field: 'name', ...params } }),
  });
});

test('members that no schema mentions are ignored and named, or refused with X-Strict', async () => {
  const send = (strict: string, body: object) => call().post('/api/probe').set('x-strict', strict).send(body);
  const body = { name: 'abc', 'more<b>': 1 };
  expect((await send('0', body)).body).toEqual({
    success: true,
    message: '',
    data: { name: 'abc' },
    ignored: ['more<b>'],
  });
  expect((await send('1', body)).body).toEqual({
    success: false,
    message: '输入不合法 不支持的字段 more?b?',
    data: null,
    code: 'invalid_input',
    params: { field: 'more?b?', rule: 'unknown_field' },
  });
  expect((await send('0', { ...body, name: 'a' })).body).toMatchObject({
    success: false,
    ignored: ['more<b>'],
  });
});

test('bodies that cannot be read are refused: broken, empty, not JSON, too large', async () => {
  const send = (type: string, body: string) => call().post('/api/probe').set('content-type', type).send(body);
  for (const [type, body] of [
    ['application/json', '{"name":'],
    ['application/json', '{"__proto__":{"name":"abc"}}'],
    ['application/json', ''],
    ['application/x-www-form-urlencoded', 'name=abc'],
    ['text/plain', '{"name":"abc"}'],
  ] as const) {
    const answer = await send(type, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: false,
      message: '无效的参数',
      data: null,
      code: 'invalid_parameters',
    });
  }
  const large = await send('application/json', JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) }));
  expect(large.status).toBe(413);
  expect(large.body).toEqual({
    success: false,
    message: '请求体过大，上限为 64 KiB',
    data: null,
    code: 'request_too_large',
    params: { limit: '64 KiB' },
  });
});

test('a fault of ours is a 500 without its words; an absent service is a 503', async () => {
  const broken = await call().get('/api/probe/broken');
  expect(broken.status).toBe(500);
  expect(broken.body).toEqual({
    success: false,
    message: '服务器内部错误',
    data: null,
    code: 'internal_error',
    request_id: broken.headers['x-oneapi-request-id'],
  });
  const noDatabase = await call().get('/api/probe/no-database');
  expect([noDatabase.status, noDatabase.body.message]).toEqual([503, '数据库连接失败']);
  const noRedis = await call().get('/api/probe/no-redis');
  expect([noRedis.status, noRedis.body.message]).toEqual([503, '服务暂时不可用，请稍后重试']);
  expect(noRedis.headers['retry-after']).toBe('5');
});

test('unknown paths for programs, and wrong methods on known ones, are 404 in the words of OpenAI', async () => {
  for (const [method, path] of [
    ['get', '/api/nothing?x=1'],
    ['delete', '/api/probe/message'],
    ['get', '/v1/nothing'],
    ['get', '/assets/nothing.js'],
    ['post', '/somewhere'],
    ['get', '/api/%zz'],
  ] as const) {
    const answer = await call()[method](path);
    expect(answer.status).toBe(404);
    const message = `Invalid URL (${method.toUpperCase()} ${path.split('?')[0]})`;
    expect(answer.body).toEqual({ error: { message, type: 'invalid_request_error', param: '', code: '' } });
  }
});

test('addresses of programs that nobody serves are 404 in JSON with any method, never a page of the console', async () => {
  const methods = ['get', 'post', 'put', 'patch', 'delete', 'options'] as const;
  for (const path of [
    '/api/nothing',
    '/API/nothing',
    '//api/nothing',
    '/%61pi/nothing',
    '/v1/dashboard/nothing',
    '/v2/chat',
    '/pg/nothing',
    '/dashboard/billing/nothing',
    '/metrics/nothing',
    '/livez/nothing',
    '/metrics',
    '/kling/v1/nothing',
  ])
    for (const method of methods) {
      // A browser asks before it calls another site: answered for every address of the relay.
      if (method === 'options' && /^\/(v\d|pg|kling)/.test(path)) continue;
      const answer = await call()[method](path);
      expect([method, path, answer.status, answer.body]).toEqual([
        method,
        path,
        404,
        { error: expect.objectContaining({ message: `Invalid URL (${method.toUpperCase()} ${path})` }) },
      ]);
    }
  for (const method of methods.filter((one) => one !== 'options')) {
    for (const path of ['/mj/task/1/nothing', '/mj-fast/mj/submit/nothing', '/mj'])
      expect((await call()[method](path)).body).toEqual({
        description: `Invalid URL (${method.toUpperCase()} ${path})`,
        type: 'invalid_request_error',
        code: 4,
      });
    expect((await call()[method]('/suno/nothing/1')).body).toEqual({
      code: 'invalid_request',
      message: `Invalid URL (${method.toUpperCase()} /suno/nothing/1)`,
      data: null,
    });
  }
  for (const page of ['/', '/midjourney', '/vip', '/chat/1', '/metricsx'])
    expect((await call().get(page)).text).toContain('<title>console</title>');
});

test('every other path is a page of the console, with headers that keep foreign scripts out', async () => {
  for (const path of ['/', '/channel/edit/3']) {
    const page = await call().get(path);
    expect(page.text).toContain('<title>console</title>');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  }
  expect((await call().get('/app.js')).headers['cache-control']).toBe('max-age=604800');
});

test('scripts of Cloudflare and Telegram may run while the operator uses them', async () => {
  const scripts = async () => {
    const policy = (await call().get('/login')).headers['content-security-policy'];
    return policy?.split('; ').find((rule) => rule.startsWith('script-src'));
  };
  const root = await gateway.root();
  const set = (key: string, value: string) => root.put('/api/option/', { key, value });
  await set('TurnstileSiteKey', 'site');
  await set('TurnstileCheckEnabled', 'true');
  expect(await scripts()).toBe("script-src 'self' https://challenges.cloudflare.com");
  await set('TurnstileCheckEnabled', 'false');
  await set('TelegramBotToken', '1:token');
  await set('TelegramOAuthEnabled', 'true');
  expect(await scripts()).toBe("script-src 'self' https://telegram.org");
  await set('TelegramOAuthEnabled', 'false');
  expect(await scripts()).toBe("script-src 'self'");
});

test('frames and forms may go only where the operator has configured a page or a payment site', async () => {
  const rules = async () => {
    const { headers } = await call().get('/about');
    const policy = headers['content-security-policy'] ?? '';
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['permissions-policy']).toContain('geolocation=()');
    return policy.split('; ').filter((rule) => /^(frame-src|form-action)/.test(rule));
  };
  const root = await gateway.root();
  const set = async (key: string, value: string) =>
    expect((await root.put('/api/option/', { key, value })).success).toBe(true);
  await set('Chats', '[]');
  expect(await rules()).toEqual(["frame-src 'none'", "form-action 'self'"]);
  await set(
    'Chats',
    '[{"one":"https://chat.example/#/?settings={\\"key\\":\\"{key}\\"}"},{"app":"app://open?k={key}"}]',
  );
  await set('About', 'https://pages.example:8443/about?x=1');
  await set('HomePageContent', '<b>https://not-an-address.example</b>');
  await set('PayAddress', 'https://pay.example');
  expect(await rules()).toEqual([
    'frame-src https://pages.example:8443 https://chat.example',
    "form-action 'self' https: http:",
  ]);
  for (const key of ['Chats', 'About', 'HomePageContent', 'PayAddress'])
    await gateway.sql('DELETE FROM options WHERE key = $1', [key]);
  await gateway.app.get(OptionsService).reload();
});

test('status is public, live and ready say so', async () => {
  const status = await call().get('/api/status');
  expect(status.body.data).toMatchObject({ system_name: 'AI Gateway', quota_per_unit: 500000, setup: true });
  expect(status.body.data.chats).toHaveLength(5);
  expect((await call().get('/api/health/live')).status).toBe(200);
  // A new ledger is joined seconds after the start.
  await until(async () => (await call().get('/api/health/ready')).status === 200);
});
