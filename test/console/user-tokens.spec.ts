import { until } from '../setup/until.js';
import { Console, type Account } from './console.js';

/** What an administrator does when the key of a user has leaked. */
let app: Console;
let alice: Account;
let key: string;

beforeAll(async () => {
  app = await Console.start();
  alice = await app.addUser('alice');
  const headers = {
    ...(await app.gateway.session(alice.username, alice.password)),
    'content-type': 'application/json',
  };
  const { url } = app.gateway;
  await fetch(`${url}/api/token/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'build server', unlimited_quota: true }),
  });
  const answer = (await (await fetch(`${url}/api/token/?p=0&size=1`, { headers })).json()) as {
    data: { key: string }[];
  };
  key = answer.data[0]!.key;
});

afterAll(() => app?.close());

const isAccepted = async () =>
  (await fetch(`${app.gateway.url}/v1/models`, { headers: { authorization: `Bearer sk-${key}` } })).status ===
  200;

test('a leaked key is pasted into Ctrl+K, its token disabled, enabled again, and its key replaced', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(`sk-${key}`);
    await page.getByRole('option', { name: /Token build server of alice/ }).click();
    await page.waitForURL(/\/user-tokens\?keyword=\d+$/);
    const row = page.getByRole('row', { name: /build server/ });
    expect(await row.textContent()).toContain(`sk-${key.slice(0, 4)}••••${key.slice(-4)}`);
    expect(await isAccepted()).toBe(true);
    await row.getByRole('button', { name: 'Disable token build server of alice' }).click();
    await row.getByText('Disabled').waitFor();
    // The row shows the change before the server has answered.
    await until(async () => !(await isAccepted()));
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(isAccepted);
    await row.getByRole('button', { name: 'Replace the key of token build server of alice' }).click();
    await page.getByRole('button', { name: 'Replace key', exact: true }).click();
    await page.getByText(/Its owner has no address/).waitFor();
    expect(await row.textContent()).not.toContain(key.slice(-4));
    await until(async () => !(await isAccepted()));
  }));

test('a key that no token has any more is not found; the end of a key leads to its token', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user-tokens');
    await page.getByRole('button', { name: 'Find by key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find a token by its key' });
    await dialog.locator('input[name=key]').fill(`sk-${key}`);
    await dialog.getByRole('button', { name: 'Find' }).click();
    await dialog.getByText('No token has this key').waitFor();
    const masked = (await page
      .getByRole('row', { name: /build server/ })
      .locator('code')
      .textContent())!;
    await dialog.locator('input[name=key]').fill(masked);
    await dialog.getByRole('button', { name: 'Find' }).click();
    await dialog.getByRole('link', { name: 'Show token build server of alice' }).click();
    await page.waitForURL(/keyword=\d+$/);
  }));

test('the owner replaces the key in the list of tokens', () =>
  app.visit({ as: alice }, async ({ page }) => {
    await page.goto('/token');
    const row = page.getByRole('row', { name: /build server/ });
    const before = await row.textContent();
    await row.getByRole('button', { name: 'More actions: build server' }).click();
    await page.getByRole('menuitem', { name: 'Replace key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
    await page.getByText('The key was replaced. Copy the new one from the list.').waitFor();
    expect(await row.textContent()).not.toBe(before);
  }));
