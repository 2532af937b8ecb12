import type { Page } from 'playwright-core';
import { type Account, Console } from './console.js';

/** Who may see what, and what the browser remembers. */
let app: Console;
let guest: Account;

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
});

afterAll(() => app?.close());

test('a wrong password shows an error on the sign-in page', () =>
  app.visit({}, async (visit) => {
    const { page } = visit;
    visit.expect(/api\/user\/login: 200 用户名或密码错误/);
    await page.goto('/login');
    await signIn(page, { username: 'guest', password: 'not the password' });
    await page.getByText('Wrong username or password, or the user has been banned').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.getByRole('textbox', { name: 'Username or email' }).fill('');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('Enter username and password').waitFor();
  }));

test('a visitor is sent to the sign-in page and then to the requested page', () =>
  app.visit({}, async ({ page }) => {
    await page.goto('/log?model_name=gpt-4o');
    await page.waitForURL('**/login');
    await signIn(page, guest);
    await page.waitForURL('**/log?model_name=gpt-4o');
    await page.getByRole('heading', { name: 'Usage log' }).waitFor();
  }));

test('an ended session leads to the sign-in page and back to where one was', async () => {
  const account = await app.addUser('leaving');
  await app.visit({ as: account }, async (visit) => {
    const { page } = visit;
    await page.goto('/token?keyword=work');
    await page.getByText('Nothing matches').waitFor();
    await app.gateway.manage('PUT', '/api/user/', {
      id: await idOf(account),
      username: 'leaving',
      password: 'another 1234',
    });
    visit.expect(/: 401/, /status of 401/);
    await page.getByRole('textbox', { name: 'Keyword' }).fill('working');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/login?expired=true');
    await page.getByText('Not logged in or session expired. Please login again!').waitFor();
    await signIn(page, { username: 'leaving', password: 'another 1234' });
    await page.waitForURL('**/token?keyword=working');
  });
});

test('a page that cannot come without a network leaves the shell standing, and comes with the network', () =>
  app.visit({ as: guest }, async (visit) => {
    const { page } = visit;
    visit.expect(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module|Unable to preload/);
    await page.goto('/token');
    await page.getByText('No tokens yet').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const banner = page.getByRole('alert').filter({ hasText: 'You are offline.' });
    // What it fails to read is reported by a part that was not needed, and so not loaded, before.
    await banner.getByRole('button', { name: 'Retry' }).click();
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: 'Wallet' }).click();
    await page.getByText('Something went wrong on this page').waitFor();
    await page.getByRole('link', { name: 'API tokens' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
  }));

test('such a page waits for the server, which is reached later than the network', () =>
  app.visit({ as: guest }, async (visit) => {
    const { page } = visit;
    visit.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /dynamically imported module|Unable to preload/);
    await page.goto('/token');
    await page.getByText('No tokens yet').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Personal settings' }).click();
    await page.getByText('Something went wrong on this page').waitFor();
    let attempts = 0;
    await page.route('**/*', (route) => {
      if (route.request().url().endsWith('/api/health/live')) attempts++;
      return attempts < 3 ? route.abort() : route.continue();
    });
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Personal settings' }).waitFor();
    expect(attempts).toBeGreaterThanOrEqual(3);
  }));

test('signing out forgets the person', () =>
  app.visit({}, async ({ page }) => {
    await page.goto('/login');
    await signIn(page, guest);
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate('localStorage.user')).toBeUndefined();
    await page.goto('/token');
    await page.waitForURL('**/login');
  }));

test('an ordinary user sees no rooms of administrators and is refused at their doors', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/token');
    const menu = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link');
    await menu.last().waitFor();
    const entries = await menu.allInnerTexts();
    expect(entries).toEqual(
      expect.arrayContaining(['API tokens', 'Usage log', 'Wallet', 'Personal settings']),
    );
    for (const room of ['Channels', 'Redemption codes', 'Users', 'Settings'])
      expect(entries).not.toContain(room);
    for (const room of ['/channel', '/channel/add', '/user', '/user/edit/1']) {
      await page.goto(room);
      await page.getByText('You do not have access to this page').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
  }));

