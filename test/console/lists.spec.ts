import type { Locator, Page } from 'playwright-core';
import { until } from '../setup/until.js';
import { type Account, Console } from './console.js';

/** Lists: what is shown is in the address; and what administrators do to users. */
let app: Console;
let guest: Account;

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  for (let n = 1; n <= 25; n++) {
    const name = `token ${String(n).padStart(2, '0')}`;
    await app.gateway.manage('POST', '/api/token/', { name, unlimited_quota: true });
  }
});

afterAll(() => app?.close());

test('page and page size are in the address and survive a reload', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await shows(page, '1 – 10 of 25');
    await page.getByRole('checkbox', { name: 'Select token 20' }).check();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByText('Compact').click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, '11 – 20 of 25');
    // What was chosen on one page is still chosen on the next.
    await page.getByRole('checkbox', { name: 'Select token 12' }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('2 selected').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('?page=2');
    const second = await namesOn(page);
    await page.reload();
    await shows(page, '11 – 20 of 25');
    expect(await namesOn(page)).toEqual(second);
    expect(await page.evaluate("localStorage['tokens-table-density']")).toBe('compact');
    await page.goBack();
    await shows(page, '1 – 10 of 25');
    expect(await namesOn(page)).not.toEqual(second);

    await page.getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: '20 / page' }).click();
    await shows(page, '1 – 20 of 25');
    expect(new URL(page.url()).search).toBe('?size=20');
    await page.goto('/token?page=2');
    // The size was remembered.
    await shows(page, '21 – 25 of 25');
    await page.goto('/token?page=9');
    await shows(page, '21 – 25 of 25');
  }));

test('choosing a row draws that row only, and Shift chooses the rows between', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token?size=50');
    await shows(page, '1 – 25 of 25');
    await page.evaluate(REMEMBER_ROWS);
    await page.getByRole('checkbox', { name: 'Select token 20' }).click();
    await page.getByText('1 selected').waitFor();
    expect(await page.evaluate(ROWS_DRAWN_AGAIN)).toEqual(['token 20']);

    await page.getByRole('checkbox', { name: 'Select token 17' }).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select token 18' }).isChecked()).toBe(true);
    expect(await page.evaluate(ROWS_DRAWN_AGAIN)).toEqual(['token 20', 'token 19', 'token 18', 'token 17']);
    await page.getByRole('checkbox', { name: 'Select token 19' }).click({ modifiers: ['Shift'] });
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select token 20' }).isChecked()).toBe(true);
  }));

test('tooltips, menus and questions of a row are there when they are asked for, and give the focus back', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    const remove = page.getByRole('button', { name: 'Delete token token 20' });
    await remove.hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.getByText('Delete token token 20').waitFor();
    const descriptionId = await remove.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${descriptionId}"]`).textContent()).toBe('Delete token token 20');
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    expect(await remove.getAttribute('aria-describedby')).toBe(null);

    const more = page.getByRole('button', { name: 'More actions: token 20' });
    await more.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'More actions: token 20' });
    await menu.waitFor();
    expect(await more.getAttribute('aria-controls')).toBe(await menu.getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await hasFocus(more);

    await remove.click();
    const question = page.getByRole('alertdialog', { name: 'Delete this token?' });
    await question.getByText('token 20').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await hasFocus(remove);
    await remove.click();
    await question.waitFor();
    await page.getByRole('heading', { name: 'API tokens' }).click();
    await question.waitFor({ state: 'detached' });
  }));

test('a long page that is turned is busy until its rows are there', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.route('**/api/token/?**', async (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get('p')) * 50;
      const data = Array.from({ length: 50 }, (_row, index) => tokenRow(start + index + 1));
      await route.fulfill({ json: { success: true, message: '', data, total: 100 } });
    });
    await page.goto('/token?size=50');
    await shows(page, '1 – 50 of 100');
    await page.evaluate(WATCH_ROWS);
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, '51 – 100 of 100');
    expect(await page.evaluate('[...window.seen]')).toEqual(['busy 1', 'ready 51']);
  }));

function tokenRow(id: number) {
  const times = { created_time: 1, accessed_time: 1, expired_time: -1 };
  const quota = { remain_quota: 1, unlimited_quota: true, used_quota: 0 };
  return { id, name: `row ${id}`, key: 'x'.repeat(48), status: 1, group: '', ...times, ...quota };
}

