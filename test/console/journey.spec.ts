import type { Locator, Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { openGroup } from './advanced-groups.js';
import { Console } from './console.js';

/** The first hour of an operator: from the first sign-in to a price in the log. */
const GPT = 'gpt-4o';
const CLAUDE = 'claude-3-7-sonnet-20250219';

let app: Console;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

test('the first sign-in warns of the default password and leads to its form', () =>
  app.visit({}, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('textbox', { name: 'Username or email' }).fill('root');
    await page.getByLabel('Password', { exact: true }).fill('123456');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await page.getByRole('main').getByRole('alert').getByRole('link', { name: 'Change password' }).click();
    await page.waitForURL('**/personal#password');
    const form = page.getByRole('dialog', { name: 'Change password' });
    await form.getByLabel('New password', { exact: true }).waitFor();
  }));

test('an upstream, a token and a streamed request end as an exact price in the log', async () => {
  // 120,000 tokens in at $2.5 and 70,000 out at $10 per million: one dollar.
  upstream.forModel(GPT, { answer: { usage: { input: 120_000, output: 70_000 } } });
  await app.gateway.setQuota(5_000_000);
  await app.visit({ as: Console.root }, async ({ page }) => {
    await addChannel(page, { type: 'OpenAI', name: 'first line', models: GPT });
    const key = await addToken(page, 'first token');
    const answer = await app.gateway.relay('/v1/chat/completions', key, {
      model: GPT,
      stream: true,
      // As long as makes the reported usage believable.
      messages: [{ role: 'user', content: 'Hello '.repeat(3000) }],
    });
    expect(spoken(await answer.text(), /"content":"([^"]*)"/g)).toBe('Hello from the scripted upstream.');
    await app.gateway.quiet();
    expect(await app.gateway.quota()).toBe(4_500_000);

    const bill = await openBill(page, 'first token');
    expect(await valuesOf(bill, 'Input')).toEqual(['120,000', '–', '$2.5', '$0.300000']);
    expect(await valuesOf(bill, 'Output')).toEqual(['70,000', '× 4', '$10', '$0.700000']);
    expect(await valuesOf(bill, 'Total')).toEqual(['$1.000000']);
    expect(await valuesOf(bill, 'Charged')).toEqual(['$1.000000']);
    expect(await bill.getByLabel('Formula').innerText()).toBe(
      '(120000 / 1M × $2.5 + 70000 / 1M × $10) × 1 = $1.000000',
    );

    await page.getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('row', { name: 'first token' }).waitFor();
    // What was read a moment ago is not read again.
    await page.reload();
    await page
      .getByRole('row', { name: 'first token' })
      .getByRole('cell', { name: '$1.00 / $9.00' })
      .waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByText('Balance $9.00').waitFor();
    await page.getByRole('menuitem', { name: 'Personal settings' }).click();
    const account = page.getByRole('region', { name: 'Account', exact: true });
    await account.getByText('$9.00').waitFor();
    await account.getByText('$1.00').waitFor();
  });
});

test('cache reads and writes of an Anthropic channel are priced each on its own', async () => {
  upstream.forModel(CLAUDE, 'cached');
  await app.visit({ as: Console.root }, async ({ page }) => {
    await addChannel(page, { type: 'Anthropic Claude', name: 'second line', models: CLAUDE });
    const key = await addToken(page, 'second token');
    const answer = await app.gateway.relay('/v1/messages', key, {
      model: CLAUDE,
      stream: true,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(spoken(await answer.text(), /"text":"([^"]+)"/g)).toBe('Hello from the scripted upstream.');
    await app.gateway.quiet();

    const bill = await openBill(page, 'second token');
    expect(await valuesOf(bill, 'Input')).toEqual(['100', '–', '$3', '$0.000300']);
    expect(await valuesOf(bill, 'Cache read')).toEqual(['2,000', '× 0.1', '$0.3', '$0.000600']);
    expect(await valuesOf(bill, 'Cache write (5 minutes)')).toEqual(['200', '× 1.25', '$3.75', '$0.000750']);
    expect(await valuesOf(bill, 'Cache write (1 hour)')).toEqual(['300', '× 2', '$6', '$0.001800']);
    expect(await valuesOf(bill, 'Output')).toEqual(['300', '× 5', '$15', '$0.004500']);
    expect(await valuesOf(bill, 'Total')).toEqual(['$0.007950']);
    expect(await valuesOf(bill, 'Charged')).toEqual(['$0.007950']);
  });
});

/** Fills the form, submits it, and tests the new channel from the list. */
async function addChannel(page: Page, channel: { type: string; name: string; models: string }) {
  await page.goto('/channel');
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create channel' });
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: channel.type, exact: true }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(channel.name);
  await openGroup(form, 'Upstream');
  await form.getByRole('textbox', { name: 'API address' }).fill(upstream.url);
  await form.getByRole('textbox', { name: 'Key' }).fill('sk-upstream');
  await form.getByRole('button', { name: 'Clear all models' }).click();
  await form.getByRole('textbox', { name: 'Custom model names' }).fill(channel.models);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  const row = page.getByRole('row', { name: channel.name });
  await row.getByText('Not tested').waitFor();
  await row.getByRole('button', { name: `Test channel ${channel.name}` }).click();
  await page.getByText(new RegExp(`Channel ${channel.name} test succeeded in [\\d.]+ s`)).waitFor();
  await row.getByText(/^[\d.]+ s$/).waitFor();
}

/** A token of ten dollars; its key as the clipboard has it. */
async function addToken(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByRole('button', { name: 'Add token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByRole('button', { name: '$10', exact: true }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  const created = page.getByRole('dialog', { name: `Token ${name} was created` });
  await created.getByRole('button', { name: 'Close' }).click();
  await created.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Copy token ${name}` }).click();
  await page.getByText('Copied to clipboard').waitFor();
  const key = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(key).toMatch(/^sk-\w{48}$/);
  return key;
}

/** The bill of the one request made with a token. */
async function openBill(page: Page, token: string): Promise<Locator> {
  await page.getByRole('link', { name: 'Usage log' }).click();
  const row = page.getByRole('row').filter({ hasText: token });
  await row.getByRole('button', { name: /Show details/ }).click();
  const bill = page.getByRole('region', { name: 'Billing details' });
  await bill.waitFor();
  return bill;
}

/** What stands in a line of the bill beside its name. */
async function valuesOf(bill: Locator, line: string): Promise<string[]> {
  const head = bill.page().getByRole('rowheader', { name: line, exact: true });
  return bill.getByRole('row').filter({ has: head }).getByRole('cell').allInnerTexts();
}

/** The text of a streamed answer. */
function spoken(stream: string, piece: RegExp): string {
  return [...stream.matchAll(piece)].map(([, text]) => text).join('');
}
