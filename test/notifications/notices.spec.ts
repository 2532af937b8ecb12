import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { noticeHtml } from '../../server/notifications/notice.js';
import { Notices } from '../../server/notifications/notices.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  await root.put('/api/option/', { key: 'SMTPServer', value: '127.0.0.1' });
});
beforeEach(() => gateway.sql('DELETE FROM outbox'));
afterAll(() => gateway?.close());

const notices = () => gateway.app.get(Notices);
const tested = () => ({ subject: 'done', text: 'done' });
const rows = () => gateway.sql('SELECT 1 FROM outbox');
const setting = (more: object) => ({ quota_warning_threshold: 500_000, ...more });

test('the super administrator hears of something twice in ten minutes, also when it happens at once', async () => {
  await root.put(
    '/api/user/setting',
    setting({ notify_type: 'email', notification_email: 'root@example.com' }),
  );
  const tell = (id: number) =>
    notices().toRoot(`channel_update_${id}_3`, () => ({ subject: '渠道「<b>」已被禁用', text: '原因：<i>' }));
  const results = await Promise.all([1, 1, 1, 1, 1].map(tell));
  expect(results.filter(Boolean)).toHaveLength(2);
  expect(await tell(2)).toBe(true);
  expect(await rows()).toHaveLength(3);
  await gateway.sql(`UPDATE outbox SET state = 'sent', finished_at = now() - interval '11 minutes'`);
  expect(await tell(1)).toBe(true);
});

test('room that somebody is just taking counts as taken', async () => {
  await root.put(
    '/api/user/setting',
    setting({ notify_type: 'email', notification_email: 'root@example.com' }),
  );
  let late: Promise<boolean> | undefined;
  await gateway.app.get(DataSource).transaction(async (manager) => {
    const tell = (within?: typeof manager) => notices().toRoot('channel_test', tested, within);
    expect([await tell(manager), await tell(manager)]).toEqual([true, true]);
    late = tell();
    expect(await Promise.race([late, sleep(200, 'waits')])).toBe('waits');
  });
  expect(await late).toBe(false);
});

test('an account without an address takes no room in the outbox', async () => {
  await root.put('/api/user/setting', setting({ notify_type: 'email', notification_email: '' }));
  expect(await notices().toRoot('channel_test', tested)).toBe(false);
  expect(await rows()).toEqual([]);
});

test.each([
  ['en', '', 'en'],
  ['zh', 'en', 'zh'],
  ['', 'en', 'en'],
  ['', '', 'zh'],
  ['xx', 'en', 'en'],
])('who chose %j is written to in the language, at a site of %j: %s', async (chosen, site, expected) => {
  await root.put('/api/option/', { key: 'DefaultLanguage', value: site });
  await gateway.sql('UPDATE users SET setting = $1', [
    JSON.stringify({ notification_email: 'root@example.com', ...(chosen && { language: chosen }) }),
  ]);
  await notices().toRoot('channel_test', (language) => ({ subject: language, text: language }));
  const [row] = await gateway.sql<{ message: string }>('SELECT message FROM outbox');
  expect(JSON.parse(row!.message)).toMatchObject({ notice: { title: expected, content: expected } });
});

test('a plain text in a mail is text: names of channels are no markup, and placeholders in them stay', () => {
  const notice = { type: 'channel_test', title: '', format: 'text' as const, values: [] };
  const content = `渠道「<img src='x'>&{{value}}」`;
  expect(noticeHtml({ ...notice, content })).toBe('渠道「&lt;img src=&#39;x&#39;&gt;&amp;{{value}}」');
});
