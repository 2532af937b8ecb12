import { AuditChecks } from '../../server/alerts/audit-checks.service.js';
import { Sealing } from '../../server/audit/seals/sealing.service.js';
import { Console } from './console.js';

/** Who did what: administrators read it, and nobody changes it. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
  await app.addUser('guest');
  await app.gateway.option('RetryTimes', '3');
  await app.gateway.manage('POST', '/api/user/manage', { id: 2, action: 'disable' });
});

afterAll(() => app?.close());

test('a change shows who made it and what it was before, and the list is narrowed by account and action', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/audit');
    const entries = page.getByRole('listitem').filter({ has: page.getByRole('button') });
    const change = entries.filter({ hasText: 'Retries after failure' });
    await change.getByRole('button').click();
    expect(await change.getByRole('deletion').innerText()).toBe('0');
    expect(await change.getByRole('insertion').innerText()).toBe('3');
    // Entries about an account lead to it.
    const disabled = entries.filter({ hasText: 'disabled the user' });
    await disabled.getByRole('button').click();
    expect(await disabled.getByRole('link', { name: 'concerns user' }).getAttribute('href')).toBe(
      '/user/edit/2',
    );

    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Sign-in', exact: true }).click();
    await page.waitForURL('**/audit?action=sign_in');
    await change.waitFor({ state: 'detached' });
    expect(await entries.count()).toBeGreaterThan(0);
    await page.getByLabel('Account').fill('nobody');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No entries').waitFor();
    expect(new URL(page.url()).search).toBe('?account=nobody&action=sign_in');
  }));

test('the page shows the seals, and entries of a request by its id', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await app.gateway.worker.get(Sealing, { strict: false }).carryOut();
    await app.gateway.worker.get(AuditChecks, { strict: false }).carryOut();
    await page.goto('/audit');
    const proof = page.getByRole('region', { name: 'Proof of the audit log' });
    await proof.getByText('Verified', { exact: true }).waitFor();
    await proof.getByText(/Last seal \d+/).waitFor();
    const entries = page.getByRole('listitem').filter({ has: page.getByRole('button') });
    const disabled = entries.filter({ hasText: 'disabled the user' });
    await disabled.getByRole('button').click();
    // The status before and after.
    await disabled.getByRole('deletion').first().waitFor();
    const link = disabled.getByRole('link', { name: /^\d{20}/ });
    const id = await link.innerText();
    await link.click();
    await page.waitForURL(`**/audit?requestId=${id}`);
    await entries.nth(1).waitFor({ state: 'detached' });
    expect(await entries.count()).toBe(1);
    await page.goto('/audit?text=RetryTimes');
    await entries.filter({ hasText: 'Retries after failure' }).waitFor();
    expect(await entries.count()).toBe(1);
  }));

test('it is limited to a range of time and downloaded as a file', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    // A file is no JSON.
    visit.expect(/api\/audit\/export/);
    await page.goto('/audit?start=1&end=2');
    await page.getByText('No entries').waitFor();
    await page.getByRole('button', { name: /^Time range: 1970/ }).click();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.waitForURL(/\/audit\?start=\d+$/);
    await page.getByText('disabled the user').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^audit-\d{8}-\d{6}\.csv$/);
  }));
