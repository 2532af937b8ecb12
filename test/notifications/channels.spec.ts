import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { Vault } from '../../server/core/crypto.js';
import { readEnv } from '../../server/core/env.js';
import { notificationChannels } from '../../server/notifications/channels/index.js';
import { HttpEgress, type Egress } from '../../server/notifications/http-egress.js';
import { HttpSender } from '../../server/notifications/http-sender.js';
import { Mailer } from '../../server/notifications/mailer.js';
import { NoticeSender } from '../../server/notifications/notice-sender.js';
import { OutboxRepository } from '../../server/notifications/outbox/outbox.repository.js';
import { AlertRoutesRepository } from '../../server/notifications/alert-routes/alert-routes.repository.js';
import { AddresseesRepository } from '../../server/notifications/addressees.repository.js';
import { OutboxDelivery } from '../../server/notifications/outbox/outbox-delivery.js';
import { OutboxDeliveryRepository } from '../../server/notifications/outbox/outbox-delivery.repository.js';
import { targetOf } from '../../server/notifications/target.js';
import { OptionsService } from '../../server/options/options.service.js';
import { ServiceSite, type Answer, type ServiceDouble } from '../doubles/notifications/double.js';
import { Management, type Visitor } from '../setup/management.js';

/** Every channel that sends HTTP requests, with the service of the same name. */
const services = await Promise.all(
  notificationChannels
    .filter(({ delivery }) => 'http' in delivery)
    .map(async ({ id }): Promise<[id: string, double: ServiceDouble]> => {
      const file = (await import(`../doubles/notifications/${id}.ts`)) as { double: ServiceDouble };
      return [id, file.double];
    }),
);

let gateway: Management;
let ann: Visitor;
let site: ServiceSite;
let guarded: EgressClient;

const warning = {
  type: 'quota_exceed',
  title: 'Low <balance> & co',
  content: '{{value}} left.<br/>Top up: <a href="{{value}}">{{value}}</a>',
  format: 'html' as const,
  values: ['＄0.99 <b>', 'https://gate.example/topup', 'https://gate.example/topup'],
};
/** Longer than every limit, of characters that JSON escapes or that are several bytes and units. */
const long = {
  ...warning,
  title: '长'.repeat(500),
  content: '"\n漢😀&<'.repeat(20_000),
  format: 'text' as const,
};

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  ann = await gateway.user('ann');
  site = await ServiceSite.start();
  guarded = new EgressClient({ ...readEnv(), EGRESS_ALLOW_PRIVATE: true });
});
beforeEach(async () => {
  site.received.length = site.next.length = 0;
  await gateway.sql('DELETE FROM outbox');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await guarded?.onApplicationShutdown();
  site?.close();
  await gateway?.close();
});

const setting = (notify_type: string, more: object) => ({
  notify_type,
  quota_warning_threshold: 500_000,
  ...more,
});
const save = (body: object) => ann.put('/api/user/setting', body);

/** Delivers everything that is due. */
async function deliver(notice: object, network: Egress = site.network): Promise<Row> {
  const database = gateway.app.get(DataSource);
  const outgoing = { userId: ann.id, notice: notice as typeof warning };
  await database.transaction((manager) => gateway.app.get(OutboxRepository).add(manager, outgoing));
  const options = gateway.app.get(OptionsService);
  const mailer = new Mailer(options);
  const http = new HttpSender(network, options);
  const sender = new NoticeSender(gateway.app.get(Vault), mailer, http);
  const messages = new OutboxDeliveryRepository(database);
  const addressees = new AddresseesRepository(database);
  const routes = new AlertRoutesRepository(database);
  await new OutboxDelivery(messages, addressees, routes, mailer, http, sender).deliverDue(10);
  const [row] = await gateway.sql<Row>(
    `SELECT state, attempts, last_error, extract(epoch FROM due_at - now())::float8 AS wait FROM outbox
     ORDER BY created_at DESC LIMIT 1`,
  );
  await gateway.sql('DELETE FROM outbox');
  return row!;
}
interface Row {
  state: string;
  attempts: number;
  last_error: string;
  wait: number;
}

