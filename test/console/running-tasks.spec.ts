import { OpenAIVideos } from '../doubles/openai-videos.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { expectBalancedLedger, poll, rowsOf, USD } from '../tasks/task-gateway.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** Tasks of a simulated upstream in the console: their progress, results, cancellation and refund. */
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

let app: Console;
let suno: SunoUpstream;
let api: OpenAIVideos;
let videos: VideoUpstream;
let key: string;
let channel: number;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  app = await Console.start();
  api = new OpenAIVideos();
  videos = await VideoUpstream.start(api.respond);
  await app.gateway.option(
    'ModelPrice',
    JSON.stringify({ 'sora-2': 0.1, suno_music: 0.1, suno_lyrics: 0.01 }),
  );
  await app.gateway.addChannel({ type: 55, key: 'sk-video', base_url: videos.url, models: 'sora-2' });
  key = await app.gateway.addToken({ name: 'songs' });
  channel = await app.gateway.addChannel({
    type: 36,
    name: 'songs',
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  });
});
afterAll(async () => {
  await app?.close();
  await suno?.close();
  await videos?.close();
});
beforeEach(async () => {
  await app.gateway.sql('DELETE FROM tasks');
  await app.gateway.sql('DELETE FROM logs');
  await app.gateway.setQuota(10 * USD);
});
afterEach(() => expectBalancedLedger(app.gateway));

async function started(action = 'music', body: object = { prompt: 'a song of the sea' }): Promise<string> {
  const response = await app.gateway.relay(`/suno/submit/${action}`, key, body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: string }).data;
}

function song(title: string): object {
  return {
    id: title,
    title,
    status: 'complete',
    audio_url: `https://cdn.example/${title}.mp3`,
    video_url: `https://cdn.example/${title}.mp4`,
    image_url: `${app.gateway.url}/logo.svg`,
    metadata: { tags: 'folk, calm', duration: 185.2, prompt: '[Verse]\nThe tide comes in' },
  };
}

test('a page without tasks has a request to copy', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    for (const [path, url] of [
      ['/task', '/suno/submit/music'],
      ['/midjourney', '/mj/submit/imagine'],
    ] as const) {
      await page.goto(path);
      const example = page.getByRole('region', { name: 'Example request' });
      await example.getByRole('button', { name: 'Copy curl' }).click();
      const code = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(code).toContain(`curl '${app.gateway.url}${url}' \\`);
      expect(code).toContain('Authorization: Bearer sk-YOUR_KEY');
      await example.getByRole('link', { name: 'Manage tokens' }).waitFor();
    }
    await page.goto('/task');
    await page.getByRole('tab', { name: 'Video' }).click();
    await page.getByText(`curl '${app.gateway.url}/v1/videos'`, { exact: false }).waitFor();
    await page.getByText('"model": "sora-2"', { exact: false }).waitFor();
  }));

test('a song runs, ends by itself on the page, and is played with its cover and lyrics', async () => {
  const id = await started();
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/task');
    const row = page.getByRole('row').filter({ hasText: id });
    await row.getByText('In queue').waitFor();
    const panel = page.getByRole('region', { name: 'Running tasks' });
    await panel.getByText('1 running').waitFor();
    await panel.getByText('$0.1000').first().waitFor();
    expect(await barriers(page)).toEqual([]);

    const own = (path: string) => app.gateway.url + path;
    const foreign = {
      ...song('noon'),
      audio_url: own('/api/user/logout'),
      video_url: own('/v1/models'),
      image_url: own('/api/user/logout'),
    };
    suno.end(id, 'SUCCESS', { data: [song('dawn'), song('dusk'), foreign] });
    await poll(app.gateway);
    await row.getByText('Success').waitFor();
    await panel.waitFor({ state: 'hidden' });
    await row.getByText('$0.1000').waitFor();
    await row.getByRole('button', { name: `Open the result of task ${id}: dawn` }).click();
    const dialog = page.getByRole('dialog', { name: `Task ${id}` });
    const songs = dialog.getByRole('list', { name: 'Songs' }).getByRole('listitem');
    // Addresses of this gateway's API are not loaded, whatever the upstream sends.
    const noon = songs.filter({ hasText: 'noon' });
    await noon.waitFor();
    expect(await noon.locator('audio, a, img').count()).toBe(0);
    const dusk = songs.filter({ hasText: 'dusk' });
    expect(await dusk.getByLabel('Audio: dusk').getAttribute('src')).toBe('https://cdn.example/dusk.mp3');
    for (const text of ['3:05', 'folk', 'calm', 'The tide comes in']) await dusk.getByText(text).waitFor();
    expect(await dusk.getByRole('link', { name: 'Open the video' }).getAttribute('href')).toBe(
      'https://cdn.example/dusk.mp4',
    );
    await dialog.getByText('a song of the sea', { exact: true }).waitFor();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
  });
});

