import type { Page } from 'playwright-core';
import { type Account, Console } from './console.js';

/** The price list: prices by group, found, ordered and copied. */
let app: Console;
let guest: Account;

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  const { gateway } = app;
  await gateway.option('GroupRatio', '{"default":1,"vip":0.5}');
  await gateway.option('UserUsableGroups', '{"default":"usual","vip":"cheaper"}');
  const many = Array.from({ length: 60 }, (_, index) => `zz-${index + 100}`);
  await gateway.sell(Object.fromEntries(many.map((name) => [name, 1])));
  await gateway.addChannel({
    base_url: 'http://127.0.0.1:9',
    models: ['gpt-4o', 'claude-3-opus-20240229', 'dall-e-3', ...many].join(','),
  });
  await gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4o,o1', group: 'vip' });
});

afterAll(() => app?.close());

/** What one cell of a row says, by the head of its column. */
async function cell(page: Page, model: string, head: string): Promise<string> {
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((text) => text.trim().startsWith(head));
  return (await row(page, model).getByRole('cell').nth(at).innerText()).trim();
}

const row = (page: Page, model: string) => page.getByRole('row').filter({ hasText: model }).first();

test('visitors see the prices of the default group, GPT models first', () =>
  app.visit({ language: 'zh' }, async ({ page }) => {
    await page.goto('/pricing');
    await page.getByText('您尚未登录，以下为默认分组的价格（倍率 1）').waitFor();
    await page.getByRole('row').nth(1).getByText('gpt-4o').waitFor();
    const gpt = row(page, 'gpt-4o');
    await gpt.getByText('$2.5', { exact: true }).waitFor();
    expect(await cell(page, 'gpt-4o', '输入 $/1M')).toBe('$2.5');
    expect(await cell(page, 'gpt-4o', '输出 $/1M')).toBe('$10');
    // Ratios are for those who ask for them.
    expect(await gpt.getByText('模型倍率').count()).toBe(0);
    await page.getByRole('switch', { name: '显示倍率' }).click({ force: true });
    await gpt.getByText('模型倍率：1.25').waitFor();
    await gpt.getByText('补全倍率：4').waitFor();
    const drawing = row(page, 'dall-e-3');
    await drawing.getByText('按次计费').waitFor();
    await drawing.getByText('$0.04 / 次').waitFor();
    await drawing.getByText('模型倍率：无').waitFor();
    expect(await cell(page, 'gpt-4o', '缓存读取 $/1M')).toBe('$1.25');
    const claude = row(page, 'claude-3-opus-20240229');
    expect(await cell(page, 'claude-3-opus-20240229', '缓存写入 $/1M')).toBe('$18.75');
    await claude.getByText('Anthropic').waitFor();
    await row(page, 'o1').getByRole('img', { name: '您的分组无权使用该模型' }).waitFor();
    await page.getByText('第 1 - 50 条，共 64 条').waitFor();
  }));

test('another group changes every price; searching, ordering and units are in the address', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/pricing');
    await page.getByText('Your group: default, group ratio: 1').waitFor();
    await row(page, 'gpt-4o').getByRole('button', { name: 'Show the prices of group vip' }).click();
    await page.getByText('Now showing group vip, ratio 0.5').waitFor();
    await row(page, 'gpt-4o').getByText('$1.25', { exact: true }).waitFor();
    expect(await cell(page, 'gpt-4o', 'Input $/1M')).toBe('$1.25');
    await row(page, 'dall-e-3').getByText('$0.02 / call').waitFor();
    await row(page, 'o1').getByRole('img', { name: 'Your group can use this model' }).waitFor();
    await page.getByText('$/1K').click();
    await row(page, 'gpt-4o').getByText('$0.00125', { exact: true }).waitFor();
    expect(await cell(page, 'gpt-4o', 'Input $/1K')).toBe('$0.00125');
    await page.getByRole('switch', { name: 'Only available' }).click({ force: true });
    await page.getByText('1 – 2 of 2').waitFor();
    await page.reload();
    await page.getByText('1 – 2 of 2').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      group: 'vip',
      unit: '1K',
      usable: 'yes',
    });

    await page.goto('/pricing');
    await page.getByRole('searchbox', { name: 'Search model names' }).fill('OPUS');
    await page.getByText('1 – 1 of 1').waitFor();
    const copy = page.getByRole('button', { name: 'Copy selected models' });
    expect(await copy.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Select claude-3-opus-20240229' }).check();
    await page.getByRole('searchbox', { name: 'Search model names' }).fill('gpt');
    await page.getByRole('checkbox', { name: 'Select gpt-4o' }).check();
    await copy.click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('claude-3-opus-20240229,gpt-4o');

    await page.getByRole('button', { name: 'Compare and estimate' }).click();
    const compared = page.getByRole('dialog', { name: 'Compare models and costs' });
    const cost = compared.getByRole('row', { name: 'Estimated cost' });
    expect(await cost.innerText()).toMatch(/\$7\.5\s+Cheapest\s+\$52\.5$/);
    await compared.getByRole('textbox', { name: 'Output tokens per call' }).fill('0');
    expect(await cost.innerText()).toMatch(/\$2\.5\s+Cheapest\s+\$15$/);
    await compared.getByRole('textbox', { name: 'Of these, cached' }).fill('400');
    expect(await cost.innerText()).toMatch(/\$2\s+Cheapest\s+\$9\.6$/);
    expect(new URL(page.url()).searchParams.get('compare')).toBe('claude-3-opus-20240229,gpt-4o');
    await compared.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('searchbox', { name: 'Search model names' }).fill('');
    await compared.waitFor({ state: 'detached' });
    await page.getByText('1 – 50 of 64').waitFor();
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Anthropic' }).click();
    await page.getByText('1 – 1 of 1').waitFor();
    expect(new URL(page.url()).searchParams.get('vendor')).toBe('Anthropic');
    await page.getByRole('searchbox', { name: 'Search model names' }).fill('no such model');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    for (const [head, key] of [
      ['Input', 'input'],
      ['Output', 'output'],
      ['Cache read', 'cacheRead'],
      ['Cache write', 'cacheWrite'],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(`^${head} .*Sort`) }).click();
      await page.waitForURL(`**/pricing?sort=${key}`);
      await page.locator('th[aria-sort="ascending"]', { hasText: new RegExp(`^${head}`) }).waitFor();
    }
    await page.goto('/pricing?sort=-input');
    await page.getByRole('row').nth(1).getByText('dall-e-3').waitFor();
  }));

