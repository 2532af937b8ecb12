import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { FreshModels } from '../setup/fresh-models.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

let app: Console;
let upstream: ScriptedUpstream;
let models: string[];

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  const { gateway } = app;
  const fresh = new FreshModels(gateway, 'stated');
  models = [await fresh.next(), await fresh.next()];
  await gateway.addChannel({ base_url: upstream.url, models: models.join(',') });
  const key = await gateway.addToken({ name: 'a token' });
  const messages = [{ role: 'user', content: 'hello' }];
  for (const model of [models[0], models[0], models[1]])
    await (await gateway.relay('/v1/chat/completions', key, { model, messages })).text();
  await gateway.quiet();
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

/** Quota units that the ledger has taken from root. */
async function ledgerSum(): Promise<number> {
  const [row] = await app.gateway.sql<{ sum: number }>(
    "SELECT -sum(delta)::bigint AS sum FROM ledger_entries WHERE user_id = 1 AND kind = 'consume'",
  );
  return row!.sum;
}

const money = (quota: number) => `$${(quota / 500_000).toFixed(6)}`;
const colors = (page: Page) =>
  page.evaluate<string[]>(
    '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("article td")).color]',
  );

test('the statement of an account is the sum of its ledger, in both languages, and prints without the console around it', async () => {
  const total = money(await ledgerSum());
  for (const [language, byModel, byToken, sum, account] of [
    ['en', 'By model', 'By API token', 'Total', 'Account: root (ID 1)'],
    ['zh', '按模型', '按令牌', '合计', '账户：root（ID 1）'],
  ] as const)
    await app.visit({ as: Console.root, language, screen: { colorScheme: 'dark' } }, async ({ page }) => {
      await page.goto('/costs/statement');
      await page.getByText(account).waitFor();
      for (const [title, row, requests] of [
        [byModel, models[0]!, '2'],
        [byToken, 'a token', '3'],
      ] as const) {
        const part = page.getByRole('region', { name: title });
        expect(await part.getByRole('row', { name: row }).getByRole('cell').first().textContent()).toBe(
          requests,
        );
        const cells = await part.getByRole('row', { name: sum }).getByRole('cell').allTextContents();
        expect([cells[0], cells[2]]).toEqual(['3', total]);
      }
      await page.getByRole('banner').getByRole('link').first().waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      for (const shown of [
        page.getByRole('navigation'),
        page.locator('header'),
        page.locator('footer'),
        page.getByRole('alert'),
        page.getByRole('button'),
      ])
        for (const one of await shown.all()) expect(await one.isVisible()).toBe(false);
      expect(await page.getByRole('region', { name: byModel }).isVisible()).toBe(true);
      expect(await colors(page)).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    });
});

test('another month, and what the address cannot mean', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/costs/statement?month=2026-13&user=nobody');
    await page.getByText('Account: root (ID 1)').waitFor();
    const part = page.getByRole('region', { name: 'By model' });
    await part.getByRole('row', { name: models[0]! }).waitFor();
    const now = await page.getByRole('combobox', { name: 'Month' }).inputValue();
    await page.getByRole('combobox', { name: 'Month' }).click();
    const [current, before] = await page.getByRole('option').allInnerTexts();
    expect(current).toBe(now);
    await page.getByRole('option', { name: before! }).click();
    await page.getByRole('heading', { name: `Statement of ${before}` }).waitFor();
    await part.getByRole('row', { name: models[0]! }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('month')).toBe(before);
  }));
