import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { until } from '../setup/until.js';
import { Console } from './console.js';

/** Ways to get on quickly: the command palette, receipts of the log, the log live, lists as files. */
const PLACEHOLDER = 'PLACEHOLDER: contents of requests are not stored';

let app: Console;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  await app.gateway.addChannel({ name: 'first line', base_url: upstream.url, models: 'gpt-4o' });
  await app.gateway.setQuota(5_000_000);
  key = await app.gateway.addToken({ name: '=first, token' });
  await request();
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

async function request(): Promise<void> {
  const messages = [{ role: 'user', content: 'Hello' }];
  await (await app.gateway.relay('/v1/chat/completions', key, { model: 'gpt-4o', messages })).text();
  await app.gateway.quiet();
}

test('Ctrl+K goes to pages and things by a few letters', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('redemp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/redemption');
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('first line');
    await page.getByRole('option', { name: /first line.*#1 · OpenAI/ }).click();
    await page.waitForURL('**/channel/edit/1');
  }));

/** Opens the palette and types. */
async function search(page: Page, text: string): Promise<void> {
  if (!(await page.getByRole('combobox', { name: 'Search and commands' }).isVisible()))
    await page.getByRole('button', { name: 'Search and commands' }).click();
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(text);
}

test('administrators find users and channels by id and name, and models by name', async () => {
  await app.addUser('1 of many');
  const [{ id }] = (await app.gateway.sql<{ id: number }>(
    `SELECT id FROM users WHERE username = '1 of many'`,
  )) as [{ id: number }];
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await search(page, '#1');
    // The one with the id is first, whatever else has the text in its name.
    await page.getByRole('option', { name: 'first line #1 · OpenAI' }).click();
    await page.waitForURL('**/channel/edit/1');
    await page.goto('/token');
    await search(page, String(id));
    await page.getByRole('option', { name: `1 of many #${id} · 1 of many` }).click();
    await page.waitForURL(`**/user/edit/${id}`);
    await page.goto('/token');
    await search(page, '1 of many');
    await page.getByRole('option', { name: new RegExp(`#${id}`) }).waitFor();
    await search(page, 'GPT-4');
    await page.getByRole('option', { name: 'gpt-4o Channels with this model' }).click();
    await page.waitForURL('**/channel?model=gpt-4o');
    await page.getByRole('row', { name: /first line/ }).waitFor();
  });
});

test('the log of a model is offered for models that exist', async () => {
  const guest = await app.addUser('reader');
  for (const as of [Console.root, guest])
    await app.visit({ as }, async ({ page }) => {
      await page.goto('/token');
      await search(page, 'nobody-has-it');
      await page.getByText('Nothing found').waitFor();
      await search(page, '4o');
      await page.getByRole('option', { name: 'Log of the model gpt-4o' }).waitFor();
      const offered = page.getByRole('option', { name: 'Channels with this model' });
      expect(await offered.count()).toBe(as === guest ? 0 : 1);
      await page.getByRole('option', { name: 'Log of the model gpt-4o' }).click();
      await page.waitForURL('**/log?model_name=gpt-4o');
    });
});

test('a row of the log is copied as a curl command', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const refused = { model: 'gone-model', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] };
    await (await app.gateway.relay('/v1/messages', key, refused)).text();
    const copied = async (type: number, model: string) => {
      // Rows of failed requests are written a moment later.
      await until(async () => {
        await page.goto(`/log?type=${type}&model_name=${model}`);
        const row = page.getByRole('button', { name: /Show details/ }).first();
        await row.or(page.getByText('Nothing matches')).first().waitFor();
        return row.isVisible();
      });
      await page
        .getByRole('button', { name: /Show details/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Contents of requests are not stored').first().waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied(2, 'gpt-4o')).toBe(
      [
        `curl '${app.gateway.url}/v1/chat/completions' \\`,
        '  -H "Authorization: Bearer $TOLLGATE_TOKEN" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '${JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: PLACEHOLDER }] }, null, 2)}'`,
      ].join('\n'),
    );
    const failed = await copied(5, 'gone-model');
    expect(failed).toContain(`curl '${app.gateway.url}/v1/messages'`);
    expect(failed).toContain('"model": "gone-model"');
  }));

test('a pasted error message leads to the rows of its request', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { model: 'nobody-has-it', messages };
    const refused = await app.gateway.relay('/v1/chat/completions', key, body);
    const { error } = (await refused.json()) as { error: { message: string } };
    await page.goto('/token');
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(error.message);
    await page.getByRole('option', { name: /Log of this request/ }).click();
    await page.waitForURL(/\/log\?request_id=/);
    // Rows are written a moment after the answer.
    await until(async () => {
      await page.reload();
      const row = page.getByRole('row', { name: /nobody-has-it/ });
      return (await row.or(page.getByText('Nothing matches')).first().textContent())!.includes('nobody');
    });
  }));

test('what only administrators have is not offered to others', async () => {
  const guest = await app.addUser('guest');
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('option', { name: 'Usage log' }).waitFor();
    expect(await page.getByRole('option', { name: 'Add a channel' }).count()).toBe(0);
    expect(await page.getByRole('option', { name: 'Settings', exact: true }).count()).toBe(0);
  });
});

test('a receipt shows what was held and charged, the lines, and how the channel was found', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log?type=2');
    await page
      .getByRole('button', { name: /Show details/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Show the receipt' }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await receipt.getByText(/equal to the charge/).waitFor();
    await receipt.getByRole('row', { name: /Output/ }).waitFor();
    await receipt.getByRole('link', { name: '#1 first line' }).waitFor();
    await page.waitForURL(/receipt=\d+/);
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByText('"usage_semantic": "openai"').waitFor();

    const rows = page.getByRole('button', { name: /(Show|Hide) details/ });
    const model = page.getByRole('button', { name: 'Only gpt-4o' }).first();
    await model.click({ modifiers: ['Alt'] });
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Show Model: gpt-4o again' }).click();
    await rows.first().waitFor();
    await model.click();
    await page.waitForURL(/model_name=gpt-4o/);
  }));

test('an administrator refunds a request from its receipt', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const before = await app.gateway.quota();
    const [row] = await app.gateway.sql<{ id: number; quota: number }>(
      'SELECT id, quota FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
    );
    await page.goto(`/log?receipt=${row!.id}`);
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await receipt.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this request' });
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('the answer was cut off');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await receipt.getByText('Refunded', { exact: true }).waitFor();
    await receipt.getByRole('button', { name: 'Refund' }).waitFor({ state: 'detached' });
    expect(await app.gateway.quota()).toBe(before + row!.quota);
  }));

test('the log brings new rows by itself while it is live', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log?type=2');
    const rows = page.getByRole('button', { name: /Show details/ });
    await rows.first().waitFor();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Live' }).click();
    await request();
    await rows.nth(before).waitFor({ timeout: 15_000 });
  }));

test('a list is saved as a file that spreadsheets read and do not run', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log?type=2');
    await page
      .getByRole('button', { name: /Show details/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'All filtered rows' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^usage-log-\d{8}-\d{6}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFTime,/);
    expect(lines[1]).toContain(`"'=first, token"`);
    expect(lines[1]).toContain(',gpt-4o,');
  }));
