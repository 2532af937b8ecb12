import { readFile } from 'node:fs/promises';
import { encode } from 'uqr';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** Redemption codes: made in batches, taken along, handed out, taken back. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

test('a batch is made under the worth of its codes, and downloaded one code per line', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/redemption');
    await page.getByText('No redemption codes yet').waitFor();
    await page.getByRole('button', { name: 'Add codes' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create redemption codes' });
    const submit = form.getByRole('button', { name: 'Submit' });
    await form.getByRole('textbox', { name: 'Name' }).fill('a name of 21 letters.');
    await form.getByRole('textbox', { name: 'Quota' }).fill('');
    await form.getByRole('textbox', { name: 'Number of codes' }).fill('101');
    await submit.click();
    for (const problem of [
      'The name must have 1 to 20 characters',
      'The quota must be a non-negative integer',
      'At most 100 codes at a time',
    ])
      await form.getByText(problem, { exact: true }).waitFor();

    await form.getByRole('textbox', { name: 'Name' }).fill('');
    await form.getByRole('button', { name: '$10', exact: true }).click();
    await form.getByText('Equals $10.00').waitFor();
    await form.getByRole('textbox', { name: 'Number of codes' }).fill('3');
    await submit.click();
    const made = page.getByRole('dialog', { name: 'Codes created' });
    await made.getByText('$10.00.txt, 3 codes').waitFor();
    const coming = page.waitForEvent('download');
    await made.getByRole('button', { name: 'Download' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('$10.00.txt');
    const { items } = await app.gateway.manage<{ items: { id: number; key: string; quota: number }[] }>(
      'GET',
      '/api/redemption/?p=1&page_size=10',
    );
    const codes = items.toSorted((a, b) => a.id - b.id);
    expect(codes.map(({ quota }) => quota)).toEqual([5_000_000, 5_000_000, 5_000_000]);
    expect((await readFile(await file.path(), 'utf8')).split('\n')).toEqual(codes.map(({ key }) => key));
    await page.waitForURL('**/redemption');
  }));

test('a code is masked until it is revealed, and selected ones are copied with their names', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const keys = await app.gateway.manage<string[]>('POST', '/api/redemption/', {
      name: 'handout',
      quota: 500_000,
      count: 2,
    });
    await page.goto('/redemption?keyword=handout');
    await page.getByRole('row', { name: 'handout' }).first().waitFor();
    expect(await page.getByText(keys[0]!).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy selected codes' }).click();
    await page.getByText('Please select at least one redemption code!').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Copy selected codes' }).click();
    await page.getByText('Copied to clipboard').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.split('\n').sort()).toEqual(keys.map((key) => `handout    ${key}`).sort());
    await page.getByRole('button', { name: 'Bulk actions (2)' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download selected' }).click();
    const file = await readFile(await (await coming).path(), 'utf8');
    expect(file.split('\n').sort()).toEqual([...keys].sort());
    await page.getByRole('button', { name: 'Bulk actions (2)' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const question = page.getByRole('dialog', { name: 'Disable the selected codes?' });
    await question.getByRole('button', { name: 'Disable' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByText('Disabled', { exact: true }).nth(1).waitFor();
    await page
      .getByRole('button', { name: /^Show code handout/ })
      .first()
      .click();
    const shown = await page.getByText(/^[0-9a-f]{32}$/).innerText();
    const drawn = page.getByRole('img', { name: /^QR code of handout/ }).locator('path');
    const dots = (await drawn.getAttribute('d'))?.match(/M\d+ \d+/g);
    const expected = encode(shown, { ecc: 'M', border: 4 }).data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x} ${y}`] : [])),
    );
    expect(dots).toEqual(expected);
  }));

test('a code is changed, disabled, and deleted after its name was shown; a used one stays as it is', async () => {
  const [key] = await app.gateway.manage<string[]>('POST', '/api/redemption/', {
    name: 'spent',
    quota: 500_000,
    count: 1,
  });
  await app.gateway.manage('POST', '/api/user/topup', { key });
  await app.gateway.manage('POST', '/api/redemption/', { name: 'fresh', quota: 500_000, count: 1 });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/redemption');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Used', exact: true }).click();
    await page.locator('section[aria-busy=false]').getByText('1 – 1 of 1').waitFor();
    expect(new URL(page.url()).search).toBe('?status=3');
    await page.goto('/redemption?keyword=fresh&status=3');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: 'fresh' }).waitFor();

    await page.goto('/redemption?keyword=spent');
    const spent = page.getByRole('row', { name: 'spent' });
    await spent.getByText('Used', { exact: true }).waitFor();
    await spent.getByRole('link', { name: '1' }).waitFor();
    const stays = spent.getByRole('button', { name: /^Enable spent/ });
    expect(await stays.getAttribute('aria-disabled')).toBe('true');
    await stays.focus();
    await page.getByRole('tooltip', { name: 'A used code cannot be enabled again' }).waitFor();
    expect(await spent.getByRole('button', { name: /^Edit code spent/ }).getAttribute('aria-disabled')).toBe(
      'true',
    );

    await page.goto('/redemption?keyword=fresh');
    const fresh = page.getByRole('row', { name: 'fresh' });
    await fresh.getByRole('button', { name: /^Edit code fresh/ }).click();
    const form = page.getByRole('dialog', { name: 'Edit redemption code' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('The name must have 1 to 20 characters').waitFor();
    await name.fill('fresh too');
    await form.getByRole('textbox', { name: 'Quota' }).fill('1000000');
    await form.getByRole('button', { name: 'Submit' }).click();
    const changed = page.getByRole('row', { name: 'fresh too' });
    await changed.getByText('$2.00').waitFor();

    await changed.getByRole('button', { name: /^Disable fresh too/ }).click();
    await changed.getByText('Disabled', { exact: true }).waitFor();
    await changed.getByRole('button', { name: /^Delete code fresh too/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this redemption code?' });
    await question.getByText('fresh too', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).last().click();
    await deleted;
    const [row] = await app.gateway.sql<{ status: number; deleted_at: Date | null }>(
      "SELECT * FROM redemptions WHERE name = 'fresh too'",
    );
    expect(row).toMatchObject({ status: 2 });
    expect(row!.deleted_at).not.toBeNull();
  });
});

test('codes are made for a campaign, whose use is counted and whose codes are listed and deleted together', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/redemption/add');
    const form = page.getByRole('dialog', { name: 'Create redemption codes' });
    await form.getByRole('textbox', { name: 'Campaign' }).fill('Launch week');
    await form.getByRole('textbox', { name: 'Number of codes' }).fill('2');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog', { name: 'Codes created' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Campaigns' }).click();
    const campaigns = page.getByRole('dialog', { name: 'Campaigns' });
    const row = campaigns.getByRole('row', { name: /Launch week/ });
    await row.getByText('0 / 2').waitFor();
    await row.getByRole('button', { name: 'Disable Launch week' }).click();
    await row.getByText('2 disabled').waitFor();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await row.getByRole('button', { name: 'Launch week', exact: true }).click();
    await page.getByText('1 – 2 of 2').waitFor();
    expect(new URL(page.url()).searchParams.get('campaign')).toBe('Launch week');
    await page.getByRole('button', { name: 'Campaigns' }).click();
    await row.getByRole('button', { name: 'Delete the codes of Launch week' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await campaigns.getByText('No campaigns yet').waitFor();
  }));
