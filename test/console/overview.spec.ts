import type { Page } from 'playwright-core';
import { OverviewStreams } from '../../server/overview/overview-streams.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { FreshModels } from '../setup/fresh-models.js';
import { barriers } from './barriers.js';
import { type Account, Console } from './console.js';

/** The overview: what needs attention, figures of real requests, and the ways to what is behind them. */
let app: Console;
let guest: Account;
let upstream: ScriptedUpstream;
let key: string;
let model: string;
let charged: number;

const HOUR = 3600;
const thisHour = Math.floor(Date.now() / 1000 / HOUR) * HOUR;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  guest = await app.addUser('guest');
  const { gateway } = app;
  gateway.app.get(OverviewStreams).everyMs = 500;
  await gateway.option('RetryTimes', '0');
  model = await new FreshModels(gateway, 'seen').next();
  key = await gateway.addToken({ name: 'a token' });
  await gateway.addChannel({ name: 'a line', base_url: upstream.url, models: model });
  for (const _ of [1, 2, 3]) await ask();
  upstream.next({ refuse: { status: 500, message: 'down' } });
  await ask();
  await counted();
  charged = (await gateway.logs()).reduce((sum, { quota }) => sum + quota, 0);
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

async function ask(): Promise<void> {
  const messages = [{ role: 'user', content: 'hello' }];
  await (await app.gateway.relay('/v1/chat/completions', key, { model, messages })).text();
}

/** Waits until all requests so far are in the figures. */
async function counted(): Promise<void> {
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).flush();
}

/** A figure with what stands beside it. */
function figure(page: Page, name: string) {
  return page.locator('#content dl > div').filter({ has: page.getByText(name, { exact: true }) });
}

const region = (page: Page, name: string) => page.getByRole('region', { name });
/** Quota units as the console shows them here. */
const money = (quota: number) => `$${(quota / 500_000).toFixed(4)}`;

test('an administrator sees the figures of real requests, and ways to what is behind them', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/overview');
    await figure(page, 'Requests').getByText('4', { exact: true }).waitFor();
    await figure(page, 'Success').getByText('75.0%').waitFor();
    await figure(page, 'Charges').getByText(money(charged)).waitFor();
    await figure(page, 'Median first token')
      .getByText(/\d\.\d\d s$/)
      .waitFor();
    await figure(page, 'Users').getByText('1', { exact: true }).waitFor();
    // Nothing was there the day before.
    expect(await page.locator('#content dl').first().getByText('–').count()).toBe(5);
    const results = region(page, 'Results of requests');
    expect(await results.getByRole('term').allInnerTexts()).toHaveLength(7);
    expect((await results.getByRole('definition').allInnerTexts()).map(Number)).toEqual([
      1, 0, 0, 0, 0, 0, 3,
    ]);
    await results.locator('.recharts-bar-rectangle path').first().waitFor();
    const mover = region(page, 'Charges that changed').getByRole('row', { name: model });
    await mover.getByText(`↑ +${money(charged)}`).waitFor();
    await region(page, 'Slowest channels').getByText('No channel has enough requests to compare').waitFor();
    const failing = region(page, 'Failing models').getByRole('row', { name: model });
    await failing.getByText('1 of 4').waitFor();
    expect(await barriers(page)).toEqual([]);

    await region(page, 'Top users').getByRole('link', { name: 'Usage log of root' }).click();
    await page.waitForURL(/\/log\?/);
    expect(new URL(page.url()).searchParams.get('username')).toBe('root');
    await page.goBack();
    await failing.getByRole('link').click();
    await page.waitForURL(/\/log\?/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('type'), searchParams.get('model_name')]).toEqual(['5', model]);
    await page.getByRole('row', { name: model }).first().waitFor();
  }));

