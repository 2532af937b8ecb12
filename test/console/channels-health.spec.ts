import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { bucketOf } from '../../server/statistics/histogram.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** What the list of channels shows of their calls, and which channels need attention. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const MODEL = 'gpt-4o';
const STRIP = 'Channels that need attention';

let app: Console;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
});

beforeEach(async () => {
  upstream.clear();
  for (const table of ['channels', 'request_minutes', 'request_hours'])
    await app.gateway.sql(`DELETE FROM ${table}`);
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

interface Calls {
  attempts: number;
  failures?: number;
  limited?: number;
  /** Milliseconds. */
  firstToken?: number;
  /** Parts of the input tokens, 0 to 1. */
  cached?: number;
  quota?: number;
  /** Failures one after the other, as the last calls. */
  streak?: number;
}

/** Adds a channel that was tested, with calls of the last minutes. */
async function add(name: string, calls?: Calls, fields: Record<string, unknown> = {}): Promise<number> {
  const id = await app.gateway.addChannel({ name, base_url: upstream.url, models: MODEL, ...fields });
  await app.gateway.sql('UPDATE channels SET test_time = 1 WHERE id = $1', [id]);
  if (!calls) return id;
  const statistics = app.gateway.app.get(RequestStatistics);
  const counts = statistics.of(id, 0, MODEL);
  counts.attempts += calls.attempts - (calls.streak ?? 0);
  counts.failures += calls.failures ?? 0;
  counts.rateLimited += calls.limited ?? 0;
  counts.inputTokens += 1000 * (1 - (calls.cached ?? 0));
  counts.cachedTokens += 1000 * (calls.cached ?? 0);
  counts.quota += calls.quota ?? 0;
  if (calls.firstToken !== undefined) {
    const bucket = bucketOf(calls.firstToken);
    counts.firstToken = Array.from({ length: bucket + 1 }, (_, index) => (index === bucket ? 25 : 0));
  }
  for (let n = 0; n < (calls.streak ?? 0); n++) statistics.failed(id, 0, MODEL);
  await statistics.flush();
  return id;
}

/** Waits until the list shows these channels, in this order. */
async function shows(page: Page, names: string[]): Promise<void> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Edit channel/ }) });
  for (let n = 0; n < names.length; n++) await rows.nth(n).getByText(names[n]!, { exact: true }).waitFor();
  await rows.nth(names.length).waitFor({ state: 'detached' });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Edit channel ${name}` }) });

test('a channel whose upstream dies under traffic is in the strip with its cause within ten seconds', async () => {
  const others = [await ScriptedUpstream.start(), await ScriptedUpstream.start()];
  const dying = others[0]!;
  const key = await app.gateway.addToken();
  await app.gateway.option('RetryTimes', '2');
  await app.gateway.addChannels(
    [upstream, ...others].map(({ url }, n) => ({
      name: `provider ${n}`,
      base_url: url,
      models: MODEL,
      auto_ban: 0,
    })),
  );
  await app.gateway.sql('UPDATE channels SET test_time = 1');
  let going = true;
  const traffic = (async () => {
    for (let n = 0; going; n++) {
      // Other conversations: one would stay with its channel.
      const messages = [{ role: 'user', content: `Hello ${n}` }];
      const answer = await app.gateway.relay('/v1/chat/completions', key, { model: MODEL, messages });
      await answer.text();
      expect(answer.status).toBe(200);
      await sleep(50);
    }
  })();
  try {
    await app.visit({ as: Console.root }, async ({ page }) => {
      await page.goto('/channel');
      for (const n of [0, 1, 2])
        await rowOf(page, `provider ${n}`)
          .getByRole('img', { name: /calls in the last hour, none failed$/ })
          .waitFor();
      const strip = page.getByRole('group', { name: STRIP });
      expect(await strip.count()).toBe(0);
      await page.evaluate('window.notReloaded = true');
      await dying.close();
      await strip.getByText('1 needs attention').waitFor({ timeout: 10_000 });
      await strip.getByRole('button', { name: 'Failing 1' }).waitFor();
      const row = rowOf(page, 'provider 1');
      await row.getByRole('button', { name: `Failing. The last calls failed with: ${MODEL}` }).waitFor();
      await row.getByRole('img', { name: /^\d+ of \d+ calls in the last hour failed: / }).waitFor();
      await row.getByRole('button', { name: 'provider 1: Test its models' }).click();
      await page.getByRole('dialog', { name: 'Test with a model' }).waitFor();
      expect(await page.evaluate('window.notReloaded')).toBe(true);
    });
  } finally {
    going = false;
    await traffic;
    await app.gateway.quiet();
    await Promise.all(others.map((other) => other.close()));
  }
});

test('figures of the calls are in the table, the rarer ones by choice of columns', async () => {
  await add('measured', {
    attempts: 1250,
    failures: 4,
    limited: 2,
    firstToken: 1300,
    cached: 0.25,
    quota: 1_250_000,
  });
  await add('idle');
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    const row = rowOf(page, 'measured');
    // Rounded down: not all of them succeeded.
    await row.getByText('99.6%', { exact: true }).waitFor();
    await row
      .getByRole('img', {
        name: /^4 of 1,250 calls in the last hour failed, 2 of them with status 429: 4 of 1,250 from \d\d:\d\d$/,
      })
      .waitFor();
    const firstToken = row.getByText(/^1\.\d s$/);
    await firstToken.hover();
    await page
      .getByRole('tooltip')
      .getByText(/^Until the first token: 1\.\d s in the median, 1\.\d s at most in 95 %/)
      .waitFor();
    await row.getByText('$2.50', { exact: true }).waitFor();
    expect(await rowOf(page, 'idle').getByRole('img', { name: /calls/ }).count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Cache hit %' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Columns' }).click();
    for (const column of ['Requests /min', '429 %', 'Cache hit %'])
      await page.getByRole('checkbox', { name: column, exact: true }).check();
    await page.keyboard.press('Escape');
    await row.getByText('25.0%', { exact: true }).waitFor();
    await row.getByText('0.2%', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('columnheader', { name: 'Cache hit %' }).waitFor({ state: 'detached' });
    await page.getByRole('columnheader', { name: 'Spend today' }).waitFor();
  });
});

test('heads sort the list, and the address keeps the order; tags have none', async () => {
  await add('b', { attempts: 100, failures: 50, firstToken: 200, quota: 200 }, { priority: 3, tag: 'x' });
  await add('c', { attempts: 100, failures: 10, firstToken: 900, quota: 300 }, { priority: 2 });
  await add('a', { attempts: 100, failures: 90, firstToken: 400, quota: 100 }, { priority: 1 });
  await add('idle', undefined, { priority: 9 });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await shows(page, ['idle', 'b', 'c', 'a']);
    const head = (name: string) => page.getByRole('columnheader', { name });
    for (const [name, up, down] of [
      ['Success', ['a', 'b', 'c', 'idle'], ['c', 'b', 'a', 'idle']],
      ['First token', ['b', 'a', 'c', 'idle'], ['c', 'a', 'b', 'idle']],
      ['Spend today', ['a', 'b', 'c', 'idle'], ['c', 'b', 'a', 'idle']],
      ['Name', ['a', 'b', 'c', 'idle'], ['idle', 'c', 'b', 'a']],
    ] as const) {
      await head(name).getByRole('button').click();
      await head(name).and(page.locator('[aria-sort=ascending]')).waitFor();
      await shows(page, [...up]);
      await head(name).getByRole('button').click();
      await head(name).and(page.locator('[aria-sort=descending]')).waitFor();
      await shows(page, [...down]);
    }
    expect(new URL(page.url()).search).toBe('?sort=name&descending=true');
    await page.goto('/channel?sort=success');
    await shows(page, ['a', 'b', 'c', 'idle']);
    const order = page.getByRole('combobox', { name: 'Order' });
    expect(await order.inputValue()).toBe('Lowest success first');
    await order.click();
    await page.getByRole('option', { name: 'Default order' }).click();
    await shows(page, ['idle', 'b', 'c', 'a']);
    expect(new URL(page.url()).search).toBe('');

    await page.goto('/channel?tag_mode=true&sort=success');
    await page.getByRole('row', { name: 'Tag: x' }).first().waitFor();
    expect(await order.count()).toBe(0);
    expect(await head('Name').getByRole('button').count()).toBe(0);
  });
});

test('the strip counts causes and lists these channels first; each row has the cause and what helps', async () => {
  await add('fine', { attempts: 10 }, { priority: 9 });
  const disabled = await add('disabled', { attempts: 10 });
  await add('slow', { attempts: 30, firstToken: 14_000 });
  const poor = await add('poor', { attempts: 10, quota: 1_200_000 });
  const rich = await add('rich', { attempts: 10, quota: 1_200_000 });
  const refused = await add('refused', undefined, { base_url: 'http://127.0.0.1:9' });
  await app.gateway.addChannel({ name: 'new', base_url: upstream.url, models: 'another' });
  await app.gateway.sql('UPDATE channels SET status = 3, other_info = $2 WHERE id = $1', [
    disabled,
    JSON.stringify({
      status_reason: 'account empty',
      status_time: Math.floor(Date.now() / 1000) - 720,
    }),
  ]);
  // 0.1 USD an hour.
  for (const [id, balance] of [
    [poor, 0.55],
    [rich, 33],
  ])
    await app.gateway.sql(
      'UPDATE channels SET balance = $2, balance_updated_time = extract(epoch from now()) WHERE id = $1',
      [id, balance],
    );
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel?keyword=rich');
    await shows(page, ['rich']);
    visit.expect(/api\/channel\/test\/\d+: 200/);
    await app.gateway.manage('GET', `/api/channel/test/${refused}`).catch(() => undefined);
    const strip = page.getByRole('group', { name: STRIP });
    await strip.getByText('5 need attention').waitFor();
    expect(await strip.getByRole('button').allInnerTexts()).toEqual([
      'Auto-disabled 1',
      'Failed test 1',
      'Slow 1',
      'Low balance 1',
      'Never tested 1',
    ]);
    await strip.getByRole('button', { name: 'Slow 1' }).click();
    await shows(page, ['disabled', 'refused', 'slow', 'poor', 'new', 'fine', 'rich']);
    expect(new URL(page.url()).search).toBe('?sort=trouble');
    const badge = (name: string, label: RegExp) => rowOf(page, name).getByRole('button', { name: label });
    await badge('refused', /^Failed test\. The last test failed: .*ECONNREFUSED/).waitFor();
    await badge('slow', /^Slow\. 5 % of the answers take more than 1\d s/).waitFor();
    await badge('poor', /^Low balance\. Balance: lasts 5 h$/).waitFor();
    await badge('new', /^Never tested\. Neither tested nor called/).waitFor();
    await rowOf(page, 'poor').getByText('lasts 5 h', { exact: true }).waitFor();
    await rowOf(page, 'rich').getByText('lasts 13 d', { exact: true }).waitFor();
    await badge('fine', /^fine: Balance unknown/)
      .getByText('–')
      .waitFor();

    await rowOf(page, 'new').getByRole('button', { name: 'new: Test' }).click();
    await badge('new', /^Never tested/).waitFor({ state: 'detached' });
    await strip.getByText('4 need attention').waitFor();
    await rowOf(page, 'disabled').getByText('12 min. ago').waitFor();
    await rowOf(page, 'disabled').getByRole('button', { name: 'disabled: Enable' }).click();
    await rowOf(page, 'disabled').getByText('Enabled', { exact: true }).waitFor();
    await strip.getByText('3 need attention').waitFor();
    await rowOf(page, 'slow').getByRole('button', { name: 'slow: Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit channel' }).waitFor();
  });
});

test('a refresh that fails keeps the figures and says so', async () => {
  await add('one', { attempts: 10, failures: 1 });
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const figure = rowOf(page, 'one').getByText('90.0%', { exact: true });
    await page.goto('/channel');
    await figure.waitFor();
    visit.expect(/status of 500/, /api\/channel\/health.*500/);
    await page.route('**/api/channel/health*', (route) => route.fulfill({ status: 500, json: {} }));
    const note = page.getByText(/^The figures could not be refreshed; these are from 20\d\d-.*\.$/);
    await note.waitFor();
    await figure.waitFor();
    await page.unroute('**/api/channel/health*');
    await note.waitFor({ state: 'detached' });
    await page.route('**/api/channel/health*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await shows(page, ['one']);
    await page.getByText('The figures of the channels could not be loaded.').waitFor();
  });
});

test('selected channels are disabled, enabled and tested; what fails is named, and a toast undoes the rest', async () => {
  for (const name of ['one', 'two']) await add(name);
  const gone = await add('gone', undefined, { base_url: 'http://127.0.0.1:9' });
  const statuses = async () =>
    (await app.gateway.sql<{ status: number }>('SELECT status FROM channels ORDER BY id')).map(
      ({ status }) => status,
    );
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel');
    await page.getByRole('switch', { name: 'Select several' }).click();
    const bar = page.getByRole('group', { name: 'Selected channels' });
    expect(await bar.getByRole('button', { name: 'Disable' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    visit.expect(/api\/channel\/test\/\d+: 200/);
    await bar.getByRole('button', { name: 'Test' }).click();
    await bar.getByText('2 of 3 done · 1 failed').waitFor();
    await bar.getByRole('listitem').filter({ hasText: 'gone' }).getByText('ECONNREFUSED').waitFor();

    await bar.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('3 channels disabled').waitFor();
    expect(await statuses()).toEqual([2, 2, 2]);
    await page.getByText('0 channels selected').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'gone').getByText('Enabled', { exact: true }).waitFor();
    expect(await statuses()).toEqual([1, 1, 1]);

    await app.gateway.sql('UPDATE channels SET status = 2');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await rowOf(page, 'one').getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await app.gateway.sql('DELETE FROM channels WHERE id = $1', [gone]);
    visit.expect(/PUT .*api\/channel\/: 200/);
    await bar.getByRole('button', { name: 'Enable' }).click();
    await bar.getByRole('listitem').filter({ hasText: 'gone' }).waitFor();
    await page.getByText('2 channels enabled').waitFor();
    await page.getByText('1 channels selected').waitFor();
    expect(await statuses()).toEqual([1, 1]);
  });
});

test('a failing channel is drained from its row and serves again, several from the selection; a toast undoes it', async () => {
  const failing = await add('failing', { attempts: 10, streak: 4 });
  const fine = await add('fine', { attempts: 10 });
  /** Minutes for which channels are drained, rounded. */
  const minutes = async () => {
    const rows = await app.gateway.sql<{ id: number; left: number }>(
      'SELECT id, drained_until - extract(epoch FROM now())::bigint AS left FROM channels ORDER BY id',
    );
    return Object.fromEntries(rows.map(({ id, left }) => [id, Math.max(0, Math.round(left / 60))]));
  };
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await rowOf(page, 'failing').getByRole('button', { name: 'failing: Drain for 30 min' }).click();
    await page.getByText('1 channels drained for 30 min').waitFor();
    await rowOf(page, 'failing').getByText('Drained', { exact: true }).waitFor();
    await rowOf(page, 'failing')
      .getByText(/^until \d\d:\d\d$/)
      .waitFor();
    await page.getByRole('group', { name: STRIP }).waitFor({ state: 'detached' });
    expect(await minutes()).toEqual({ [failing]: 30, [fine]: 0 });
    expect(await barriers(page)).toEqual([]);

    await page.getByRole('switch', { name: 'Select several' }).click();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const bar = page.getByRole('group', { name: 'Selected channels' });
    await bar.getByRole('button', { name: 'Drain' }).click();
    await page.getByRole('menuitem', { name: 'Drain for 2 h' }).click();
    await page.getByText('2 channels drained for 2 h').waitFor();
    expect(await minutes()).toEqual({ [failing]: 120, [fine]: 120 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'fine').getByText('Enabled', { exact: true }).waitFor();
    expect(await minutes()).toEqual({ [failing]: 30, [fine]: 0 });

    await rowOf(page, 'failing').getByRole('button', { name: 'failing: Serve again' }).click();
    await rowOf(page, 'failing').getByText('Enabled', { exact: true }).waitFor();
    expect(await minutes()).toEqual({ [failing]: 0, [fine]: 0 });
  });
});

test('selected channels are edited together, and a toast restores what each had; a conflict changes none', async () => {
  const one = await add('one', undefined, { priority: 1, models: 'gpt-4o', tag: 'old' });
  const two = await add('two', undefined, { priority: 2, models: 'gpt-4o,o1' });
  const stored = () =>
    app.gateway.sql("SELECT id, priority, models, coalesce(tag, '') AS tag FROM channels ORDER BY id");
  const before = await stored();
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel');
    await page.getByRole('switch', { name: 'Select several' }).click();
    const bar = page.getByRole('group', { name: 'Selected channels' });
    const form = page.getByRole('dialog', { name: 'Edit selected channels' });
    const open = async () => {
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await bar.getByRole('button', { name: 'Edit', exact: true }).click();
      await form.getByText('2 channels selected').waitFor();
    };
    const choose = async (field: string, option: string) => {
      await form.getByRole('combobox', { name: field, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await open();
    await form.getByRole('textbox', { name: 'Priority' }).fill('7');
    await choose('Models', 'Add');
    await form.getByRole('combobox', { name: 'List of models' }).fill('o1,');
    await choose('Tag', 'Remove');
    expect(await barriers(page)).toEqual([]);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('2 channels changed').waitFor();
    expect(await stored()).toEqual([
      { id: one, priority: 7, models: 'gpt-4o,o1', tag: '' },
      { id: two, priority: 7, models: 'gpt-4o,o1', tag: '' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Done').waitFor();
    expect(await stored()).toEqual(before);

    await open();
    await app.gateway.manage('PUT', '/api/channel/', { id: two, priority: 3 });
    await form.getByRole('textbox', { name: 'Priority' }).fill('9');
    visit.expect(/PUT .*api\/channel\/batch: 200/);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(`#${two} priority`).waitFor();
    expect(await stored()).toMatchObject([{ priority: 1 }, { priority: 3 }]);
  });
});

