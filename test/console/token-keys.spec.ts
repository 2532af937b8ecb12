import type { Page } from 'playwright-core';
import { KeyUses } from '../../server/billing/key-uses/key-uses.js';
import { age } from '../setup/session-age.js';
import { Console, type Account } from './console.js';

/** Keys of tokens in the console: shown once, shown again, replaced with an overlap, limited to scopes. */
let app: Console;
let alice: Account;

beforeAll(async () => {
  app = await Console.start();
  alice = await app.addUser('alice');
});

afterAll(() => app?.close());

const show = (access: string) => app.gateway.option('TokenKeyAccess', access);
const KEY = /sk-[0-9A-Za-z]{48}/;
/** Of a token in the list. */
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function create(page: Page, name: string): Promise<void> {
  await page.goto('/token/add');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByRole('button', { name: 'Submit' }).click();
}

const isAccepted = async (key: string) =>
  (await fetch(`${app.gateway.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status ===
  200;

async function replace(page: Page, name: string, choice?: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `More actions: ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Replace key' }).click();
  const dialog = page.getByRole('dialog', { name: `Replace the key of ${name}?` });
  if (choice !== undefined) await dialog.getByRole('button', { name: choice }).click();
  await dialog.getByRole('button', { name: 'Replace key' }).click();
}

test('a key that is shown once is in the dialog of its creation, and samples have a placeholder later', async () => {
  await show('once');
  await app.visit({ as: alice }, async ({ page }) => {
    await create(page, 'once');
    const dialog = page.getByRole('dialog', { name: 'once' });
    await dialog.getByText('Copy the key now').waitFor();
    const [key = ''] = KEY.exec((await dialog.textContent()) ?? '') ?? [];
    expect(await isAccepted(key)).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    const row = rowOf(page, 'once');
    await row.getByText(`sk-…${key.slice(-4)}`).waitFor();
    expect(await row.getByRole('button', { name: 'Reveal token once' }).count()).toBe(0);
    expect(await row.getByRole('button', { name: 'Copy token once' }).count()).toBe(0);
    await row.getByRole('button', { name: 'Code samples for once' }).click();
    const samples = page.getByRole('dialog', { name: 'Code samples for once' });
    await samples.getByText('The key is not shown again').waitFor();
    expect(await samples.textContent()).toContain('Bearer sk-…');
    expect(await samples.getByText('Show the key').count()).toBe(0);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Chat with once' }).click();
    await page.getByText(/keys of your tokens are not shown again|configure chat links/).waitFor();
  });
});

test('where a confirmation is needed, the key is shown again after it', async () => {
  await show('confirmed');
  await app.visit({ as: alice }, async (visit) => {
    const { page } = visit;
    await create(page, 'confirmed');
    const made = page.getByRole('dialog', { name: 'confirmed' });
    await made.getByText('Copy the key', { exact: true }).waitFor();
    const [key = ''] = KEY.exec((await made.textContent()) ?? '') ?? [];
    await made.getByRole('button', { name: 'Close' }).first().click();
    await rowOf(page, 'confirmed').getByRole('button', { name: 'Reveal token confirmed' }).click();
    await page.getByRole('dialog', { name: 'Reveal token confirmed' }).getByText(key).waitFor();
    await page.keyboard.press('Escape');

    visit.expect(/reveal.* 403/, /status of 403/);
    await age(app.gateway, { signedInAt: 601, confirmedAt: 601 });
    await rowOf(page, 'confirmed').getByRole('button', { name: 'Reveal token confirmed' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm your identity' });
    await question.getByLabel('Current password').fill(alice.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog', { name: 'Reveal token confirmed' }).getByText(key).waitFor();
  });
});

test('a replaced key stays valid for the chosen time, the list tells whether it is used, and it is ended early', async () => {
  await show('once');
  await app.visit({ as: alice }, async ({ page }) => {
    await create(page, 'rotated');
    const made = page.getByRole('dialog', { name: 'rotated' });
    const [old = ''] = KEY.exec((await made.getByText(KEY).textContent()) ?? '') ?? [];
    await made.getByRole('button', { name: 'Close' }).first().click();
    await replace(page, 'rotated', '7 days');
    const dialog = page.getByRole('dialog', { name: 'New key of rotated' });
    const [key = ''] = KEY.exec((await dialog.getByText(KEY).textContent()) ?? '') ?? [];
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const row = rowOf(page, 'rotated');
    await row.getByText(`Old key …${old.slice(-4)} valid until`).waitFor();
    await row.getByText('not used since').waitFor();
    await row.getByText(`sk-…${key.slice(-4)}`).waitFor();
    expect([await isAccepted(old), await isAccepted(key)]).toEqual([true, true]);
    await row.getByRole('button', { name: 'End the old key of rotated' }).click();
    await page.getByRole('button', { name: 'End the old key', exact: true }).click();
    await page.getByText('The old key has ended').waitFor();
    expect(await row.getByText('Old key').count()).toBe(0);
    expect([await isAccepted(old), await isAccepted(key)]).toEqual([false, true]);
  });
});

test('a token is limited to the chosen scopes, and its row has the last use', async () => {
  await show('always');
  await app.visit({ as: alice }, async ({ page }) => {
    await page.goto('/token/add');
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('limited');
    await form.getByRole('combobox', { name: 'Scopes' }).click();
    await page.getByRole('option', { name: 'Lists of models' }).click();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Token created').first().waitFor();
    const [token] = await app.gateway.sql<{ scopes: string }>(
      `SELECT scopes FROM tokens WHERE name = 'limited'`,
    );
    expect(token).toEqual({ scopes: 'models' });
    await page.goto('/token');
    const row = rowOf(page, 'limited');
    await row.getByRole('button', { name: 'Reveal token limited' }).click();
    const key = (await page.getByText(KEY).textContent()) ?? '';
    expect(await isAccepted(key)).toBe(true);
    await app.gateway.app.get(KeyUses).flush();
    await page.goto('/token');
    await rowOf(page, 'limited').getByText('127.0.0.1').waitFor();
    await rowOf(page, 'limited').getByRole('button', { name: 'Edit token limited' }).click();
    await page.getByRole('dialog').getByText('Lists of models').first().waitFor();
  });
});