describe.each(services)('%s', (id, double) => {
  beforeEach(async () => {
    site.service = double;
    expect(await save(setting(id, double.settings))).toMatchObject({ success: true });
  });

  test('delivers a notice as the service documents it', async () => {
    expect(await deliver(warning)).toMatchObject({ state: 'sent', attempts: 1, last_error: '' });
    const [request] = site.received;
    const text = double.textOf(request!);
    expect(text).toContain(warning.title);
    expect(text).toContain('＄0.99 <b>');
    expect(text).toContain('https://gate.example/topup');
  });

  test('delivers a notice of any length', async () => {
    const notice = id === 'webhook' ? { ...long, title: 'long' } : long;
    expect(await deliver(notice)).toMatchObject({ state: 'sent', last_error: '' });
    const text = double.textOf(site.received[0]!);
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).toContain('漢😀&<');
  });

  test('is given up after an answer that refuses it for good', async () => {
    for (const answer of double.refusals) {
      site.next.push(answer);
      const row = await deliver(warning);
      expect([row.state, row.attempts]).toEqual(['dead', 1]);
      for (const secret of double.secrets) expect(row.last_error).not.toContain(secret);
    }
  });

  test('is tried again after every other failure', async () => {
    const unexpected: Answer = { status: 502, body: '' };
    for (const answer of [...double.failures, unexpected]) {
      site.next.push(answer);
      const row = await deliver(warning);
      expect([row.state, row.attempts, answer.body]).toEqual(['waiting', 1, answer.body]);
      expect(row.last_error).not.toBe('');
      const { afterSeconds } = answer as ServiceDouble['failures'][0];
      expect(row.wait).toBeGreaterThan((afterSeconds ?? 10) - 2);
      expect(row.wait).toBeLessThan((afterSeconds ?? 15) + 2);
    }
  });

  test('keeps its secrets: encrypted in the database, masked in answers, kept when they are sent back', async () => {
    const stored = async () => {
      const [row] = await gateway.sql<{ setting: string }>('SELECT setting FROM users WHERE id = $1', [
        ann.id,
      ]);
      return row!.setting;
    };
    const { data } = await ann.get<{ setting: string }>('/api/user/self');
    for (const secret of double.secrets) {
      expect(await stored()).not.toContain(secret);
      expect(data.setting).not.toContain(secret);
    }
    const shown = JSON.parse(data.setting) as Record<string, unknown>;
    expect(await save({ ...setting(id, {}), ...shown })).toMatchObject({ success: true });
    expect(await deliver(warning)).toMatchObject({ state: 'sent' });
    const channel = notificationChannels.find((one) => one.id === id)!;
    for (const { name } of channel.fields.filter(({ secret }) => secret)) expect(shown[name]).toBe('****');
  });

  test('is saved only with its required settings, and with https addresses', async () => {
    const channel = notificationChannels.find((one) => one.id === id)!;
    for (const { name, required, secret } of channel.fields) {
      await save(setting('email', {}));
      const { [name]: left, ...others } = double.settings;
      expect(left).toBeDefined();
      expect((await save(setting(id, others))).success).toBe(!required);
      if (required && secret)
        expect((await save(setting(id, { ...others, [name]: '****' }))).success).toBe(false);
    }
    for (const { name, kind } of channel.fields.filter((field) => field.kind === 'url')) {
      expect(kind).toBe('url');
      for (const bad of ['nowhere', 'http://example.com/x'])
        expect((await save(setting(id, { ...double.settings, [name]: bad }))).success).toBe(false);
    }
  });
});

/** Those to which users give an address, with the field of it. */
const withAddress = services.flatMap(([id, double]) =>
  notificationChannels
    .find((one) => one.id === id)!
    .fields.filter(({ kind }) => kind === 'url')
    .map(({ name }) => [id, name, double] as const),
);

test.each(withAddress)('%s calls no private address (%s)', async (id, url, double) => {
  await save(setting(id, { ...double.settings, [url]: 'https://169.254.169.254/latest/meta-data-of-it' }));
  const row = await deliver(warning, new HttpEgress(guarded));
  expect(row).toMatchObject({ state: 'waiting', last_error: '169.254.169.254 is no public address' });
  expect(site.received).toEqual([]);
});

/** Their documentation promises nothing about the body of an answer. */
const BY_STATUS = ['webhook', 'gotify'];

