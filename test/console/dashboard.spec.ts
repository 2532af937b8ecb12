import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type Account, Console } from './console.js';

/** The dashboard: sums, charts, and the way from them to the calls behind them. */
let app: Console;
let guest: Account;
const HOUR = 3600;
const thisHour = Math.floor(Date.now() / 1000 / HOUR) * HOUR;

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  await used(1, 'root', 'gpt-4o', thisHour, { quota: 1_000_000, count: 30, tokens: 60_000 });
  await used(1, 'root', 'o3', thisHour - HOUR, { quota: 250_000, count: 10, tokens: 4000 });
  await used(2, 'guest', 'gpt-4o', thisHour - 2 * HOUR, { quota: 500_000, count: 5, tokens: 5000 });
  // The range before: everything doubled since.
  await used(1, 'root', 'gpt-4o', thisHour - 30 * HOUR, { quota: 875_000, count: 45, tokens: 10 });
});

afterAll(() => app?.close());

test('administrators see what no balance could pay, by day and cause; nobody sees an empty list', async () => {
  const section = 'Written off';
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/detail');
    await page.getByRole('region', { name: 'Models by spending' }).waitFor();
    expect(await page.getByRole('region', { name: section }).count()).toBe(0);
  });
  await app.gateway.sql(
    `INSERT INTO write_offs (created_at, request_id, user_id, channel_id, quota, cause)
     VALUES ($1, 'a', 2, 7, 300000, 'beyond_hold'), ($1, 'b', 2, 7, 200000, 'beyond_hold'), ($1, 'c', 2, 0, 5000, 'hold_expired')`,
    [thisHour],
  );
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/detail');
    const table = page.getByRole('region', { name: section });
    const beyond = table.getByRole('row', { name: /reported more usage than was reserved/ });
    await beyond.getByText('$1.00').waitFor();
    await beyond.getByText('#7').waitFor();
    await table
      .getByRole('row', { name: /reservation had expired/ })
      .getByText('$0.01')
      .waitFor();
  });
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/detail');
    await page.getByRole('region', { name: 'Models by spending' }).waitFor();
    expect(await page.getByRole('region', { name: section }).count()).toBe(0);
  });
  await app.gateway.sql('DELETE FROM write_offs');
});

