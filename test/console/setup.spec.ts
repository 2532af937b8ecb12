import { Logger } from '@nestjs/common';
import { Console } from './console.js';

/** A gateway without a super administrator, and the first who opens it. */
let gateway: Console;

beforeAll(async () => {
  gateway = await Console.start({ SETUP_WIZARD: 'true' });
});

afterAll(() => gateway?.close());

test('every way leads to the wizard, which explains the modes and says what is missing', () =>
  gateway.visit({ language: 'zh' }, async ({ page }) => {
    await page.goto('/token');
    await page.waitForURL('**/setup');
    const submit = page.getByRole('button', { name: '初始化系统' });
    await submit.click();
    await page.getByRole('alert').getByText('请输入管理员用户名').waitFor();
    await page.getByLabel('用户名').fill('chief');
    await page.getByLabel('密码', { exact: true }).fill('1234567');
    await submit.click();
    await page.getByRole('alert').getByText('密码长度至少为 8 个字符').waitFor();
    await page.getByLabel('密码', { exact: true }).fill('password 1');
    await page.getByLabel('确认密码').fill('password 2');
    await submit.click();
    await page.getByRole('alert').getByText('两次输入的密码不一致').waitFor();
    await page.getByRole('button', { name: '使用模式说明' }).click();
    const modes = await page.getByRole('dialog', { name: '使用模式说明' }).innerText();
    for (const mode of ['对外运营模式', '自用模式', '演示站点模式']) expect(modes).toContain(mode);
  }));

test('who completes it is the super administrator of a gateway of the chosen mode', () =>
  gateway.visit({}, async ({ page }) => {
    await page.goto('/setup');
    await page.getByLabel('Username').fill('chief');
    await page.getByLabel('Password', { exact: true }).fill('password 1');
    await page.getByLabel('Confirm password').fill('password 1');
    await page.getByRole('radio', { name: 'Self-use mode' }).click();
    await page.getByRole('button', { name: 'Initialize system' }).click();
    await page.getByText('System initialized, redirecting…').waitFor();
    await page.getByRole('heading', { name: 'One address for every model' }).waitFor();
    await page.getByRole('banner').getByText('Self-use mode').waitFor();
    await page.goto('/login');
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
    await page.getByLabel('Username or email').fill('chief');
    await page.getByLabel('Password', { exact: true }).fill('password 1');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/token');
    expect(await page.evaluate('JSON.parse(localStorage.user).role')).toBe(100);
    await page.goto('/setup');
    await page.getByRole('heading', { name: 'One address for every model' }).waitFor();
  }));

describe('a gateway that others can reach', () => {
  let open: Console;
  let printed = '';

  beforeAll(async () => {
    const { warn } = Logger.prototype;
    Logger.prototype.warn = function record(message: unknown, ...rest: unknown[]) {
      printed += `${String(message)}\n`;
      warn.call(this, message, ...(rest as [string]));
    };
    open = await Console.start({ HOST: '0.0.0.0', SETUP_WIZARD: 'false' });
    Logger.prototype.warn = warn;
  });
  afterAll(() => open?.close());

  test('is set up with the link that it printed, and in no other way', () =>
    open.visit({}, async (visit) => {
      const { page } = visit;
      await page.goto('/');
      await page.waitForURL('**/setup');
      await page.getByRole('alert').getByText('The server printed a link when it started').waitFor();
      expect(await page.getByRole('button', { name: 'Initialize system' }).count()).toBe(0);
      const [, token = ''] = /setup\?token=([\w-]+)/.exec(printed) ?? [];
      const fill = async () => {
        await page.getByLabel('Username').fill('chief');
        await page.getByLabel('Password', { exact: true }).fill('password 1');
        await page.getByLabel('Confirm password').fill('password 1');
        await page.getByRole('button', { name: 'Initialize system' }).click();
      };
      visit.expect(/40[03] \(Forbidden\)/, /api\/setup: 403$/);
      await page.goto('/setup?token=wrong');
      await fill();
      await page.getByText('Open the set-up link that the server printed').waitFor();
      await page.goto(`/setup?token=${token}`);
      await fill();
      await page.getByText('System initialized, redirecting…').waitFor();
      await page.getByRole('heading', { name: 'One address for every model' }).waitFor();
    }));
});
