import type { Page } from 'playwright-core';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** The settings: what is saved, what is refused, and what asks first. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
  await app.addUser('deputy');
  await app.gateway.manage('POST', '/api/user/manage', { id: 2, action: 'promote' });
  await app.gateway.addChannel({
    name: 'custom line',
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o,custom-model-a,custom-model-b',
  });
});

afterAll(() => app?.close());

const stored = async (key: string) =>
  (await app.gateway.sql<{ value: string }>('SELECT value FROM options WHERE key = $1', [key]))[0]?.value;

/** Options that the page sends to be saved, in order. */
function saves(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/option/'))
      sent.push(request.postDataJSON());
  });
  return sent;
}

test('a form sends only what changed, as text, with what it showed; old logs are cleared after a question', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    const sent = saves(page);
    await page.goto('/setting?tab=nowhere');
    const card = page.getByRole('region', { name: '通用设置' });
    await card.getByRole('button', { name: '保存通用设置' }).click();
    await page.getByText('没有需要保存的修改').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=operation');

    await card.getByLabel('失败重试次数').fill('3');
    await card.getByRole('switch', { name: '演示站点模式' }).click({ force: true });
    await page.getByRole('region', { name: '未保存的修改' }).getByText('2 项修改未保存').waitFor();
    await card.getByRole('button', { name: '保存通用设置' }).click();
    await page.getByText('保存成功').waitFor();
    expect(sent).toEqual(
      expect.arrayContaining([
        { key: 'RetryTimes', value: '3', value_before: '0' },
        { key: 'DemoSiteEnabled', value: 'true', value_before: 'false' },
      ]),
    );
    expect(sent).toHaveLength(2);

    await card.getByLabel('每 1 美元对应的额度').click();
    await page.getByRole('dialog', { name: '警告' }).getByRole('button', { name: '确定' }).click();

    // Every balance would be worth something else, so the sums are shown before it is saved.
    await app.gateway.setQuota(1_000_000);
    sent.length = 0;
    await card.getByLabel('每 1 美元对应的额度').fill('250000');
    await card.getByRole('button', { name: '保存通用设置' }).click();
    const revaluation = page.getByRole('dialog', { name: '修改每 1 美元对应的额度？' });
    await revaluation.getByRole('row', { name: /个用户的余额.*\$2\.00.*\$4\.00/ }).waitFor();
    await revaluation.getByRole('button', { name: '取消' }).click();
    expect(sent).toEqual([]);
    await card.getByRole('button', { name: '保存通用设置' }).click();
    await revaluation.getByRole('button', { name: '仍要修改' }).click();
    await page.getByText('保存成功').last().waitFor();
    expect(sent).toEqual([{ key: 'QuotaPerUnit', value: '250000', value_before: '500000' }]);
    await app.gateway.option('QuotaPerUnit', '500000');

    // Old logs are cleared only after the date was shown.
    await page.getByRole('link', { name: '日志设置', exact: true }).click();
    const logs = page.getByRole('region', { name: '日志设置' });
    const clear = logs.getByRole('button', { name: '清除历史日志' });
    const until = logs.getByLabel('清除此时间之前的日志');
    await until.fill('');
    await clear.click();
    await page.getByText('请选择日志记录时间').waitFor();
    await until.fill('2020-01-02 03:04');
    await clear.click();
    const question = page.getByRole('dialog', { name: '确定清除历史日志吗？' });
    await question.getByText('2020-01-02 03:04:00').waitFor();
    await question.getByRole('button', { name: '清除历史日志' }).click();
    await page.getByText('已清除 0 条日志').waitFor();
  }));

test('invalid values are reported at their fields and never sent', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const sent = saves(page);
    await page.goto('/setting?tab=models#claude');
    const claude = page.getByRole('region', { name: 'Claude' });
    await claude.getByLabel('Thinking budget ratio').fill('1.5');
    await claude.getByLabel('Default max_tokens').fill('{"default": 0}');
    await claude.getByLabel('Request headers').fill('{\n"a": {},\n}');
    await claude.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please check your input').waitFor();
    await claude.getByText('Enter a number from 0.1 to 1').waitFor();
    await claude.getByText('Invalid value').waitFor();
    await claude.getByText('Not a valid JSON string (line 3, column 1)').waitFor();

    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('/setting?tab=system#oidc');
    const oidc = page.getByRole('region', { name: 'OIDC', exact: true });
    await oidc.getByLabel('Well-Known URL').fill('id.example.com');
    await oidc.getByRole('button', { name: 'Save OIDC settings' }).click();
    await oidc.getByText('must start with http:// or https://').waitFor();
    await page.getByRole('link', { name: 'Payment' }).click();
    await page
      .getByRole('region', { name: 'Payment' })
      .getByRole('button', { name: 'Update payment settings' })
      .click();
    await page.getByText('Fill in the server address first').waitFor();
    expect(sent).toEqual([]);
  }));