test('language and theme are chosen once', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.getByRole('heading', { name: '令牌' }).waitFor();
    await page.getByRole('button', { name: '切换到深色模式' }).click();
    await page.getByRole('button', { name: '切换到浅色模式' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '令牌' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh');
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    await page.getByRole('button', { name: '切换到浅色模式' }).click();
    await page.getByRole('button', { name: '语言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('light');
  }));

test('a further language is chosen in the header, and pages that it lacks are in English', async () => {
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Français' }).click();
    const title = page.getByRole('heading', { name: "Journal d'usage" });
    await title.waitFor();
    await page.reload();
    await title.waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
    await page.getByRole('button', { name: 'Période' }).click();
    await page.getByText('novembre').or(page.getByText(/^lu$/)).first().waitFor();
    await page.goto('/setting?tab=operation');
    await page.getByRole('button', { name: 'Save general settings' }).waitFor();
    await page.getByRole('link', { name: 'Canaux' }).waitFor();
  });
  await app.visit({ language: 'fr' }, async (visit) => {
    const { page } = visit;
    // As a browser without a choice follows the link of a mail.
    await page.goto('/login');
    await page.evaluate('localStorage.removeItem("i18nextLng")');
    await page.goto('/login?lng=fr');
    await page.getByLabel("Nom d'utilisateur ou e-mail").fill('nobody');
    await page.getByLabel('Mot de passe', { exact: true }).fill('a wrong one');
    visit.expect(/api\/user\/login.* 200/);
    await page.locator('form').getByRole('button', { name: 'Se connecter' }).click();
    await page.getByText("Nom d'utilisateur ou mot de passe incorrect").waitFor();
    // The account has a language, which is shown from then on.
    await app.gateway.sql('UPDATE users SET setting = $1 WHERE username = $2', [
      '{"language":"en"}',
      guest.username,
    ]);
    await page.getByLabel("Nom d'utilisateur ou e-mail").fill(guest.username);
    await page.getByLabel('Mot de passe', { exact: true }).fill(guest.password);
    await page.locator('form').getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
  });
  // An account of before, without a language, gets the one that was chosen in the browser.
  await app.gateway.sql(`UPDATE users SET setting = '' WHERE username = $1`, [guest.username]);
  await app.visit({ language: 'fr' }, async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel("Nom d'utilisateur ou e-mail").fill(guest.username);
    await page.getByLabel('Mot de passe', { exact: true }).fill(guest.password);
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/user/self'),
    );
    await page.locator('form').getByRole('button', { name: 'Se connecter' }).click();
    await stored;
    expect(await app.gateway.sql('SELECT setting FROM users WHERE username = $1', [guest.username])).toEqual([
      { setting: '{"language":"fr"}' },
    ]);
  });
});

test('a new password takes the warning away', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/personal?tab=access');
    const warning = page.getByText('You are using the default password. Change it now.');
    await warning.waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    const form = page.getByRole('dialog', { name: 'Change password' });
    await form.getByLabel('Current password').fill('wrong password');
    await form.getByLabel('New password', { exact: true }).fill('short');
    await form.getByLabel('Repeat new password').fill('else');
    await form.getByRole('button', { name: 'Save new password' }).click();
    await form.getByText('A password has 8 to 20 characters').waitFor();
    await form.getByText('The two passwords differ').waitFor();
    await form.getByLabel('New password', { exact: true }).fill('a better one');
    await form.getByRole('status').getByText('Fair').waitFor();
    await form.getByLabel('Repeat new password').fill('a better one');
    visit.expect(/api\/user\/self: 200 原密码错误/);
    await form.getByRole('button', { name: 'Save new password' }).click();
    await page.getByText('The current password is wrong').waitFor();
    await form.getByLabel('Current password').fill('123456');
    await form.getByRole('button', { name: 'Save new password' }).click();
    await page.getByText('Password changed').waitFor();
    await warning.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Personal settings' }).waitFor();
    expect(await warning.count()).toBe(0);
  }));

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function idOf({ username }: Account): Promise<number> {
  const [row] = await app.gateway.sql<{ id: number }>('SELECT id FROM users WHERE username = $1', [username]);
  return row!.id;
}
