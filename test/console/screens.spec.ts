import type { Page } from 'playwright-core';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { allTests } from '../setup/long-tests.mjs';
import { barriers } from './barriers.js';
import { Console, follow } from './console.js';

/** Every screen with something on it: on a phone, in both themes, for people who do not see it. */
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

/** What visitors see. */
const OUTSIDE = ['/', '/login', '/register', '/reset', '/pricing', '/status', '/about', '/nowhere'];
/** Path, and what is there when it is ready, in any language. */
const SCREENS: readonly (readonly [path: string, text: RegExp | string])[] = [
  ['/playground', /What can I do for you|请问有什么可以帮助/],
  ['/chat', /Web chat/],
  ['/overview', 'gpt-4o'],
  ['/costs', 'gpt-4o'],
  ['/costs/statement', 'gpt-4o'],
  ['/detail', /gpt-4o/],
  ['/token', 'first token'],
  ['/log', 'gpt-4o'],
  ['/midjourney', /No drawings|没有绘图任务/],
  ['/task', /No tasks|没有任务/],
  ['/channel', 'first line'],
  ['/channel/1', 'gpt-4o'],
  ['/redemption', 'a gift'],
  ['/user', 'guest'],
  ['/second-factor', /Authenticator app|身份验证器/],
  ['/user-tokens', 'first token'],
  ['/audit', /^(Sign-in|登录)$/],
  ['/import', /Upload a file|上传文件/],
  ['/alerts', /Nothing fires|没有告警/],
  ['/prices', '360gpt-turbo'],
  ['/prices?view=public', 'glm-4-plus'],
  ['/setting?tab=operation', /^(Recharge link|充值链接)/],
  ['/setting?tab=ratelimit', /Rate limit|速率限制/],
  ['/setting?tab=models#gemini', 'Gemini'],
  ['/setting?tab=system#smtp', 'SMTP'],
  ['/setting?tab=other#personalization', 'Logo'],
  ['/topup', /Redeem|兑换/],
  ['/personal', 'ID: 1'],
];
const PANELS: readonly (readonly [path: string, title: string])[] = [
  ['/token/add', 'Create token'],
  ['/channel/add', 'Create channel'],
  ['/user/add', 'Add user'],
  ['/redemption/add', 'Create redemption codes'],
  ['/channel/edit/1', 'Edit channel'],
  ['/user/edit/2', 'Edit user'],
];

/** Layout shift of a page that nobody notices. */
const STEADY = 0.05;

let app: Console;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  const { gateway } = app;
  await app.addUser('guest');
  await gateway.setQuota(5_000_000);
  await gateway.option('StatusPageEnabled', 'true');
  await gateway.sql(
    `INSERT INTO request_hours SELECT extract(epoch FROM now())::bigint / 86400 * 86400 - day * 86400, 1, 0, 'gpt-4o', 100 - day, 0, 0, 0, day,
       0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}' FROM generate_series(0, 20) AS day`,
  );
  await gateway.addChannel({ name: 'first line', base_url: upstream.url, models: 'gpt-4o,gpt-4o-mini' });
  await gateway.addChannel({
    name: 'a line of a long name',
    base_url: upstream.url,
    models: 'gpt-4o',
    status: 2,
  });
  const key = await gateway.addToken({ name: 'first token' });
  await gateway.addToken({ name: 'a token with limits', unlimited_quota: false, remain_quota: 500_000 });
  const messages = [{ role: 'user', content: 'Hello' }];
  await (await gateway.relay('/v1/chat/completions', key, { model: 'gpt-4o', messages })).text();
  await gateway.quiet();
  await gateway.app.get(RequestStatistics).flush();
  await gateway.manage('POST', '/api/redemption/', { name: 'a gift', quota: 1000, count: 1 });
  await gateway.option('Chats', JSON.stringify([{ 'Web chat': upstream.url }]));
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

test('panels and bills fit a phone', () =>
  app.visit({ as: Console.root, screen: PHONE }, async ({ page }) => {
    await page.goto('/token');
    for (const [path, title] of PANELS) {
      await openPanel(page, path, title);
      expect([path, await widthOf(page)]).toEqual([path, 375]);
    }
    await follow(page, '/log?type=2');
    await page.getByRole('heading', { name: 'Usage log' }).waitFor();
    await page.getByRole('button', { name: /Show details/ }).click();
    await page.getByRole('region', { name: 'Billing details' }).waitFor();
    expect(await widthOf(page)).toBe(375);
  }));