/** What stands in the first row, whenever anything of the list changes. */
const WATCH_ROWS = `{
  window.seen = new Set();
  const list = document.querySelector('section[aria-busy]');
  new MutationObserver(() => {
    const state = list.getAttribute('aria-busy') === 'true' ? 'busy' : 'ready';
    window.seen.add(state + ' ' + list.querySelector('[data-row]').dataset.row);
  }).observe(list, { attributes: true, childList: true, characterData: true, subtree: true });
}`;

async function hasFocus(button: Locator): Promise<void> {
  await button.and(button.page().locator(':focus')).waitFor();
}

/** React gives an element other properties when its component is drawn again. */
const PROPERTIES = `(element) => element[Object.keys(element).find((key) => key.startsWith('__reactProps'))]`;
const INSIDE_ROWS = `document.querySelectorAll('[data-row] td *')`;
const REMEMBER_ROWS = `{
  const properties = ${PROPERTIES};
  window.drawn = new Map([...${INSIDE_ROWS}].map((element) => [element, properties(element)]));
}`;
const ROWS_DRAWN_AGAIN = `(() => {
  const properties = ${PROPERTIES};
  const again = [...${INSIDE_ROWS}].filter((element) => window.drawn.get(element) !== properties(element));
  return [...new Set(again.map((element) => element.closest('tr').cells[1].textContent))];
})()`;

test('a column is drawn wider at its edge without drawing a row again, and stays so; the menu does it with keys', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token?size=50');
    await shows(page, '1 – 25 of 25');
    const boxOf = async (name: string) => {
      const box = await page.getByRole('columnheader', { name: new RegExp(`^${name}\\b`) }).boundingBox();
      if (!box) throw new Error(`${name} is gone`);
      return box;
    };
    const isWide = (name: string, width: number) =>
      until(async () => Math.abs((await boxOf(name)).width - width) < 1);
    const stored = () => page.evaluate(`localStorage.getItem('tokens-table-widths')`);
    const edge = async () => {
      const { x, y, width, height } = await boxOf('Name');
      return { x: x + width - 4, y: y + height / 2 };
    };
    await page.evaluate(REMEMBER_ROWS);
    const own = (await boxOf('Name')).width;
    const { x, y } = await edge();
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const way of [20, 40, 60]) await page.mouse.move(x + way, y);
    await page.mouse.up();
    const wide = Math.round(own) + 60;
    await isWide('Name', wide);
    expect(await page.evaluate(ROWS_DRAWN_AGAIN)).toEqual([]);
    expect(await stored()).toBe(`{"name":${wide}}`);

    await page.reload();
    await shows(page, '1 – 25 of 25');
    await isWide('Name', wide);
    const now = await edge();
    await page.mouse.dblclick(now.x, now.y);
    await isWide('Name', own);

    const { width } = await boxOf('Created');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'Make Created wider' }).press('Enter');
    await isWide('Created', width + 24);
    await page.getByRole('button', { name: 'Reset', exact: true }).press('Enter');
    await isWide('Created', width);
    expect(await stored()).toBeNull();
  }));

test('a search is in the address, can be cleared, and starts on its first page', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token?page=2');
    const keyword = page.getByRole('textbox', { name: 'Keyword' });
    await keyword.fill('token 2');
    await keyword.press('Enter');
    await shows(page, '1 – 6 of 6');
    expect(new URL(page.url()).search).toBe('?keyword=token+2');
    await page.getByRole('button', { name: 'Saved views' }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByRole('textbox', { name: 'Save filters as' }).fill('Twenties');
    await views.getByRole('button', { name: 'Save' }).click();
    await views.getByRole('button', { name: 'Open the page with “Twenties”' }).click();
    // The list opens with its default view, and asks the server for nothing else.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/token');
    await shows(page, '1 – 6 of 6');
    expect(asked.filter((url) => url.includes('/api/token/?'))).toEqual([]);
    expect(new URL(page.url()).search).toBe('?keyword=token+2');
    expect(await keyword.inputValue()).toBe('token 2');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await views.getByRole('button', { name: 'Delete the view “Twenties”' }).click();
    await page.keyboard.press('Escape');
    await keyword.fill('no such token');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shows(page, '1 – 10 of 25');
    expect(new URL(page.url()).search).toBe('');
    expect(await keyword.inputValue()).toBe('');
  }));

