import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import request from 'supertest';
import { createApp } from '../../server/app.js';
import { REDIS } from '../../server/core/injection.js';
import { withoutConsole } from '../setup/fresh-databases.js';
import { Management } from '../setup/management.js';
import { until } from '../setup/until.js';

const LINK = /http:\/\/localhost:\d+\/setup\?token=([\w-]{43}) within 24 hours/g;
const wish = {
  username: 'chief',
  password: 'password 1',
  confirmPassword: 'password 1',
  SelfUseModeEnabled: false,
  DemoSiteEnabled: false,
};

let gateway: Management;
/** A second server on the same databases. */
let other: NestFastifyApplication;
let printed = '';
const { HOST } = process.env;

beforeAll(async () => {
  process.env.HOST = '0.0.0.0';
  const warn = recordWarnings();
  gateway = await Management.start();
  other = await createApp(withoutConsole);
  warn.restore();
});
afterAll(async () => {
  process.env.HOST = HOST;
  await other?.close();
  await gateway?.close();
});

/** Records what the servers print while they start. */
function recordWarnings(): { restore: () => void } {
  const { warn } = Logger.prototype;
  Logger.prototype.warn = function record(message: unknown, ...rest: unknown[]) {
    printed += `${String(message)}\n`;
    warn.call(this, message, ...(rest as [string]));
  };
  return { restore: () => (Logger.prototype.warn = warn) };
}

const tokens = () => [...printed.matchAll(LINK)].map(([, token = '']) => token);
const post = (body: object) => request(gateway.app.getHttpServer()).post('/api/setup').send(body);

test('a server that others can reach makes no account with the default password, and prints a link at each start', async () => {
  expect(await gateway.sql('SELECT 1 FROM users')).toEqual([]);
  await expect(gateway.root()).rejects.toThrow('用户名或密码错误');
  expect(tokens()).toHaveLength(2);
  expect(new Set(tokens()).size).toBe(2);
  const { body } = await request(gateway.app.getHttpServer()).get('/api/setup');
  expect(body.data).toMatchObject({ status: false, link_required: true });
});

test('the token is stored as a hash, and ends after 24 hours', async () => {
  const redis = gateway.app.get<Redis>(REDIS);
  const keys = await redis.keys('setupLink:*');
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    expect(tokens().some((token) => key.includes(token))).toBe(false);
    expect(await redis.ttl(key)).toBeGreaterThan(86_000);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(86_400);
  }
});

test.each([
  ['without a token', {}],
  ['with an empty token', { token: '' }],
  ['with another token', { token: 'A'.repeat(43) }],
])('the setup is refused %s', async (_how, member) => {
  const { status, body } = await post({ ...wish, ...member });
  expect([status, body.code]).toEqual([403, 'setup_link_wrong']);
  expect(await gateway.sql('SELECT 1 FROM users')).toEqual([]);
});

test('a token of the past is refused', async () => {
  const redis = gateway.app.get<Redis>(REDIS);
  const [key] = await redis.keys('setupLink:*');
  const value = await redis.dumpBuffer(key!);
  await redis.pexpire(key!, 1);
  await until(async () => (await redis.exists(key!)) === 0);
  const answers: string[] = [];
  for (const token of tokens())
    answers.push(String((await post({ ...wish, password: 'short', token })).body.code));
  expect(answers.toSorted()).toEqual(['setup_link_wrong', 'setup_passwords_differ']);
  await redis.restore(key!, 86_400_000, value!);
});

test('the link of any of the servers leads to the setup, once', async () => {
  const [first, second] = tokens();
  const answer = await request(other.getHttpServer())
    .post('/api/setup')
    .send({ ...wish, token: first });
  expect(answer.body).toMatchObject({ success: true });
  const chief = await gateway.signIn('chief', 'password 1');
  expect((await chief.get<{ role: number }>('/api/user/self')).data.role).toBe(100);
  for (const token of [first, second])
    expect((await post({ ...wish, username: 'thief', token })).body.code).toBe('setup_finished');
});

test('the next start prints none', async () => {
  printed = '';
  const recorded = recordWarnings();
  const again = await createApp(withoutConsole);
  await again.init();
  recorded.restore();
  expect(printed).not.toContain('/setup');
  await again.close();
});
