import { readFileSync } from 'node:fs';
import { Console } from './console.js';

/** The import of another gateway's database into a new installation, as its super administrator does it. */
const FILE = 'new-api-2025-04.sqlite.gz';
let gateway: Console;

beforeAll(async () => {
  gateway = await Console.start();
});
afterAll(() => gateway?.close());

test('an upload, a dry run, the import and its proof; a reload in between loses nothing', () =>
  gateway.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/setting');
    await page.getByRole('link', { name: 'Import from another gateway' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import from another gateway' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: FILE,
      mimeType: 'application/gzip',
      buffer: readFileSync(`test/fixtures/import/${FILE}`),
    });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('radio', { name: FILE }).waitFor();

    const since = page.getByLabel('Logs, statistics and tasks from this day on (UTC)');
    const dryRun = page.getByRole('button', { name: 'Dry run', exact: true });
    await since.fill('2026-02-30');
    await page.getByText('Use the form YYYY-MM-DD', { exact: true }).waitFor();
    expect(await dryRun.isDisabled()).toBe(true);
    await since.fill('2025-04-01');
    await page.getByRole('button', { name: 'Choose a day' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a day' });
    await calendar.getByRole('button', { name: '15 April 2025' }).click();
    expect(await since.inputValue()).toBe('2025-04-15');
    await since.fill('');

    await dryRun.click();
    await page.getByText('The dry run is done, and nothing was changed').waitFor();
    await page.getByText('After the import, sign in as root').waitFor();
    const proof = page.getByRole('table', { name: 'Proof of balances' });
    expect(await proof.getByRole('row', { name: /^Users/ }).innerText()).toMatch(/213\s+213/);
    await page.getByRole('heading', { name: 'Changed prices' }).waitFor();
    await page.getByRole('heading', { name: 'What to know' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the report (text)' }).click();
    expect(readFileSync((await (await download).path())!, 'utf8')).toContain('users: 213 balances equal');

    await page.getByRole('button', { name: 'Start the import' }).click();
    const question = page.getByRole('dialog', { name: 'Start the import?' });
    await question.getByText('Stop the old gateway first').waitFor();
    await question.getByRole('button', { name: 'Start the import' }).click();
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
    await page.reload();

    // The account of the session is another one now.
    visit.expect(/401/);
    await page.waitForURL('**/login*');
    await page.getByLabel('Username or email').fill('root');
    await page.getByLabel('Password', { exact: true }).fill('Root-pass-77');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto('/import');
    await page.getByText('Every imported balance is proven').waitFor();
    await page.getByText('The ledger balances').waitFor();
    const accounts = page.getByRole('table', { name: 'Account by account' });
    await accounts.getByRole('row', { name: /root/ }).waitFor();
  }));

describe('a gateway without an account', () => {
  let empty: Console;
  beforeAll(async () => {
    empty = await Console.start({ SETUP_WIZARD: 'true' });
  });
  afterAll(() => empty?.close());

  test('takes no upload from visitors, and its setup leads to the import', () =>
    empty.visit({}, async ({ page }) => {
      await page.goto('/setup');
      const headers = { 'Content-Type': 'application/octet-stream', 'New-Api-User': '1' };
      for (const route of ['/api/import/upload', '/api/import']) {
        const { body } = await page.request
          .post(route, { headers, data: Buffer.from('-- a dump') })
          .then(async (answer) => ({ body: (await answer.json()) as { success: boolean } }));
        expect(body.success).toBe(false);
      }
      await page.getByLabel('Username').fill('chief');
      await page.getByLabel('Password', { exact: true }).fill('password 1');
      await page.getByLabel('Confirm password').fill('password 1');
      await page.getByRole('button', { name: 'Set up, then import' }).click();
      await page.waitForURL('**/login');
      await page.getByLabel('Username or email').fill('chief');
      await page.getByLabel('Password', { exact: true }).fill('password 1');
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await page.waitForURL('**/import');
      await page.getByRole('heading', { level: 1, name: 'Import from another gateway' }).waitFor();
    }));
});
