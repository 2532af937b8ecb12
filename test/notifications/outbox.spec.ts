import { Webhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Vault } from '../../server/core/crypto.js';
import { HttpSender } from '../../server/notifications/http-sender.js';
import { Mailer } from '../../server/notifications/mailer.js';
import { NoticeSender } from '../../server/notifications/notice-sender.js';
import { OutboxRepository } from '../../server/notifications/outbox/outbox.repository.js';
import { AlertRoutesRepository } from '../../server/notifications/alert-routes/alert-routes.repository.js';
import { AddresseesRepository } from '../../server/notifications/addressees.repository.js';
import { OutboxDelivery } from '../../server/notifications/outbox/outbox-delivery.js';
import { OutboxDeliveryRepository } from '../../server/notifications/outbox/outbox-delivery.repository.js';
import { webhookSignature } from '../../server/notifications/webhook-signature.js';
import { OptionsService } from '../../server/options/options.service.js';
import { Management, type Visitor } from '../setup/management.js';
import { MailSite } from './mail-site.js';
import { Receiver } from './receiver.js';

let gateway: Management;
let root: Visitor;
let ann: Visitor;
let database: DataSource;
let receiver: Receiver;
let site: MailSite;
let mails: string[];
let refusals: number[];

const outbox = new OutboxRepository();
const letter = { to: 'bob@example.com', subject: 'Hello', html: '<p>Hello</p>' };
const warning = {
  type: 'quota_exceed',
  title: '您的额度即将用尽',
  content: '{{value}}，当前剩余额度为 {{value}}',
  format: 'html' as const,
  values: ['您的额度即将用尽', '<b>'],
};

beforeAll(async () => {
  gateway = await Management.start();
  database = gateway.app.get(DataSource);
  receiver = await Receiver.start();
  root = await gateway.root();
  ann = await gateway.user('ann');
  site = await MailSite.start(root);
  ({ mails, refusals } = site);
});

beforeEach(async () => {
  mails.length = refusals.length = receiver.calls.length = receiver.answers.length = 0;
  receiver.retryAfter = 0;
  await gateway.sql('DELETE FROM outbox');
});

afterAll(async () => {
  site?.close();
  receiver?.close();
  await gateway?.close();
});

/** One worker's part. */
function worker(): OutboxDelivery {
  const options = gateway.app.get(OptionsService);
  const mailer = new Mailer(options);
  const http = new HttpSender(receiver.network, options);
  return new OutboxDelivery(
    new OutboxDeliveryRepository(database),
    new AddresseesRepository(database),
    new AlertRoutesRepository(database),
    mailer,
    http,
    new NoticeSender(gateway.app.get(Vault), mailer, http),
  );
}

interface Row {
  state: string;
  attempts: number;
  last_error: string;
  wait: number;
}
const rows = () =>
  gateway.sql<Row>(
    `SELECT state, attempts, last_error, extract(epoch FROM due_at - now())::float8 AS wait FROM outbox ORDER BY id`,
  );
/** Lets every wait pass. */
const later = () => gateway.sql(`UPDATE outbox SET due_at = now() WHERE state = 'waiting'`);

const setting = (more: object) => ({ quota_warning_threshold: 500_000, ...more });
async function byWebhook(secret: string): Promise<void> {
  const webhook = { notify_type: 'webhook', webhook_url: 'https://hook.example/in', webhook_secret: secret };
  expect((await ann.put('/api/user/setting', setting(webhook))).success).toBe(true);
}
async function byMail(notification_email: string): Promise<void> {
  await ann.put('/api/user/setting', setting({ notify_type: 'email', notification_email }));
}
const warnAnn = () =>
  database.transaction((manager) => outbox.add(manager, { userId: ann.id, notice: warning }));

test('the signature is the one of the published example', () => {
  const body =
    '{"type":"quota_exceed","title":"您的额度即将用尽","content":"{{value}}，当前剩余额度为 {{value}}",' +
    '"values":["您的额度即将用尽","＄0.990000"],"timestamp":1739950503}';
  expect(webhookSignature('whsec_test', body)).toBe(
    'b7cd2b291b8c67bb8eda9697ed130666c6730ca33bd8b5ed47cf9cbec086f8cc',
  );
});

test('a mail is sent once, by its own Message-ID, however many workers look', async () => {
  await database.transaction((manager) => outbox.add(manager, { mail: letter }));
  await Promise.all([worker(), worker(), worker()].map((one) => one.deliverDue(10)));
  await worker().deliverDue(10);
  expect(mails).toHaveLength(1);
  const [{ id }] = await database.query('SELECT id FROM outbox');
  expect(mails[0]).toContain(`Message-ID: <${id}@example.com>`);
  expect(await rows()).toEqual([expect.objectContaining({ state: 'sent', attempts: 1 })]);
});

