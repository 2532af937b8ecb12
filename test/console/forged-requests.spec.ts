import type { Page } from 'playwright-core';
import { Mailbox } from '../auth/mail/mailbox.js';
import { type Account, Console } from './console.js';
import { telegramScript } from './third-parties.js';

/** What pages of the console cannot be made to do by the addresses of images, and what the console itself still does. */
const BOT_TOKEN = '123456:bot-token';
let gateway: Console;
let mailbox: Mailbox;
let victim: Account;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  gateway = await Console.start({ CRITICAL_RATE_LIMIT: '0' });
  victim = await gateway.addUser('victim');
  const options = {
    ...mailbox.options,
    TelegramBotName: 'gateway_bot',
    TelegramBotToken: BOT_TOKEN,
    TelegramOAuthEnabled: 'true',
  };
  for (const [key, value] of Object.entries(options)) await gateway.gateway.option(key, value);
});

afterAll(async () => {
  await gateway?.close();
  await mailbox?.close();
});

/** Puts an image into the page, as a footer or an answer of a model could, and waits until the browser gave it up. */
async function showImage(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `new Promise((done) => {
      const image = new Image();
      image.onload = image.onerror = () => done();
      image.src = ${JSON.stringify(address)};
      document.body.append(image);
    })`,
  );
}

async function emailOf(username: string): Promise<string | undefined> {
  const [row] = await gateway.gateway.sql<{ email: string }>('SELECT email FROM users WHERE username = $1', [
    username,
  ]);
  return row?.email;
}

test('images that name routes of the console have no code mailed, bind nothing and sign nobody out', () =>
  gateway.visit({ as: victim }, async (visit) => {
    const { page } = visit;
    visit.expect(/403/);
    await page.goto('/personal?tab=access');
    await page.getByRole('button', { name: 'Bind email: Email' }).waitFor();
    await showImage(page, '/api/verification?email=attacker@example.com');
    expect(mailbox.mails).toEqual([]);

    // Even with a code that is good for this account.
    await page.getByRole('button', { name: 'Bind email: Email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bind an email address' });
    await dialog.getByLabel('Email', { exact: true }).fill('attacker@example.com');
    await dialog.getByRole('button', { name: 'Get code' }).click();
    await dialog.getByRole('button', { name: /^Resend/ }).waitFor();
    const code = mailbox.code('attacker@example.com');
    await showImage(page, `/api/oauth/email/bind?email=attacker@example.com&code=${code}`);
    expect(await emailOf('victim')).toBe('');

    await showImage(page, '/api/user/logout');
    await page.reload();
    await page.getByRole('button', { name: 'Bind email: Email' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/personal');
  }));

test('a Telegram account is bound by the button of the personal page', () =>
  gateway.visit({ as: victim }, async ({ page }) => {
    await page.route('https://telegram.org/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: telegramScript(BOT_TOKEN) }),
    );
    await page.goto('/personal?tab=access');
    await page.getByRole('button', { name: 'Bind: Telegram' }).click();
    await page.getByRole('button', { name: 'Log in with Telegram' }).click();
    await page.getByText('Binding successful!').first().waitFor();
    await page.waitForURL('**/personal?tab=access');
    const [row] = await gateway.gateway.sql("SELECT telegram_id FROM users WHERE username = 'victim'");
    expect(row).toEqual({ telegram_id: '77' });
  }));

test('signing out by the menu still ends the session', () =>
  gateway.visit({ as: victim }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('button', { name: /victim$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    const self = await page.request.get('/api/user/self', { headers: { 'new-api-user': '2' } });
    expect(self.status()).toBe(401);
  }));
