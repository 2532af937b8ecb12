import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { allTests } from '../setup/long-tests.mjs';
import { Console } from './console.js';

/** The list of channels: what is found, tried, and done to many at once. */
let app: Console;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  upstream.forModel('gone', 'overloaded');
  app = await Console.start();
  await add('alpha', { models: 'gpt-4o,gone' });
  await add('beta', { models: 'gpt-4o', group: 'vip', priority: 3 });
  await add('gamma', { models: 'claude-3-7-sonnet-20250219', status: 2 });
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

test('channels are found by name, model and group, and sorted by priority or number', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await shows(page, ['beta', 'gamma', 'alpha']);
    await page.getByRole('switch', { name: 'Sort by ID' }).click();
    await shows(page, ['gamma', 'beta', 'alpha']);
    await page.getByRole('textbox', { name: 'Model' }).fill('gpt');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await shows(page, ['beta', 'alpha']);
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'vip', exact: true }).click();
    await shows(page, ['beta']);
    await page.goto('/channel');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Disabled', exact: true }).click();
    await shows(page, ['gamma']);
    await page.getByRole('combobox', { name: 'Type' }).fill('claude');
    await page.getByRole('option', { name: 'Anthropic Claude' }).click();
    await page.getByText('Nothing matches').waitFor();
    expect(new URL(page.url()).search).toBe('?status=2&type=14');
    await page.goto('/channel?group=vip&status=1&type=1');
    await shows(page, ['beta']);
    // The order was remembered, so it is no filter.
    expect(new URL(page.url()).searchParams.get('group')).toBe('vip');
    await page.goto('/channel');
    await shows(page, ['gamma', 'beta', 'alpha']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Weight' }).uncheck();
    // By key, one place after the other: the button keeps the focus wherever its column goes.
    const up = page.getByRole('button', { name: 'Move Group up' });
    const heads = async () =>
      (await page.getByRole('columnheader').allInnerTexts())
        .map((head) => head.split('\n')[0]?.trim() ?? '')
        .filter((head) => ['Name', 'Status', 'Type', 'Group'].includes(head));
    expect(await heads()).toEqual(['Name', 'Status', 'Type', 'Group']);
    await up.focus();
    for (const first of ['id,status,group,type', 'id,group,status,type']) {
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        `JSON.parse(localStorage['channels-table-order'] ?? '[]').join().startsWith('${first}')`,
      );
      await up.and(page.locator(':focus')).waitFor();
    }
    await page.reload();
    await shows(page, ['gamma', 'beta', 'alpha']);
    expect(await page.getByRole('columnheader', { name: 'Weight' }).count()).toBe(0);
    expect(await heads()).toEqual(['Name', 'Group', 'Status', 'Type']);
  }));

test('types that cannot be loaded are shown by number, with an error that offers to retry', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/status of 500/, /api\/channel\/types: 500/);
    await page.route('**/api/channel/types', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/channel?keyword=beta');
    const failure = page.getByRole('alert').filter({ hasText: 'Could not load the channel types' });
    await failure.waitFor();
    const row = page.getByRole('row', { name: 'beta' }).first();
    // The id of this channel is 2.
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await page.unroute('**/api/channel/types');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await row.getByText('OpenAI', { exact: true }).waitFor();
    await failure.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Type' }).click();
    const first = await page.getByRole('option').allTextContents();
    expect(first.slice(0, 4)).toEqual(['OpenAI', 'Midjourney Proxy', 'Midjourney Proxy Plus', 'Suno API']);
  }));

test('every model of a channel is tested and shows its result', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel?keyword=alpha');
    await page.getByRole('button', { name: 'More actions: alpha' }).click();
    await page.getByRole('menuitem', { name: 'Test a model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test with a model' });
    visit.expect(/api\/channel\/test\/\d+\?model=gone: 200/);
    await dialog.getByRole('button', { name: 'Test 2 models' }).click();
    await dialog.getByText('1 passed · 1 failed').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'gpt-4o' })
      .getByText(/^\d+\.\d\d s$/)
      .waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'gone' }).getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Search models' }).fill('gpt');
    await dialog.getByText('1 models found').waitFor();
  }));

test('a test of all channels shows how far it is, and its results come into the list', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel?keyword=beta');
    await page.getByRole('row', { name: 'beta' }).getByText('Not tested').waitFor();
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Test all channels' }).click();
    await page
      .getByRole('dialog', { name: 'Test all channels?' })
      .getByRole('button', { name: 'Confirm' })
      .click();
    await page.getByRole('status', { name: 'Test all channels' }).getByText('2 of 2 done').waitFor();
    await page
      .getByRole('row', { name: 'beta' })
      .getByText(/^\d\.\d\d s$/)
      .waitFor();
  }));