test('the period is in the address, and each figure is compared with the period before', async () => {
  await app.gateway.sql("UPDATE request_hours SET first_token = '{0,0,0,0,0,0,0,0,3}' WHERE ok > 0");
  await app.gateway.sql(
    `INSERT INTO request_hours SELECT ${thisHour - 30 * HOUR}, channel_id, key_index, model, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0,
     0, 0, 0, 0, 0, 0, '{0,2}', '{}' FROM request_hours LIMIT 1`,
  );
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/overview');
    const requests = figure(page, 'Requests');
    await requests.getByText('↑ +100%').waitFor();
    await figure(page, 'Success').getByText('↓ -25.0 pp').waitFor();
    // The median of the day before is in the lowest bucket: the first token takes longer, which is worse.
    const slower = figure(page, 'Median first token').getByText(/^↑ \+/);
    expect(await slower.getAttribute('data-good')).toBe('false');
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click();
    await requests.getByText('6', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=week');
    await page.reload();
    await requests.getByText('6', { exact: true }).waitFor();
    expect(await page.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true);
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('24 h').click();
    await requests.getByText('4', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

test('a channel that comes to need attention appears by itself, and is found from the page', async () => {
  const { gateway } = app;
  const lines = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `line ${name}`);
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('No channel needs attention').waitFor();
    await gateway.addChannels(
      lines.map((name) => ({ name, base_url: upstream.url, models: 'nothing', priority: -1 })),
    );
    const attention = region(page, 'Needs attention');
    await attention.getByRole('link', { name: /^line two/ }).waitFor();
    await gateway.sql("UPDATE channels SET status = 3 WHERE name = 'line two'");
    let refreshes = 0;
    page.on('request', (request) => (refreshes += Number(request.url().includes('/api/overview'))));
    await attention.getByRole('link', { name: /^line two.*Auto-disabled/ }).waitFor();
    // One may have been under way.
    expect(refreshes).toBeLessThanOrEqual(2);
    expect(await attention.getByRole('listitem').count()).toBe(5);
    await attention.getByText('6', { exact: true }).waitFor();
    await attention.getByRole('link', { name: 'and 1 more' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    // Beside the line about the initial password, which is there until it is changed.
    const warning = await page.getByRole('alert').filter({ hasText: 'default password' }).boundingBox();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height - (warning?.height ?? 0)).toBeLessThanOrEqual(900);
    await attention.getByRole('link', { name: /line two/ }).click();
    await page.getByRole('heading', { name: 'Channels' }).waitFor();
    await page.getByRole('row', { name: /line two/ }).waitFor();
    expect(await page.getByRole('row', { name: /line/ }).count()).toBe(1);

    await page.goto('/token');
    await page.getByRole('link', { name: 'Channels that need attention: 6' }).click();
    await attention.waitFor();
  });
  await app.visit({ as: guest }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/token');
    await page.getByText('No tokens yet').waitFor();
    expect(asked.filter((path) => path.startsWith('/api/overview'))).toEqual([]);
    expect(await page.getByText('need attention').count()).toBe(0);
  });
  await gateway.sql("DELETE FROM channels WHERE name LIKE 'line %'");
});

test('when a refresh fails, the page says so and keeps its figures until the next one', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/api\/overview/);
    // Without the events, the page asks.
    await page.route('**/api/overview/stream?*', (route) => route.fulfill({ status: 502, body: '' }));
    await page.goto('/overview');
    const requests = figure(page, 'Requests').getByText('4', { exact: true });
    await requests.waitFor();
    await page.route('**/api/overview?*', (route) => route.fulfill({ status: 502, body: '' }));
    const sign = page.getByText('Refresh failed; these are earlier figures');
    await sign.waitFor();
    expect(await requests.count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    await page.unroute('**/api/overview?*');
    await sign.waitFor({ state: 'detached' });
    expect(await requests.count()).toBe(1);
  }));

test('figures arrive by events: the page does not ask for them', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/overview') asked.push(request.url());
    });
    await page.goto('/overview');
    await figure(page, 'Requests').getByText('4', { exact: true }).waitFor();
    const before = asked.length;
    await ask();
    await counted();
    await figure(page, 'Requests').getByText('5', { exact: true }).waitFor();
    expect(asked.length).toBe(before);
  }));

test('users see their balance and how long it lasts, their charges, and the way to what failed', async () => {
  const { gateway } = app;
  const [row] = await gateway.sql<{ id: number }>("SELECT id FROM users WHERE username = 'guest'");
  await gateway.setQuota(1_100_000, row!.id);
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/overview');
    await figure(page, 'Balance').getByText('$2.20').waitFor();
    await region(page, 'Charges over time').getByText('No charges in this period').waitFor();
    expect(await page.getByText(/ left$/).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Top up' }).count()).toBe(0);

    await gateway.sql(
      `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
       VALUES ($1, 'guest', 'gpt-4o', $2, 100, 20, 1000000), ($1, 'guest', 'o3', $2, 10, 4, 500000),
         ($1, 'guest', 'gpt-4o', $2::bigint - 30 * 3600, 10, 12, 2000000)`,
      [row!.id, thisHour],
    );
    await gateway.sql(
      `INSERT INTO logs (user_id, username, created_at, type, content, token_name, model_name, quota)
       VALUES ($1, 'guest', $2, 2, '', 'my token', 'gpt-4o', 1500000), ($1, 'guest', $2, 5, '', 'my token', 'gpt-4o', 0)`,
      [row!.id, Math.floor(Date.now() / 1000)],
    );
    await figure(page, 'Balance').getByText('≈ 2 days left').waitFor();
    await figure(page, 'Charges').getByText('$3.00').waitFor();
    await figure(page, 'Charges').getByText('↓ -25%').waitFor();
    await figure(page, 'Requests').getByText('↑ +100%').waitFor();
    await page.getByRole('link', { name: 'Top up' }).waitFor();
    const models = region(page, 'Top models');
    await models
      .getByRole('row', { name: /gpt-4o/ })
      .getByText('↓ -$2.00')
      .waitFor();
    await models.getByRole('row', { name: /o3/ }).getByText('↑ +$1.00').waitFor();
    await region(page, 'Top API tokens')
      .getByRole('row', { name: /my token/ })
      .getByText('$3.00')
      .waitFor();
    await region(page, 'Charges over time').locator('.recharts-bar-rectangle path').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await figure(page, 'Failed requests').getByRole('link', { name: '1' }).click();
    await page.waitForURL(/\/log\?/);
    expect(new URL(page.url()).searchParams.get('type')).toBe('5');
    await page.getByRole('row', { name: /my token/ }).waitFor();
  });
});

test('the logo leads people who are signed in to the overview, visitors to the home page', async () => {
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('banner').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: 'Personal settings' }).waitFor();
    const entries = await sidebar.getByRole('link').allInnerTexts();
    const first = entries.indexOf('Overview');
    expect(entries.slice(first, first + 3)).toEqual(['Overview', 'Costs', 'Dashboard']);
  });
  await app.visit({}, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('banner').getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === '/');
  });
});
