import { Mailbox } from '../auth/mail/mailbox.js';
import { Console } from './console.js';

/** The index of the settings, what is kept while other subjects are shown, the search, and tests of services. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

const stored = async (key: string) =>
  (await app.gateway.sql<{ value: string }>('SELECT value FROM options WHERE key = $1', [key]))[0]?.value;

test('what was entered stays while other subjects are shown, is saved at once, and is lost only after a question', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const period = page.getByRole('textbox', { name: 'Period minutes', exact: true });
    await page.goto('/setting?tab=ratelimit');
    await period.fill('5');
    await page
      .getByRole('tab', { name: /Rate limit/ })
      .getByText('1')
      .waitFor();
    await page.getByRole('tab', { name: 'System' }).click();
    await page.getByRole('link', { name: 'SMTP' }).click();
    await page.getByRole('textbox', { name: 'SMTP port' }).fill('70000');
    await page.getByRole('link', { name: /^SMTP/ }).getByText('1').waitFor();
    await bar.getByText('2 unsaved changes').waitFor();
    await bar.getByRole('button', { name: 'Show changes' }).click();
    const preview = page.getByRole('dialog', { name: 'Changes to be saved' });
    expect(await preview.getByRole('insertion').allInnerTexts()).toEqual(['5', '70000']);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });

    // A value that is wrong is shown where it stands, and nothing is saved.
    await page.getByRole('link', { name: 'Payment' }).click();
    await page.getByRole('region', { name: 'Payment' }).waitFor();
    await bar.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Enter a number from 1 to 65535').waitFor();
    expect(await stored('ModelRequestRateLimitDurationMinutes')).toBeUndefined();
    await page.getByRole('textbox', { name: 'SMTP port' }).fill('2525');
    await bar.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Saved successfully').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect(await stored('ModelRequestRateLimitDurationMinutes')).toBe('5');

    // A value that differs from the default says so, and is set back.
    await page.getByText('Default: 587').waitFor();
    await page.getByRole('button', { name: 'Use the default: SMTP port' }).click();
    await page.getByRole('button', { name: 'Save SMTP settings' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'SMTP port' }).inputValue()).toBe('587');

    await page.goto('/setting?tab=ratelimit');
    await period.fill('6');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Users' }).click();
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await period.inputValue()).toBe('6');
    await page.getByRole('link', { name: 'Users' }).click();
    await question.getByRole('button', { name: 'Discard and leave' }).click();
    await page.waitForURL('**/user');
  }));

test('a search finds a setting by its name, a synonym, its value, and the price of a model', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await app.gateway.option('ServerAddress', 'https://gateway.example');
    const search = page.getByLabel('Search settings').first();
    await page.goto('/setting?tab=operation');
    await search.fill('captcha');
    await page.getByRole('option', { name: 'Turnstile site key' }).click();
    await page.locator('#option-TurnstileSiteKey input:focus').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=system');
    await search.fill('gateway.exam');
    await page.getByRole('option', { name: /^Server address.*https:\/\/gateway\.example/ }).click();
    await page.locator('#option-ServerAddress input:focus').waitFor();
    expect(new URL(page.url()).hash).toBe('#option-ServerAddress');
    await search.fill('gpt-4o-mini');
    await page
      .getByRole('option', { name: /^Price of gpt-4o-mini/ })
      .first()
      .click();
    await page.waitForURL(/\/prices\?.*model=gpt-4o-mini/);
  }));

test('a mail server is tested where it is set, with what is saved', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const mailbox = await Mailbox.open();
    for (const [key, value] of Object.entries(mailbox.options)) await app.gateway.option(key, value);
    await page.goto('/setting?tab=system#smtp');
    const smtp = page.getByRole('region', { name: 'SMTP' });
    await smtp.getByLabel('Send a test mail to').fill('ops@example.com');
    await smtp.getByLabel('Sender address').fill('other@example.com');
    await smtp.getByText('Save first').waitFor();
    expect(await smtp.getByRole('button', { name: 'Send test mail' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await smtp.getByRole('button', { name: 'Send test mail' }).click();
    await smtp.getByText('The mail server accepted a mail to ops@example.com').waitFor();
    expect((await mailbox.arrived('ops@example.com')).subject).toContain('Test mail');
    await mailbox.close();
    visit.expect(/api\/option\/check: 200/);
    await smtp.getByRole('button', { name: 'Send test mail' }).click();
    await smtp.getByText('The service did not answer as expected: connect ECONNREFUSED').waitFor();
  }));
