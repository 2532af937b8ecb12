import { alertRule, type AlertsResponse } from '../../server/contract/resources/alert.js';
import { Schedules } from '../../worker/schedules.js';
import { until } from '../setup/until.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

let app: Console;
let channel: number;

beforeAll(async () => {
  app = await Console.start();
  channel = await app.gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4o', name: 'tokyo' });
  // The worker's own checks would end what the tests set.
  for (const schedule of app.gateway.worker.get(Schedules, { strict: false }).table)
    if (schedule.name.startsWith('alerts.')) schedule.run = () => Promise.resolve(undefined);
  await app.gateway.sql(
    `INSERT INTO alerts (rule, channel_id, since, value, ended_at, notified_at) VALUES
       ('channel_failing', $1, extract(epoch FROM now())::bigint - 600, 12.5, 0, extract(epoch FROM now())::bigint - 600),
       ('journal_late', 0, extract(epoch FROM now())::bigint - 7200, 75, extract(epoch FROM now())::bigint - 3600, 0)`,
    [channel],
  );
});

afterAll(() => app?.close());

const state = () => app.gateway.manage<AlertsResponse>('GET', '/api/alerts');

test('administrators see what fires, what has ended and every rule, and mute an alert', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/alerts');
    const firing = page.getByRole('region', { name: 'Firing now' });
    const row = firing.getByRole('article', { name: 'Calls of a channel fail tokyo' });
    expect(await row.textContent()).toContain('12.5% (limit 80%)');
    expect(await row.textContent()).toContain('notified');
    expect(await row.getByRole('link', { name: 'tokyo' }).getAttribute('href')).toBe(
      `/channel?keyword=${channel}`,
    );
    await page
      .getByRole('region', { name: 'Ended within 30 days' })
      .getByText('Charges are posted late')
      .waitFor();
    const rules = page.getByRole('region', { name: 'Rules' }).getByRole('listitem');
    expect(await rules.count()).toBe(alertRule.options.length);
    expect(await rules.filter({ hasText: '1 firing' }).textContent()).toContain(
      'Success below 80% within 10 minutes',
    );
    await row.getByRole('button', { name: /^Mute: / }).click();
    await page.getByRole('menuitem', { name: 'For 8 hours' }).click();
    await row.getByText(/muted until/).waitFor();
    const { alerts } = await state();
    expect(alerts[0]!.muted_until).toBeGreaterThan(Date.now() / 1000 + 8 * 3600 - 120);
    await row.getByRole('button', { name: 'Unmute' }).click();
    await until(async () => (await state()).alerts[0]!.muted_until === 0);
    await page.getByRole('link', { name: 'Alert settings' }).click();
    await page.getByRole('heading', { name: 'Alerts' }).first().waitFor();
    await page.getByRole('textbox', { name: 'Quiet hours' }).waitFor();
  }));

test('a super administrator sets up a notification channel, and a rule uses it', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/alerts');
    await page.getByRole('button', { name: 'Add notification channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add notification channel' });
    await dialog.getByRole('combobox', { name: 'Notification channel' }).click();
    await page.getByRole('option', { name: 'Slack' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const address = dialog.locator('input[type=password]');
    await address.fill('https://hooks.slack.com/services/T0/B0/secret');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit notification channel: Slack' }).waitFor();
    const receivers = page.getByRole('combobox', { name: 'Notices of: Charges are posted late' });
    await receivers.press('ArrowDown');
    await page.getByRole('option', { name: 'Slack' }).click();
    const receiversOf = async (name: string) =>
      (await state()).rules.find(({ rule }) => rule === name)?.notify;
    await until(async () => (await receiversOf('journal_late'))?.join() === 'account,slack');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete notification channel: Slack' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await until(async () => (await receiversOf('journal_late'))?.join() === 'account');
    await page
      .getByRole('button', { name: 'Edit notification channel: Slack' })
      .waitFor({ state: 'detached' });
  }));

test('the page shows what has changed without being loaded again', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/alerts');
    await page.getByRole('article', { name: 'Calls of a channel fail tokyo' }).waitFor();
    await app.gateway.sql("UPDATE alerts SET ended_at = since + 60 WHERE rule = 'channel_failing'");
    await page.getByText('Nothing fires').waitFor({ timeout: 20_000 });
    await page.getByText(/Not checked yet|Last checked/).waitFor();
  }));
