import type { Redis } from 'ioredis';
import request from 'supertest';
import { REDIS } from '../../../server/core/injection.js';
import type { Management } from '../../setup/management.js';
import { setOptions } from '../oauth/start-gateway.js';
import { someTimeLater, gatewayWithMailbox, type Mailbox, Stranger } from './mailbox.js';

let gateway: Management;
let mailbox: Mailbox;
let close: () => Promise<void>;
let stranger: Stranger;

beforeAll(async () => {
  ({ gateway, mailbox, close } = await gatewayWithMailbox({ SystemName: 'Tollgate' }));
  stranger = new Stranger(gateway);
});
afterAll(() => close());
beforeEach(() => someTimeLater(gateway));

/** Makes somebody with an address. */
const somebody = async (username: string, email: string) => {
  const visitor = await gateway.user(username);
  await gateway.sql('UPDATE users SET email = $2 WHERE username = $1', [username, email]);
  return visitor;
};
const ask = async (email: string) => (await stranger.get('/api/reset_password', { email })).body;
const reset = async (email: string, token: string) =>
  (await stranger.post('/api/user/reset', { email, token })).body;
const tokenFor = async (email: string) => {
  const answer = await ask(email);
  if (!answer.success) throw new Error(answer.message);
  await mailbox.arrived(email);
  return mailbox.link(email).searchParams.get('token') ?? '';
};
const invalidResponse = {
  success: false,
  message: '重置链接非法或已过期',
  data: null,
  code: 'reset_link_wrong',
};

test('a link gives a new password, once, and ends every session', async () => {
  const visitor = await somebody('alice', "al'ice+x@example.com");
  const token = await tokenFor("al'ice+x@example.com");
  const link = `http://localhost:3000/user/reset?email=al'ice%2Bx%40example.com&token=${token}`;
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const shown = link.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  expect(mailbox.last("al'ice+x@example.com")).toEqual({
    to: ["al'ice+x@example.com"],
    subject: 'Tollgate密码重置',
    html:
      '<p>您好，您正在进行Tollgate密码重置。</p>' +
      `<p>点击 <a href='${shown}'>此处</a> 进行密码重置。</p>` +
      `<p>如果链接无法点击，请尝试点击下面的链接或将其复制到浏览器中打开：<br> ${shown}</p>` +
      '<p>重置链接 10 分钟内有效，如果不是本人操作，请忽略。</p>',
  });
  const answer = await reset("AL'ICE+x@example.com", token);
  expect(answer).toEqual({ success: true, message: '', data: expect.stringMatching(/^[0-9A-Za-z]{16}$/) });
  expect(await reset("al'ice+x@example.com", token)).toEqual(invalidResponse);
  expect((await visitor.get('/api/user/self')).status).toBe(401);
  await expect(gateway.signIn('alice', 'password 1')).rejects.toThrow('用户名或密码错误');
  expect((await gateway.signIn('alice', answer.data)).id).toBe(visitor.id);
});

test('the mail is in the language of its reader, else in that of the page', async () => {
  await somebody('lena', 'lena@example.com');
  const subjects = async (...headers: string[]) => {
    const found: string[] = [];
    for (const language of headers) {
      const before = mailbox.to('lena@example.com');
      await stranger
        .get('/api/reset_password', { email: 'lena@example.com' })
        .set('Accept-Language', language);
      found.push((await mailbox.arrived('lena@example.com', before + 1)).subject);
      await someTimeLater(gateway);
    }
    return found;
  };
  expect(await subjects('en', 'zh', 'xx')).toEqual([
    'Password reset of Tollgate',
    'Tollgate密码重置',
    'Tollgate密码重置',
  ]);
  await gateway.sql(`UPDATE users SET setting = '{"language":"en"}' WHERE username = 'lena'`);
  expect(await subjects('zh')).toEqual(['Password reset of Tollgate']);
});

test('of those who use one link at once exactly one gets a password', async () => {
  const { id } = await somebody('bob', 'bob@example.com');
  const token = await tokenFor('bob@example.com');
  const answers = await Promise.all([1, 2, 3, 4].map(() => reset('bob@example.com', token)));
  const [winner, ...more] = answers.filter(({ success }) => success);
  expect(more).toEqual([]);
  expect(answers.filter(({ success }) => !success)).toEqual([
    invalidResponse,
    invalidResponse,
    invalidResponse,
  ]);
  expect((await gateway.signIn('bob', winner.data)).id).toBe(id);
});

