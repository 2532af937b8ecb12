import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { until } from '../setup/until.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** The page of one channel: its last day, failures, keys and changes. */
const MODEL = 'gpt-4o';
let app: Console;
let upstream: ScriptedUpstream;
let id: number;
let failed: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  const { gateway } = app;
  await gateway.option('RetryTimes', '0');
  id = await gateway.addChannel({
    name: 'A line with two keys',
    base_url: upstream.url,
    models: MODEL,
    auto_ban: 0,
    key: 'first-key-of-the-account\nsecond-key-of-the-account',
    setting: JSON.stringify({ multi_key: true }),
    tag: 'production',
  });
  await gateway.sql('UPDATE channels SET other_info = $2 WHERE id = $1', [
    id,
    JSON.stringify({ dead_keys: { 1: { reason: 'key revoked', time: 1_700_000_000 } } }),
  ]);
  await gateway.manage('PUT', '/api/channel/', { id, priority: 4 });
  const key = await gateway.addToken({ name: 'a token' });
  const ask = async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const response = await gateway.relay('/v1/chat/completions', key, { model: MODEL, messages });
    await response.text();
    return response;
  };
  await ask();
  upstream.next('overloaded');
  failed = (await ask()).headers.get('x-oneapi-request-id')!;
  await gateway.quiet();
  await gateway.app.get(RequestStatistics).write();
  await until(async () => (await gateway.sql('SELECT 1 FROM logs WHERE type = 5')).length === 1);
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

test('opened by its name, it has results, times, models, failures with their rows of the log, keys and changes', async () => {
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel');
    await page.getByRole('link', { name: 'A line with two keys' }).click();
    await page.waitForURL(`**/channel/${id}`);
    await page.getByRole('heading', { level: 1, name: 'A line with two keys' }).waitFor();
    for (const chart of ['Results of requests', 'First token'])
      await page.getByRole('img', { name: chart }).waitFor();
    const table = (name: string) => page.getByRole('group', { name, exact: true });
    await table('Models (last 24 hours)')
      .getByRole('row', { name: `${MODEL} 2 1 (50.0%) 0` })
      .waitFor();
    const keys = table('Keys');
    await keys.getByRole('row', { name: /^Key 2 \*+ount Auto-disabled key revoked · 2023/ }).waitFor();
    await keys.getByRole('row', { name: /^Key 1 \*+ount Enabled 2 1$/ }).waitFor();
    await table('Changes').getByText('An administrator changed the channel').waitFor();
    const failure = table('Last failed requests').getByRole('row').filter({ hasText: '503' });
    await failure.getByText('root / a token').waitFor();

    await page.getByRole('button', { name: 'Drain' }).click();
    await page.getByRole('menuitem', { name: 'Drain for 5 min' }).click();
    await page.getByText(/^Drained until 20\d\d-/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Drained until/).waitFor({ state: 'detached' });
    expect(await barriers(page)).toEqual([]);

    await failure.getByRole('link').click();
    await page.waitForURL(`**/log?request_id=${failed}*`);
    await page.goBack();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog', { name: 'Edit channel' }).waitFor();
    visit.expect(/api\/channel\/999999\/report: 200/);
    await page.goto('/channel/999999');
    await page.getByText('Channel not found').waitFor();
  });
});

test('on a phone, dark and in Chinese, nothing is wider than the screen', async () => {
  const screen = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  } as const;
  await app.visit({ as: Console.root, language: 'zh', screen }, async ({ page }) => {
    await page.goto(`/channel/${id}`);
    await page.getByRole('group', { name: '最近的失败请求' }).getByText('503', { exact: true }).waitFor();
    await page.getByRole('img', { name: '首字时间' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await barriers(page)).toEqual([]);
  });
});
