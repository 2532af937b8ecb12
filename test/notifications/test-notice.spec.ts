import { EGRESS, type Egress } from '../../server/notifications/http-egress.js';
import { double } from '../doubles/notifications/telegram.js';
import { double as webhook } from '../doubles/notifications/webhook.js';
import type { Redis } from 'ioredis';
import { REDIS } from '../../server/core/injection.js';
import { ServiceSite } from '../doubles/notifications/double.js';
import { Management, type Visitor } from '../setup/management.js';
import { MailSite } from './mail-site.js';

let gateway: Management;
let bob: Visitor;
let site: ServiceSite;
let egress: Egress;
let overNetwork: Egress['send'];

beforeAll(async () => {
  gateway = await Management.start();
  bob = await gateway.user('bob');
  site = await ServiceSite.start();
  site.service = double;
  egress = gateway.app.get<Egress>(EGRESS, { strict: false });
  overNetwork = egress.send.bind(egress);
  egress.send = site.network.send;
});
afterAll(async () => {
  site?.close();
  await gateway?.close();
});

const sendTest = (visitor = bob) => visitor.post('/api/user/setting/test', {});

test('a test notice is sent with the stored settings, says why it was not delivered, and is limited', async () => {
  expect(await sendTest()).toMatchObject({ success: false, extras: { code: 'notice_target_missing' } });
  const setting = { notify_type: 'telegram', quota_warning_threshold: 1, ...double.settings };
  expect((await bob.put('/api/user/setting', setting)).success).toBe(true);
  expect(await sendTest()).toMatchObject({ success: true });
  expect(double.textOf(site.received[0]!)).toContain('测试通知');
  site.next.push(...double.refusals.slice(1, 2));
  const refused = await sendTest();
  expect(refused).toMatchObject({ success: false, extras: { code: 'notice_not_sent' } });
  expect(refused.message).toBe('通知发送失败：answered 401: Unauthorized ***');
  expect((await gateway.sql('SELECT 1 FROM outbox')).length).toBe(0);
  await sendTest();
  await sendTest();
  expect(await sendTest()).toMatchObject({ success: false, extras: { code: 'too_many_requests' } });
  expect(site.received).toHaveLength(4);
});

test('a webhook gets it in the language that its user chose, else in that of the page', async () => {
  const ella = await gateway.user('ella');
  site.service = webhook;
  await ella.put('/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    ...webhook.settings,
  });
  const texts: string[] = [];
  for (const language of ['', 'en', 'zh']) {
    await ella.put('/api/user/self', { language });
    expect(await sendTest(ella)).toMatchObject({ success: true });
    texts.push(webhook.textOf(site.received.at(-1)!));
  }
  site.service = double;
  const [first, english, chinese] = texts;
  expect(english).toMatch(/^Test notice\nThis is a test notice of/);
  expect(chinese).toMatch(/^测试通知\n这是/);
  expect(first).toBe(chinese);
});

test.each(['127.0.0.1', 'localhost'])(
  'a relay of the operator at %s that does not answer is reported by a code, without its address',
  async (host) => {
    const root = await gateway.root();
    const user = await gateway.user(host);
    await user.put('/api/user/setting', {
      notify_type: 'telegram',
      quota_warning_threshold: 1,
      ...double.settings,
    });
    await root.put('/api/option/', { key: 'WorkerUrl', value: `http://${host}:9/relay` });
    egress.send = overNetwork;
    const { message, extras } = await sendTest(user);
    egress.send = site.network.send;
    await root.put('/api/option/', { key: 'WorkerUrl', value: '' });
    expect(extras).toMatchObject({ code: 'notice_not_sent', params: { reason: 'ECONNREFUSED' } });
    expect(message).toBe('通知发送失败：ECONNREFUSED');
  },
);

test('a mail address gets three test mails in ten minutes, from all accounts together', async () => {
  const mails = await MailSite.start(await gateway.root());
  const [carol, dave] = [await gateway.user('carol'), await gateway.user('dave')];
  const choose = (visitor: Visitor, notification_email: string) =>
    visitor.put('/api/user/setting', {
      notify_type: 'email',
      quota_warning_threshold: 1,
      notification_email,
    });
  await choose(carol, 'victim@example.com');
  for (let sent = 0; sent < 3; sent++) expect(await sendTest(carol)).toMatchObject({ success: true });
  const refused = {
    success: false,
    extras: { code: 'mail_too_soon', params: { seconds: expect.any(Number) } },
  };
  expect(await sendTest(carol)).toMatchObject(refused);
  await choose(dave, 'Victim@example.com');
  expect(await sendTest(dave)).toMatchObject(refused);
  expect(mails.mails).toHaveLength(3);
  await choose(dave, 'dave@example.com');
  expect(await sendTest(dave)).toMatchObject({ success: true });
  const redis = gateway.app.get<Redis>(REDIS);
  const keys = await redis.keys('rateLimit:testMail:*');
  expect(keys).toHaveLength(2);
  expect(keys.join()).not.toContain('example.com');
  mails.refusals.push(550);
  const { message } = await sendTest(dave);
  expect(message).toMatch(/^邮件发送失败：[A-Z]+ 550$/);
  mails.close();
});
