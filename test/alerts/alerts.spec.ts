import { AlertChecks } from '../../server/alerts/alert-checks.service.js';
import { ChannelsService } from '../../server/channels/channels.service.js';
import type { AlertsResponse } from '../../server/contract/resources/alert.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { Schedules } from '../../worker/schedules.js';
import { TestGateway } from '../setup/test-gateway.js';

const app = TestGateway.forAllTests();
let channel: number;

beforeAll(async () => {
  // An address, without which nobody can be notified; nothing listens there.
  await app.gateway.manage('PUT', '/api/user/setting', {
    notify_type: 'webhook',
    webhook_url: 'https://alerts.example.com/hook',
    quota_warning_threshold: 1,
  });
  await app.gateway.option('AlertMinRequests', '3');
  await app.gateway.option('AlertSuccessPercent', '0');
  await app.gateway.option('RetryTimes', '0');
  // The worker's own checks must not come between.
  const { table } = app.gateway.worker.get(Schedules, { strict: false });
  for (const schedule of table)
    if (schedule.name.startsWith('alerts.')) schedule.run = () => Promise.resolve(undefined);
});

beforeEach(async () => {
  await app.gateway.sql('DELETE FROM alerts');
  await app.gateway.sql('DELETE FROM outbox');
  await app.gateway.sql('DELETE FROM channels');
  await app.gateway.sql('DELETE FROM request_minutes');
  await app.freshModel();
  channel = await app.addChannel('one', { name: 'one', auto_ban: 0 });
});

const checks = () => app.gateway.worker.get(AlertChecks, { strict: false });
const state = () => app.gateway.manage<AlertsResponse>('GET', '/api/alerts');

async function fail(times: number): Promise<void> {
  for (let sent = 0; sent < times; sent++) {
    app.upstream.next({ refuse: { status: 402, message: 'account empty' } });
    await (await app.ask()).text();
  }
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).flush();
}

/** Subjects and texts of the notices, the oldest first. */
async function notices(): Promise<{ title: string; content: string }[]> {
  const rows = await app.gateway.sql<{ message: string }>(
    "SELECT message FROM outbox WHERE type = 'alerts' ORDER BY created_at, id",
  );
  return rows.map(
    ({ message }) => (JSON.parse(message) as { notice: { title: string; content: string } }).notice,
  );
}

test('a channel whose calls fail begins an alert, of which the super administrator is notified once', async () => {
  await fail(3);
  expect(await checks().check()).toBe(1);
  expect(await checks().check()).toBe(0);
  const { alerts, enabled, checked_at } = await state();
  expect(alerts).toEqual([
    {
      rule: 'channel_failing',
      channel_id: channel,
      channel_name: 'one',
      firing: true,
      since: expect.any(Number),
      ended_at: 0,
      value: 0,
      notified_at: expect.any(Number),
      muted_until: 0,
    },
  ]);
  expect(alerts[0]!.notified_at).toBeGreaterThan(0);
  expect(enabled).toBe(true);
  expect(checked_at).toBeGreaterThan(Date.now() / 1000 - 60);
  expect(await notices()).toMatchObject([
    {
      title: `渠道「one」（#${channel}）最近 10 分钟的成功率为 0%，低于 80%`,
      content: `渠道「one」（#${channel}）最近 10 分钟的成功率为 0%，低于 80%`,
    },
  ]);
});

test('a key that its provider refuses begins one, after a single call', async () => {
  app.upstream.next('bad-key');
  await (await app.ask()).text();
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).write();
  expect(await checks().check()).toBe(1);
  expect((await state()).alerts).toMatchObject([
    { rule: 'channel_key_refused', channel_id: channel, value: 1 },
  ]);
  expect((await notices())[0]!.title).toBe(
    `渠道「one」（#${channel}）的密钥被上游拒绝（401）：最近 10 分钟 1 次调用`,
  );
});

test('fewer requests than the least number are no reason', async () => {
  await fail(2);
  expect(await checks().check()).toBe(0);
  expect((await state()).alerts).toEqual([]);
});