test('a notice of alerts goes to the notification channel that was set up for them', async () => {
  await byMail('');
  await root.put('/api/alerts/target', {
    notify_type: 'webhook',
    webhook_url: 'https://hook.example/alerts',
  });
  await database.transaction((manager) =>
    outbox.add(manager, { userId: ann.id, notice: { ...warning, type: 'alerts' }, via: 'webhook' }),
  );
  await worker().deliverDue(10);
  expect(receiver.calls).toMatchObject([{ url: '/alerts' }]);
  expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({ type: 'alerts' });
  await root.delete('/api/alerts/target?notify_type=webhook');
  await database.transaction((manager) =>
    outbox.add(manager, { userId: ann.id, notice: warning, via: 'webhook' }),
  );
  await worker().deliverDue(10);
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['dead', 'sent']);
});

test('nothing is sent for a cause that was rolled back, nor before it is committed', async () => {
  await expect(
    database.transaction(async (manager) => {
      expect(await outbox.add(manager, { mail: letter })).toBe(true);
      expect(await worker().deliverDue(10)).toBe(0);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await worker().deliverDue(10)).toBe(0);
  expect(mails).toEqual([]);
});

test('the second message of a key is not accepted', async () => {
  const twice = () =>
    database.transaction((manager) => outbox.add(manager, { mail: letter, key: 'task:1:2' }));
  const accepted = await Promise.all([twice(), twice(), twice()]);
  expect(accepted.filter(Boolean)).toHaveLength(1);
});

test('many messages are shared out between workers, each sent once', async () => {
  await byWebhook('');
  for (let i = 0; i < 30; i++) await warnAnn();
  const [left, right] = [worker(), worker()];
  let tried: number;
  do tried = (await Promise.all([left.deliverDue(4), right.deliverDue(4)])).reduce((a, b) => a + b);
  while (tried > 0);
  const ids = receiver.calls.map(({ headers }) => headers['x-webhook-id']);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});

test('what one worker is just claiming is passed over by the others, and not claimed again after', async () => {
  await database.transaction((manager) => outbox.add(manager, { mail: letter }));
  await database.transaction(async (manager) => {
    await manager.query('SELECT 1 FROM outbox FOR UPDATE');
    const looks = [worker(), worker()].map((one) => one.deliverDue(10));
    expect(await Promise.race([...looks, sleep(2000, 'waited')])).toBe(0);
    expect(await Promise.all(looks)).toEqual([0, 0]);
  });
  await Promise.all([worker(), worker()].map((one) => one.deliverDue(10)));
  expect(mails).toHaveLength(1);
});

test('a webhook gets the placeholders beside their values, signed over the very bytes', async () => {
  await byWebhook('whsec');
  await warnAnn();
  await worker().deliverDue(10);
  const [call] = receiver.calls;
  const body: unknown = JSON.parse(call!.body);
  expect(body).toEqual({
    type: 'quota_exceed',
    title: warning.title,
    content: warning.content,
    values: warning.values,
    timestamp: expect.any(Number),
  });
  expect(call!.url).toBe('/in');
  expect(call!.headers).toMatchObject({
    'content-type': 'application/json',
    'x-webhook-signature': createHmac('sha256', 'whsec').update(call!.body).digest('hex'),
    authorization: 'Bearer whsec',
    'x-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-webhook-timestamp': expect.stringMatching(/^\d{10}$/),
  });
});

test('a mail gets the values filled in and escaped', async () => {
  await byMail('other@example.com');
  await warnAnn();
  await worker().deliverDue(10);
  expect(mails[0]).toContain('To: other@example.com');
  const html = Buffer.from(mails[0]!.split('\r\n\r\n').slice(1).join('').replaceAll('\r\n', ''), 'base64');
  expect(html.toString()).toBe('您的额度即将用尽，当前剩余额度为 &lt;b&gt;');
});

test('a receiver in trouble is asked again, the same bytes under the same id, with growing waits', async () => {
  await byWebhook('whsec');
  await warnAnn();
  receiver.answers.push(500, 0, 429);
  for (const least of [10, 20, 40]) {
    await worker().deliverDue(10);
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'waiting' });
    expect(row!.wait).toBeGreaterThan(least - 1);
    expect(row!.wait).toBeLessThan(least * 1.5 + 1);
    expect(await worker().deliverDue(10)).toBe(0);
    await later();
  }
  await worker().deliverDue(10);
  expect(await rows()).toEqual([expect.objectContaining({ state: 'sent', attempts: 4, last_error: '' })]);
  const same = (read: (call: (typeof receiver.calls)[0]) => unknown) =>
    new Set(receiver.calls.map(read)).size;
  expect(receiver.calls).toHaveLength(4);
  expect(same(({ headers }) => headers['x-webhook-id'])).toBe(1);
  expect(same(({ body, headers }) => body + String(headers['x-webhook-signature']))).toBe(1);
});

test('the wait that the receiver of a hook requests is kept, as that of a notice is', async () => {
  const hook = { url: 'https://hook.example/in', headers: {}, body: '{}' };
  await database.transaction((manager) =>
    outbox.replaceHook(manager, { key: 'task:1', userId: ann.id, hook }),
  );
  await byWebhook('');
  await warnAnn();
  receiver.answers.push(429, 503);
  receiver.retryAfter = 300;
  expect(await worker().deliverDue(10)).toBe(2);
  const waits = (await rows()).map(({ wait }) => wait);
  expect(waits).toHaveLength(2);
  for (const wait of waits) expect(wait).toBeGreaterThan(290);
});