test('switches of the system are saved at once and go back when refused; secrets stay hidden', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/setting?tab=system#sign-in');
    const card = page.getByRole('region', { name: 'Sign-in and registration' });
    const github = card.getByRole('switch', { name: 'GitHub' });
    visit.expect(/api\/option\/: 200 无法启用 GitHub/);
    await github.click({ force: true });
    await page.getByText('To enable GitHub OAuth, first enter').waitFor();
    expect(await github.isChecked()).toBe(false);

    const password = card.getByRole('switch', { name: 'Password sign-in' });
    await password.click({ force: true });
    const question = page.getByRole('dialog', { name: 'Turn off password sign-in?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await password.isChecked()).toBe(true);

    await card.getByRole('switch', { name: 'Registration', exact: true }).click({ force: true });
    const updated = page.getByText('Updated');
    await updated.waitFor();
    await updated.waitFor({ state: 'hidden' });
    expect(await stored('RegisterEnabled')).toBe('false');

    // Secrets are never shown, stay while their field is empty, and are cleared only on purpose.
    await page.getByRole('link', { name: 'SMTP' }).click();
    const smtp = page.getByRole('region', { name: 'SMTP' });
    const save = smtp.getByRole('button', { name: 'Save SMTP settings' });
    const secret = smtp.getByLabel('SMTP password', { exact: true });
    expect(await secret.getAttribute('placeholder')).toBe('No value is stored');
    await secret.fill('wire-secret');
    await save.click();
    await updated.waitFor();
    await updated.waitFor({ state: 'hidden' });
    expect(await secret.inputValue()).toBe('');
    await smtp.getByPlaceholder('Stored secrets are not shown. Leave empty to keep.').waitFor();
    const sealed = await stored('SMTPToken');
    expect(sealed).toBeTruthy();
    expect(sealed).not.toContain('wire-secret');

    await smtp.getByLabel('SMTP account').fill('post@example.com');
    await save.click();
    await updated.waitFor();
    await updated.waitFor({ state: 'hidden' });
    expect(await stored('SMTPToken')).toBe(sealed);
    await smtp.getByRole('button', { name: 'Clear the stored value: SMTP password' }).click();
    await save.click();
    await updated.waitFor();
    expect(await stored('SMTPToken')).toBe('');
  }));

test('ordinary users are led to their own settings', async () => {
  const guest = await app.addUser('guest');
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/setting?tab=system');
    await page.waitForURL('**/personal');
  });
});

test('administrators see what only super administrators may change, and change the rest', async () => {
  const deputy = { username: 'deputy', password: 'of deputy 1234' };
  await app.visit({ as: deputy }, async (visit) => {
    const { page } = visit;
    await page.goto('/setting?tab=system#smtp');
    const smtp = page.getByRole('region', { name: 'SMTP' });
    await smtp.getByText('Only super administrators can change these settings.').waitFor();
    expect(await smtp.getByLabel('SMTP server').isDisabled()).toBe(true);
    expect(await smtp.getByRole('button', { name: 'Save SMTP settings' }).count()).toBe(0);

    // A server that keeps more to itself than we know: the field goes back.
    await page.route('**/api/option/', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            json: { success: false, message: '无权进行此操作，权限不足', data: null, code: 'role_too_low' },
          })
        : route.continue(),
    );
    visit.expect(/api\/option\/: 200 无权进行此操作/);
    await page.goto('/setting?tab=ratelimit');
    const period = page.getByRole('textbox', { name: 'Period minutes', exact: true });
    await period.fill('9');
    await page.getByRole('button', { name: 'Save model rate limit' }).click();
    await page.getByText('You do not have permission to do this').waitFor();
    expect(await period.inputValue()).toBe('1');
  });
});

