import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { Mailbox } from '../auth/mail/mailbox.js';
import { GithubDouble } from '../auth/oauth/github-double.js';
import { Loopback } from '../auth/oauth/loopback.js';
import { type Account, Console } from './console.js';
import { telegramScript, TURNSTILE } from './third-parties.js';

/** Signing up, signing in by other sites, and getting in again without a password. */
const BOT_TOKEN = '123456:bot-token';
let app: Console;
let mailbox: Mailbox;
let github: GithubDouble;
let cloudflare: Loopback;
let wechat: Loopback;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  github = await GithubDouble.start({ id: 'gh-client', secret: 'gh-secret' });
  cloudflare = await Loopback.start(({ form }) => ({
    body: { success: form.get('response')?.startsWith('human') ?? false },
  }));
  wechat = await Loopback.start(({ query }) => ({
    body: { success: true, message: '', data: query.get('code') === '1234' ? 'open-id' : '' },
  }));
  app = await Console.start({
    CRITICAL_RATE_LIMIT: '0',
    TURNSTILE_VERIFY_ADDRESS: `${cloudflare.address}/siteverify`,
    GITHUB_OAUTH_ADDRESS: github.address,
    GITHUB_OAUTH_API_ADDRESS: github.address,
  });
  await options(mailbox.options);
});

afterAll(async () => {
  await app?.close();
  await Promise.all([mailbox, github, cloudflare, wechat].map((double) => double?.close()));
});

test('the sign-in page needs at most 200 KB of scripts', () =>
  app.visit({}, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js'))
        sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto('/login');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).waitFor();
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(100 * 1024);
    expect(total).toBeLessThanOrEqual(200 * 1024);
  }));

test('signing up says what is missing, has a code mailed, and knows who invited', async () => {
  await options({ EmailVerificationEnabled: 'true' });
  await app.visit({ language: 'zh' }, async ({ page }) => {
    await page.goto('/register?aff=abcd');
    const register = page.getByRole('main').getByRole('button', { name: '注册', exact: true });
    const expectAlert = (text: string) => page.getByRole('alert').getByText(text).waitFor();
    await register.click();
    await expectAlert('请输入用户名和密码');
    await page.getByLabel('用户名').fill('ada');
    await page.getByPlaceholder('输入密码，最短 8 位，最长 20 位').fill('1234567');
    await register.click();
    await expectAlert('密码长度不得小于 8 位');
    await page.getByLabel('密码', { exact: true }).fill('password 1');
    await page.getByLabel('确认密码').fill('password 2');
    await register.click();
    await expectAlert('两次输入的密码不一致');
    await page.getByLabel('确认密码').fill('password 1');
    const code = page.getByRole('button', { name: '获取验证码' });
    expect(await code.isDisabled()).toBe(true);
    await page.getByLabel('邮箱').fill('ada@example.com');
    await code.click();
    await page.getByText('验证码已发送，请查收邮件').waitFor();
    expect(await page.getByRole('button', { name: /^(30|2\d) 秒后可重发/ }).isDisabled()).toBe(true);
    await page.getByLabel('验证码').fill(mailbox.code('ada@example.com'));
    const sent = page.waitForRequest('**/api/user/register');
    await register.click();
    expect((await sent).postDataJSON()).toEqual({
      username: 'ada',
      password: 'password 1',
      password2: 'password 1',
      email: 'ada@example.com',
      verification_code: mailbox.code('ada@example.com'),
      aff_code: 'abcd',
    });
    await page.getByText('注册成功').waitFor();
    await page.waitForURL('**/login');
    expect(await page.evaluate('localStorage.aff')).toBe('abcd');
  });
  await options({ EmailVerificationEnabled: 'false', RegisterEnabled: 'false' });
  await app.visit({}, async ({ page }) => {
    await page.goto('/register');
    await page.getByText('Administrator has disabled new user registration').waitFor();
  });
  await options({ RegisterEnabled: 'true' });
});

