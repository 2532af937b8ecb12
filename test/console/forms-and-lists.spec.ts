import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { until } from '../setup/until.js';
import { jsonOfMapping, openGroup } from './advanced-groups.js';
import { type Account, Console } from './console.js';

/** What forms and lists say and do in the cases that the product documents name. */
let app: Console;
let admin: Account;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  admin = await app.addUser('helper');
  await app.gateway.sql('UPDATE users SET role = 10 WHERE username = $1', [admin.username]);
});
afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

const channels = () => app.gateway.sql<{ base_url: string }>('SELECT base_url FROM channels ORDER BY id');

test.each(['Enter', 'a click'])(
  'a save by %s waits for the answer about an address that ends in /v1',
  async (way) => {
    await app.gateway.sql('DELETE FROM channels');
    await app.visit({ as: Console.root }, async ({ page }) => {
      await page.goto('/channel/add');
      const form = page.getByRole('dialog', { name: 'Create channel' });
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('doubtful');
      await form.getByRole('textbox', { name: 'Key' }).fill('sk-x');
      await openGroup(form, 'Upstream');
      const address = form.getByRole('textbox', { name: 'API address' });
      await address.fill('http://127.0.0.1:9/v1');
      if (way === 'Enter') await address.press('Enter');
      else await form.getByRole('button', { name: 'Submit' }).click();
      const question = page.getByRole('dialog', { name: 'Check the address' });
      await question.waitFor();
      expect(await channels()).toEqual([]);
      await question.getByRole('button', { name: 'Remove /v1' }).click();
      await page.getByText('Channel created').waitFor();
      expect(await channels()).toEqual([{ base_url: 'http://127.0.0.1:9' }]);
    });
  },
);

test('editing or copying a channel that was deleted shows an error', async () => {
  const id = await app.gateway.addChannel({ name: 'leaving', base_url: upstream.url, models: 'gpt-4o' });
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/渠道不存在/);
    await page.goto(`/channel/edit/${id}`);
    const form = page.getByRole('dialog', { name: 'Edit channel' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed');
    await app.gateway.sql('DELETE FROM channels WHERE id = $1', [id]);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel not found, please refresh the page and try again.').first().waitFor();
    await page.goto('/channel/edit/99999');
    await page.getByText('Channel not found, please refresh the page and try again.').first().waitFor();
  });
});

test('a second submit while one runs is refused with a sentence, and nothing is created twice', async () => {
  await app.gateway.sql('DELETE FROM channels');
  await app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/channel/', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.goto('/channel/add');
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: '名称', exact: true }).fill('once');
    await form.getByRole('textbox', { name: '密钥' }).fill('sk-x');
    const submit = form.getByRole('button', { name: '提交' });
    await submit.click();
    await submit.click();
    await page.getByText('提交失败，请勿重复提交！').waitFor();
    release();
    await form.waitFor({ state: 'hidden' });
    expect(await channels()).toHaveLength(1);
  });
});

test('a failure inside the server is shown in the documented sentence', () =>
  app.visit({ as: Console.root, language: 'zh' }, async (visit) => {
    const { page } = visit;
    visit.expect(/status of 500/, /api\/redemption.*500/);
    await page.route('**/api/redemption/?*', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: '服务器内部错误', data: null } }),
    );
    await page.goto('/redemption');
    await page.getByText('服务器内部错误，请联系管理员').first().waitFor();
  }));

test('the usage log shows the last three days when both times are cleared, and says so', async () => {
  const now = Math.floor(Date.now() / 1000);
  const day = 24 * 3600;
  for (const [content, at] of [
    ['two days old', now - 2 * day],
    ['four days old', now - 4 * day],
  ] as const)
    await app.gateway.sql(
      `INSERT INTO logs (user_id, created_at, type, content, username) VALUES (1, $1, 1, $2, 'root')`,
      [at, content],
    );
  await app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    await page.goto('/log');
    await page.getByRole('columnheader', { name: '时间', exact: true }).waitFor();
    expect(await page.getByText('two days old').count()).toBe(0);
    await page.goto('/log?start=&end=');
    await page.getByRole('columnheader', { name: '时间（近 3 天）' }).waitFor();
    await page.getByText('two days old').first().waitFor();
    expect(await page.getByText('four days old').count()).toBe(0);
    // One time alone is a range that was chosen.
    await page.goto(`/log?start=${now - 5 * day}&end=`);
    await page.getByText('four days old').first().waitFor();
    await page.getByRole('columnheader', { name: '时间', exact: true }).waitFor();
  });
});

test('log rows are English with their amounts on an English console', async () => {
  await app.gateway.sql(
    `INSERT INTO logs (user_id, created_at, type, content, username)
     VALUES (1, $1, 1, '使用在线充值成功，充值金额: ＄3.000000 额度，支付金额：21.900000', 'root')`,
    [Math.floor(Date.now() / 1000)],
  );
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log');
    await page.getByText('Online top-up: $3.000000, paid 21.900000').first().waitFor();
  });
});