test('cards of a phone have the figures, the cause and the order', async () => {
  await add('measured', { attempts: 100, failures: 5, firstToken: 1300, quota: 1_250_000 }, { priority: 5 });
  await add('failing', { attempts: 10, failures: 0, streak: 4 });
  const screen = { ...PHONE, colorScheme: 'dark' } as const;
  await app.visit({ as: Console.root, language: 'zh', screen }, async ({ page }) => {
    await page.goto('/channel');
    const cards = page.getByRole('listitem').filter({ has: page.locator('button[data-expander]') });
    const card = cards.filter({ hasText: 'measured' });
    // Closed, the second line says what is wrong, or how many requests succeed.
    await card.getByText(/95\.0%/).waitFor();
    await cards.filter({ hasText: 'failing' }).getByText('调用失败').waitFor();
    for (const one of [card, cards.filter({ hasText: 'failing' })])
      await one.locator('button[data-expander]').click();
    for (const text of ['95.0%', '$2.50']) await card.getByText(text, { exact: true }).waitFor();
    await card.getByText(/^1\.\d s$/).waitFor();
    await card.getByRole('img', { name: /^最近一小时调用 100 次，失败 5 次：/ }).waitFor();
    await page.getByText('1 个渠道需要处理').waitFor();
    const cause = `调用失败. 以下模型最近的调用均失败：${MODEL}`;
    await cards.filter({ hasText: 'failing' }).getByRole('button', { name: cause }).waitFor();
    await cards.first().getByText('measured', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: '筛选', exact: true }).click();
    await page.getByRole('combobox', { name: '排序' }).click();
    await page.getByRole('option', { name: '异常优先' }).click();
    await cards.first().getByText('failing', { exact: true }).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await barriers(page)).toEqual([]);
  });
});

