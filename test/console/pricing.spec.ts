import type { Page } from 'playwright-core';
import { type Account, Console } from './console.js';

/** The price list: prices by group, found, ordered and copied. */
let house: Console;
let guest: Account;

beforeAll(async () => {
  house = await Console.start();
  guest = await house.addUser('guest');
  const { gateway } = house;
  await gateway.option('GroupRatio', '{"default":1,"vip":0.5}');
  await gateway.option('UserUsableGroups', '{"default":"usual","vip":"cheaper"}');
  const many = Array.from({ length: 60 }, (_, index) => `zz-${index + 100}`);
  await gateway.addChannel({
    base_url: 'http://127.0.0.1:9',
    models: ['gpt-4o', 'claude-3-opus-20240229', 'dall-e-3', ...many].join(','),
  });
  await gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4o,o1', group: 'vip' });
});

afterAll(() => house?.close());

const row = (page: Page, model: string) => page.getByRole('row').filter({ hasText: model }).first();

test('visitors see the prices of the default group, GPT models first', () =>
  house.visit({ language: 'zh' }, async ({ page }) => {
    await page.goto('/pricing');
    await page.getByText('您还未登陆，显示的价格为默认分组倍率: 1').waitFor();
    await page.getByRole('row').nth(1).getByText('gpt-4o').waitFor();
    const gpt = row(page, 'gpt-4o');
    await gpt.getByText('提示 $2.5 / 1M tokens').waitFor();
    await gpt.getByText('补全 $10 / 1M tokens').waitFor();
    await gpt.getByText('模型倍率：1.25').waitFor();
    await gpt.getByText('补全倍率：4').waitFor();
    const drawing = row(page, 'dall-e-3');
    await drawing.getByText('按次计费').waitFor();
    await drawing.getByText('模型价格：$0.04').waitFor();
    await drawing.getByText('模型倍率：无').waitFor();
    await gpt.getByText('读取 $1.25 / 1M tokens').waitFor();
    const claude = row(page, 'claude-3-opus-20240229');
    await claude.getByText('写入 $18.75 / 1M tokens').waitFor();
    await claude.getByText('Anthropic').waitFor();
    await row(page, 'o1').getByRole('img', { name: '你的分组无权使用该模型' }).waitFor();
    await page.getByText('第 1 - 50 条，共 64 条').waitFor();
  }));

test('another group changes every price; searching, ordering and units are in the address', () =>
  house.visit({ as: guest }, async ({ page }) => {
    await page.goto('/pricing');
    await page.getByText('Your group: default, group ratio: 1').waitFor();
    await row(page, 'gpt-4o').getByRole('button', { name: 'Show the prices of group vip' }).click();
    await page.getByText('Now showing group vip, ratio 0.5').waitFor();
    await row(page, 'gpt-4o').getByText('Prompt $1.25 / 1M tokens').waitFor();
    await row(page, 'dall-e-3').getByText('Per call: $0.02').waitFor();
    await row(page, 'o1').getByRole('img', { name: 'Your group can use this model' }).waitFor();
    await page.getByText('$/1K').click();
    await row(page, 'gpt-4o').getByText('Prompt $0.00125 / 1K tokens').waitFor();
    await page.getByRole('switch', { name: 'Only usable' }).click({ force: true });
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
    const compared = page.getByRole('dialog', { name: 'Models and what they would cost' });
    const cost = compared.getByRole('row', { name: 'Estimated cost' });
    expect(await cost.innerText()).toMatch(/\$7\.5\s+Cheapest\s+\$52\.5$/);
    await compared.getByRole('textbox', { name: 'Completion tokens per call' }).fill('0');
    expect(await cost.innerText()).toMatch(/\$2\.5\s+Cheapest\s+\$15$/);
    await compared.getByRole('textbox', { name: 'Of these, cached' }).fill('400');
    expect(await cost.innerText()).toMatch(/\$2\s+Cheapest\s+\$9\.6$/);
    expect(new URL(page.url()).searchParams.get('compare')).toBe('claude-3-opus-20240229,gpt-4o');
    await compared.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('searchbox', { name: 'Search model names' }).fill('');
    await compared.waitFor({ state: 'detached' });
    await page.getByText('1 – 50 of 64').waitFor();
    await page.getByRole('combobox', { name: 'Vendor' }).click();
    await page.getByRole('option', { name: 'Anthropic' }).click();
    await page.getByText('1 – 1 of 1').waitFor();
    expect(new URL(page.url()).searchParams.get('vendor')).toBe('Anthropic');
    await page.getByRole('searchbox', { name: 'Search model names' }).fill('no such model');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: /^Price S/ }).click();
    await page.waitForURL('**/pricing?sort=price');
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Price' }).waitFor();
    await page.getByRole('button', { name: 'Price Sorted ascending' }).click();
    await page.waitForURL('**/pricing?sort=-price');
    await page.locator('th[aria-sort="descending"]', { hasText: 'Price' }).waitFor();
    await page.getByRole('row').nth(1).getByText('dall-e-3').waitFor();
  }));
