import { readFile } from 'node:fs/promises';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { chineseText, storedText, textIn } from '../../server/contract/stored-texts/catalogue.js';
import type { StoredText } from '../../server/contract/stored-texts/stored-text.js';
import { Console } from './console.js';

/** Reasons that rows have as a Chinese sentence alone, in the English console. */
const DRAWINGS = [
  storedText('drawing_overdue'),
  storedText('task_overdue', { minutes: 90 }),
  storedText('task_submission_lost'),
  storedText('task_channel_deleted', { id: 7 }),
];
const TASKS = [
  ...DRAWINGS.slice(1),
  storedText('task_not_accepted'),
  storedText('task_without_channel', { group: 'vip', model: 'kling-v2' }),
  storedText('task_internal_error'),
];
const CHANNELS = [
  storedText('channel_balance_empty'),
  storedText('channel_too_slow', { spent: '5.20', limit: '5.00' }),
];
const HAN = /\p{Script=Han}/u;
const now = Date.now();
let app: Console;

beforeAll(async () => {
  app = await Console.start();
  for (const [index, text] of DRAWINGS.entries())
    await app.gateway.sql(
      `INSERT INTO midjourneys (user_id, mj_id, action, code, status, submit_time, finish_time, fail_reason)
       VALUES (1, $1, 'IMAGINE', 1, 'FAILURE', $2, $2, $3)`,
      [`drawing-${index}`, now, chineseText(text)],
    );
  for (const [index, text] of TASKS.entries())
    await app.gateway.sql(
      `INSERT INTO tasks (user_id, task_id, action, status, submit_time, finish_time, platform, fail_reason)
       VALUES (1, $1, 'MUSIC', 'FAILURE', $2, $2, 'suno', $3)`,
      [`task-${index}`, Math.floor(now / 1000), chineseText(text)],
    );
  for (const [index, text] of CHANNELS.entries()) await addDisabled(index, text);
  await app.gateway.app.get(ChannelRegistry).refresh();
});

afterAll(() => app?.close());

/** A channel that the gateway disabled, and one of whose keys it had disabled before, for the same reason. */
async function addDisabled(index: number, text: StoredText): Promise<void> {
  const reason = chineseText(text);
  const name = `disabled-${index}`;
  await app.gateway.addChannel({
    name,
    key: 'first-key\nsecond-key',
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o',
    setting: '{"multi_key":true}',
  });
  const time = Math.floor(now / 1000);
  const info = { status_reason: reason, status_time: time, dead_keys: { 0: { reason, time } } };
  await app.gateway.sql('UPDATE channels SET status = 3, other_info = $2 WHERE name = $1', [
    name,
    JSON.stringify(info),
  ]);
}

function english(text: StoredText): string {
  return textIn('en', text) ?? '';
}

test('why a task failed is English in the list, in its details and in an exported file', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/task');
    for (const [index, text] of TASKS.entries()) {
      const row = page.getByRole('row').filter({ hasText: `task-${index}` });
      await row.getByText(english(text)).waitFor();
      await row.getByRole('button', { name: `Details of task task-${index}` }).click();
      const dialog = page.getByRole('dialog', { name: `Task task-${index}` });
      await dialog.getByText(english(text), { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    expect(await page.getByRole('table').innerText()).not.toMatch(HAN);
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'All filtered rows' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    for (const text of TASKS) expect(file).toContain(english(text));
    expect(file).not.toMatch(HAN);
  }));

test('why a drawing failed is English in the gallery, in the list and in its details', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/midjourney');
    for (const text of DRAWINGS)
      await page.getByRole('listitem').getByText(english(text), { exact: true }).waitFor();
    await page.getByText('List', { exact: true }).click();
    for (const [index, text] of DRAWINGS.entries()) {
      const row = page.getByRole('row').filter({ hasText: `drawing-${index}` });
      await row.getByText(english(text)).waitFor();
      await row.getByRole('button', { name: `Details of drawing drawing-${index}` }).click();
      const dialog = page.getByRole('dialog', { name: `Drawing drawing-${index}` });
      await dialog.getByText(english(text), { exact: true }).waitFor();
      expect(await dialog.innerText()).not.toMatch(HAN);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  }));

test('why a channel and one of its keys were disabled is English', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    for (const [index, text] of CHANNELS.entries()) {
      const row = page.getByRole('row').filter({ hasText: `disabled-${index}` });
      const badge = row.getByRole('button', { name: /^Auto-disabled\./ });
      await badge.waitFor();
      const label = await badge.getAttribute('aria-label');
      expect(label).toContain(english(text));
      expect(label).not.toMatch(HAN);
      await row.getByRole('button', { name: `More actions: disabled-${index}` }).click();
      await page.getByRole('menuitem', { name: 'Keys' }).click();
      const dialog = page.getByRole('dialog', { name: 'Keys of the channel' });
      await dialog.getByRole('listitem', { name: 'Key 1' }).getByText(english(text)).waitFor();
      expect(await dialog.innerText()).not.toMatch(HAN);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  }));
