import type { Page } from 'playwright-core';
import type { Management } from '../setup/management.js';
import { until } from '../setup/until.js';
import { age } from '../setup/session-age.js';
import { Console } from './console.js';

let app: Console;

beforeAll(async () => {
  app = await Console.start();
});
afterAll(() => app?.close());

/** The sign-ins of all sessions, and their confirmations, are eleven minutes ago from now on. */
const elevenMinutesLater = () =>
  age({ app: app.gateway.app } as Management, { signedInAt: 660, confirmedAt: 660 });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm your identity' });
/** What the browser says about the first answer. */
const ASKED = [/40[13] \(Forbidden\)/, /: 403$/];

test('a system access token is shown after the password, which is asked for once', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(...ASKED, /original_password_wrong|原密码错误/);
    await page.goto('/personal?tab=access');
    await elevenMinutesLater();
    const generate = async () => {
      await page.getByRole('button', { name: 'Generate access token' }).click();
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
    };
    await generate();
    const dialog = dialogOf(page);
    const password = dialog.getByLabel('Current password', { exact: true });
    await password.waitFor();
    await page.locator('input[type="password"]:focus').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Enter your password').waitFor();
    await password.fill('a guess');
    await password.press('Enter');
    await dialog.getByText('The current password is wrong').waitFor();
    await password.fill(Console.root.password);
    await password.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const token = page.getByRole('textbox', { name: 'System access token' });
    const first = await token.inputValue();
    // Confirmed now.
    await generate();
    await until(async () => ![first, ''].includes(await token.inputValue()));
    expect(await dialog.count()).toBe(0);
  }));

test('a file is downloaded after the password', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    // The file is no JSON.
    visit.expect(...ASKED, /audit\/export.* 200 Unexpected/);
    await page.goto('/audit');
    await elevenMinutesLater();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await dialogOf(page).getByLabel('Current password', { exact: true }).fill(Console.root.password);
    await dialogOf(page).getByRole('button', { name: 'Confirm' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  }));

test('cancelling shows no message and loses no input, and Escape closes the question only', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(...ASKED);
    await page.goto('/setting?tab=system#smtp');
    const server = page.getByLabel('SMTP server', { exact: true });
    await server.fill('smtp.example.com');
    await elevenMinutesLater();
    await page.getByRole('button', { name: 'Save SMTP settings' }).click();
    await dialogOf(page).getByLabel('Current password', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await server.inputValue()).toBe('smtp.example.com');
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    await page.getByRole('button', { name: 'Save SMTP settings' }).click();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    await page.getByRole('button', { name: 'Save SMTP settings' }).click();
    await dialogOf(page).getByLabel('Current password', { exact: true }).fill(Console.root.password);
    await page.keyboard.press('Enter');
    await page.getByText('Updated').first().waitFor();
  }));

test('an account without a password is led to the sign-in page, and back', async () => {
  const guest = await app.addUser('guest');
  await app.visit({ as: guest, language: 'fr' }, async (visit) => {
    const { page } = visit;
    visit.expect(...ASKED);
    await page.goto('/personal?tab=access');
    await elevenMinutesLater();
    await app.gateway.sql(`UPDATE users SET password = '' WHERE username = 'guest'`);
    await page.getByRole('button', { name: "Générer un jeton d'accès" }).click();
    await page.getByRole('button', { name: 'Générer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirmez votre identité' });
    await dialog.getByText("Ce compte n'a pas de mot de passe").waitFor();
    await dialog.getByRole('button', { name: 'Se reconnecter' }).click();
    await page.waitForURL('**/login');
    await page.locator('input[autocomplete="current-password"]').waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('return-path')`)).toBe('/personal?tab=access');
  });
});