test('a quota that is changed shows in the list, with an entry in the log', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user?keyword=guest');
    const row = page.getByRole('row', { name: 'guest' });
    await row.getByRole('button', { name: 'Edit user guest' }).click();
    const form = page.getByRole('dialog', { name: 'Edit user' });
    const quota = form.getByRole('textbox', { name: 'Remaining quota' });
    await quota.fill('1000000');
    await form.getByText('Equals $2.00').waitFor();
    await form.getByRole('button', { name: 'Add quota' }).click();
    const more = page.getByRole('dialog', { name: 'Add or subtract quota of guest' });
    await more.getByRole('textbox', { name: 'Quota to add (may be negative)' }).fill('-0.5');
    await more.getByText('New quota $2.00 + -$0.50 = $1.50').waitFor();
    await more.getByText('-250,000 quota units').waitFor();
    await more.getByRole('textbox', { name: 'Reason' }).fill('paid by invoice');
    await more.getByRole('button', { name: 'OK' }).click();
    await form.getByText('Equals $1.50').waitFor();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('User updated').waitFor();
    await row.getByRole('cell', { name: '$1.50 / $0.00' }).waitFor();
    expect(new URL(page.url()).search).toBe('?keyword=guest');
    expect(await app.gateway.quota(2)).toBe(750_000);

    await page.goto('/log?type=3');
    await page
      .getByRole('row', { name: 'guest' })
      .getByText(/An administrator changed the quota/)
      .first()
      .waitFor();
    const table = page.getByRole('table', { name: 'Usage log' });
    const width = await table.evaluate(({ offsetWidth }) => offsetWidth);
    expect(width).toBeLessThanOrEqual(1440 - 200 - 2 * 24);
  }));

test('a quota that is none is refused beside its field', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user/edit/2');
    const form = page.getByRole('dialog', { name: 'Edit user' });
    await form.getByRole('textbox', { name: 'Username' }).waitFor();
    await form.getByRole('textbox', { name: 'Remaining quota' }).fill('');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('The quota must be a non-negative integer').waitFor();
  }));

test('a user is added, promoted, banned, and deactivated after the name was shown', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user');
    await page.getByRole('button', { name: 'Add user' }).click();
    const form = page.getByRole('dialog', { name: 'Add user' });
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('Username and password cannot be empty').first().waitFor();
    await form.getByRole('textbox', { name: 'Username' }).fill('newcomer');
    await form.getByLabel(/^Password/).fill('password 1');
    await form.getByRole('button', { name: 'Submit' }).click();
    const row = page.getByRole('row', { name: 'newcomer' });
    await row.getByText('Active').waitFor();

    await row.getByRole('button', { name: 'Promote newcomer' }).click();
    const promotion = page.getByRole('alertdialog', { name: 'Promote newcomer to administrator?' });
    await promotion.getByRole('button', { name: 'Promote' }).click();
    await row.getByText('Admin', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Disable newcomer' }).click();
    await row.getByText('Banned').waitFor();
    await row.getByRole('button', { name: 'Enable newcomer' }).click();
    await row.getByText('Active').waitFor();
    await row.getByRole('button', { name: 'Deactivate user newcomer' }).click();
    const question = page.getByRole('alertdialog', { name: 'Deactivate this user?' });
    await question.getByText('newcomer', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await row.getByText('Deactivated').waitFor();
  }));

test('an ordinary user finds only their own tokens and entries', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/token');
    await page.getByText('No tokens yet').waitFor();
    await page.goto('/log');
    await page.getByRole('heading', { name: 'Usage log' }).waitFor();
    expect(await page.getByLabel('Username').count()).toBe(0);
    expect(await page.getByText('root', { exact: true }).count()).toBe(0);
  }));

test('filters of the log suggest what they find, and a chosen one applies at once', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log');
    await page.getByRole('combobox', { name: 'Token name' }).fill('ken 2');
    await page.getByRole('option', { name: /^token 21/ }).click();
    await page.waitForURL(/token_name=token(\+|%20)21/);
    await page.getByRole('combobox', { name: 'Username' }).fill('gue');
    await page.getByRole('option', { name: 'guest' }).click();
    await page.waitForURL(/username=guest/);
    // What nothing suggests is searched for, too.
    await page.getByRole('combobox', { name: 'Group' }).fill('a former group');
    await page.keyboard.press('Enter');
    await page.waitForURL(/group=a(\+|%20)former/);
  }));

/** Waits until these rows are there; while they load the ones before are still shown. */
async function shows(page: Page, range: string): Promise<void> {
  await page.locator('section[aria-busy=false]').getByText(range).waitFor();
}

function namesOn(page: Page): Promise<string[]> {
  return page.getByRole('cell', { name: /^token \d\d$/ }).allInnerTexts();
}
