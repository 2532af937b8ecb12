import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { LogDetailsInput } from '../../server/contract/resources/logs/log-details.js';
import { barriers } from './barriers.js';
import { type Account, Console } from './console.js';

/** Requests that failed, in the usage log: rows, details, the exported file and the filter by their id. */
const ERRORS = '/log?type=5';
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const REQUEST = '20260102030405123456789Abcd1234';
const PROVIDER_TEXT = 'Rate limit reached in organization org-***.\nPlease try again in 20s.';
const ANSWER = '{"error":{"message":"Rate limit reached","type":"requests"}}';
const UNKNOWN_MODEL = 'No available channel for model gpt-9 in group vip';

let app: Console;
let guest: Account;

interface Row {
  content: string;
  other: LogDetailsInput;
  model?: string;
  token?: string;
  group?: string;
  seconds?: number;
  stream?: boolean;
  channel?: number;
  request?: string;
}

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  for (const name of ['first', 'second'])
    await app.gateway.addChannel({ name, key: 'sk-up', base_url: 'http://127.0.0.1:9', models: 'gpt-4o' });
  // An error of a provider, after two channels were called.
  await addRow({
    content: PROVIDER_TEXT,
    model: 'gpt-4o',
    token: 'laptop',
    group: 'default',
    seconds: 7,
    stream: true,
    channel: 2,
    request: REQUEST,
    other: {
      status_code: 429,
      error_code: 'rate_limit_exceeded',
      error_type: 'requests',
      request_path: '/v1/chat/completions',
      attempts: 2,
      admin_info: {
        use_channel: ['1', '2'],
        failures: [
          { status: 502, code: 'upstream_unreachable', detail: 'ECONNREFUSED' },
          { status: 429, code: 'rate_limit_exceeded' },
        ],
        upstream_status: 429,
        upstream_message: ANSWER,
      },
    },
  });
  // An error of the gateway, before a channel was chosen.
  await addRow({
    content: 'the English sentence of the row',
    model: 'gpt-9',
    token: 'laptop',
    request: 'an-id-of-the-client',
    other: {
      status_code: 503,
      error_code: 'model_not_found',
      error: { code: 'model_not_found', params: { model: 'gpt-9', group: 'vip' } },
      request_path: '/v1/messages',
    },
  });
  await addRow({
    content: PROVIDER_TEXT,
    model: 'gpt-repeated',
    token: 'laptop',
    other: { status_code: 429, error_code: 'rate_limit_exceeded', suppressed: 27 },
  });
  const long = 'x'.repeat(300);
  await addRow({
    content: long,
    model: 'gpt-endless',
    channel: 1,
    request: long.slice(0, 60),
    other: {
      status_code: 500,
      error_code: long.slice(0, 100),
      request_path: `/v1beta/models/${long}`,
      admin_info: {
        use_channel: ['1'],
        failures: [{ status: 500, code: long.slice(0, 100) }],
        upstream_message: long,
      },
    },
  });
});

afterAll(() => app?.close());

function addRow({ content, other, model, token, group, seconds, stream, channel, request }: Row) {
  return app.gateway.sql(
    `INSERT INTO logs (user_id, username, created_at, type, content, model_name, token_name, "group", use_time, is_stream,
       channel_id, request_id, quota, other)
     VALUES (2, 'guest', extract(epoch FROM now())::bigint, 5, $1, $2, $3, $4, $5, $6, $7, $8, 0, $9)`,
    [
      content,
      model ?? '',
      token ?? '',
      group ?? '',
      seconds ?? 0,
      stream ?? false,
      channel ?? 0,
      request ?? '',
      JSON.stringify(other),
    ],
  );
}

const rowOf = (page: Page, model: string) => page.getByRole('row').filter({ hasText: model });

/** Expands the row. @returns its label and value pairs */
async function factsOf(page: Page, row: Locator): Promise<string[]> {
  await row.locator('[data-expander]').click();
  const facts = page.locator('td dl div');
  await facts.first().waitFor();
  return (await facts.allInnerTexts()).map((fact) => fact.replace(/\s+/g, ' '));
}

/** The cells of a row by the titles of their columns. */
async function cellsOf(page: Page, row: Locator): Promise<Record<string, string>> {
  const titles = await page.getByRole('columnheader').allInnerTexts();
  const cells = await row.getByRole('cell').allInnerTexts();
  return Object.fromEntries(titles.map((title, index) => [title.trim(), (cells[index] ?? '').trim()]));
}