async function used(
  userId: number,
  username: string,
  model: string,
  at: number,
  { quota, count, tokens }: { quota: number; count: number; tokens: number },
): Promise<void> {
  await app.gateway.sql(
    `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, username, model, at, tokens, count, quota],
  );
}

/** Queries of the calls for data, as they were made. */
function asked(page: Page): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/data')) queries.push(searchParams);
  });
  return queries;
}

test('sums, ranking and the range before are those of everybody, and a model leads to its calls', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const queries = asked(page);
    await page.goto('/detail');
    const sums = page.getByRole('region', { name: 'Selected range' });
    await sums.getByText('$3.50').waitFor();
    await sums.getByText('69.0k').waitFor();
    await sums.getByText('45', { exact: true }).waitFor();
    await sums.getByText('↑ 100%').first().waitFor();
    // 45 calls in 25 hours: until an hour from now.
    await page.getByRole('region', { name: 'Average rate' }).getByText('0.030').waitFor();
    expect(queries[0]?.get('grain')).toBe('hour');
    expect(Number(queries[0]?.get('end_timestamp')) - Number(queries[0]?.get('start_timestamp'))).toBe(
      25 * HOUR,
    );

    const ranking = page.getByRole('table').last();
    expect(await ranking.getByRole('rowheader').allInnerTexts()).toEqual(['gpt-4o', 'o3']);
    await ranking.getByText('85.7%').waitFor();
    await page.getByRole('textbox', { name: 'Search models' }).fill('O3');
    expect(await ranking.getByRole('rowheader').allInnerTexts()).toEqual(['o3']);
    await ranking.getByRole('link', { name: 'Usage log of o3' }).click();
    await page.getByRole('heading', { name: 'Usage log' }).waitFor();
    const log = new URL(page.url());
    expect(log.pathname).toBe('/log');
    expect(log.searchParams.get('model_name')).toBe('o3');
    expect(log.searchParams.get('type')).toBe('2');
    expect(log.searchParams.get('start')).toBe(queries[0]?.get('start_timestamp'));
  }));

test('the legend shows one model alone; a bar and a row of the table lead to their hour', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/detail');
    const legend = page.getByRole('list', { name: /^Legend/ });
    const o3 = legend.getByRole('button', { name: 'o3' });
    await o3.click();
    await page.getByText('Total: $0.50').waitFor();
    expect(await o3.getAttribute('aria-pressed')).toBe('true');
    expect(new URL(page.url()).searchParams.get('model')).toBe('o3');
    await page.reload();
    await page.getByText('Total: $0.50').waitFor();
    await page.locator('.recharts-bar-rectangle path').first().click();
    await page.waitForURL(/\/log\?/);
    const hour = new URL(page.url()).searchParams;
    expect([hour.get('start'), hour.get('end'), hour.get('model_name')]).toEqual([
      String(thisHour - HOUR),
      String(thisHour - 1),
      'o3',
    ]);

    await page.getByRole('heading', { name: 'Usage log' }).waitFor();
    await page.goBack();
    await o3.click();
    await page.getByText('Total: $3.50').waitFor();
    await page.getByText('Table', { exact: true }).click();
    const rows = page.getByRole('table').first().getByRole('row');
    // Seven hours at least, and the head.
    await rows.nth(7).waitFor();
    expect(await rows.count()).toBe(8);
    await rows.nth(3).getByRole('link').click();
    await page.waitForURL(/\/log\?/);
    expect(new URL(page.url()).searchParams.get('start')).toBe(String(thisHour - 2 * HOUR));

    await page.goto('/detail');
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByText('Total: 45').waitFor();
    await page.getByText('77.8%').waitFor();
    await page.getByRole('textbox', { name: 'Username' }).fill('guest');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Total: 5', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?username=guest');
  }));

test('tokens and calls are drawn as well, beside the range before, and saved as an image and as numbers', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const pick = (name: string, value: string) =>
      page.getByRole('radiogroup', { name }).getByText(value, { exact: true }).click();
    await page.goto('/detail');
    await pick('Measure', 'Tokens');
    await page.getByText('Total: 69.0k').waitFor();
    await page.getByRole('switch', { name: 'Compare with previous period' }).click();
    await pick('View', 'Lines');
    // Both models, all together, and the range before.
    await page.locator('.recharts-line').nth(3).waitFor();
    await page.reload();
    await page.locator('.recharts-line').nth(3).waitFor();
    await page.getByRole('heading', { name: 'Tokens by model' }).waitFor();

    const image = await saved(page, 'Image (PNG)');
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    // Not one colour only: more than that does not fit a few thousand bytes.
    expect(image.length).toBeGreaterThan(5000);
    await pick('Measure', 'Calls');
    await pick('View', 'Table');
    const rows = page.getByRole('table').first().getByRole('row');
    await rows.first().getByRole('columnheader', { name: 'Previous period' }).waitFor();
    // Thirty hours ago was six hours before now in the day before.
    expect((await rows.nth(7).innerText()).split(/\s+/).at(-1)).toBe('45');
    const numbers = (await saved(page, 'Data (CSV)')).toString('utf8').split('\r\n');
    expect(numbers[0]).toMatch(/Time,gpt-4o,o3,Previous period$/);
    expect(numbers[1]).toMatch(/,0,0,45$/);
    expect(numbers[7]).toMatch(/,30,0,0$/);
  }));

async function saved(page: Page, kind: string): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  return readFile(await (await coming).path());
}

test('above the usage log the same sums are drawn for the models and the person it is narrowed to', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const queries = asked(page);
    await page.goto(`/log?start=${thisHour - 2 * HOUR + 60}&end=${thisHour + HOUR}&model_name=gpt%25`);
    const charts = page.getByRole('button', { name: 'Charts' });
    await charts.waitFor();
    expect(queries).toEqual([]);
    await charts.click();
    const strip = page.getByRole('region', { name: 'Charts' });
    await strip.getByText('Calls per hour · 35', { exact: true }).waitFor();
    await strip.getByText('Quota per hour · $3.0000', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Username' }).fill('guest');
    await page.getByRole('combobox', { name: 'Group' }).fill('default');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await strip.getByText('Calls per hour · 5', { exact: true }).waitFor();
    await strip.getByText(/Charts ignore token/).waitFor();
    await page.reload();
    await strip.getByText('Calls per hour · 5', { exact: true }).waitFor();
    await charts.click();
    await strip.waitFor({ state: 'detached' });
  }));

test('users see their own, at most a month of it', () =>
  app.visit({ as: guest, language: 'zh' }, async ({ page }) => {
    const queries = asked(page);
    await page.goto('/detail');
    await page.getByRole('region', { name: '统计区间' }).getByText('$1.00').waitFor();
    expect(await page.getByLabel('用户名').count()).toBe(0);
    const weeks = page.waitForRequest(/\/api\/data\/self\/chart\?.*grain=week/);
    await page.getByText('周', { exact: true }).click();
    await weeks;
    expect(new URL(page.url()).search).toBe('?grain=week');
    for (const query of queries)
      expect(Number(query.get('end_timestamp')) - Number(query.get('start_timestamp'))).toBeLessThanOrEqual(
        30 * 24 * HOUR,
      );
    await page.getByRole('button', { name: /^时间范围/ }).click();
    const range = page.getByRole('dialog', { name: '时间范围' });
    await range.getByLabel('起始时间').fill('2020-01-01 00:00');
    await range.getByLabel('结束时间').fill('2019-01-01');
    await page.getByText('时间跨度不能超过 1 个月').waitFor();
    await range.getByLabel('结束时间').press('Enter');
    await range.getByText('结束时间必须晚于起始时间').waitFor();
    await range.getByLabel('结束时间').fill('2020-01-02');
    await range.getByLabel('结束时间').press('Enter');
    await page.getByText('无数据').waitFor();
  }));

test('thirty days of seventeen models are at most 60 KB, by the day unless hours are chosen', async () => {
  await app.gateway.sql(
    `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
     SELECT 1, 'root', 'a model of some length ' || model, $1::bigint - hour * 3600, 123456, 123, 1234567
     FROM generate_series(400, 1100) hour, generate_series(1, 17) model`,
    [thisHour],
  );
  const end = thisHour - 400 * HOUR;
  await app.visit({ as: Console.root }, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/data'))
        sizes.push(response.body().then(({ length }) => length));
    });
    await page.goto(`/detail?start=${end - 30 * 24 * HOUR}&end=${end}`);
    await page.getByRole('region', { name: 'Models by spending' }).waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    expect(await page.getByRole('radio', { name: 'Day' }).isChecked()).toBe(true);
    const loaded = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes).toHaveLength(2);
    expect(loaded).toBeLessThan(60_000);
    await page.getByRole('radiogroup', { name: 'Granularity' }).getByText('Hour', { exact: true }).click();
    await page.waitForURL(/grain=hour/);
  });
  await app.gateway.sql(`DELETE FROM quota_data WHERE model_name LIKE 'a model of some length%'`);
});

describe('days are those of the browser', () => {
  const at = (time: string) => Date.parse(time) / 1000;
  /** The calls of each day as the table shows them. */
  const days = async (timezoneId: string, from: string, to: string): Promise<Record<string, string>> => {
    const shown: Record<string, string> = {};
    const span = `start=${at(from)}&end=${at(to) - 1}`;
    await app.visit({ as: guest, screen: { timezoneId } }, async ({ page }) => {
      await page.goto(`/detail?grain=day&metric=calls&view=table&${span}`);
      const rows = page.getByRole('table').first().getByRole('row');
      await rows.nth(1).waitFor();
      for (const row of (await rows.allInnerTexts()).slice(1)) {
        const [day, ...cells] = row.split(/\s+/).filter(Boolean);
        shown[day!] = cells.at(-1)!;
      }
    });
    return shown;
  };
  const call = (time: string) => used(2, 'guest', 'zoned', at(time), { quota: 1, count: 1, tokens: 1 });

  test('in a zone of three quarters of an hour', async () => {
    for (const time of [
      '2026-06-09T23:45',
      '2026-06-10T00:00',
      '2026-06-10T00:15',
      '2026-06-10T23:45',
      '2026-06-11T00:00',
    ])
      await call(`${time}+05:45`);
    const shown = await days('Asia/Kathmandu', '2026-06-10T00:00+05:45', '2026-06-12T00:00+05:45');
    expect(shown).toMatchObject({ '06-10': '3', '06-11': '1' });
  });

  test('where a day has 25 hours or 23', async () => {
    for (const time of [
      '2026-11-01T00:30-04:00',
      '2026-11-01T01:30-04:00',
      '2026-11-01T01:30-05:00',
      '2026-11-01T23:30-05:00',
      '2026-11-02T00:00-05:00',
    ])
      await call(time);
    const autumn = await days('America/New_York', '2026-10-31T00:00-04:00', '2026-11-03T00:00-05:00');
    expect(autumn).toMatchObject({ '10-31': '0', '11-01': '4', '11-02': '1' });
    for (const time of ['2026-03-07T23:45-05:00', '2026-03-08T00:00-05:00', '2026-03-08T23:45-04:00'])
      await call(time);
    const spring = await days('America/New_York', '2026-03-07T00:00-05:00', '2026-03-10T00:00-04:00');
    expect(spring).toMatchObject({ '03-07': '1', '03-08': '2' });
  });
});