test('nobody can kill a link by guessing, and Redis knows neither it nor the address', async () => {
  await somebody('carol', 'carol@example.com');
  const token = await tokenFor('carol@example.com');
  for (let i = 0; i < 10; i++)
    expect(await reset('carol@example.com', '0'.repeat(32))).toEqual(invalidResponse);
  const redis = gateway.app.get<Redis>(REDIS);
  const keys = await redis.keys('mailCode:reset:*');
  const kept = JSON.stringify([keys, await Promise.all(keys.map((key) => redis.hgetall(key)))]);
  expect(kept).not.toContain(token);
  expect(kept).not.toContain('carol');
  expect(await reset('bob@example.com', token)).toEqual(invalidResponse);
  expect((await reset('carol@example.com', token)).success).toBe(true);
});

test('a link dies with the password it was to replace', async () => {
  const visitor = await somebody('dave', 'dave@example.com');
  const token = await tokenFor('dave@example.com');
  await visitor.put('/api/user/self', { password: 'password 2', original_password: 'password 1' });
  expect(await reset('dave@example.com', token)).toEqual(invalidResponse);
  expect((await gateway.signIn('dave', 'password 2')).id).toBe(visitor.id);
});

test('a link is for an account, not for whoever has the address later', async () => {
  await somebody('erin', 'erin@example.com');
  const token = await tokenFor('erin@example.com');
  await gateway.sql(`UPDATE users SET email = '' WHERE username = 'erin'`);
  await somebody('heir', 'erin@example.com');
  expect(await reset('erin@example.com', token)).toEqual(invalidResponse);
});

test('of two links asked for at once one is sent', async () => {
  await somebody('frank', 'frank@example.com');
  const answers = await Promise.all([ask('frank@example.com'), ask('frank@example.com')]);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  await mailbox.arrived('frank@example.com');
  const token = mailbox.link('frank@example.com').searchParams.get('token') ?? '';
  expect((await reset('frank@example.com', token)).success).toBe(true);
});

test('unknown, deleted and shared addresses are not mailed to, and the answer does not tell', async () => {
  const done = { success: true, message: '', data: null };
  expect((await ask('nobody')).message).toBe('无效的参数');
  await somebody('gone', 'gone@example.com');
  await gateway.sql(`UPDATE users SET deleted_at = now() WHERE username = 'gone'`);
  await somebody('twin1', 'twin@example.com');
  await somebody('twin2', 'Twin@example.com');
  await somebody('known', 'known@example.com');
  for (const email of ['nobody@example.com', 'gone@example.com', 'twin@example.com', 'known@example.com']) {
    expect(await ask(email)).toEqual(done);
    expect((await ask(email)).message).toContain('邮件发送过于频繁');
  }
  await mailbox.arrived('known@example.com');
  for (const email of ['nobody@example.com', 'gone@example.com', 'twin@example.com', 'Twin@example.com'])
    expect(() => mailbox.last(email)).toThrow('no mail');
});

test('an answer does not wait for the mail server, whose time would tell who has an account', async () => {
  await somebody('slow', 'slow@example.com');
  mailbox.isBroken = true;
  expect(await ask('slow@example.com')).toEqual({ success: true, message: '', data: null });
  mailbox.isBroken = false;
});

test('the link leads to the gateway as the operator names it, whatever the request says', async () => {
  await setOptions(gateway, { ServerAddress: 'https://gate.example' });
  await somebody('grace', 'grace@example.com');
  await stranger
    .get('/api/reset_password', { email: 'grace@example.com' })
    .set({ host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  await mailbox.arrived('grace@example.com');
  expect(mailbox.link('grace@example.com').origin).toBe('https://gate.example');
  await setOptions(gateway, { ServerAddress: '' });
});

test('without a mail server nothing is promised', async () => {
  await somebody('heidi', 'heidi@example.com');
  await setOptions(gateway, { SMTPServer: '' });
  expect((await ask('heidi@example.com')).message).toBe('SMTP 服务器未配置');
  await setOptions(gateway, mailbox.options);
  expect((await ask('heidi@example.com')).success).toBe(true);
});

test.each([{}, { email: 'bob@example.com' }, { email: '', token: 'x' }, { email: 'x', token: '' }])(
  '%j resets nothing',
  async (body) => {
    expect((await stranger.post('/api/user/reset', body)).body.message).toBe('无效的参数');
  },
);

test('who was locked out by guesses gets in from where the password was reset', async () => {
  await somebody('ivan', 'ivan@example.com');
  const token = await tokenFor('ivan@example.com');
  const browser = request.agent(gateway.app.getHttpServer());
  const signIn = (password: string) => browser.post('/api/user/login').send({ username: 'ivan', password });
  for (let i = 0; i < 11; i++) await signIn('a guess');
  expect((await signIn('password 1')).status).toBe(429);
  const { data } = (await browser.post('/api/user/reset').send({ email: 'ivan@example.com', token })).body;
  expect((await signIn(data)).body.success).toBe(true);
});
