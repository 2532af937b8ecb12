import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { type Account, Console } from './console.js';

/** Signing in with a second factor, in a real browser with the authenticator that its DevTools simulate. */
let app: Console;
/** Browsers have passkeys for `localhost`, and for no IP address. */
let site: string;

beforeAll(async () => {
  app = await Console.start();
  site = app.gateway.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => app?.close());

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  // Another origin than the one that visits begin at, so with a storage of its own.
  await page.goto(`${site}/logo.svg`);
  await page.evaluate("localStorage.clear(); localStorage.i18nextLng = 'en'");
  await page.goto(`${site}/login`);
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Where the page leads depends on the one before; the menu is there before it leads anywhere. */
async function signedIn(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login', { waitUntil: 'commit' });
}

/** https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/#method-addVirtualAuthenticator */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Sets up an authenticator app on the page that shows now. @returns its secret and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = ((await dialog.locator('pre').textContent()) ?? '').replaceAll(/\s/g, '');
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const list = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await list.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, codes };
}

test('an authenticator app is set up with the QR code; then the sign-in asks for a code, and takes a recovery code', async () => {
  const account = await app.addUser('by-app');
  await app.visit({}, async (visit) => {
    const { page } = visit;
    await signIn(page, account);
    await signedIn(page);
    await page.goto(`${site}/personal?tab=access`);
    const { secret, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    await page.getByText('10 left, to sign in without your device').waitFor();
    await signOut(page);

    await signIn(page, account);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    visit.expect(/api\/user\/login\/2fa: 200 /);
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('The code is wrong, or it was used before').waitFor();
    // The code that set the app up counts as used; the next step's one is accepted already.
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + 30_000 });
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Login' }).click();
    await signedIn(page);
    await signOut(page);

    await signIn(page, account);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Login' }).click();
    await signedIn(page);
    await page.goto(`${site}/personal?tab=access`);
    await page.getByText('9 left, to sign in without your device').waitFor();
  });
});

test('a passkey is added, signs in alone, takes the second step of a password, and is removed', async () => {
  const account = await app.addUser('by-passkey');
  await app.visit({}, async ({ page }) => {
    await addAuthenticator(page);
    await signIn(page, account);
    await signedIn(page);
    await page.goto(`${site}/personal?tab=access`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    const removal = page.getByRole('button', { name: 'Remove the passkey Laptop' });
    await removal.waitFor();
    await signOut(page);

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn(page);
    await signOut(page);

    await signIn(page, account);
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await signedIn(page);

    await page.goto(`${site}/personal?tab=access`);
    await removal.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await removal.waitFor({ state: 'detached' });
    await signOut(page);
    await signIn(page, account);
    await signedIn(page);
  });
});

test('an administrator resets the second factor of a user in the form of the user', async () => {
  const account = await app.addUser('loses-it');
  await app.visit({}, async ({ page }) => {
    await signIn(page, account);
    await signedIn(page);
    await page.goto(`${site}/second-factor`);
    await setUpApp(page);
  });
  await app.visit({}, async ({ page }) => {
    await signIn(page, Console.root);
    await signedIn(page);
    await page.goto(`${site}/user?keyword=loses-it`);
    await page.getByRole('button', { name: 'Edit user loses-it' }).click();
    await page.getByRole('button', { name: 'Reset the second factor of loses-it' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('Second factor of loses-it reset').waitFor();
    await page
      .getByRole('button', { name: 'Reset the second factor of loses-it' })
      .waitFor({ state: 'detached' });
  });
});

test('an administrator cannot reset their own second factor in the list of users', async () => {
  const account = await app.addUser('own-factor');
  const [user] = await app.gateway.sql<{ id: number }>(
    "SELECT id::int FROM users WHERE username = 'own-factor'",
  );
  await app.gateway.manage('POST', '/api/user/manage', { id: user!.id, action: 'promote' });
  await app.visit({}, async ({ page }) => {
    await signIn(page, account);
    await signedIn(page);
    await page.goto(`${site}/second-factor`);
    await setUpApp(page);
    await page.goto(`${site}/user?keyword=own-factor`);
    await page.getByRole('button', { name: 'Edit user own-factor' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Display name' }).waitFor();
    await expect(page.getByRole('button', { name: 'Reset the second factor' }).count()).resolves.toBe(0);
  });
});

test('an account that must have a second factor is led to the page where it sets one up, and back', async () => {
  const account = await app.addUser('must');
  await app.gateway.manage('PUT', '/api/option/', { key: 'SecondFactorRequired', value: 'everyone' });
  await app.visit({}, async ({ page }) => {
    await signIn(page, account);
    await page.waitForURL('**/token', { waitUntil: 'commit' });
    await page.getByText('The administrator requires a second factor.').waitFor();
  });
  await app.gateway.manage('PUT', '/api/option/', { key: 'SecondFactorGraceDays', value: '0' });
  await app.visit({}, async (visit) => {
    const { page } = visit;
    visit.expect(/: 403/, /status of 403/, /second factor/);
    await signIn(page, account);
    await page.waitForURL('**/second-factor', { waitUntil: 'commit' });
    await page.getByText('The administrator requires a second factor of your account.').waitFor();
    await setUpApp(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/token', { waitUntil: 'commit' });
    await page.getByText('No tokens yet').waitFor();
  });
});
