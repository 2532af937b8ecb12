import type { Locator, Page } from 'playwright-core';
import { until } from '../setup/until.js';
import { Console } from './console.js';

/** The console by keyboard only. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
  await app.gateway.addChannel({ name: 'first line', base_url: 'http://127.0.0.1:9', models: 'gpt-4o' });
  await app.gateway.addToken({ name: 'oldest' });
  await app.gateway.addToken({ name: 'older' });
});

afterAll(() => app?.close());

test('signing in and creating a token work by keyboard, with a visible focus', () =>
  app.visit({}, async ({ page }) => {
    await page.goto('/login');
    await hasFocus(page.getByRole('textbox', { name: 'Username or email' }));
    expect(await page.getByRole('main').ariaSnapshot()).toMatch(
      /region "Sign in":\s+- heading "Sign in" \[level=1\][^]*textbox "Username or email"[^]*textbox "Password"/,
    );
    await page.keyboard.type('root');
    await tabTo(page.getByLabel('Password', { exact: true }), 1);
    await page.keyboard.type('123456');
    await tabTo(page.getByRole('button', { name: 'Reveal' }), 1);
    await tabTo(page.getByRole('button', { name: 'Login' }), 1);
    await page.keyboard.press('Enter');

    await page.getByRole('row', { name: /older/ }).waitFor();
    const add = page.getByRole('button', { name: 'Add token' });
    await tabTo(add);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Create token' });
    await hasFocus(form.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('by hand');
    await tabTo(form.getByLabel('Expiration time'), 1);
    await tabTo(form.getByRole('button', { name: 'Submit' }));
    await tabTo(form.getByRole('button', { name: 'Close' }), 1);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'Token created' }).waitFor();
    await form.waitFor({ state: 'detached' });
    const created = page.getByRole('dialog', { name: 'Token by hand was created' });
    await created.waitFor();
    await page.keyboard.press('Escape');
    await created.waitFor({ state: 'detached' });
    await hasFocus(add);
    await page.getByRole('row', { name: /by hand/ }).waitFor();
  }));

test('a channel is edited by keyboard, and the focus comes back to where it was', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await page.getByRole('row', { name: /first line/ }).waitFor();
    await tabTo(page.getByRole('link', { name: 'Skip to content' }), 1);
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Add channel' }), 1);
    for (const [role, name] of LANDMARKS) expect(await page.getByRole(role, { name }).count()).toBe(1);

    const edit = page.getByRole('button', { name: 'Edit channel first line' });
    await tabTo(edit);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit channel' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    // What the panel is for, not its way out.
    await hasFocus(name);
    await page.keyboard.press('End');
    await page.keyboard.type(' changed');
    await tabTo(form.getByRole('button', { name: 'Submit' }));
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /first line changed/ }).waitFor();
    await hasFocus(page.getByRole('button', { name: 'Edit channel first line changed' }));
    await page.keyboard.press('Enter');
    await name.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Edit channel first line changed' }));
  }));

test('single keys go to pages and along rows, rest while one types, and can be turned off', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await page.getByRole('row', { name: /first line/ }).waitFor();
    // The keys are learnt a moment after the page is there, and the second must follow soon.
    await until(async () => {
      await press(page, 'g', 't');
      return page.url().endsWith('/token');
    });
    const rows = page.getByRole('row');
    await rows.nth(2).waitFor();
    await press(page, 'j', 'j');
    await hasFocus(rows.nth(2));
    await press(page, 'k', 'x');
    await hasFocus(rows.nth(1));
    await rows.nth(1).getByRole('checkbox', { checked: true }).waitFor();
    await press(page, 'e');
    const panel = page.getByRole('dialog', { name: 'Edit token' });
    await panel.getByRole('textbox', { name: 'Name' }).waitFor();
    // Nothing happens behind a panel.
    await press(page, 'x', 'g', 'p', 'Escape');
    // What the keys typed into its field is asked for before it goes.
    await hasFocus(page.getByRole('button', { name: 'Keep editing' }));
    await press(page, 'Shift+Tab', 'Enter');
    await panel.waitFor({ state: 'detached' });
    await hasFocus(rows.nth(1));
    await press(page, '/');
    await hasFocus(page.getByRole('textbox', { name: 'Keyword' }));
    await page.keyboard.type('no?');
    expect(await page.getByRole('dialog').count()).toBe(0);

    await tabTo(page.getByRole('button', { name: 'Search', exact: true }));
    await press(page, '?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const control = list.getByRole('switch', { name: 'Single-key shortcuts' });
    await hasFocus(list.getByRole('button', { name: 'Close' }));
    await tabTo(control, 1);
    await press(page, 'Space');
    await until(async () => !(await control.isChecked()));
    await press(page, 'Escape');
    await list.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Search', exact: true }));
    await press(page, 'n', '?', 'Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    expect(await page.getByRole('dialog', { name: /Create|Keyboard/ }).count()).toBe(0);
    await page.keyboard.type('shortcuts');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
    await press(page, 'Enter');
    await list.waitFor();
    expect(await control.isChecked()).toBe(false);
  }));

test('a change of page is announced and moves the focus to the heading, a change of the query is not', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const announced = page.locator('[aria-live]').first();
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/channel');
    await page.getByRole('row', { name: /first line/ }).waitFor();
    expect(await announced.textContent()).toBe('');
    expect(await page.locator('h1:focus').count()).toBe(0);

    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'API tokens' }).click();
    // A page that one came to with the mouse shows no ring.
    await heading.filter({ hasText: 'API tokens' }).and(page.locator(':focus')).waitFor();
    expect(await announced.textContent()).toBe('API tokens');
    // A panel of the page is no other page: it takes the focus and gives it back.
    const add = page.getByRole('button', { name: 'Add token' });
    await add.click();
    await page.getByRole('dialog', { name: 'Create token' }).waitFor();
    await press(page, 'Escape');
    await hasFocus(add);
    const search = page.getByRole('textbox', { name: 'Keyword' });
    await search.fill('oldest');
    await search.press('Enter');
    await page.waitForURL('**/token?keyword=oldest');
    await hasFocus(search);

    await press(page, 'Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type('wallet');
    await press(page, 'Enter');
    await hasFocus(heading.filter({ hasText: 'Wallet' }));
    expect(await announced.textContent()).toBe('Wallet');
    await page.goBack();
    await hasFocus(heading.filter({ hasText: 'API tokens' }));
  }));