test('its end is notified when the rule has held for five minutes, in the default language', async () => {
  await fail(3);
  await checks().check();
  await app.gateway.sql('DELETE FROM request_minutes');
  expect(await checks().check()).toBe(0);
  expect((await state()).alerts).toMatchObject([{ firing: true }]);
  await app.gateway.sql('UPDATE alerts SET clear_since = clear_since - 300');
  await app.gateway.option('DefaultLanguage', 'en');
  try {
    expect(await checks().check()).toBe(1);
  } finally {
    await app.gateway.option('DefaultLanguage', '');
  }
  expect((await state()).alerts).toMatchObject([{ firing: false, ended_at: expect.any(Number) }]);
  expect((await notices()).at(-1)!.title).toBe(
    `Recovered: Channel "one" (#${channel}): 0% of the calls of the last 10 minutes succeeded, fewer than 80%`,
  );
});

test('several alerts that begin together are one notice', async () => {
  const second = await app.addChannel('two', { name: 'two', models: 'another' });
  await fail(3);
  await app.gateway.sql(
    `INSERT INTO request_minutes SELECT at, $1, key_index, model, ok, rescued, client_error, limited, upstream_error, cut, aborted, 10, 4,
       rate_limited, input_tokens, cached_tokens, cache_write_tokens, output_tokens, quota, streak, first_token, duration
     FROM request_minutes LIMIT 1`,
    [second],
  );
  await checks().check();
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice!.title).toBe('告警：2 项');
  expect(notice!.content.split('\n')).toEqual([
    `渠道「one」（#${channel}）最近 10 分钟的成功率为 0%，低于 80%`,
    `渠道「two」（#${second}）最近 10 分钟的成功率为 60%，低于 80%`,
  ]);
});

test('in quiet hours nothing is sent; what still fires is sent afterwards', async () => {
  await app.gateway.option('AlertQuietHours', '00:00-24:00');
  try {
    await fail(3);
    await checks().check();
    expect(await state()).toMatchObject({ quiet: true, alerts: [{ firing: true, notified_at: 0 }] });
    expect(await notices()).toEqual([]);
  } finally {
    await app.gateway.option('AlertQuietHours', '');
  }
  await checks().check();
  expect(await notices()).toHaveLength(1);
});

test('an alert that is muted sends nothing until the time is over; one that does not fire cannot be muted', async () => {
  await app.gateway.option('AlertQuietHours', '00:00-24:00');
  await fail(3);
  await checks().check();
  const mute = { rule: 'channel_failing', channel_id: channel, minutes: 30 };
  await app.gateway.manage('POST', '/api/alerts/mute', mute);
  await app.gateway.option('AlertQuietHours', '');
  await checks().check();
  expect(await notices()).toEqual([]);
  expect((await state()).alerts[0]!.muted_until).toBeGreaterThan(Date.now() / 1000 + 1700);
  await app.gateway.manage('POST', '/api/alerts/mute', { ...mute, minutes: 0 });
  await checks().check();
  expect(await notices()).toHaveLength(1);
  await expect(
    app.gateway.manage('POST', '/api/alerts/mute', { ...mute, rule: 'journal_late' }),
  ).rejects.toThrow('没有此告警');
  const audit = await app.gateway.sql<{ details: string }>(
    "SELECT details FROM audit_log WHERE action = 'alert_muted' ORDER BY id",
  );
  expect(audit.map(({ details }) => JSON.parse(details) as object)).toEqual([mute, { ...mute, minutes: 0 }]);
});

test('an audit of the ledger that does not balance is an alert', async () => {
  expect(await checks().auditLedger()).toBe(0);
  await app.gateway.sql('UPDATE users SET quota = quota + 1 WHERE id = 1');
  try {
    expect(await checks().auditLedger()).toBe(1);
    expect((await state()).alerts).toMatchObject([{ rule: 'ledger_unbalanced', channel_id: 0, value: 1 }]);
    // The other rules leave it alone.
    await checks().check();
    expect((await state()).alerts).toMatchObject([{ rule: 'ledger_unbalanced', firing: true }]);
  } finally {
    await app.gateway.sql('UPDATE users SET quota = quota - 1 WHERE id = 1');
  }
});

test('without alerts nothing is checked', async () => {
  await app.gateway.option('AlertsEnabled', 'false');
  try {
    await fail(3);
    expect(await checks().check()).toBe(0);
    expect(await state()).toMatchObject({ enabled: false, alerts: [] });
  } finally {
    await app.gateway.option('AlertsEnabled', 'true');
  }
});

