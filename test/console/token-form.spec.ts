import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { Console } from './console.js';

/** What the form of a token accepts, and what the list does with one. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

test('a token needs a name, a quota that is not negative and an expiry to come', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    const submit = form.getByRole('button', { name: 'Submit' });
    await submit.click();
    await form.getByText('Enter a token name').waitFor();

    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('a name of more than thirty characters');
    await submit.click();
    await form.getByText('A token name has at most 30 characters').waitFor();
    await name.fill('accepted');

    const quota = form.getByRole('textbox', { name: 'Quota', exact: true });
    await quota.fill('');
    await form.getByLabel('Expiration time').fill('2020-01-01T00:00:00');
    await submit.click();
    await form.getByText('The quota must be a non-negative integer').waitFor();
    await form.getByText('The expiration time must be in the future').waitFor();
    await quota.fill('-5');
    await quota.blur();
    // The field takes no sign, or takes it back.
    expect(Number(await quota.inputValue())).toBeGreaterThanOrEqual(0);

    await quota.fill('1500000');
    await form.getByText('Equals $3.00').waitFor();
    await form.getByRole('button', { name: '1 day' }).click();
    await submit.click();
    await page.getByText('Token created. Click Copy in the list to get its key.').waitFor();
    await page.getByRole('row', { name: 'accepted' }).getByRole('cell', { name: '$0.00 / $3.00' }).waitFor();
    const [token] = await app.gateway.sql<{ expired_time: number }>('SELECT expired_time FROM tokens');
    expect(Math.abs(token!.expired_time - Date.now() / 1000 - 86_400)).toBeLessThan(120);
  }));

test('a time is typed or chosen in a calendar', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    const expires = form.getByRole('textbox', { name: 'Expiration time' });
    await expires.fill('soon');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form
      .getByText(/expiration time/i)
      .nth(1)
      .waitFor();
    await expires.fill('2099-03-01 18:30');
    await form.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByText(/^Time zone: /).waitFor();
    await page.getByRole('button', { name: '17 March 2099' }).click();
    expect(await expires.inputValue()).toBe('2099-03-17 18:30');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('until 2099');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Token created. Click Copy in the list to get its key.').waitFor();
  }));

test('an error of the server is shown and the form keeps its values', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('refused');
    await form.getByRole('switch', { name: 'Unlimited quota' }).click();
    await page.route('**/api/token/', (route) =>
      route.request().method() === 'POST'
        ? route.continue({ postData: JSON.stringify({ name: 'refused', remain_quota: -1 }) })
        : route.continue(),
    );
    visit.expect(/api\/token\/: 200 额度不能为负数/);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('The quota cannot be negative').waitFor();
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('refused');
  }));

test('several tokens are made at once, watched, and their keys saved as a file; then deleted together', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('batch');
    await form.getByRole('switch', { name: 'Unlimited quota' }).click();
    await form.getByRole('textbox', { name: 'Number of tokens' }).fill('3');
    await form.getByRole('textbox', { name: /^IP/ }).fill('10.0.0.0/8\n300.1.2.3');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('Neither an IP address nor a network: 300.1.2.3').waitFor();
    await form.getByRole('textbox', { name: /^IP/ }).fill('10.0.0.0/8\n2001:db8::1');
    await form.getByRole('button', { name: 'Submit' }).click();

    const progress = page.getByRole('dialog', { name: 'Create several tokens' });
    await progress.getByText('3 of 3 done').waitFor();
    const saved = page.waitForEvent('download');
    await progress.getByRole('button', { name: 'Download keys (3)' }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toMatch(/^\uFEFFName,Key\r\nbatch,sk-\w{48}\r\n(batch-\w{6},sk-\w{48}\r\n){2}$/);
    await progress.getByRole('button', { name: 'Close' }).last().click();

    const rows = page.getByRole('row', { name: 'batch' });
    await rows.nth(2).waitFor();
    for (const box of await page.getByRole('checkbox', { name: /^Select batch-/ }).all()) await box.check();
    await page.getByRole('button', { name: 'Bulk actions (2)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the selected tokens?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'hidden' });
    await rows.nth(1).waitFor({ state: 'hidden' });
    expect(await rows.count()).toBe(1);
  }));

test('a token is edited, switched off and on, and deleted after its name was shown', async () => {
  await app.gateway.addToken({ name: 'short-lived' });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token?keyword=short');
    const row = page.getByRole('row', { name: /short/ });
    await row.getByRole('button', { name: 'Edit token short-lived' }).click();
    const form = page.getByRole('dialog', { name: 'Edit token' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('short-changed');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Token updated').waitFor();

    // The first call with it is written down ready to run: shown without the key, copied with it.
    await row.getByRole('button', { name: 'Code samples for short-changed' }).click();
    const samples = page.getByRole('dialog', { name: 'Code samples for short-changed' });
    await samples.getByRole('tab', { name: 'Python' }).click();
    await samples.getByRole('button', { name: 'Copy Python' }).click();
    const key = /api_key="(sk-\w{48})"/.exec(await page.evaluate('navigator.clipboard.readText()'))?.[1];
    expect(key).toBeDefined();
    expect(await samples.getByText(key!).count()).toBe(0);
    await samples.getByRole('button', { name: 'Close' }).click();

    await row.getByRole('button', { name: 'More actions: short-changed' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const twin = page.getByRole('dialog', { name: 'Create token' });
    const name = twin.getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.inputValue()).toBe('short-changed copy');
    await twin.getByRole('button', { name: 'Cancel' }).click();

    const undo = page.getByRole('button', { name: 'Undo' });
    await row.getByRole('button', { name: 'Disable short-changed' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();
    await undo.waitFor();
    expect(await statusOf('short-changed')).toBe(2);
    const undone = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await undo.click();
    await row.getByText('Enabled', { exact: true }).waitFor();
    await undone;
    expect(await statusOf('short-changed')).toBe(1);

    const remove = row.getByRole('button', { name: 'Delete token short-changed' });
    await remove.click();
    const question = page.getByRole('alertdialog', { name: 'Delete this token?' });
    await question.getByText('short-changed', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await statusOf('short-changed')).toBe(1);
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    // Until the time to take it back is over, or the list is left.
    expect(await statusOf('short-changed')).toBe(1);
    await undo.click();
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('link', { name: 'Wallet' }).click();
    await deleted;
    expect(await statusOf('short-changed')).toBeUndefined();
  });
});

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/token');
  await page.getByRole('button', { name: 'Add token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.waitFor();
  return form;
}

async function statusOf(name: string): Promise<number | undefined> {
  const [row] = await app.gateway.sql<{ status: number }>(
    'SELECT status FROM tokens WHERE name = $1 AND deleted_at IS NULL',
    [name],
  );
  return row?.status;
}

test('the descriptions that groups have by default are shown in English', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    await form.getByRole('combobox', { name: 'Token group' }).click();
    await page.getByRole('option', { name: /Default group/ }).waitFor();
    await page.getByRole('option', { name: /VIP group/ }).waitFor();
  }));