async function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

async function exportedFile(page: Page, button: string, item: string): Promise<string> {
  await page.getByRole('button', { name: button }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return readFile(await (await saving).path(), 'utf8');
}

test('administrators see what the client got, the attempts and the answer of the provider', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto(ERRORS);
    const row = rowOf(page, 'gpt-4o');
    await row.waitFor();
    expect(await cellsOf(page, row)).toMatchObject({
      Channel: '2',
      User: expect.stringContaining('guest'),
      Token: 'laptop',
      Group: 'default',
      Type: 'Error',
      Model: 'gpt-4o',
      'Duration / TTFT': expect.stringMatching(/^7 s\s*Stream$/),
      Cost: '–',
      Retry: '1->2',
      Details: expect.stringMatching(/^429 · Rate limit reached/),
    });
    // One line, and all of it in the tooltip.
    await row.getByTitle('429 · Rate limit reached in organization org-***.').waitFor();
    expect(await factsOf(page, row)).toEqual([
      'Channel 2 - second',
      'Status 429',
      'Upstream status 429',
      'Error code rate_limit_exceeded',
      'Error type requests',
      'Path /v1/chat/completions',
      `Message ${PROVIDER_TEXT.replace('\n', ' ')}`,
      'Reason and action The provider limits the requests of the gateway. Add a channel or a key for this model in Channels. Channels',
      `Request ID ${REQUEST}`,
      'Duration 7 s',
    ]);
    await page.getByRole('button', { name: `Copy ${REQUEST}` }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(REQUEST);
    const attempts = await page.getByRole('region', { name: 'Routing' }).innerText();
    expect(attempts.replace(/\s+/g, ' ')).toBe(
      'Routing Failed #1 502 upstream_unreachable · ECONNREFUSED Chosen by priority and weight ' +
        'Failed #2 second 429 rate_limit_exceeded Retry after the previous channel failed',
    );
    await page
      .getByRole('region', { name: 'Response of the provider' })
      .getByText(ANSWER, { exact: true })
      .waitFor();
  }));

test('owners see their errors in their language, without channels', async () => {
  await app.visit({ as: guest, language: 'zh' }, async ({ page }) => {
    await page.goto(ERRORS);
    const row = rowOf(page, 'gpt-9');
    await row.getByText('503 · 分组 vip 中没有支持模型 gpt-9 的可用渠道，请联系管理员').waitFor();
    expect(await cellsOf(page, row)).toMatchObject({ 类型: '错误', 分组: '', 费用: '–' });
    expect(await factsOf(page, row)).toEqual([
      '返回状态 503',
      '错误码 model_not_found',
      '请求路径 /v1/messages',
      '错误信息 分组 vip 中没有支持模型 gpt-9 的可用渠道，请联系管理员',
      '原因与处理 该分组中没有已启用的渠道提供此模型。在“定价”中选择模型，或联系管理员添加。 定价',
      '请求 ID an-id-of-the-client',
      '用时 0 s',
    ]);
    await rowOf(page, 'gpt-repeated').getByText('一分钟内还有 27 个请求因同样的错误失败').waitFor();
  });
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto(ERRORS);
    await rowOf(page, 'gpt-9').getByText(`503 · ${UNKNOWN_MODEL}`).waitFor();
    const facts = await factsOf(page, rowOf(page, 'gpt-4o'));
    // The operator may have mapped it to another one.
    expect(facts.join(' ')).not.toContain('Upstream status');
    expect(facts.join()).not.toContain('Channel');
    expect(await page.getByRole('region', { name: 'Routing' }).count()).toBe(0);
    expect(await page.getByText(ANSWER).count()).toBe(0);
  });
});

test('a row of several requests says how many, and has no duration and no id', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto(ERRORS);
    const row = rowOf(page, 'gpt-repeated');
    await row.getByText(/^27 more failed in this way within a minute · 429 · Rate limit/).waitFor();
    expect(await cellsOf(page, row)).toMatchObject({ 'Duration / TTFT': '', Channel: '', Retry: '' });
    expect(await factsOf(page, row)).toEqual([
      'Status 429',
      'Error code rate_limit_exceeded',
      `Message ${PROVIDER_TEXT.replace('\n', ' ')}`,
      'Reason and action The provider limits the requests of the gateway. Add a channel or a key for this model in Channels. Channels',
      'Further requests 27 more failed in this way within a minute',
    ]);
  }));

