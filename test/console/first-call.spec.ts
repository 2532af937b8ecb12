import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { StrictProvider } from '../doubles/strict/strict-provider.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** From a fresh installation to the first request that is answered, and what is shown on the way. */
const KEY = 'sk-of-the-provider';
const MODELS = ['text-embedding-3-small', 'gpt-4o-mini', 'gpt-4o', 'a-model-without-price'];
const MAX_CLICKS = 4;
const run = promisify(execFile);

let app: Console;
let other: Console;
let provider: StrictProvider;

beforeAll(async () => {
  provider = await StrictProvider.start();
  provider.requireKey(KEY, MODELS);
  app = await Console.start();
});

afterAll(async () => {
  await app?.close();
  await other?.close();
  await provider?.close();
});

const TEXTS = {
  en: {
    login: 'Login',
    username: 'Username or email',
    password: 'Password',
    title: 'First call',
    key: 'Provider key',
    prices: 'Prices found: 3 of 4',
    save: 'Test and save',
    saved: 'Passed its test',
    create: 'Create token',
    send: 'Send it for me',
    answered: 'gpt-4o-mini answered',
    receipt: 'Receipt',
  },
  zh: {
    login: '登录',
    username: '用户名/邮箱',
    password: '密码',
    title: '首次调用',
    key: '服务商密钥',
    prices: '已有价格：3 / 4',
    save: '测试并保存',
    saved: '已通过测试',
    create: '创建令牌',
    send: '替我发送',
    answered: 'gpt-4o-mini 已回答',
    receipt: '扣费明细',
  },
} as const;

/** The paste of a text that the person has copied elsewhere. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field.focus();
  await field.press('Control+v');
}

async function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

test('a key that the provider rejects is saved only on request, disabled', () =>
  app.visit({ as: Console.root, isNew: true }, async ({ page }) => {
    await page.goto('/overview');
    const panel = page.getByRole('region', { name: 'First call' });
    await paste(page, panel.getByLabel('Provider key'), `${provider.url} sk-wrong`);
    await panel.getByRole('button', { name: 'Test and save' }).click();
    const failure = panel.getByRole('alert').filter({ hasText: 'The test failed; nothing was saved' });
    await failure.getByText('Status code 401').waitFor();
    await failure.getByText(/Incorrect API key provided/).waitFor();
    await failure.getByText(/The provider rejects the key/).waitFor();
    expect(await app.gateway.sql('SELECT id FROM channels')).toEqual([]);
    await failure.getByRole('button', { name: 'Save disabled' }).click();
    await page.getByText('was saved disabled').waitFor();
    expect(await app.gateway.sql('SELECT status, base_url FROM channels')).toEqual([
      { status: 2, base_url: provider.url },
    ]);
    await panel.getByRole('img', { name: 'To do' }).nth(2).waitFor();
  }));

/** From the first sign-in to a receipt; counts clicks, and pastes once. */
async function firstCall(gateway: Console, language: 'en' | 'zh', page: Page): Promise<Locator> {
  const texts = TEXTS[language];
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks++;
    await button.click();
  };
  await page.goto('/login');
  await page.getByRole('textbox', { name: texts.username }).fill('root');
  await page.getByLabel(texts.password, { exact: true }).fill('123456');
  await click(page.getByRole('button', { name: texts.login, exact: true }));
  const panel = page.getByRole('region', { name: texts.title });

  await paste(page, panel.getByLabel(texts.key), `${provider.url}/v1 ${KEY}`);
  await panel.getByText(texts.prices).waitFor();
  expect(await widthOf(page)).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await click(panel.getByRole('button', { name: texts.save }));
  // The form of the key is closed then, which moves what is below it.
  await panel.getByText(texts.saved).waitFor();
  await click(panel.getByRole('button', { name: texts.create }));
  await click(panel.getByRole('button', { name: texts.send }));
  const answered = panel.getByRole('status').filter({ hasText: texts.answered });
  await answered.getByText(/200 · .* · \$0\.\d{6}/).waitFor();

  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(await widthOf(page)).toBe(0);
  expect(await barriers(page)).toEqual([]);
  const [channel] = await gateway.gateway.sql<{ models: string; last_test: { ok: boolean } }>(
    'SELECT models, last_test FROM channels WHERE status = 1',
  );
  // Chat models with a price before others.
  expect(channel!.models).toMatch(/^gpt-4o(-mini)?,gpt-4o(-mini)?,/);
  expect(channel!.last_test.ok).toBe(true);
  return answered;
}

