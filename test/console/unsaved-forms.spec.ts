import type { Page } from 'playwright-core';
import { Console } from './console.js';

/** A form that holds something is never dropped silently; one that does not is gone at once. */
let gateway: Console;

beforeAll(async () => {
  gateway = await Console.start();
});

afterAll(() => gateway?.close());

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' });

/** Every way a person may leave the form that is open. */
const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  Esc: (page) => page.keyboard.press('Escape'),
  Cancel: (page) => page.getByRole('button', { name: 'Cancel' }).last().click(),
  'the close button': (page) => page.getByRole('button', { name: 'Close', exact: true }).last().click(),
  'the browser going back': (page) => page.goBack(),
};

/** Panels: where they open, the button, the field to fill. */
const PANELS = [
  ['/channel', 'Add channel', 'Name'],
  ['/token', 'Add token', 'Name'],
  ['/redemption', 'Add code', 'Name'],
  ['/user', 'Add user', 'Username'],
] as const;

test.each(PANELS)(
  '%s: the panel asks before it drops what was entered, in every way of leaving',
  (path, button, field) =>
    gateway.visit({ as: Console.root }, async ({ page }) => {
      await page.goto('/personal');
      for (const [way, leave] of Object.entries(WAYS)) {
        await page.locator(`nav a[href="${path}"]`).first().click();
        await page.getByRole('button', { name: button }).first().click();
        const input = page.getByRole('dialog').getByRole('textbox', { name: field, exact: true });
        await input.fill(`by ${way}`);
        await leave(page);
        await question(page).getByRole('button', { name: 'Keep editing' }).click();
        await question(page).waitFor({ state: 'detached' });
        expect(await input.inputValue()).toBe(`by ${way}`);
        await leave(page);
        // Esc answers the question, not the form below it.
        await question(page).waitFor();
        await page.keyboard.press('Escape');
        await question(page).waitFor({ state: 'detached' });
        expect(await input.inputValue()).toBe(`by ${way}`);
        await leave(page);
        await question(page).getByRole('button', { name: 'Discard' }).click();
        await page.getByRole('dialog').first().waitFor({ state: 'detached' });
      }
    }),
);

test.each(PANELS)('%s: an untouched panel closes at once', (path, button, field) =>
  gateway.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/personal');
    for (const leave of Object.values(WAYS)) {
      await page.locator(`nav a[href="${path}"]`).first().click();
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').getByRole('textbox', { name: field, exact: true }).waitFor();
      // What a new channel is filled in with by itself is nobody's work.
      await page.waitForLoadState('networkidle');
      await leave(page);
      await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    }
  }),
);

test('what was saved is left without a question', () =>
  gateway.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('button', { name: 'Add token' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('kept');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('kept').first().waitFor();
    // What is open now shows the samples of the new token.
    const form = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('textbox', { name: 'Name', exact: true }) });
    await form.waitFor({ state: 'detached' });
  }));

test('a dialog with a form asks as well', () =>
  gateway.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/personal?tab=access');
    const open = page.getByRole('button', { name: 'Change password' });
    await open.first().click();
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'New password', exact: true });
    await field.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await open.first().click();
    await field.fill('half a passw');
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await field.inputValue()).toBe('half a passw');
  }));

test('the New Year greeting reloads the page unless a form has unsaved input', () =>
  gateway.visit({ as: Console.root, screen: { reducedMotion: 'no-preference' } }, async ({ page }) => {
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type());
      void dialog.accept();
    });
    await page.clock.install({ time: new Date('2027-01-01T10:00:00') });
    await page.goto('/token');
    await celebrate(page);
    await page.getByRole('button', { name: 'Add token' }).first().click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('half a na');
    await page.clock.runFor(15_000);
    expect(await name.inputValue()).toBe('half a na');
    expect(warnings).toEqual([]);
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await celebrate(page);
    const reloaded = page.waitForEvent('load');
    await page.clock.runFor(15_000);
    await reloaded;
  }));

async function celebrate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Happy New Year' }).click();
  await page.getByRole('menuitem', { name: 'Happy New Year!!!' }).click();
}