test('the menu of a phone leads to every room and closes behind one', () =>
  app.visit({ as: Console.root, screen: PHONE }, async ({ page }) => {
    await page.goto('/token');
    for (const room of ['Usage log', 'Channels', 'Users', 'Personal settings', 'API tokens']) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: room }).click();
      await page.getByRole('heading', { name: room, level: 1 }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }));

/** Both themes, languages and widths; more of their combinations would find what these find. `narrow`: pixels, without a load. */
const STYLES = [
  {
    style: 'a phone, dark, English',
    language: 'en',
    narrow: { width: 320, height: 640 },
    screen: { ...PHONE, colorScheme: 'dark' },
  },
  {
    style: 'a desk, light, Chinese',
    language: 'zh',
    narrow: { width: 1024, height: 768 },
    screen: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  },
] as const;

/** In npm test, a page is looked at in one of the styles, the next page in the other one. */
const turn = <T>(pages: readonly T[], style: string): readonly T[] =>
  pages.filter((_page, place) => allTests || STYLES[place % STYLES.length]!.style === style);

test.each(STYLES)(
  'on $style: axe finds no serious problem, and nothing is wider than the screen',
  async ({ style, language, narrow, screen }) => {
    const found: string[] = [];
    const look = async (page: Page) => {
      found.push(...(await barriers(page)));
      const shift = await shiftOf(page);
      if (shift > STEADY) found.push(`${page.url()} moved while it came: ${shift}`);
      for (const size of [screen.viewport, narrow]) {
        await page.setViewportSize(size);
        await page.evaluate(
          'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
        );
        // A phone's window grows with what is too wide, so it is compared with what was set.
        const wide = (await widthOf(page)) - size.width;
        if (wide > 0) found.push(`${page.url()} is ${wide} px too wide at ${size.width}`);
      }
      await page.setViewportSize(screen.viewport);
    };
    await app.visit({ screen, language }, async ({ page }) => {
      for (const path of turn(OUTSIDE, style)) {
        await page.goto(path);
        await page.getByRole('heading').first().waitFor();
        await look(page);
      }
    });
    await app.visit({ as: Console.root, screen, language }, async ({ page }) => {
      for (const [path, text] of turn(SCREENS, style)) {
        await page.goto(path);
        await page.getByText(text).filter({ visible: true }).last().waitFor();
        await look(page);
      }
    });
    expect(found).toEqual([]);
  },
);

test('the line about the initial password is there with the page, and goes over it when it is learnt later', () =>
  app.visit({ as: Console.root, screen: PHONE }, async ({ page }) => {
    const top = () => page.getByRole('heading', { level: 1 }).evaluate((title) => title.offsetTop);
    const warning = page.getByRole('alert').filter({ hasText: 'default password' });
    let answer = () => {};
    const requested = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/user/self', async (route) => {
      await requested;
      await route.continue();
    });
    await page.goto('/token');
    await warning.waitFor();
    const early = await top();
    answer();
    await page.getByRole('banner').getByText('$').waitFor({ state: 'attached' });
    expect(await top()).toBe(early);

    // As after a sign-in by a third party, which does not say it.
    await page.evaluate(`localStorage.user = localStorage.user.replace('default_password', 'nothing')`);
    await page.goto('/token');
    await warning.waitFor();
    expect(await shiftOf(page)).toBeLessThan(STEADY / 5);
    expect(await top()).toBeLessThan(early);
  }));

test('panels and bills are open to everybody', async () => {
  const found: string[] = [];
  await app.visit({ as: Console.root, screen: { colorScheme: 'dark' } }, async ({ page }) => {
    await page.goto('/token');
    for (const [path, title] of PANELS) {
      await openPanel(page, path, title);
      found.push(...(await barriers(page, '[role=dialog]')));
    }
    await follow(page, '/log?type=2');
    await page
      .getByRole('row', { name: /gpt-4o/ })
      .getByRole('button', { name: /Show details/ })
      .click();
    await page.getByRole('region', { name: 'Billing details' }).waitFor();
    found.push(...(await barriers(page)));
  });
  expect(found).toEqual([]);
});

/** Opens a panel, with its fields, from another page of the application. */
async function openPanel(page: Page, path: string, title: string): Promise<void> {
  await follow(page, path);
  const panel = page.getByRole('dialog', { name: title });
  await panel.locator('[data-path], [data-autofocus]').first().waitFor();
  await panel.getByRole('button', { name: 'Submit', disabled: false }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
}

/** Pixels from the left edge of the page to its rightmost content, seen or not. */
function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}

/** How much of the window moved how far, in parts of one, without anybody having touched anything. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords().filter(({ hadRecentInput }) => !hadRecentInput);
    return shifts.reduce((sum, { value }) => sum + value, 0);
  })()`);
}