test('a row of the list is two lines high, its amounts stand right', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/pricing');
    const gpt = row(page, 'gpt-4o');
    await gpt.waitFor();
    const tallest = await page
      .locator('tbody tr')
      .evaluateAll((rows) => Math.max(...rows.map((row) => row.offsetHeight)));
    expect(tallest).toBeLessThanOrEqual(62);
    const align = await gpt
      .getByText('$2.5', { exact: true })
      .evaluate(
        (amount) => amount.ownerDocument.defaultView.getComputedStyle(amount.closest('td')).textAlign,
      );
    expect(align).toBe('right');
  }));

test('a model without a price is not priced: administrators are led to setting it, others do not see it', async () => {
  await app.gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'unpriced-one' });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/pricing?keyword=unpriced');
    const link = row(page, 'unpriced-one').getByRole('link', { name: 'Not priced' });
    await link.waitFor();
    expect(await row(page, 'unpriced-one').getByText('$').count()).toBe(0);
    await link.click();
    await page.waitForURL('**/prices?view=unset&model=unpriced-one');
    await page.getByText('unpriced-one').first().waitFor();
  });
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/pricing?keyword=unpriced');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(await page.getByText('unpriced-one').count()).toBe(0);
  });
});

test.each([
  ['zh', 1280],
  ['zh', 1440],
  ['en', 1280],
  ['en', 1440],
] as const)('every column of the list is in sight in %s at %d pixels', async (language, width) => {
  await app.gateway.sell({ 'claude-with-a-name-that-is-longer-than-most-of-them-20260101': 1 });
  await app.gateway.addChannel({
    base_url: 'http://127.0.0.1:9',
    models: 'claude-with-a-name-that-is-longer-than-most-of-them-20260101',
  });
  await app.visit({ as: guest, language, screen: { viewport: { width, height: 900 } } }, async ({ page }) => {
    await page.goto('/pricing');
    await row(page, 'gpt-4o').waitFor();
    await row(page, 'claude-with-a-name').waitFor();
    const over = await page
      .locator('table')
      .evaluate((table) => table.offsetWidth - table.closest('.mantine-ScrollArea-viewport').clientWidth);
    expect(over).toBeLessThanOrEqual(0);
    // The tools of a head stand inside it.
    const cut = await page.getByRole('columnheader').evaluateAll((heads) =>
      heads.flatMap((head) => {
        const { right } = head.getBoundingClientRect();
        const tools: { getBoundingClientRect: () => { right: number } }[] = [...head.querySelectorAll('svg')];
        return tools.some((tool) => tool.getBoundingClientRect().right > right - 8) ? [head.innerText] : [];
      }),
    );
    expect(cut).toEqual([]);
  });
});

test('a card of the list names its model on a phone', () =>
  app.visit({ as: guest, screen: { viewport: { width: 390, height: 844 } } }, async ({ page }) => {
    await page.goto('/pricing');
    const name = page.getByText('claude-3-opus-20240229', { exact: true }).first();
    await name.waitFor();
    const cut = await name.evaluate(
      (text) => text.parentElement.scrollWidth - text.parentElement.clientWidth,
    );
    expect(cut).toBeLessThanOrEqual(0);
    expect(await name.evaluate((text) => text.offsetWidth)).toBeGreaterThan(100);
  }));