test('a found setting is changed, and the change reverted', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/setting?tab=operation');
    await page.getByLabel('Search settings').first().fill('Logo');
    await page.getByRole('option', { name: 'Logo URL' }).click();
    await page.waitForURL('**/setting?tab=other#option-Logo');
    const logo = page.getByRole('textbox', { name: 'Logo URL' });
    await logo.fill('/logo.svg');
    await page.getByRole('button', { name: 'Set logo' }).click();
    await page.getByText('Logo updated').waitFor();
    expect(await page.evaluate('JSON.parse(localStorage.status).logo')).toBe('/logo.svg');
    await page.getByRole('button', { name: 'Changes in this session' }).click();
    await page.getByRole('button', { name: 'Revert Logo URL' }).click();
    await page.getByText('Logo URL reverted').waitFor();
    await page.keyboard.press('Escape');
    expect(await logo.inputValue()).toBe('');
  }));

/** Waits until the console has taken over the scheme of the system. */
async function hasScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
}

test('extreme accents are readable on every page in both themes, and shown before they are saved', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const found: string[] = [];
    for (const accent of ['#ffff00', '#000080']) {
      await page.goto('/setting?tab=other#option-AccentColor');
      const field = page.getByRole('textbox', { name: 'Accent color', exact: true });
      await field.fill('yellow');
      await field.blur();
      await page.getByText('Enter a color as #rrggbb').waitFor();
      await field.fill(accent);
      await page.getByText(/^Dark: contrast of (4\.5|[5-9]|1\d|2\d)/).waitFor();
      await page.getByRole('button', { name: 'Set accent color' }).click();
      await page.getByText('Accent color updated').waitFor();
      for (const path of ['/token', '/log', '/setting?tab=other#personalization']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await hasScheme(page, colorScheme);
          found.push(...(await barriers(page)));
        }
      }
    }
    expect(found).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await hasScheme(page, 'dark');
    expect(
      await page.evaluate('getComputedStyle(document.body).getPropertyValue("--mantine-color-anchor")'),
    ).not.toBe('#000080');
    await app.gateway.option('AccentColor', '');
  }));

test('a newer release is shown with its notes; a product that does not say where its source is says so', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const button = page.getByRole('button', { name: 'Check for updates' });
    await page.goto('/setting?tab=other');
    await page.getByText('Enter a release URL below to check for updates.').waitFor();
    expect(await button.isDisabled()).toBe(true);

    const link = 'https://code.example/acme/tollgate/releases/v99.0.0';
    const release = { tag: 'v99.0.0', notes: '**Doors** open faster', link };
    await page.route('**/api/status', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: object };
      const repository = 'https://code.example/acme/tollgate';
      await route.fulfill({ json: { success: true, message: '', data: { ...data, repository } } });
    });
    await page.route('**/api/status/release', (route) =>
      route.fulfill({ json: { success: true, message: '', data: release } }),
    );
    await page.reload();
    await page.getByText('Requests the latest release from code.example.').waitFor();
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'New version: v99.0.0' });
    await dialog.locator('strong', { hasText: 'Doors' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(link);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    release.tag = `v${await page.evaluate<string>('JSON.parse(localStorage.status).version')}`;
    await button.click();
    await page.getByText(`This is the latest version: ${release.tag}`).waitFor();
  }));

test('super administrators see how far usage events are delivered, and send refused ones again', async () => {
  await app.gateway.sql(
    `INSERT INTO usage_streams (name, position, events, delivered_at, failures, last_error)
     VALUES ('ledger', 7, 1234, extract(epoch FROM now())::bigint, 2, 'answered 503')`,
  );
  await app.gateway.sql(
    `INSERT INTO usage_dead_letters (entry_id, event_id, event, error, refused_at)
     VALUES (6, 'a-request/consume', '{}', 'answered 422', 1)`,
  );
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/setting?tab=system#usage-events');
    const card = page.getByRole('region', { name: 'Usage events' });
    await card.getByText('1,234 events delivered').waitFor();
    await card.getByText('2 failed calls, last: answered 503').waitFor();
    const refused = card.getByRole('listitem').filter({ hasText: 'a-request/consume' });
    expect(await refused.textContent()).toContain('answered 422');
    await card.getByRole('button', { name: 'Send again' }).click();
    await refused.getByText('is sent again').waitFor();
  });
});