test('a failure without a message is stored with its code', async () => {
  await byWebhook('');
  await warnAnn();
  const options = gateway.app.get(OptionsService);
  const mailer = new Mailer(options);
  // Node reports the failure of several addresses of one name by their codes alone.
  const problem = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  const http = new HttpSender({ send: () => Promise.reject(problem) }, options);
  const sender = new NoticeSender(gateway.app.get(Vault), mailer, http);
  const messages = new OutboxDeliveryRepository(database);
  const addressees = new AddresseesRepository(database);
  const routes = new AlertRoutesRepository(database);
  await new OutboxDelivery(messages, addressees, routes, mailer, http, sender).deliverDue(10);
  expect(await rows()).toEqual([expect.objectContaining({ state: 'waiting', last_error: 'ECONNREFUSED' })]);
});

test('after five attempts, or at a no, it is given up', async () => {
  await byWebhook('');
  await warnAnn();
  receiver.answers.push(500, 500, 500, 500, 500, 200);
  for (let i = 0; i < 7; i++) {
    await worker().deliverDue(10);
    await later();
  }
  expect(receiver.calls).toHaveLength(5);
  await warnAnn();
  receiver.answers.splice(0, Infinity, 404);
  await worker().deliverDue(10);
  expect(receiver.calls).toHaveLength(6);
  expect((await rows()).map(({ state, last_error }) => `${state}, ${last_error}`).toSorted()).toEqual([
    'dead, answered 404',
    'dead, answered 500',
  ]);
});

test('a mail server in trouble is asked again', async () => {
  await database.transaction((manager) => outbox.add(manager, { mail: letter }));
  refusals.push(451);
  await worker().deliverDue(10);
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(row!.wait).toBeGreaterThan(29);
  expect(row!.last_error).toContain('451');
  await later();
  await worker().deliverDue(10);
  expect(mails).toHaveLength(1);
});

test('what a worker took with it when it died is sent by another, but not for ever', async () => {
  await database.transaction((manager) => outbox.add(manager, { mail: letter }));
  await gateway.sql(`UPDATE outbox SET attempts = 1, due_at = now() + interval '1 minute'`);
  expect(await worker().deliverDue(10)).toBe(0);
  await later();
  await worker().deliverDue(10);
  expect(mails).toHaveLength(1);
  await gateway.sql(`UPDATE outbox SET state = 'waiting', attempts = 5, due_at = now()`);
  await worker().deliverDue(10);
  expect(mails).toHaveLength(1);
  expect(await rows()).toEqual([expect.objectContaining({ state: 'dead' })]);
});

test('through the operator’s relay goes the whole call, key and signed bytes included', async () => {
  await root.put('/api/option/', { key: 'WorkerUrl', value: `${receiver.origin}/worker` });
  await root.put('/api/option/', { key: 'WorkerValidKey', value: 'relay key' });
  await byWebhook('whsec');
  await warnAnn();
  await worker().deliverDue(10);
  await root.put('/api/option/', { key: 'WorkerUrl', value: '' });
  const [call] = receiver.calls;
  expect(call!.url).toBe('/worker/');
  const { body, headers, ...rest } = JSON.parse(call!.body) as Record<string, unknown>;
  expect(rest).toEqual({ url: 'https://hook.example/in', method: 'POST', key: 'relay key' });
  expect(headers).toMatchObject({
    'X-Webhook-Signature': webhookSignature('whsec', JSON.stringify(body)),
    Authorization: 'Bearer whsec',
  });
  // A receiver verifies id, time and body with a library of Standard Webhooks.
  const receiverLibrary = new Webhook('whsec', { format: 'raw' });
  const given = headers as Record<string, string>;
  expect(receiverLibrary.verify(JSON.stringify(body), given)).toEqual(body);
  const old = { ...given, 'webhook-timestamp': String(Number(given['webhook-timestamp']) - 600) };
  expect(() => receiverLibrary.verify(JSON.stringify(body), old)).toThrow();
  expect(call!.headers.authorization).toBeUndefined();
});

test('what was settled a week ago is forgotten, what waits is not', async () => {
  for (const key of ['old', 'new', 'waiting'])
    await database.transaction((manager) => outbox.add(manager, { mail: letter, key }));
  await gateway.sql(
    `UPDATE outbox SET state = 'sent', finished_at = now() - interval '8 days' WHERE key = 'old'`,
  );
  await gateway.sql(`UPDATE outbox SET state = 'dead', finished_at = now() WHERE key = 'new'`);
  await gateway.sql(`UPDATE outbox SET created_at = now() - interval '8 days'`);
  expect(await new OutboxDeliveryRepository(database).forgetOld()).toBe(1);
  expect(await gateway.sql('SELECT key FROM outbox ORDER BY key')).toEqual([
    { key: 'new' },
    { key: 'waiting' },
  ]);
});
