import { Console } from './console.js';

/** The admin keys of the personal page: made, used and revoked. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
});
afterAll(() => app?.close());

const channelsWith = (key: string) =>
  fetch(`${app.gateway.url}/api/channel/`, { headers: { authorization: `Bearer ${key}` } });

test('a key is made with scopes, shown once, and revoked', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/personal?tab=keys');
    const card = page.getByRole('region', { name: 'Admin keys' });
    await card.getByText('There are no admin keys').waitFor();
    await card.getByRole('button', { name: 'Add admin key' }).click();
    const form = page.getByRole('dialog', { name: 'Add admin key' });
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Enter a name').waitFor();
    await form.getByLabel('Name').fill('Nightly report');
    await form.getByRole('checkbox', { name: 'Channels' }).check();
    await form.getByLabel('Lifetime in days').fill('30');
    await form.getByLabel('Allowed IP addresses').fill('127.0.0.0/8\n::1');
    await form.getByRole('button', { name: 'Create' }).click();

    const made = page.getByRole('dialog', { name: 'Admin key created' });
    const key = await made.getByLabel('Admin key', { exact: true }).inputValue();
    await made.getByRole('button', { name: 'Copy key' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await made.getByRole('button', { name: 'Close' }).last().click();
    expect((await channelsWith(key)).status).toBe(200);

    await page.reload();
    const row = card.getByRole('listitem').filter({ hasText: 'Nightly report' });
    await row.getByText(`tg-admin-…${key.slice(-4)}`).waitFor();
    await row.getByText(/Last used .* from 127\.0\.0\.1 · Only from 127\.0\.0\.0\/8, ::1/).waitFor();
    await row.getByRole('button', { name: 'Revoke admin key Nightly report' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Admin key revoked').waitFor();
    await card.getByText('There are no admin keys').waitFor();
    expect((await channelsWith(key)).status).toBe(401);
  }));

test('users have no admin keys', async () => {
  const guest = await app.addUser('guest');
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/personal?tab=keys');
    await page.getByRole('tab', { name: 'Sign-in and security' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Admin keys' }).count()).toBe(0);
  });
});
