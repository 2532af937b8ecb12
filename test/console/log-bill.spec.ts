import type { Locator, Page } from 'playwright-core';
import { type Account, Console } from './console.js';

/** How a row of the usage log was billed: the lines that the server gives. */
let app: Console;
let guest: Account;

const RATIOS = {
  model_ratio: 1.25,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  cache_tokens: 200,
  cache_ratio: 0.5,
};

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  await addRow('cached', RATIOS, 3625);
  await addRow('halved', { ...RATIOS, group_ratio: 0.5, user_group_ratio: 0.5 }, 1813);
  await addRow(
    'film',
    { model_price: 0.1, group_ratio: 1, calls: 12, ratios: { seconds: 8, size: 1.5 } },
    600_000,
  );
  await addRow('by-call', { model_price: 0.04, model_ratio: 0, group_ratio: 2 }, 40_000);
  const audio = {
    audio: true,
    audio_input: 300,
    audio_output: 100,
    audio_ratio: 8,
    audio_completion_ratio: 2,
    audio_cache_tokens: 100,
    audio_cache_ratio: 0.4,
  };
  await addRow('spoken', { ...RATIOS, ...audio }, 7675);
  await addRow('free', { ...RATIOS, model_ratio: 0, tool_surcharges: [SEARCH] }, 0);
  await addRow('unknown', {}, 500);
});

afterAll(() => app?.close());

const SEARCH = { name: 'web_search', count: 2, price: 10 };

function addRow(model: string, other: object, quota: number) {
  return app.gateway.sql(
    `INSERT INTO logs (user_id, username, created_at, type, model_name, quota, prompt_tokens, completion_tokens, other)
     VALUES (2, 'guest', extract(epoch FROM now())::bigint, 2, $1, $2, 1000, 500, $3)`,
    [model, quota, JSON.stringify(other)],
  );
}

/** Expands the row of a model. */
async function billOf(page: Page, model: string, region: string): Promise<Locator> {
  await page.goto(`/log?model_name=${model}`);
  const row = page.getByRole('row').filter({ hasText: model });
  await row.getByRole('button').first().waitFor();
  await row.locator('[data-expander]').click();
  const bill = page.getByRole('region', { name: region });
  await bill.waitFor();
  return bill;
}

/** The cells of every line, each line with its name first. */
async function linesOf(bill: Locator): Promise<string[]> {
  const rows = await bill.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).join(' | ')));
}

const formula = (bill: Locator, name = 'Formula') => bill.getByLabel(name).innerText();

test('cached input has a line of its own, in Chinese', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    const bill = await billOf(page, 'cached', '计费过程');
    expect(await linesOf(bill)).toEqual([
      '输入 | 800 | – | $2.5 | $0.002000',
      '缓存读取 | 200 | × 0.5 | $1.25 | $0.000250',
      '输出 | 500 | × 4 | $10 | $0.005000',
      '分组倍率 | × 1',
    ]);
    await bill.getByRole('row', { name: '合计' }).getByText('$0.007250').waitFor();
    await bill.getByRole('row', { name: '实际扣费' }).getByText('$0.007250').waitFor();
    await bill.getByRole('row', { name: '折合额度' }).getByText('3,625').waitFor();
    expect(await formula(bill, '计算公式')).toBe(
      '(800 / 1M × $2.5 + 200 / 1M × $1.25 + 500 / 1M × $10) × 1 = $0.007250',
    );
    await bill.getByText('仅供参考，以实际扣费为准').waitFor();
    await page.getByText('模型倍率 1.25，补全倍率 4，分组倍率 1', { exact: true }).waitFor();
  }));

test('users see the bills of their own rows: ratios of groups, prices per call, audio', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const region = 'Billing details';
    const halved = await billOf(page, 'halved', region);
    expect((await linesOf(halved)).at(-1)).toBe('Special group ratio | × 0.5');
    await halved.getByRole('row', { name: 'Total' }).getByText('$0.003625').waitFor();

    const byCall = await billOf(page, 'by-call', region);
    expect(await linesOf(byCall)).toEqual(['Per call | $0.040000', 'Group ratio | × 2']);
    expect(await formula(byCall)).toBe('($0.04) × 2 = $0.080000');

    const spoken = await billOf(page, 'spoken', region);
    expect(await linesOf(spoken)).toEqual([
      'Text input | 400 | – | $2.5 | $0.001000',
      'Cache read | 200 | × 0.5 | $1.25 | $0.000250',
      'Text output | 400 | × 4 | $10 | $0.004000',
      'Audio input | 300 | × 8 | $20 | $0.006000',
      'Cached audio | 100 | × 0.4 | $1 | $0.000100',
      'Audio output | 100 | × 8 × 2 | $40 | $0.004000',
      'Group ratio | × 1',
    ]);
    await spoken.getByRole('row', { name: 'Total' }).getByText('$0.015350').waitFor();
    const facts = await page.locator('dl div').allInnerTexts();
    expect(facts.map((fact) => fact.replace(/\s+/g, ' '))).toEqual(
      expect.arrayContaining(['Text input 400', 'Text output 400', 'Audio input 300', 'Audio output 100']),
    );
  }));

test('the bill and the receipt of a task list the factors of its price', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const bill = await billOf(page, 'film', 'Billing details');
    expect(await linesOf(bill)).toEqual([
      'Per call × 12 | $1.200000',
      'Duration (seconds) | × 8',
      'Size factor | × 1.5',
      'Group ratio | × 1',
    ]);
    await page.getByRole('button', { name: 'Show the receipt' }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await receipt.getByRole('row', { name: /^Duration \(seconds\)\s+× 8/ }).waitFor();
    await receipt.getByText('equal to the charge', { exact: false }).waitFor();
  }));

test('a free model costs nothing with its tools; a row without a price has a sentence', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const free = await billOf(page, 'free', 'Billing details');
    expect((await linesOf(free)).at(-2)).toBe('web_search × 2 | $0.000000');
    await free.getByRole('row', { name: 'Total' }).getByText('$0.000000').waitFor();
    const unknown = await billOf(page, 'unknown', 'Billing details');
    await unknown
      .getByText('This row does not record its price, so the charge cannot be itemized. Charged: $0.001000')
      .waitFor();
  }));

test('a bill that cannot be loaded can be requested again', () =>
  app.visit({ as: guest }, async (visit) => {
    const { page } = visit;
    visit.expect(/status of 500/, /api\/log\/\d+\/receipt.*500/);
    await page.route('**/api/log/*/receipt', (route) => route.fulfill({ status: 500, json: {} }), {
      times: 1,
    });
    await page.goto('/log?model_name=cached');
    await page.locator('[data-expander]').click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('region', { name: 'Billing details' }).getByText('$0.007250').first().waitFor();
  }));
