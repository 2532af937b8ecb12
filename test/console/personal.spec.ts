import type { Redis } from 'ioredis';
import type { Page } from 'playwright-core';
import { REDIS } from '../../server/core/injection.js';
import { until } from '../setup/until.js';
import { type Account, Console } from './console.js';

/** The personal page: invitations, bindings, the access token, notices, and the end of an account. */
let app: Console;
let guest: Account;
let leaving: Account;

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  leaving = await app.addUser('leaving');
  const models = Array.from({ length: 13 }, (_, index) => `model-${index + 10}`);
  await app.gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: models.join(',') });
  await app.gateway.sql(
    'UPDATE users SET aff_quota = 900000, aff_history = 1900000, aff_count = 3 WHERE id = 2',
  );
});

afterAll(() => app?.close());

/** Bodies sent to a path. */
function sent(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() !== 'GET')
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('rewards are transferred within their bounds, and the link and models are copied', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const transfers = sent(page, '/api/user/aff_transfer');
    await page.goto('/personal');
    await page.getByText('ID: 2').waitFor();
    const invitations = page.getByRole('region', { name: 'Invitations' });
    await invitations.getByText('$1.80').waitFor();
    const link = invitations.getByLabel('Invitation link');
    await link.click();
    await page.getByText('Invitation link copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await link.inputValue());
    expect(await link.inputValue()).toMatch(/\/register\?aff=\w{4}$/);
    await invitations.getByRole('button', { name: 'Show the QR code of the link' }).click();
    await page.getByRole('img', { name: 'QR code of the invitation link' }).waitFor();
    await page.keyboard.press('Escape');

    await invitations.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'How much do you want to transfer?' });
    const amount = dialog.getByLabel(/^Amount/);
    await amount.fill('499999');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await dialog.getByText('The smallest transfer is $1.00').waitFor();
    await amount.fill('900001');
    await dialog.getByText('That is more than you have').waitFor();
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await amount.fill('900000');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await page.getByText('Transferred').waitFor();
    await invitations.getByText('$0.00').waitFor();
    expect(transfers).toEqual([{ quota: 900_000 }]);
    expect(await invitations.getByRole('button', { name: 'Transfer' }).isDisabled()).toBe(true);

    const account = page.getByRole('region', { name: 'Account' });
    expect(await account.getByRole('button', { name: /^Copy model-/ }).count()).toBe(5);
    await account.getByRole('button', { name: '8 more models' }).click();
    expect(await account.getByRole('button', { name: /^Copy model-/ }).count()).toBe(13);
    await page.reload();
    await account.getByRole('button', { name: 'Show fewer' }).waitFor();
  }));

test('an access token is made after a question, and binding an address needs both fields', () =>
  app.visit({ as: guest, language: 'zh' }, async (visit) => {
    const { page } = visit;
    await page.goto('/personal?tab=access');
    await page.getByRole('button', { name: '生成系统访问令牌' }).click();
    const question = page.getByRole('alertdialog').filter({ hasText: '确定要生成新的系统访问令牌吗？' });
    await question.getByRole('button', { name: '生成' }).click();
    await page.getByText('新的系统访问令牌已生成并复制到剪贴板').waitFor();
    const token = await page.getByRole('textbox', { name: '系统访问令牌' }).inputValue();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    const self = await fetch(`${app.gateway.url}/api/user/self`, {
      headers: { authorization: token, 'new-api-user': '2' },
    });
    expect(await self.json()).toMatchObject({ success: true, data: { username: 'guest' } });

    await page.getByRole('button', { name: '绑定邮箱：邮箱' }).click();
    const dialog = page.getByRole('dialog', { name: '绑定邮箱地址' });
    await dialog.getByRole('button', { name: '确定' }).click();
    await dialog.getByText('请输入邮箱', { exact: true }).waitFor();
    await dialog.getByText('请输入邮箱验证码').waitFor();
    expect(await dialog.getByRole('button', { name: '获取验证码' }).isDisabled()).toBe(true);
    await dialog.getByLabel('邮箱', { exact: true }).fill('guest@example.com');
    await dialog.getByLabel('验证码').fill('000000');
    visit.expect(/email\/bind.* 200 验证码错误或已过期/);
    await dialog.getByRole('button', { name: '确定' }).click();
    await page.getByText('验证码错误或已过期').waitFor();
    for (const name of ['微信', 'GitHub', 'OIDC', 'Linux DO', 'Telegram'])
      expect(await page.getByRole('button', { name: `未启用：${name}` }).isDisabled()).toBe(true);
  }));