test.each(services.filter(([id]) => !BY_STATUS.includes(id)))(
  '%s is not called again after a 2xx answer that is not one of the service',
  async (id, double) => {
    site.service = double;
    await save(setting(id, double.settings));
    for (const body of ['', '<html>', '{"accepted":true}', '[]']) {
      site.next.push({ status: 200, body });
      expect(await deliver(warning)).toMatchObject({
        state: 'dead',
        attempts: 1,
        last_error: 'answered 200 without a result',
      });
    }
  },
);

test('a secret that is repeated at the end of a long message is masked before the message is cut', async () => {
  const [, double] = services.find(([id]) => id === 'dingtalk')!;
  await save(setting('dingtalk', double.settings));
  const [token = '', secret = ''] = double.secrets;
  for (const part of [token, secret, encodeURIComponent(String(double.settings.dingtalk_webhook_url))])
    for (const before of [160, 180, 250, 270]) {
      const errmsg = `${'x'.repeat(before)} ${part} ${'y'.repeat(500)}`;
      site.next.push({ status: 200, body: JSON.stringify({ errcode: 310000, errmsg }) });
      const { last_error: reason } = await deliver(warning);
      expect(reason).toMatch(/^answered errcode 310000: x+ (\*{3}( y*)?)?…?$/);
      expect(reason.length).toBeLessThanOrEqual(300);
    }
});

test.each(['lark', 'dingtalk'])('%s refuses a signature of another hour or of another secret', async (id) => {
  const [, double] = services.find(([one]) => one === id)!;
  site.service = double;
  const attempt = async (settings: object, now: Date) => {
    const target = targetOf({ email: '', setting: JSON.stringify(setting(id, settings)) }, false)!;
    const mailer = gateway.app.get(Mailer);
    const http = new HttpSender(site.network, gateway.app.get(OptionsService));
    const outgoing = { id: randomUUID(), notice: warning, createdAt: now, now };
    await new NoticeSender(gateway.app.get(Vault), mailer, http).send(target, outgoing);
  };
  await attempt(double.settings, new Date());
  const old = new Date(Date.now() - 3_700_000);
  await expect(attempt(double.settings, old)).rejects.toMatchObject({ final: true });
  const other = { ...double.settings, [`${id}_secret`]: 'another' };
  await expect(attempt(other, new Date())).rejects.toMatchObject({ final: true });
});

test('an address of Bark with placeholders, as other gateways store it, is called by GET', async () => {
  const bark_url = 'https://api.day.app/aKey/{{title}}/{{content}}?group=gate';
  const row = JSON.stringify({ notify_type: 'bark', bark_url });
  await gateway.sql('UPDATE users SET setting = $2 WHERE id = $1', [ann.id, row]);
  site.next.push({ status: 200, body: '{"code":200,"message":"success"}' });
  expect(await deliver({ ...warning, title: 'a/b', content: 'c?d', format: 'text' })).toMatchObject({
    state: 'sent',
  });
  expect(site.received).toEqual([expect.objectContaining({ method: 'GET', body: '' })]);
  expect(site.received[0]!.url.href).toBe('https://api.day.app/aKey/a%2Fb/c%3Fd?group=gate');
});

test.each([
  [
    'https://api.day.app/aKey?group=gate&sound=bell',
    'https://api.day.app/push',
    'aKey',
    { group: 'gate', sound: 'bell' },
  ],
  ['https://bark.example/base/100%/?title=no', 'https://bark.example/base/push', '100%', {}],
  ['https://api.day.app/a%20Key/', 'https://api.day.app/push', 'a Key', {}],
])('the Bark address %s is posted to %s with the key %s', async (bark_url, push, device_key, parameters) => {
  await save(setting('bark', { bark_url }));
  site.next.push({ status: 200, body: '{"code":200,"message":"success"}' });
  expect(await deliver({ ...warning, content: 'text', format: 'text' })).toMatchObject({ state: 'sent' });
  const [request] = site.received;
  expect(request!.url.href).toBe(push);
  expect(JSON.parse(request!.body)).toEqual({
    ...parameters,
    title: warning.title,
    body: 'text',
    device_key,
  });
});

test('the console is told every channel with its fields, and no two fields have one name', async () => {
  const { data } = await ann.get<{ fields: { name: string }[] }[]>('/api/user/setting/channels');
  expect(data).toEqual(
    notificationChannels.map(({ id, name, guide, payload, fields }) => ({
      id,
      name,
      guide,
      payload,
      fields,
    })),
  );
  const names = data.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('dingtalk_secret');
});