test('each rule notifies the receivers that were chosen for it, and the account without a choice', async () => {
  const root = await app.gateway.session();
  const target = { notify_type: 'slack', slack_webhook_url: 'https://hooks.slack.com/services/T0/B0/secret' };
  const put = (path: string, body: object) => app.gateway.manage('PUT', path, body);
  expect((await state()).rules.every(({ notify }) => notify.join() === 'account')).toBe(true);
  const route = { rule: 'channel_failing', notify: ['slack', 'account', 'slack'] };
  await expect(put('/api/alerts/rule', route)).rejects.toThrow('此通知方式尚未在告警中设置');
  await expect(put('/api/alerts/target', { ...target, slack_webhook_url: 'http://a' })).rejects.toThrow();
  await put('/api/alerts/target', target);
  await put('/api/alerts/rule', route);
  await put('/api/alerts/rule', { rule: 'channel_disabled', notify: [] });
  const { rules, targets } = await state();
  expect(rules.find(({ rule }) => rule === 'channel_failing')!.notify).toEqual(['slack', 'account']);
  expect(targets).toEqual([
    { channel: 'slack', setting: JSON.stringify({ notify_type: 'slack', slack_webhook_url: '****' }) },
  ]);
  const [stored] = await app.gateway.sql<{ setting: string }>('SELECT setting FROM alert_targets');
  expect(stored!.setting).not.toContain('secret');

  await fail(3);
  await checks().check();
  const sent = () =>
    app.gateway.sql<{ type: string; message: string }>('SELECT type, message FROM outbox ORDER BY type');
  const rows = await sent();
  expect(rows.map(({ type }) => type)).toEqual(['alerts', 'alerts:slack']);
  expect(JSON.parse(rows[1]!.message)).toMatchObject({ notice: { type: 'alerts' }, via: 'slack' });
  // Each receiver has a language of its own.
  await put('/api/user/self', { language: 'zh' });
  await expect(put('/api/alerts/target', { notify_type: 'slack', language: 'xx' })).rejects.toThrow();
  await put('/api/alerts/target', { notify_type: 'slack', language: 'en' });
  await app.gateway.sql('DELETE FROM outbox');
  await app.gateway.sql('DELETE FROM alerts');
  await checks().check();
  const titles = (await sent()).map(
    ({ message }) => (JSON.parse(message) as { notice: { title: string } }).notice.title,
  );
  expect(titles).toEqual([expect.stringContaining('的成功率为 0%'), expect.stringMatching(/^Channel "one"/)]);
  await put('/api/user/self', { language: '' });
  // A disabled channel has a notice of its own, to the receivers of its rule: none.
  await app.gateway.app.get(ChannelsService).markAutoDisabled(channel, 'down');
  expect(await sent()).toHaveLength(2);

  const query = '/api/alerts/target?notify_type=slack';
  await put('/api/alerts/rule', { rule: 'journal_late', notify: ['slack'] });
  await app.gateway.manage('DELETE', query);
  await expect(app.gateway.manage('DELETE', query)).rejects.toThrow('此通知方式尚未在告警中设置');
  const left = new Map((await state()).rules.map(({ rule, notify }) => [rule, notify]));
  expect(left.get('channel_failing')).toEqual(['account']);
  expect(left.get('journal_late')).toEqual(['account']);
  expect(left.get('channel_disabled')).toEqual([]);
  const audit = await app.gateway.sql<{ action: string; details: string }>(
    "SELECT action, details FROM audit_log WHERE action LIKE 'alert_target%' OR action = 'alert_rule_changed' ORDER BY id",
  );
  expect(audit.map(({ action }) => action)).toEqual([
    'alert_target_changed',
    'alert_rule_changed',
    'alert_rule_changed',
    'alert_target_changed',
    'alert_rule_changed',
    'alert_target_removed',
  ]);
  expect(JSON.stringify(audit)).not.toContain('secret');
  const test = await fetch(`${app.gateway.url}/api/alerts/target/test`, {
    method: 'POST',
    headers: { ...root, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ notify_type: 'slack' }),
  });
  expect(await test.json()).toMatchObject({ success: false, code: 'alert_target_missing' });
  await app.gateway.sql('DELETE FROM alert_routes');
});
