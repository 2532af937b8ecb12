import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { until } from '../setup/until.js';
import { barriers } from './barriers.js';
import { Console, type Account } from './console.js';

/** What Ctrl+K does, besides finding: actions on records, with questions before those that affect others. */
let app: Console;
let upstream: ScriptedUpstream;
let west: number;
let bob: Account;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  west = await app.gateway.addChannel({ name: 'west', base_url: upstream.url, models: 'gpt-4o' });
  bob = await app.addUser('bob');
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

const status = async () =>
  (await app.gateway.sql<{ status: number }>('SELECT status FROM channels WHERE id = $1', [west]))[0]!.status;
const isDrained = async () =>
  (await app.gateway.sql('SELECT 1 FROM channels WHERE id = $1 AND drained_until > 0', [west])).length > 0;
const quotaOfBob = async () =>
  (await app.gateway.sql<{ quota: number }>(`SELECT quota FROM users WHERE username = 'bob'`))[0]!.quota;

/** Opens the palette and types. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(text);
}

test('Tab opens the actions of a record; dangerous ones ask in place, and are undone', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await type(page, 'west');
    await page.getByRole('option', { name: `west #${west} · OpenAI · Enabled`, selected: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Results: ' }).waitFor();
    await page.keyboard.press('Tab');
    const actions = page.getByRole('combobox', { name: 'Actions of west' });
    await actions.waitFor();
    await page.keyboard.type('停用');
    await page.getByRole('option', { name: 'Disable', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Disable channel west?' }).waitFor();
    // Nothing happens without the answer, and what was typed is there again.
    await page.keyboard.press('Escape');
    await actions.waitFor();
    expect(await actions.inputValue()).toBe('停用');
    expect(await status()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Disable channel west?' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('west was disabled').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await status()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await status()) === 1);
    // The verb first: its record follows it.
    await type(page, 'drain west');
    await page.getByRole('option', { name: /^Drain for 30 min: west/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Drain channel west for 30 min?' }).waitFor();
    await page.keyboard.press('Enter');
    await until(isDrained);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => !(await isDrained()));
  }));

test('quota is added in money, for a user that is chosen after the action', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const before = await quotaOfBob();
    await page.goto('/token');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await type(page, '>add quota');
    await page.getByRole('option', { name: 'Add quota to a user …', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Add quota to a user …' }).fill('bob');
    await page.getByRole('option', { name: /^Add quota: bob/ }).waitFor();
    await page.keyboard.press('Enter');
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Please enter a number').waitFor();
    await amount.fill('2.5');
    await page.getByText(/^Balance \$\S+ → \$\S+$/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Enter a reason').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('a gift');
    await page.keyboard.press('Enter');
    await page.getByText('Quota of bob changed by $2.50').waitFor();
    expect(await quotaOfBob()).toBe(before + 1_250_000);
  }));

test('a request is refunded by its id, in an error message too, and asks for the reason', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await app.gateway.setQuota(5_000_000);
    const key = await app.gateway.addToken();
    const messages = [{ role: 'user', content: 'Hello' }];
    const answer = await app.gateway.relay('/v1/chat/completions', key, { model: 'gpt-4o', messages });
    await answer.text();
    await app.gateway.quiet();
    const [row] = await app.gateway.sql<{ request_id: string; quota: number }>(
      'SELECT request_id, quota FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
    );
    const before = await app.gateway.quota();
    await page.goto('/token');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await type(page, `wrong answer (request id: ${row!.request_id})`);
    await page.getByRole('option', { name: 'Refund this request' }).click();
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Enter a reason').waitFor();
    await page.getByRole('textbox', { name: /Reason/ }).fill('a wrong answer');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(async () => (await app.gateway.quota()) === before + row!.quota);
  }));

test("the page's record is first, settings have their values, and a price opens in its editor", () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto(`/channel/${west}`);
    await page.getByRole('heading', { name: /west/ }).waitFor();
    await type(page, '');
    const own = page.getByRole('group', { name: 'On this page: west' });
    await own.getByRole('option', { name: 'Drain for 30 min' }).waitFor();
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('/SMTPPort');
    await page.getByRole('option', { name: /System.*587/ }).waitFor();
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('/SMTPToken');
    const secret = page.getByRole('option').first();
    await secret.waitFor();
    expect(await secret.textContent()).not.toContain('not set');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('raise price gpt-4o');
    await page.getByRole('option', { name: 'Change the price: gpt-4o' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/model=gpt-4o/);
    await page.locator('input:focus[aria-label$=" gpt-4o"]').waitFor();
  }));

test('administrators see no values that only the super administrator may change, and act on no equals', async () => {
  const admin = await app.addUser('deputy');
  const [{ id }] = (await app.gateway.sql<{ id: number }>(
    `SELECT id FROM users WHERE username = 'deputy'`,
  )) as [{ id: number }];
  await app.gateway.manage('POST', '/api/user/manage', { id, action: 'promote' });
  await app.visit({ as: admin }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await type(page, '/SMTPPort');
    const setting = page.getByRole('option').first();
    await setting.waitFor();
    expect(await setting.textContent()).not.toContain('587');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('@root');
    await page.getByRole('option', { name: /^root/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('combobox', { name: 'Actions of root' }).waitFor();
    await page.getByRole('option', { name: 'Log' }).waitFor();
    expect(await page.getByRole('option', { name: /Disable|Add quota/ }).count()).toBe(0);
  });
});

test('on a phone in Chinese and dark: axe finds no serious problem, and all fits', () =>
  app.visit(
    { as: bob, language: 'zh', screen: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
    async ({ page }) => {
      await page.goto('/token');
      await page.getByRole('button', { name: '搜索与命令' }).click();
      const input = page.getByRole('combobox', { name: '搜索与命令' });
      await input.fill('disable');
      await page.getByRole('option', { name: '禁用令牌…', selected: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await input.fill('gpt');
      await page.getByRole('option', { name: '查看模型 gpt-4o 的日志' }).waitFor();
      // What administrators have is not there for a user.
      await input.fill('west');
      await page.getByText('没有找到').waitFor();
      expect(await barriers(page)).toEqual([]);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(wide).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  ));