test('the devices an account is signed in on are listed, and signed out one by one or together', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const elsewhere = async (userAgent: string) => {
      const answer = await fetch(`${app.gateway.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify(guest),
      });
      expect(await answer.json()).toMatchObject({ success: true });
    };
    await elsewhere('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0');
    await elsewhere('backup-job/2.1');
    await elsewhere('report-job/1.0');
    await page.goto('/personal?tab=access');
    const card = page.getByRole('region', { name: 'Signed-in devices' });
    await card.getByText('This device').waitFor();
    await card.getByText('backup-job/2.1').waitFor();
    await card.getByRole('button', { name: /^Sign out: Firefox · Windows, / }).click();
    await page.getByText('Device signed out').waitFor();
    await card.getByText('Firefox · Windows').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Sign out all other devices' }).click();
    await card.getByText('report-job/1.0').waitFor({ state: 'detached' });
    expect(await card.getByRole('listitem').count()).toBe(1);
    expect(await card.getByRole('button', { name: 'Sign out all other devices' }).isDisabled()).toBe(true);
  }));

test('after a while a new address needs the current password', () =>
  app.visit({ as: guest }, async (visit) => {
    const { page } = visit;
    const redis = app.gateway.app.get<Redis>(REDIS);
    for (const key of await redis.keys('session:*')) {
      const session = JSON.parse((await redis.get(key)) ?? '{}') as { signedInAt: number };
      await redis.set(
        key,
        JSON.stringify({ ...session, signedInAt: session.signedInAt - 601_000 }),
        'KEEPTTL',
      );
    }
    await page.goto('/personal?tab=access');
    await page.getByRole('button', { name: 'Bind email: Email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bind an email address' });
    await dialog.getByLabel('Email', { exact: true }).fill('guest@example.com');
    await dialog.getByLabel('Verification code').fill('000000');
    visit.expect(/email\/bind.* 200 为了账户安全/, /email\/bind.* 200 验证码错误或已过期/);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('To protect your account, enter your current password').waitFor();
    await dialog.getByLabel('Current password').fill(guest.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The verification code is wrong or has expired').waitFor();
  }));

test('notices about the own account are switched off one by one', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/personal?tab=setting');
    const group = page.getByRole('group', { name: 'Tell me when' });
    const key = group.getByRole('checkbox', { name: 'an API key is made' });
    expect(await key.isChecked()).toBe(true);
    await key.uncheck();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Notice settings saved').waitFor();
    await page.reload();
    await group.waitFor();
    expect(await key.isChecked()).toBe(false);
    expect(await group.getByRole('checkbox', { name: /new browser/ }).isChecked()).toBe(true);
    await key.check();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Notice settings saved').waitFor();
  }));

test('notices need an https address or a mail address; an empty credential keeps the stored one', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const saved = sent(page, '/api/user/setting');
    await page.goto('/personal?tab=setting');
    const card = page.getByRole('region', { name: 'Settings' });
    const save = card.getByRole('button', { name: 'Save settings' });
    expect(await card.getByLabel('Low-quota warning threshold').inputValue()).toBe('500,000');
    await card.getByLabel('Address for notices').fill('nobody');
    await card.getByLabel('Low-quota warning threshold').fill('');
    await save.click();
    await card.getByText('The threshold must be greater than 0').waitFor();
    await card.getByText('The email address is invalid').waitFor();
    await card.getByRole('button', { name: '1000000 ($2)' }).click();
    await card.getByText('Equals $2.00').waitFor();

    await card.getByRole('combobox', { name: 'Notify by' }).click();
    await page.getByRole('option', { name: 'Webhook' }).click();
    await save.click();
    await card.getByText('Enter a webhook URL').waitFor();
    await card.getByLabel('Webhook address').fill('http://example.com');
    await save.click();
    await card.getByText('The webhook URL must start with https://').waitFor();
    await card.getByLabel('Webhook address').fill('https://example.com/hook');
    await card.getByLabel('Credential (optional)').fill('first secret');
    await card.getByRole('button', { name: 'Webhook payload' }).click();
    await card.getByText('"quota_exceed"').waitFor();
    await card.getByRole('tab', { name: 'Prices' }).click();
    await card.getByRole('checkbox', { name: /Allow models/ }).check();
    await save.click();
    await page.getByText('Notice settings saved').waitFor();
    await page.reload();
    await card.getByLabel('Webhook address').waitFor();
    const credential = card.getByLabel('Credential (optional)');
    expect(await credential.inputValue()).toBe('');
    await card.getByRole('button', { name: '500000 ($1)', exact: true }).click();
    await save.click();
    await page.getByText('Notice settings saved').waitFor();
    const stored = async () => {
      const [row] = await app.gateway.sql<{ setting: string }>('SELECT setting FROM users WHERE id = 2');
      return JSON.parse(row?.setting ?? '') as unknown;
    };
    expect(await stored()).toHaveProperty('webhook_secret');
    const unsaved = card.getByText('There are unsaved changes');
    await unsaved.waitFor({ state: 'detached' });
    await credential.fill('third secret');
    await unsaved.waitFor();
    await save.click();
    await unsaved.waitFor({ state: 'detached' });
    expect(await credential.inputValue()).toBe('');
    await card.getByLabel('Webhook address').fill('https://example.com/other');
    await save.click();
    await card.getByText('The address has changed: enter it again, or remove it').waitFor();
    await credential.fill('second secret');
    await save.click();
    await unsaved.waitFor({ state: 'detached' });
    await card.getByRole('checkbox', { name: 'Remove the saved one' }).check();
    expect(await credential.isDisabled()).toBe(true);
    await save.click();
    await card.getByRole('checkbox', { name: 'Remove the saved one' }).waitFor({ state: 'detached' });
    expect(await stored()).not.toHaveProperty('webhook_secret');
    const on = { notify_new_browser: true, notify_key_created: true, notify_access_token_created: true };
    const common = { notify_type: 'webhook', accept_unset_model_ratio_model: true, remove: [], ...on };
    const first = { ...common, webhook_url: 'https://example.com/hook' };
    const other = { ...common, webhook_url: 'https://example.com/other', quota_warning_threshold: 500_000 };
    expect(saved).toEqual([
      { ...first, quota_warning_threshold: 1_000_000, webhook_secret: 'first secret' },
      { ...first, quota_warning_threshold: 500_000, webhook_secret: '' },
      { ...first, quota_warning_threshold: 500_000, webhook_secret: 'third secret' },
      { ...other, webhook_secret: 'second secret' },
      { ...other, remove: ['webhook_secret'] },
    ]);
  }));

test('the fields follow the chosen channel; a saved secret is not shown and may stay empty', () =>
  app.visit({ as: guest, language: 'zh' }, async (visit) => {
    const { page } = visit;
    const saved = sent(page, '/api/user/setting');
    await page.goto('/personal?tab=setting');
    const card = page.getByRole('region', { name: '设置' });
    const save = card.getByRole('button', { name: '保存设置' });
    await card.getByRole('combobox', { name: '通知方式' }).click();
    await page.getByRole('option', { name: '钉钉机器人' }).click();
    await save.click();
    await card.getByText('钉钉机器人 Webhook 地址 不能为空').waitFor();
    const url = card.getByLabel('钉钉机器人 Webhook 地址');
    await url.fill('https://169.254.169.254/robot/send?access_token=top-secret-token');
    await card.getByLabel('加签密钥（可选）').fill('SEC0123');
    await save.click();
    await page.getByText('通知设置已更新').waitFor();
    await page.reload();
    await url.waitFor();
    expect(await url.inputValue()).toBe('');
    expect(await url.getAttribute('placeholder')).toBe('已保存，留空表示保留');
    visit.expect(/setting\/test.* 200 通知发送失败/);
    await card.getByRole('button', { name: '发送测试通知' }).click();
    await page.getByText('通知发送失败：169.254.169.254 is no public address').waitFor();
    await card.getByRole('button', { name: /^5000000 / }).click();
    expect(await card.getByRole('button', { name: '发送测试通知' }).isDisabled()).toBe(true);
    await save.click();
    await page.getByText('通知设置已更新').waitFor();
    expect(saved.at(-1)).toMatchObject({
      notify_type: 'dingtalk',
      dingtalk_webhook_url: '',
      dingtalk_secret: '',
    });
    const [row] = await app.gateway.sql<{ setting: string }>('SELECT setting FROM users WHERE id = 2');
    expect(row?.setting).toContain('dingtalk_secret');
    expect(row?.setting).not.toContain('top-secret-token');
  }));

test('the language of notices is chosen beside them or in the header, and unsaved settings stay', () =>
  app.visit({ as: guest, language: 'zh' }, async ({ page }) => {
    const stored = async () => {
      const [row] = await app.gateway.sql<{ setting: string }>('SELECT setting FROM users WHERE id = 2');
      return (JSON.parse(row?.setting || '{}') as { language?: string }).language;
    };
    await page.goto('/personal?tab=setting');
    const card = page.getByRole('region', { name: '设置' });
    await card.getByRole('button', { name: /^100000 / }).click();
    const language = card.getByRole('combobox', { name: '通知和邮件的语言' });
    expect(await language.inputValue()).toBe('站点默认语言');
    await language.click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByText('语言已保存').waitFor();
    expect(await stored()).toBe('en');
    // The pages stay in their own language.
    await card.getByText('有未保存的修改').waitFor();
    await page.getByRole('button', { name: '语言' }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await until(async () => (await stored()) === 'zh');
    await page.getByRole('button', { name: '语言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await until(async () => (await stored()) === 'en');
    const shown = page.getByRole('combobox', { name: 'Language of notices and mails' });
    await until(async () => (await shown.inputValue()) === 'English');
    await page.getByText('There are unsaved changes').waitFor();
    await shown.click();
    await page.getByRole('option', { name: 'Default of the site' }).click();
    await until(async () => (await stored()) === undefined);
  }));

test('an account is deleted only after its name has been typed', () =>
  app.visit({ as: leaving, language: 'zh' }, async ({ page }) => {
    await page.goto('/personal?tab=access');
    await page.getByRole('button', { name: '删除个人账户' }).click();
    const dialog = page.getByRole('dialog', { name: '删除个人账户' });
    await dialog.getByText('您正在删除自己的账户，将清空所有数据且不可恢复').waitFor();
    const name = dialog.getByLabel('输入您的用户名 leaving 以确认删除');
    await name.fill('leavin');
    await dialog.getByRole('button', { name: '删除账户' }).click();
    await dialog.getByText('请输入您的用户名以确认删除').waitFor();
    await name.fill('leaving');
    await dialog.getByRole('button', { name: '删除账户' }).click();
    await page.getByText('账户已删除').waitFor();
    await page.waitForURL('**/login');
    expect(await page.evaluate('localStorage.user')).toBeUndefined();
    const [row] = await app.gateway.sql<{ gone: boolean }>(
      "SELECT deleted_at IS NOT NULL AS gone FROM users WHERE username = 'leaving'",
    );
    expect(row?.gone).toBe(true);
  }));
