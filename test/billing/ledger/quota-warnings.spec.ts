import pg from 'pg';
import type { JournalEntry } from '../../../server/billing/ledger/journal-entry.js';
import { Poster } from '../../../server/billing/ledger/posting/poster.js';
import { postBatch } from '../../../server/billing/ledger/posting/post-batch.js';
import { QuotaWarnings } from '../../../server/billing/ledger/posting/quota-warnings.js';
import { Vault } from '../../../server/core/crypto.js';
import { Mailer } from '../../../server/notifications/mailer.js';
import { notice, noticeText } from '../../../server/notifications/notice.js';
import { ReaderLanguage } from '../../../server/notifications/reader-language.js';
import { OutboxRepository } from '../../../server/notifications/outbox/outbox.repository.js';
import { OptionsRepository } from '../../../server/options/options.repository.js';
import { OptionsService } from '../../../server/options/options.service.js';
import { until } from '../../setup/until.js';
import { freshWorld } from '../../setup/fresh-databases.js';
import { charge, LedgerHarness, newId, PAUSE_MS, holdFor, type Process } from './ledger-harness.js';

let gateway: LedgerHarness;
let here: Process;
let options: OptionsService;
let warnings: QuotaWarnings;
const clients: pg.Client[] = [];

beforeAll(async () => {
  await freshWorld();
  gateway = await LedgerHarness.open();
  here = await gateway.process();
  options = new OptionsService(
    new OptionsRepository(gateway.dataSource),
    new Vault('a secret of the tests'),
    here.events,
  );
  await rows(`INSERT INTO options (key, value) VALUES ('SMTPServer', '127.0.0.1'), ('QuotaRemindThreshold', '1000'),
    ('ServerAddress', 'https://gate.example')`);
  await options.start();
  warnings = new QuotaWarnings(
    options,
    new Mailer(options),
    new OutboxRepository(),
    new ReaderLanguage(options),
  );
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await rows('DELETE FROM outbox');
});

afterAll(async () => {
  await gateway?.close();
});

async function rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
  return gateway.dataSource.query(sql, parameters);
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  clients.push(client);
  return client;
}

async function user(quota: number, email = 'ann@example.com', setting = ''): Promise<number> {
  const id = await gateway.user(quota);
  await rows('UPDATE users SET email = $2, setting = $3 WHERE id = $1', [id, email, setting]);
  return id;
}

const entry = (userId: number, quota: number): JournalEntry => ({
  requestId: newId(),
  createdAt: Math.floor(Date.now() / 1000),
  userId,
  tokenId: 0,
  channelId: 0,
  charge: quota,
  log: undefined,
  usageData: undefined,
});

const position = { epoch: 'e', lastId: '1-0' };
async function post(...entries: JournalEntry[]): Promise<void> {
  await postBatch(await connect(), position, entries, warnings);
}

interface Warned {
  user_id: number;
  message: string;
}
const warned = async () =>
  (await rows<Warned>('SELECT user_id, message FROM outbox ORDER BY user_id')).map((row) => row.user_id);

test('a user below the threshold is notified of the balance after the charge', async () => {
  const ann = await user(1500);
  await post(entry(ann, 500));
  expect(await warned()).toEqual([]);
  await post(entry(ann, 1));
  const [row] = await rows<Warned>('SELECT user_id, message FROM outbox');
  expect(row!.user_id).toBe(ann);
  expect(JSON.parse(row!.message)).toEqual({
    notice: {
      type: 'quota_exceed',
      title: '您的额度即将用尽',
      content:
        '{{value}}，当前剩余额度为 {{value}}，为了不影响您的使用，请及时充值。<br/>充值链接：' +
        "<a href='{{value}}'>{{value}}</a>",
      format: 'html',
      values: ['您的额度即将用尽', '＄0.001998', 'https://gate.example/topup', 'https://gate.example/topup'],
    },
  });
});