test('a fresh installation answers its first request after four clicks and one paste', () =>
  app.visit({ language: 'en' }, async ({ page }) => {
    const answered = await firstCall(app, 'en', page);

    // What the tabs say is what runs.
    const panel = page.getByRole('region', { name: 'First call' });
    expect(await run('/bin/sh', ['-c', await copied(panel, page, 'curl')])).toMatchObject({
      stdout: expect.stringContaining('"object":"chat.completion"'),
    });
    const script = await copied(panel, page, 'JavaScript');
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).not.toBe('');
    for (const name of ['Claude Code', 'Codex', 'Gemini CLI', 'opencode', 'Cursor', 'Cherry Studio'])
      expect(await copied(panel, page, name)).toContain(app.gateway.url);

    await answered.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('dialog', { name: 'Receipt' }).getByText('gpt-4o-mini').first().waitFor();
    // All facts hold, so that the panel is gone.
    await page.goto('/overview');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByText('Requests').first().waitFor();
    expect(await page.getByRole('region', { name: 'First call' }).count()).toBe(0);
  }));

/** The sample of a tab, as the clipboard has it. */
async function copied(panel: Locator, page: Page, name: string): Promise<string> {
  await panel.getByRole('tab', { name, exact: true }).click();
  await panel.getByRole('button', { name: `Copy ${name}` }).click();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

test('a user without balance sees that first; a failed request shows its error with what to do', async () => {
  const newcomer = await app.addUser('newcomer');
  await app.visit({ as: newcomer, isNew: true }, async (visit) => {
    const { page } = visit;
    await page.goto('/token');
    const panel = page.getByRole('region', { name: 'First call' });
    const notice = panel.getByRole('alert').filter({ hasText: 'Your balance is 0' });
    expect(await notice.getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe('/topup');
    await panel.getByText(/The gateway serves \d+ models/).waitFor();
    await panel.getByRole('button', { name: 'Create token' }).click();
    await panel.getByRole('button', { name: 'Send it for me' }).waitFor();
    visit.expect(/v1\/chat\/completions/);
    await panel.getByRole('button', { name: 'Send it for me' }).click();
    const failure = panel.getByRole('alert').filter({ hasText: 'The request failed: 403' });
    await failure.getByText(/The balance of the account does not cover the request/).waitFor();
    await failure.getByRole('link', { name: 'Wallet' }).waitFor();

    // Closed, it does not come back; the notice stays.
    await panel.getByRole('button', { name: 'Do not show the first call again' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Your balance is 0').waitFor();
    expect(await panel.count()).toBe(0);
  });
});

test('after a token was added, the dialog has its samples and listens for its first request', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token/add');
    const form = page.getByRole('dialog', { name: 'Create token' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('of a client');
    await form.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token of a client was created' });
    await dialog.getByText('Waiting for a request with this token…').waitFor();
    await dialog.getByRole('button', { name: 'Copy curl' }).click();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    // One that fails, then one that is answered.
    await run('/bin/sh', ['-c', command.replace('gpt-4o-mini', 'no-such-model')]);
    const failure = dialog.getByRole('alert').filter({ hasText: 'The request failed: 404' });
    await failure.getByText(/No enabled channel offers this model/).waitFor();
    await run('/bin/sh', ['-c', command]);
    await dialog.getByRole('status').filter({ hasText: 'gpt-4o-mini answered' }).waitFor();
    await dialog.getByRole('link', { name: 'Receipt' }).waitFor();
  }));

test('in Chinese on a phone as well', async () => {
  // A fresh installation takes the place of the other one.
  other = await Console.start();
  await other.visit(
    { language: 'zh', screen: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
    async ({ page }) => void (await firstCall(other, 'zh', page)),
  );
});
