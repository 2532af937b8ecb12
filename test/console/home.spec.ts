import { until } from '../setup/until.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** What the operator says to everybody: notice, home page, about page. */
const ELSEWHERE = 'https://pages.example.com/welcome';
/** Shows the messages it received. */
const WELCOME = `<!doctype html><p id="received"></p><script>
  addEventListener('message', ({ data }) => { received.textContent += JSON.stringify(data); });
</script>`;

let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

test('a notice stays until it is closed, comes once, and can be read again; the landing says what is on', async () => {
  await app.gateway.option('Notice', '**Maintenance** tonight <img src=x onerror="window.hacked = true">');
  await app.gateway.option('EmailVerificationEnabled', 'true');
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    // What an operator's page wants to run is stopped twice: by the policy of the page, and by what is left of it.
    visit.expect(/inline event handler violates/);
    await page.goto('/');
    const notice = page.getByRole('alert').filter({ hasText: 'Maintenance' });
    await notice.locator('strong', { hasText: 'Maintenance' }).waitFor();
    const config = page.getByRole('region', { name: 'System configuration' });
    expect(await config.innerText()).toMatch(/Email verification\s+Enabled\s+GitHub sign-in\s+Disabled/);
    const info = await page.getByRole('region', { name: 'System information' }).innerText();
    expect(info).toMatch(/Name\s+AI Gateway\s+Version\s+\d+\.\d+\.\d+\s+Source\s/);
    expect(info).toMatch(/\sSource\s+Not provided\s+License\s+Apache-2\.0\s+Started at\s+\d{4}-\d\d-\d\d /);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'One address for every model' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await notice.count()).toBe(0);
    // Whoever wants to read it again finds it, and their balance, at the top of every page.
    await page.getByRole('button', { name: 'Notice', exact: true }).click();
    await notice.locator('strong', { hasText: 'Maintenance' }).waitFor();
    await notice.getByRole('button', { name: 'Earlier notices' }).click();
    const history = page.getByRole('dialog', { name: 'Notices' });
    await history.getByText('New', { exact: true }).waitFor();
    await history.locator('strong', { hasText: 'Maintenance' }).waitFor();
    await history.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: /^Balance: \$\d+\.\d\d$/ }).waitFor();
  });
  await app.gateway.option('Notice', '');
});

test('visitors see a few models with their prices, and nothing of how the gateway is run', async () => {
  await app.gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4o,gpt-4o-mini' });
  await app.visit({}, async ({ page }) => {
    await page.goto('/');
    const models = page.getByRole('region', { name: 'Models and prices' });
    await models.getByText('Input $2.5 · Output $10').waitFor();
    expect(await page.getByText(/Disabled|Not stated|System status/).count()).toBe(0);
    expect(await barriers(page, '#content')).toEqual([]);
    await models.getByRole('link', { name: /^gpt-4o\s/ }).click();
    await page.waitForURL('**/pricing?keyword=gpt-4o');
  });
});

test("the operator's home page is Markdown without scripts, kept for the next visit", async () => {
  await app.gateway.option(
    'HomePageContent',
    '# Welcome\n\n<script>window.hacked = true</script>[Docs](/about)',
  );
  await app.visit({}, async (visit) => {
    const { page } = visit;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await page.route('**/api/home_page_content', (route) => route.abort());
    visit.expect(/home_page_content/, /ERR_FAILED/);
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByText('the server cannot be reached').waitFor();
  });
});

test('an address as home page is a sandboxed frame that receives theme and language', async () => {
  await app.gateway.option('HomePageContent', ELSEWHERE);
  await app.visit({ language: 'zh' }, async (visit) => {
    const { page } = visit;
    // The test sets the language in every frame, which a frame that is not yet loaded does not have.
    visit.expect(/Failed to read the 'localStorage'/);
    await page.route(ELSEWHERE, (route) => route.fulfill({ contentType: 'text/html', body: WELCOME }));
    await page.goto('/');
    const frame = page.locator('iframe');
    const received = frame.contentFrame().locator('#received');
    await received.getByText('{"themeMode":"light"}').getByText('{"lang":"zh"}').waitFor();
    expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation');
    await page.getByRole('button', { name: '切换到深色模式' }).click();
    await received.getByText('{"themeMode":"dark"}').waitFor();
  });
  await app.gateway.option('HomePageContent', '');
});

test('the about page, and pages that are not there', async () => {
  await app.visit({ language: 'zh' }, async (visit) => {
    const { page } = visit;
    await page.goto('/about');
    await page.getByText('管理员可在“系统设置 → 其他设置”中填写，支持 HTML 与 Markdown').waitFor();
    await app.gateway.option('About', '## 我们\n\n<b>一家网关</b>');
    await page.reload();
    await page.getByRole('heading', { name: '我们' }).waitFor();
    await page.goto('/no/such/page');
    await page.getByText('页面不存在').waitFor();
    await page.getByText('请检查您的浏览器地址是否正确').waitFor();
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.getByRole('heading', { name: '一个地址，接入所有模型' }).waitFor();
  });
  await app.visit({}, async (visit) => {
    const { page } = visit;
    visit.expect(/api\/about/, /ERR_FAILED/);
    await page.route('**/api/about', (route) => route.abort());
    await page.goto('/about');
    await page.getByText('Could not load the about page. Reload to try again.').waitFor();
    await page.unroute('**/api/about');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: '我们' }).waitFor();
  });
});

test.each([
  ['a desk', {}],
  ['a phone', { viewport: { width: 390, height: 844 } }],
])(
  'a long notice shows its head and scrolls to its last line on %s, from home and from the bell',
  async (_where, screen) => {
    const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of the notice`);
    await app.gateway.option('Notice', `# The head\n\n${lines.join('\n\n')}\n\n[The last line](/about)`);
    await app.visit({ as: Console.root, screen }, async ({ page }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'The head' });
      const check = async () => {
        const shown = (name: string, role: 'heading' | 'link') =>
          until(
            () =>
              notice.getByRole(role, { name }).evaluate((element) => {
                const own = element.ownerDocument;
                const { left, top, right, bottom } = element.getBoundingClientRect();
                const hit = (x: number, y: number) => element.contains(own.elementFromPoint(x, y));
                return (
                  top >= 0 &&
                  bottom <= own.defaultView.innerHeight &&
                  hit(left + 2, top + 2) &&
                  hit((left + right) / 2, bottom - 2)
                );
              }),
            () => `${name} is not in sight`,
          );
        await shown('The head', 'heading');
        await notice.getByRole('button', { name: 'Close' }).waitFor();
        await notice.getByText('Line 5 of the notice').hover();
        await page.mouse.wheel(0, 20_000);
        await shown('The last line', 'link');
      };
      await page.goto('/');
      await check();
      await notice.getByRole('button', { name: 'Close' }).click();
      await notice.waitFor({ state: 'detached' });
      // The bell of a phone only shows what was not read.
      await page.evaluate("localStorage.removeItem('notice')");
      await page.goto('/token');
      await page.getByRole('button', { name: /^(Notice|New notice)/ }).click();
      await check();
    });
    await app.gateway.option('Notice', '');
  },
);