test('one control limits the log to failed, slow and rescued requests', async () => {
  const charge = (model: string, other: object) =>
    app.gateway.sql(
      `INSERT INTO logs (user_id, username, created_at, type, model_name, other)
       VALUES (2, 'guest', extract(epoch FROM now())::bigint, 2, $1, $2)`,
      [model, JSON.stringify({ model_ratio: 1, ...other })],
    );
  await charge('gpt-slow', { frt: 12_000 });
  await charge('gpt-slower', { frt: 40_000 });
  await charge('gpt-rescued', {
    frt: 20,
    admin_info: { use_channel: ['1', '2'], failures: [{ status: 503, code: 'overloaded' }] },
  });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/log');
    const control = page.getByRole('radiogroup', { name: 'Result' });
    const choose = (name: string) => control.getByText(name, { exact: true }).click();
    await choose('Rescued');
    await rowOf(page, 'gpt-rescued').waitFor();
    await rowOf(page, 'gpt-slow').first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('result')).toBe('rescued');
    await choose('Slow');
    await rowOf(page, 'gpt-slower').waitFor();
    expect(await rowOf(page, 'gpt-slow').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Least time to the first token' }).click();
    await page.getByRole('option', { name: 'First token ≥ 30 s' }).click();
    await rowOf(page, 'gpt-slow').nth(1).waitFor({ state: 'detached' });
    await rowOf(page, 'gpt-slower').waitFor();
    expect(await barriers(page)).toEqual([]);
    await choose('Failed');
    await rowOf(page, 'gpt-9').waitFor();
    await choose('All');
    await rowOf(page, 'gpt-rescued').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
  await app.gateway.sql('DELETE FROM logs WHERE type = 2');
});

test('the exported file has the errors in the language of the reader, with status and code', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto(ERRORS);
    await rowOf(page, 'gpt-9').waitFor();
    const file = await exportedFile(page, 'Export as CSV', 'All filtered rows');
    const [titles = ''] = file.split('\r\n');
    expect(titles).toMatch(/,Request ID,Content,Status,Error code$/);
    expect(file).toContain(`,an-id-of-the-client,${UNKNOWN_MODEL},503,model_not_found\r\n`);
    expect(file).toContain(`,${REQUEST},"${PROVIDER_TEXT}",429,rate_limit_exceeded\r\n`);
    expect(file).toContain(
      `,"27 more failed in this way within a minute · ${PROVIDER_TEXT}",429,rate_limit_exceeded\r\n`,
    );
    expect(file).not.toMatch(/\p{Script=Han}/u);
  }));

test('the log is filtered by the id of a request, from the address and from a pasted id', () =>
  app.visit({ as: guest }, async ({ page }) => {
    const asks = (id: string) =>
      page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url());
        return pathname === '/api/log/self/' && searchParams.get('request_id') === id;
      });
    const asked = asks(REQUEST);
    await page.goto(`/log?request_id=%20${REQUEST}%20`);
    const query = new URL((await asked).url()).searchParams;
    expect(query.get('error_type')).toBe('5');
    expect(query.get('type')).toBe('0');
    const field = page.getByRole('textbox', { name: 'Request ID' });
    expect((await field.inputValue()).trim()).toBe(REQUEST);
    const askedAgain = asks('an-id-of-the-client');
    await field.fill('  an-id-of-the-client\t');
    await field.press('Enter');
    await askedAgain;
    await page.waitForURL((url) => url.searchParams.get('request_id') === 'an-id-of-the-client');
  }));

test.each(['zh', 'en'] as const)('on a dark phone nothing is wider than the screen (%s)', (language) =>
  app.visit({ as: Console.root, language, screen: PHONE }, async ({ page }) => {
    await page.goto(ERRORS);
    for (const model of ['gpt-4o', 'gpt-9', 'gpt-repeated', 'gpt-endless']) {
      const card = page.getByRole('listitem').filter({ hasText: model });
      // Two lines, until it is opened.
      expect((await card.boundingBox())!.height).toBeLessThanOrEqual(88);
      await card.locator('[data-expander]').click();
      await card.getByRole('button', { name: 'JSON' }).waitFor();
      expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
    }
  }),
);