test('the warning is in the language of the user, else in that of the site', async () => {
  const ann = await user(1500, 'a@example.com', '{"language":"en"}');
  const ben = await user(1500, 'b@example.com', 'no JSON');
  await post(entry(ann, 501), entry(ben, 501));
  const messages = await rows<Warned>('SELECT user_id, message FROM outbox ORDER BY user_id');
  const notices = messages.map(({ message }) =>
    notice.parse((JSON.parse(message) as { notice: unknown }).notice),
  );
  expect(notices.map(({ title }) => title)).toEqual(['Your quota is almost used up', '您的额度即将用尽']);
  expect(noticeText(notices[0]!)).toBe(
    'Your quota is almost used up: ＄0.001998 is left. Top up in time, so that your requests are not refused.\n' +
      'Top up: https://gate.example/topup',
  );
});

test('a user’s own threshold goes before the one of the gateway', async () => {
  const own = (quota_warning_threshold: number) => JSON.stringify({ quota_warning_threshold });
  const high = await user(10_000, 'a@example.com', own(9_999.5));
  const low = await user(500, 'b@example.com', own(100));
  const broken = await user(500, 'c@example.com', '{"quota_warning_threshold": "x');
  await post(entry(high, 1), entry(low, 1), entry(broken, 1));
  expect(await warned()).toEqual([high, broken]);
});

test('what costs nothing, is posted again, or reaches nobody warns nobody', async () => {
  const ann = await user(10);
  const nobody = await user(10, '');
  const first = entry(ann, 1);
  await post(entry(ann, 0), entry(nobody, 1));
  expect(await warned()).toEqual([]);
  await post(first);
  await rows('DELETE FROM outbox');
  await post(first);
  expect(await warned()).toEqual([]);
});

test('one warning in two hours, however many post at once', async () => {
  const ann = await user(1000);
  const bob = await user(1000);
  await Promise.all(Array.from({ length: 8 }, () => post(entry(ann, 1), entry(bob, 2), entry(ann, 3))));
  expect(await warned()).toEqual([ann, bob]);
  await rows(`UPDATE outbox SET state = 'sent', created_at = now() - interval '3 hours',
    finished_at = now() - interval '119 minutes'`);
  await post(entry(ann, 1));
  expect(await warned()).toHaveLength(2);
  await rows(`UPDATE outbox SET finished_at = now() - interval '121 minutes'`);
  await Promise.all(Array.from({ length: 4 }, () => post(entry(ann, 1))));
  expect(await warned()).toEqual([ann, ann, bob]);
});

test('a warning that could not be sent does not count, after a while', async () => {
  const ann = await user(1000);
  await post(entry(ann, 1));
  await rows(`UPDATE outbox SET state = 'dead', finished_at = now()`);
  await post(entry(ann, 1));
  expect(await warned()).toHaveLength(1);
  await rows(`UPDATE outbox SET finished_at = now() - interval '11 minutes'`);
  await post(entry(ann, 1));
  expect(await warned()).toHaveLength(2);
});

test('a posting that is rolled back warns nobody', async () => {
  const ann = await user(1000);
  const unstorable = { epoch: 'e', lastId: '\0' };
  await expect(postBatch(await connect(), unstorable, [entry(ann, 1)], warnings)).rejects.toThrow();
  expect(await warned()).toEqual([]);
  expect(await gateway.quotaOf(ann)).toBe(1000);
});

test('warnings take one statement per batch, and none when nobody is low', async () => {
  const client = await connect();
  const query = jest.spyOn(client, 'query');
  const users = await Promise.all(Array.from({ length: 20 }, () => user(1_000_000)));
  await postBatch(
    client,
    position,
    users.map((id) => entry(id, 1)),
    warnings,
  );
  const without = query.mock.calls.length;
  await postBatch(
    client,
    position,
    users.map((id) => entry(id, 999_990)),
    warnings,
  );
  expect(await warned()).toEqual(users.sort((a, b) => a - b));
  expect(query.mock.calls.length).toBe(2 * without + 1);
});

test('the poster warns', async () => {
  const ann = await user(1000);
  await here.gate.settle(await here.gate.reserve(holdFor(ann, 10)), charge(10));
  const poster = new Poster(process.env.DATABASE_URL!, here.redis, here.events, PAUSE_MS, warnings);
  poster.start();
  await until(async () => (await warned()).includes(ann));
  await poster.stop();
});
