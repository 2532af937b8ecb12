import { readFile } from 'node:fs/promises';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { FreshModels } from '../setup/fresh-models.js';
import { barriers } from './barriers.js';
import { type Account, Console } from './console.js';

/** Costs: what is spent on what, from real requests, and the ways to what is behind the figures. */
let app: Console;
let guest: Account;
let upstream: ScriptedUpstream;
let channel: number;
let models: string[];

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  guest = await app.addUser('guest');
  const { gateway } = app;
  const fresh = new FreshModels(gateway, 'costly');
  models = [await fresh.next(), await fresh.next()];
  channel = await gateway.addChannel({ name: 'a line', base_url: upstream.url, models: models.join(',') });
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

test('an administrator sees what is spent on what, opens a row, and finds the requests behind it', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/costs');
    const [row] = await app.gateway.sql<{ quota: number }>(
      'SELECT sum(quota)::bigint AS quota FROM logs WHERE type = 2',
    );
    const money = `$${(row!.quota / 500_000).toFixed(4)}`;
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText(money, { exact: true }).first().waitFor();
    await page.getByText(`Sum of the ledger ${money} (${row!.quota} quota units), difference 0`).waitFor();
    await summary.locator('.recharts-area path').first().waitFor();
    const table = page.getByRole('region', { name: 'Costs by value' });
    const first = table.getByRole('row', { name: models[0]! });
    expect(await first.getByRole('cell').nth(2).textContent()).toBe('2');
    await page.getByRole('region', { name: 'What changed' }).getByText(`+$`).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    // The second dimension, in place.
    await first.getByRole('button', { name: models[0]!, exact: true }).click();
    await table.getByRole('row', { name: /^\d{4}-\d\d-\d\d/ }).waitFor();
    // The view is in the address.
    await page.getByRole('combobox', { name: 'Then by' }).click();
    await page.getByRole('option', { name: 'Channel' }).click();
    await table.getByRole('row', { name: 'a line' }).waitFor();
    await first.getByRole('button', { name: `Only Model ${models[0]}` }).click();
    await table.getByRole('row', { name: models[1]! }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(`?then=channel&model=${models[0]}`);
    await page.reload();
    await table.getByRole('row', { name: models[0]! }).waitFor();
    await page.getByRole('button', { name: `Remove the filter Model: ${models[0]}` }).click();
    await table.getByRole('row', { name: models[1]! }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv).toContain(`${models[0]},a line,2,`);
    await first.getByRole('link', { name: /^Requests of/ }).click();
    await page.waitForURL(/\/log\?/);
    expect(new URL(page.url()).searchParams.get('model_name')).toBe(models[0]);
    await page.getByRole('row', { name: models[0]! }).first().waitFor();
  }));

test('a purchase price is added in the menu of a channel, and its margin is seen', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await page.getByRole('button', { name: 'More actions: a line' }).click();
    await page.getByRole('menuitem', { name: 'Purchase prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Purchase prices of a line' });
    await dialog.getByText('There are no purchase prices yet.').waitFor();
    await dialog.getByRole('button', { name: 'Add purchase price' }).click();
    await dialog.getByText('Enter a price').waitFor();
    await dialog.getByRole('textbox', { name: 'Percent of the list price' }).fill('150');
    await dialog
      .getByRole('textbox', { name: 'Counts from' })
      .or(dialog.getByLabel('Counts from'))
      .first()
      .fill('2020-01-01T00:00:00');
    await dialog.getByRole('button', { name: 'Add purchase price' }).click();
    await dialog.getByText('All models: 150% of the list price').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/costs?by=channel&measure=margin');
    const losses = page.getByRole('region', { name: 'Sold below the purchase price' });
    await losses.getByText(`a line: ${models[0]}`).waitFor();
    await page.goto('/channel');
    await page.getByRole('button', { name: 'More actions: a line' }).click();
    await page.getByRole('menuitem', { name: 'Purchase prices' }).click();
    await dialog.getByRole('button', { name: 'Remove the purchase price of All models' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('There are no purchase prices yet.').waitFor();
    expect(channel).toBeGreaterThan(0);
  }));

test('saved views are kept on the server: those of the browser are taken over once, and the default opens the page', async () => {
  const kept = [{ name: 'By day', query: 'by=day', default: true }];
  const stored = () =>
    app.gateway.sql<{ name: string; query: string }>(
      'SELECT name, query FROM saved_views WHERE user_id = 1 ORDER BY id',
    );
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await page.evaluate(`localStorage['views:costs'] = ${JSON.stringify(JSON.stringify(kept))}`);
    await page.goto('/costs');
    await page.waitForURL(/\/costs\?by=day$/);
    expect(await page.evaluate("localStorage['views:costs']")).toBeUndefined();
    await page.goto('/costs?by=channel');
    await page.getByRole('button', { name: 'Saved views' }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByRole('textbox', { name: 'Save filters as' }).fill('Channels');
    await views.getByRole('button', { name: 'Save', exact: true }).click();
    await views.getByRole('button', { name: 'Channels', exact: true }).waitFor();
    expect(await stored()).toEqual([
      { name: 'By day', query: 'by=day' },
      { name: 'Channels', query: 'by=channel' },
    ]);
  });
  // Another browser of the same account.
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/costs');
    await page.waitForURL(/\/costs\?by=day$/);
    await page.getByRole('button', { name: 'Saved views' }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByRole('button', { name: 'Channels', exact: true }).click();
    await page.waitForURL(/\/costs\?by=channel$/);
    for (const name of ['By day', 'Channels'])
      await views.getByRole('button', { name: `Delete the view “${name}”` }).click();
    await views.getByText('Set filters, then save them as a view.').waitFor();
    expect(await stored()).toEqual([]);
  });
});

test('users see their own costs by token, model and day, on a phone too', () =>
  app.visit(
    { as: guest, screen: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    async ({ page }) => {
      await page.goto('/costs');
      await page.getByText('No costs in this period').waitFor();
      await page.getByRole('combobox', { name: 'By', exact: true }).click();
      expect(await page.getByRole('option').allInnerTexts()).toEqual([
        'Day',
        'Hour',
        'Model',
        'Group',
        'API token',
      ]);
      await page.keyboard.press('Escape');
      expect(await barriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    },
  ));