test.each([['{broken'], [[{ one: 1 }]], [null]])(
  'chat data that cannot be read (%j) is named as such',
  (chats) =>
    app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
      await page.route('**/api/status', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { ...answer, data: { ...answer.data, chats } } });
      });
      await page.goto('/chat');
      await page.getByText('聊天数据解析失败').waitFor();
    }),
);

test('a chat application gets a key only after its host was confirmed, once', async () => {
  const key = await app.gateway.addToken({ name: 'chatting' });
  const host = new URL(upstream.url).host;
  const own = '/about?key={key}';
  await app.gateway.option(
    'Chats',
    JSON.stringify([
      { Web: `${upstream.url}/chat?at={address}&key={key}` },
      { Own: `${app.gateway.url}${own}` },
      { Plain: `${upstream.url}/chat` },
    ]),
  );
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    // This site lets nobody frame its pages, itself included.
    visit.expect(/about\?key=.*ERR_BLOCKED_BY_RESPONSE/, /frame-ancestors 'none'/);
    await page.goto('/chat/0');
    await page.getByText(`Give your key to ${host}?`).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.content()).not.toContain(key);
    await page.goto('/chat2link');
    await page.getByText(`Give your key to ${host}?`).waitFor();
    expect(upstream.requests).toEqual([]);
    // What needs no question: an address without a key, and this very site.
    for (const path of ['/chat/2', '/chat/1']) {
      await page.goto(path);
      await page.locator('iframe').waitFor({ state: 'attached' });
    }
    await page.goto('/chat/0');
    await page.getByRole('button', { name: `Trust ${host}` }).click();
    await until(async () => (await page.locator('iframe').getAttribute('src'))?.includes(key) === true);
    await page.goto('/chat/0');
    await page.locator('iframe').waitFor({ state: 'attached' });
    expect(await page.getByText(`Give your key to ${host}?`).count()).toBe(0);
  });
});

test('an administrator sees which settings are the super administrator’s, and changes the others', () =>
  app.visit({ as: admin }, async (visit) => {
    const { page } = visit;
    await page.goto('/setting?tab=other#personalization');
    const logo = page.getByRole('textbox', { name: 'Logo URL' });
    expect(await logo.isDisabled()).toBe(true);
    await page.getByText('Only super administrators can change these settings.').first().waitFor();
    const about = page.getByRole('textbox', { name: 'About' });
    await about.fill('https://elsewhere.example');
    visit.expect(/api\/option/, /status of 403/);
    await page.getByRole('button', { name: 'Set about page' }).click();
    await page.getByText('Only the super administrator can set an external page: About').first().waitFor();
    await page.goto('/setting?tab=operation#chats');
    const chats = page.getByRole('region', { name: 'Chat applications' });
    expect(await chats.getByRole('button', { name: 'Add chat application' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'General' }).click();
    expect(await page.getByRole('textbox', { name: 'Quota per US dollar' }).isEnabled()).toBe(true);
  }));

test('typing into one field of a form does not render its text areas, which would be measured again', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel/add');
    const form = page.getByRole('dialog', { name: 'Create channel' });
    await form.getByText(/^[1-9]\d* models$/).waitFor();
    await openGroup(form, 'Upstream');
    const mapping = await jsonOfMapping(form, 'Model mapping');
    await page.evaluate(`(() => {
      globalThis.measured = 0;
      const { getComputedStyle } = globalThis;
      globalThis.getComputedStyle = (element, ...rest) => {
        if (element.matches('textarea')) globalThis.measured++;
        return getComputedStyle(element, ...rest);
      };
    })()`);
    const measured = () => page.evaluate<number>('globalThis.measured');
    await form.getByRole('textbox', { name: 'Name', exact: true }).pressSequentially('a name');
    await form.getByRole('textbox', { name: 'API address' }).pressSequentially('http');
    expect(await measured()).toBe(0);
    await mapping.pressSequentially('{}');
    expect(await mapping.inputValue()).toBe('{}');
    expect(await measured()).toBe(2);
  }));

test('placeholders do not pulse where reduced motion is preferred; options are rendered when their list opens', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    let answer = () => {};
    const requested = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/channel\/\?/, async (route) => {
      await requested;
      await route.continue();
    });
    await page.goto('/channel');
    const placeholder = page.locator('.mantine-Skeleton-root').first();
    await placeholder.waitFor();
    expect(
      await page.evaluate(
        `document.getAnimations().filter(({ effect }) => effect.target.matches('.mantine-Skeleton-root')).length`,
      ),
    ).toBe(0);
    answer();
    await placeholder.waitFor({ state: 'detached' });
    expect(await page.locator('[role=option]').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'OpenAI', exact: true }).waitFor();
  }));