test('a link by mail gives a new password, shown and copied', async () => {
  await app.addUser('hedy');
  await app.gateway.sql(`UPDATE users SET email = 'hedy@example.com' WHERE username = 'hedy'`);
  await app.visit({}, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Reset it' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Enter a valid email address').waitFor();
    await page.getByLabel('Email address').fill('hedy@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page
      .getByText('If an account uses this address, a reset email is on its way. Check your inbox.')
      .waitFor();
    expect(await page.getByRole('button', { name: /Retry \(\d+\)/ }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Email address').inputValue()).toBe('');
    // Sent after the answer, so that the time of the answer does not tell whether the account exists.
    await mailbox.arrived('hedy@example.com');
    const { pathname, search } = mailbox.link('hedy@example.com');
    await page.goto(pathname + search);
    expect(await page.getByLabel('Email address').inputValue()).toBe('hedy@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    const password = await page.getByLabel('New password', { exact: true }).inputValue();
    await page.getByText(`New password copied to the clipboard: ${password}`).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(password);
    expect(await page.getByRole('button', { name: 'Password has been reset' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await signIn(page, { username: 'hedy', password });
    await page.waitForURL('**/token');
    await page.goto('/user/reset?email=hedy@example.com');
    await page.getByText('The reset link is incomplete').waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  });
});

test('with the human check on nobody signs in before it, and each try takes another', async () => {
  await options({ TurnstileSiteKey: 'site', TurnstileSecretKey: 'hush', TurnstileCheckEnabled: 'true' });
  await app.visit({}, async (visit) => {
    const { page } = visit;
    visit.expect(/api\/user\/login.*用户名或密码错误/);
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: TURNSTILE }),
    );
    await page.goto('/login');
    await signIn(page, { username: 'root', password: 'wrong' });
    const pending = page.getByText('The human verification is still running');
    await pending.waitFor();
    await page.getByRole('button', { name: 'I am human' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await page.getByText('Wrong username or password').waitFor();
    await pending.waitFor({ state: 'detached' });
    await signIn(page, Console.root);
    await pending.waitFor();
    await page.getByRole('button', { name: 'I am human' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/token');
    await page.getByText('You are using the default password. Change it now.').first().waitFor();
  });
  await options({ TurnstileCheckEnabled: 'false' });
});

test('GitHub opens a tab of its own; the first one follows when it comes back', async () => {
  await options({
    GitHubClientId: 'gh-client',
    GitHubClientSecret: 'gh-secret',
    GitHubOAuthEnabled: 'true',
  });
  await app.visit({}, async ({ page }) => {
    await page.goto('/login?aff=abcd');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    const tab = await opened;
    await tab.waitForURL(`${github.address}/login/oauth/authorize?**`);
    const { searchParams } = new URL(tab.url());
    expect(searchParams.get('client_id')).toBe('gh-client');
    const code = github.grants.code({ id: 42, login: 'octocat' });
    await tab.goto(`${app.gateway.url}/oauth/github?code=${code}&state=${searchParams.get('state')}`);
    await tab.waitForURL('**/token');
    await page.waitForURL('**/token');
    expect(await page.evaluate('JSON.parse(localStorage.user).display_name')).toBe('GitHub User');
  });
});

test('a sign-in that another site refused shows its reason on the sign-in page', () =>
  app.visit({ language: 'zh' }, async (visit) => {
    const { page } = visit;
    await page.goto('/oauth/oidc?error=access_denied&error_description=The+person+said+no');
    await page.getByText('The person said no').waitFor();
    await page.getByText('操作失败，重定向至登录界面中...').waitFor();
    await page.waitForURL('**/login');
    visit.expect(/403/);
    await page.goto('/oauth/github?code=1&state=not-mine');
    await page.getByText('操作失败，重定向至登录界面中...').waitFor();
    await page.waitForURL('**/login');
    await page.goto('/oauth/nobody');
    await page.getByText('页面不存在').waitFor();
  }));

test('a code of WeChat and the button of Telegram sign in and lead home', async () => {
  await app.addUser('grace');
  await app.gateway.sql(`UPDATE users SET telegram_id = '77' WHERE username = 'grace'`);
  await options({
    WeChatServerAddress: wechat.address,
    WeChatServerToken: 'token',
    WeChatAuthEnabled: 'true',
    TelegramBotName: 'gateway_bot',
    TelegramBotToken: BOT_TOKEN,
    TelegramOAuthEnabled: 'true',
  });
  await app.visit({ language: 'zh' }, async (visit) => {
    const { page } = visit;
    visit.expect(/api\/oauth\/wechat.*验证码错误或已过期/);
    await page.route('https://telegram.org/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: telegramScript(BOT_TOKEN) }),
    );
    await page.goto('/login');
    await page.getByRole('button', { name: '使用 微信 登录' }).click();
    const dialog = page.getByRole('dialog', { name: '微信扫码登录' });
    await dialog.getByText('微信扫码关注公众号，输入“验证码”获取验证码（三分钟内有效）').waitFor();
    await dialog.getByRole('button', { name: '登录' }).click();
    await dialog.getByText('请输入验证码').waitFor();
    await dialog.getByLabel('验证码').fill('4321');
    await dialog.getByRole('button', { name: '登录' }).click();
    await page.getByText('验证码错误或已过期').waitFor();
    await dialog.getByLabel('验证码').fill('1234');
    await dialog.getByRole('button', { name: '登录' }).click();
    await page.getByRole('heading', { name: '一个地址，接入所有模型' }).waitFor();
    await page.evaluate('localStorage.removeItem("user")');
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in with Telegram' }).click();
    await page.getByRole('heading', { name: '一个地址，接入所有模型' }).waitFor();
    expect(await page.evaluate('JSON.parse(localStorage.user).username')).toBe('grace');
  });
});

test('the sign-in buttons do not move while the Telegram widget and the WeChat dialog are loaded', async () => {
  await options({ WeChatAuthEnabled: 'true', TelegramBotName: 'gateway_bot', TelegramOAuthEnabled: 'true' });
  await app.visit({}, async ({ page }) => {
    await page.route('https://telegram.org/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: telegramScript(BOT_TOKEN) }),
    );
    const widget = await delayed(page, /\/assets\/telegram-widget-/);
    const dialog = await delayed(page, /\/assets\/wechat-/);
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Continue with WeChat' });
    const placeBefore = await button.boundingBox();
    widget.load();
    const telegram = page.getByRole('button', { name: 'Log in with Telegram' });
    await telegram.waitFor();
    expect(await button.boundingBox()).toEqual(placeBefore);
    await button.click();
    await dialog.requested;
    expect(await telegram.isVisible()).toBe(true);
    expect(await button.boundingBox()).toEqual(placeBefore);
    dialog.load();
    await page.getByRole('dialog').waitFor();
  });
});

/** Holds back the files of a lazy part of the page until `load` is called. */
async function delayed(page: Page, files: RegExp) {
  let load = () => {};
  let onRequest = () => {};
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const requested = new Promise<void>((resolve) => (onRequest = resolve));
  await page.route(files, async (route) => {
    onRequest();
    await loaded;
    await route.continue();
  });
  return { load, requested };
}

async function options(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await app.gateway.option(key, value);
}

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}