const LANDMARKS = [
  ['banner', ''],
  ['navigation', 'Main'],
  ['navigation', 'Sidebar'],
  ['main', ''],
  ['search', ''],
  ['region', 'Channels'],
  ['table', 'Channels'],
  ['navigation', 'Pages'],
] as const;

test('the key that opens a list goes to the option that is chosen', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel?status=2');
    const status = page.getByRole('combobox', { name: 'Status' });
    const option = (name: string) => page.getByRole('option', { name, exact: true });
    await status.focus();
    for (const name of ['Disabled', 'Auto-disabled']) {
      await page.keyboard.press('ArrowDown');
      await option(name).waitFor();
      expect(await status.getAttribute('aria-activedescendant')).toBe(await option(name).getAttribute('id'));
    }
  }));

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the element has the focus, and shows it. */
async function hasFocus(element: Locator): Promise<void> {
  const page = element.page();
  await element.and(page.locator(':focus')).waitFor();
  expect(await page.evaluate(UNSEEN)).toBe('');
}

/** Presses Tab until the element has the focus. Whatever has it on the way must show it. */
async function tabTo(element: Locator, most = 60, key = 'Tab'): Promise<void> {
  const page = element.page();
  const focused = element.and(page.locator(':focus'));
  const unseen = new Set<string>();
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key);
    unseen.add(await page.evaluate<string>(UNSEEN));
    if ((await focused.count()) > 0) break;
  }
  expect([...unseen].join('')).toBe('');
  await hasFocus(element);
}

/** The element with the focus when nothing shows that it has it: no ring, and no border in the brand colour. */
const UNSEEN = `(() => {
  const { activeElement } = document;
  const { nextElementSibling, parentElement } = activeElement;
  const cells = activeElement.querySelectorAll(':scope > td');
  const parts = [activeElement, nextElementSibling, parentElement.closest('[data-variant]'), ...cells].filter(Boolean);
  for (const part of parts) for (const animation of part.getAnimations()) animation.finish();
  const isSeen = (part) => {
    const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(part);
    const ring = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    return ring || borderColor === 'rgb(15, 118, 110)' || (part.matches('td') && boxShadow !== 'none');
  };
  return activeElement === document.body || parts.some(isSeen) ? '' : activeElement.outerHTML;
})()`;