test.each(['zh', 'en'] as const)(
  'with large figures the table fits 1440 pixels in %s, uncut',
  async (language) => {
    const id = await add(
      'A channel with quite a long name',
      {
        attempts: 123_456,
        failures: 1234,
        limited: 200,
        firstToken: 23_000,
        cached: 0.5,
        quota: 600_000_000,
      },
      { group: 'default,vip,svip', tag: 'production' },
    );
    await app.gateway.sql(
      'UPDATE channels SET status = 3, used_quota = 61728390, balance = 1234.5, balance_updated_time = 1 WHERE id = $1',
      [id],
    );
    await app.gateway.addChannel({ name: 'new', base_url: upstream.url, models: MODEL });
    const drained = await add('drained', { attempts: 10, streak: 4 });
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    await app.gateway.sql('UPDATE channels SET drained_until = $2 WHERE id = $1', [drained, tomorrow]);
    await add('failing', { attempts: 10, streak: 4 });
    await app.visit({ as: Console.root, language }, async ({ page }) => {
      await page.goto('/channel');
      await page.getByText('$1200.00', { exact: true }).waitFor();
      const cut = await page.locator('table').evaluate((table) => {
        const frame = table.parentElement.closest('.mantine-ScrollArea-viewport');
        const cells: Cell[] = [...table.querySelectorAll('th, td')];
        const tooWide = cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
        return {
          over: Math.max(0, table.offsetWidth - frame.clientWidth),
          cells: tooWide.map(({ textContent }) => textContent),
        };
      });
      expect(cut).toEqual({ over: 0, cells: [] });
      expect(await barriers(page)).toEqual([]);
    });
  },
);

interface Cell {
  scrollWidth: number;
  clientWidth: number;
  textContent: string;
}