test('a balance that cannot be read shows an error; a channel is copied with its key', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel?keyword=beta');
    visit.expect(/update_balance\/\d+\/: 200/);
    const row = page.getByRole('row', { name: 'beta' }).first();
    await row.getByRole('button', { name: /^beta: Balance/ }).click();
    await page.locator('.mantine-Notification-root').first().waitFor();
    await row.getByRole('button', { name: 'More actions: beta' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    await page
      .getByRole('dialog', { name: 'Copy this channel?' })
      .getByRole('button', { name: 'Confirm' })
      .click();
    await page.getByRole('row', { name: 'beta_copy' }).getByText('Not tested').waitFor();
    await app.gateway.settledEvents();
    const [copy] = await app.gateway.sql<{ id: number }>("SELECT id FROM channels WHERE name = 'beta_copy'");
    upstream.clear();
    await app.gateway.manage('GET', `/api/channel/test/${copy!.id}`);
    expect(upstream.last.headers.authorization).toBe('Bearer sk-upstream');
  }));

test('chosen channels are tagged and deleted, and disabled ones leave together', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    for (const name of ['extra 1', 'extra 2']) await add(name, { models: 'm' });
    await page.goto('/channel?keyword=extra');
    await page.getByRole('switch', { name: 'Select several' }).click();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByText('Please select the channel you want to delete first!').waitFor();
    await page.getByRole('button', { name: 'Set tag' }).click();
    await page.getByText('Please select the channels to tag first!').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('2 channels selected').waitFor();
    await page.getByRole('button', { name: 'Set tag' }).click();
    const tagging = page.getByRole('dialog', { name: 'Set tag' });
    await tagging.getByRole('button', { name: 'Confirm' }).click();
    await tagging.getByText('The tag cannot be empty!').waitFor();
    await tagging.getByLabel('Name of the tag').fill('short');
    await tagging.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Tag set for 2 channels').waitFor();
    await page.getByRole('row', { name: 'extra 1' }).getByText('Tag: short').waitFor();

    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the selected channels?' });
    for (const name of ['extra 1', 'extra 2']) await question.getByText(name).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();

    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete disabled channels' }).click();
    await page
      .getByRole('dialog', { name: 'Delete all disabled channels?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('Deleted 1 disabled channels').waitFor();
    const left = await app.gateway.sql<{ name: string }>('SELECT name FROM channels ORDER BY id');
    expect(left.map(({ name }) => name)).toEqual(['alpha', 'beta', 'beta_copy']);
  }));

function add(name: string, fields: { models: string; [field: string]: unknown }): Promise<number> {
  return app.gateway.addChannel({ name, base_url: upstream.url, ...fields });
}

/** Waits until the list shows these channels, in this order. */
async function shows(page: Page, names: string[]): Promise<void> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Edit channel/ }) });
  for (let n = 0; n < names.length; n++) await rows.nth(n).getByText(names[n]!, { exact: true }).waitFor();
  await rows.nth(names.length).waitFor({ state: 'detached' });
}

/** In npm test the narrowest one, which is the hardest to fit in. */
const WIDTHS = allTests ? [1280, 1440, 1920] : [1280];

test.each(WIDTHS.flatMap((width) => [['zh', width] as const, ['en', width] as const]))(
  'the table fits its frame in %s at %d pixels, in rows of one or two lines',
  async (language, width) => {
    const screen = { viewport: { width, height: 900 } };
    await app.gateway.addChannel({
      base_url: 'http://127.0.0.1:9',
      models: 'wide',
      name: `A channel with quite a long name ${language} ${width}`,
      group: 'default,vip,svip,premium',
      tag: 'production',
    });
    await app.visit({ as: Console.root, language, screen }, async ({ page }) => {
      await page.goto('/channel?keyword=quite');
      const row = page.getByRole('row').filter({ hasText: `${language} ${width}` });
      await row.getByText('+3', { exact: true }).waitFor();
      const measured = await page.locator('table').evaluate((table) => {
        const frame = table.parentElement.closest('.mantine-ScrollArea-viewport');
        const last = table.querySelector('tbody tr:last-child').getBoundingClientRect();
        const inputs = [...table.querySelectorAll('tbody input')].map(
          (input: { getBoundingClientRect: () => Box }) => input.getBoundingClientRect(),
        );
        const uncut = inputs.every(({ left, right, top, bottom }: Box) =>
          [left + 3, right - 3].every(
            (x) => table.ownerDocument.elementFromPoint(x, (top + bottom) / 2)?.tagName === 'INPUT',
          ),
        );
        return { over: table.offsetWidth - frame.clientWidth, row: last.height, uncut };
      });
      expect(measured).toMatchObject({ uncut: true });
      expect(measured.over).toBeLessThanOrEqual(0);
      expect(measured.row).toBeLessThanOrEqual(56);
      await row.getByText('+3', { exact: true }).click();
      await page.getByRole('dialog').getByText('premium').waitFor();
    });
  },
);

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