test('lyrics are shown as text, in Chinese and on a phone', async () => {
  const id = await started('lyrics');
  suno.end(id, 'SUCCESS', { data: { id: 'l', status: 'complete', title: '潮汐', text: '潮水\n来了' } });
  await poll(app.gateway);
  await app.visit(
    { as: Console.root, language: 'zh', screen: { ...PHONE, colorScheme: 'dark' } },
    async ({ page }) => {
      await page.goto('/task');
      await page.locator('button[data-expander]').first().click();
      await page.getByRole('button', { name: `打开任务 ${id} 的结果：潮汐` }).click();
      const dialog = page.getByRole('dialog', { name: `任务 ${id}` });
      expect(await dialog.getByRole('region', { name: '潮汐' }).getByText('潮水').innerText()).toBe(
        '潮水\n来了',
      );
      expect(await barriers(page, '[role=dialog]')).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    },
  );
});

test('a video is played through the gateway by the session of its owner; one that cannot be played has a message', async () => {
  const response = await app.gateway.relay('/v1/videos', key, {
    model: 'sora-2',
    prompt: 'waves',
    seconds: '8',
  });
  const { id } = (await response.json()) as { id: string };
  const [row] = await rowsOf(app.gateway, 'task');
  api.end(row!.upstream_id, 'completed');
  await poll(app.gateway);
  await app.visit({ as: Console.root }, async ({ page }) => {
    const loaded = page.waitForResponse((answer) => answer.url().endsWith(`/v1/videos/${id}/content`));
    await page.goto('/task');
    const shown = page.getByRole('row').filter({ hasText: id });
    for (const text of ['Text to video', 'Success', '$0.8000']) await shown.getByText(text).waitFor();
    await shown.getByRole('button', { name: `Open the result of task ${id}: Video` }).click();
    const dialog = page.getByRole('dialog', { name: `Task ${id}` });
    const answer = await loaded;
    expect([200, 206]).toContain(answer.status());
    expect(answer.headers()['content-type']).toBe('video/mp4');
    // The simulated provider's file is no real video.
    await dialog.getByText('The video cannot be played.', { exact: false }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      `/v1/videos/${id}/content`,
    );
    expect(await barriers(page, '[role=dialog]')).toEqual([]);

    await page.goto('/log?type=2');
    await page
      .getByRole('row', { name: /sora-2/ })
      .locator('[data-expander]')
      .click();
    const bill = page.getByRole('region', { name: 'Billing details' });
    for (const text of ['Per call × 8', 'Duration (seconds)']) await bill.getByText(text).waitFor();
  });
});

test('an administrator cancels a task with a reason; its owner is refunded, and the log shows it', async () => {
  const id = await started();
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/task');
    await page.getByRole('button', { name: `Cancel task ${id}` }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel task ${id}?` });
    await dialog.getByText('$0.1000 is refunded to user 1.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the task' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await dialog.getByLabel('Reason').fill('the provider is down');
    await dialog.getByRole('button', { name: 'Cancel the task' }).click();
    await page.getByText(`Task ${id} was cancelled and refunded`).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const row = page.getByRole('row').filter({ hasText: id });
    for (const text of ['Failed', 'the provider is down', 'refunded']) await row.getByText(text).waitFor();
    await page.getByRole('region', { name: 'Running tasks' }).waitFor({ state: 'hidden' });
    expect(await rowsOf(app.gateway, 'task')).toMatchObject([{ status: 'FAILURE', settlement: 'refunded' }]);
    expect(await app.gateway.quota()).toBe(10 * USD);

    await page.goto('/log?type=6');
    const refund = page.getByRole('row').filter({ hasText: 'suno_music' });
    for (const text of ['Refund', '-$0.100000', `Task ${id} failed, returned $0.100000`])
      await refund.getByText(text, { exact: true }).waitFor();
  });
});

test('a task that ended meanwhile is not cancelled; the page shows how it ended', async () => {
  const id = await started();
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/cancel.*任务已经结束/);
    await page.goto('/task');
    await page.getByRole('button', { name: `Details of task ${id}` }).click();
    const details = page.getByRole('dialog', { name: `Task ${id}`, exact: true });
    await details.getByRole('button', { name: 'Cancel the task' }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel task ${id}?` });
    suno.end(id, 'SUCCESS', { data: [song('dawn')] });
    await poll(app.gateway);
    await dialog.getByLabel('Reason').fill('too slow');
    await dialog.getByRole('button', { name: 'Cancel the task' }).click();
    await page.getByText('The task has already ended').waitFor();
    await dialog.getByRole('button', { name: 'Keep the task' }).click();
    await details.getByText('Success', { exact: true }).waitFor();
    expect(await details.getByRole('button', { name: 'Cancel the task' }).count()).toBe(0);
    expect(await app.gateway.quota()).toBe(9.9 * USD);
  });
});

test('the panel of running tasks names stuck and late ones, and chooses a channel', async () => {
  await started();
  await app.gateway.sql(
    `UPDATE tasks SET poll_errors = 4, next_poll_at = now() - interval '7 minutes', lease_until = now() + interval '1 day'`,
  );
  await app.visit({ as: Console.root, screen: PHONE }, async ({ page }) => {
    await page.goto('/task');
    const panel = page.getByRole('region', { name: 'Running tasks' });
    for (const text of ['1 stuck', 'Polling overdue (due 7 min. ago)']) await panel.getByText(text).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await panel.getByRole('button', { name: /^Show only channel \d+ songs/ }).click();
    await page.waitForURL(new RegExp(`channel_id=${channel}`));
    await panel.getByRole('button', { name: /^Show only channel \d+ songs/, pressed: true }).waitFor();
  });
});
