import type { Page } from 'playwright-core';
import { PIXEL } from '../dialects/image-calls.js';
import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { OpenAIVideos } from '../doubles/openai-videos.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { until } from '../setup/until.js';
import { poll, USD } from '../tasks/task-gateway.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** Images, videos, songs and drawings of the playground: forms, progress, results, refunds and refusals. */
const PHONE = { viewport: { width: 390, height: 844 } };
const openai = new OpenAIVideos();
let app: Console;
let suno: SunoUpstream;
let drawings: MidjourneyUpstream;
let videos: VideoUpstream;
let images: ScriptedUpstream;

beforeAll(async () => {
  [suno, drawings, videos, images] = await Promise.all([
    SunoUpstream.start(),
    MidjourneyUpstream.start(),
    VideoUpstream.start(openai.respond),
    ScriptedUpstream.start(),
  ]);
  app = await Console.start();
  const { gateway } = app;
  await gateway.option('ModelPrice', '{"sora-2":0.1,"dall-e-3":0.04,"suno_music":0.1,"mj_imagine":0.1}');
  await gateway.option('UserUsableGroups', '{"default":"everybody","vip":"better"}');
  await gateway.option('MjForwardUrlEnabled', 'false');
  const both = { group: 'default,vip' };
  await gateway.addChannel({ type: 36, key: 'suno-key', base_url: suno.url, models: 'suno_music' });
  await gateway.addChannel({ type: 5, key: 'mj-secret', base_url: drawings.url, models: 'mj_imagine' });
  await gateway.addChannel({ type: 55, key: 'sk-video', base_url: videos.url, models: 'sora-2', ...both });
  await gateway.addChannel({ type: 1, base_url: images.url, models: 'dall-e-3,gpt-4o' });
});

afterAll(async () => {
  await app?.close();
  await Promise.all([suno, drawings, videos, images].map((double) => double?.close()));
});

beforeEach(() => app.gateway.setQuota(10 * USD));

/** The newest result. */
const result = (page: Page) => page.getByRole('article').first();

test('images are requested with prompt, size and count, and shown in the conversation', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground');
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Image', { exact: true }).click();
    await page.getByRole('button', { name: 'Generate images' }).click();
    await page.getByText('Enter a prompt').waitFor();
    await page.getByLabel('Prompt').fill('a gate');
    await page.getByText('Price $0.04', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Size' }).click();
    await page.getByRole('option', { name: '1024x1792' }).click();
    await page.getByLabel('Count').fill('2');
    await page.getByText('Price $0.16', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'View as code' }).click();
    await page.getByRole('tab', { name: 'JavaScript' }).click();
    await page.getByText('client.images.generate').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Generate images' }).click();
    await result(page).getByRole('img', { name: 'Image 2: a gate' }).waitFor();
    expect(images.last.json).toEqual({ model: 'dall-e-3', prompt: 'a gate', size: '1024x1792', n: 2 });
    expect(await barriers(page, 'main')).toEqual([]);
    const { quota } = await app.gateway
      .sql('SELECT quota FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1')
      .then(([row]) => row as { quota: number });
    expect(quota).toBe(0.16 * USD);
    await page.reload();
    await result(page).getByRole('img', { name: 'Image 2: a gate' }).waitFor();
  }));

test('a video is followed until it can be played', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    // The double's video has no frames.
    visit.expect(/content/);
    await page.goto('/playground?mode=video');
    await page.getByLabel('Prompt').fill('a gate opens');
    await page.getByRole('combobox', { name: 'Duration (seconds)' }).click();
    await page.getByRole('option', { name: '8', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: PIXEL,
    });
    await page.getByRole('button', { name: 'Remove image 1' }).waitFor();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByLabel('Parameters of the provider (JSON)').fill('[1]');
    await page.getByRole('button', { name: 'Generate video' }).click();
    await page.getByText('Enter a JSON object').waitFor();
    await page.getByLabel('Parameters of the provider (JSON)').fill('');
    await page.getByRole('button', { name: 'Generate video' }).click();
    await result(page).getByText('In progress').waitFor();
    const [id = ''] = [...openai.videos.keys()].slice(-1);
    expect(openai.videos.get(id)).toMatchObject({ model: 'sora-2', seconds: '8' });
    openai.end(id, 'in_progress');
    await poll(app.gateway);
    await result(page).getByRole('progressbar', { name: 'Progress 40%' }).waitFor();
    openai.end(id, 'completed');
    await poll(app.gateway);
    const link = result(page).getByRole('link', { name: 'Download' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/^\/v1\/videos\/[^/]+\/content$/);
  }));

test('songs are made of a description or of own lyrics, and played in place', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground?mode=music');
    await page.getByText('Own lyrics').click();
    await page.getByRole('button', { name: 'Generate music' }).click();
    await page.getByText('Enter lyrics').waitFor();
    await page.getByLabel('Lyrics', { exact: true }).fill('The gate is open');
    await page.getByLabel('Style').fill('folk');
    await page.getByLabel('Title').fill('Open');
    await page.getByRole('button', { name: 'Generate music' }).click();
    await result(page).getByText('In progress').waitFor();
    const [id, task] = [...suno.tasks].at(-1)!;
    expect(task.body).toMatchObject({
      prompt: 'The gate is open',
      tags: 'folk',
      title: 'Open',
      make_instrumental: false,
    });
    suno.end(id, 'SUCCESS', {
      data: [{ title: 'The open gate', audio_url: 'https://cdn.example.com/open.mp3' }],
    });
    await poll(app.gateway);
    await result(page).getByLabel('Audio: The open gate').waitFor();
  }));

test('a song that fails says why, and that its charge was refunded', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground?mode=music');
    await page.getByLabel('Description of the song').fill('a forbidden song');
    await page.getByRole('button', { name: 'Generate music' }).click();
    await result(page).getByText('In progress').waitFor();
    suno.end([...suno.tasks.keys()].at(-1)!, 'FAILURE');
    await poll(app.gateway);
    await result(page).getByText('moderated').waitFor();
    await result(page).getByText('The charge was refunded.').waitFor();
    await until(async () => (await app.gateway.quota()) === 10 * USD);
  }));

test('a drawing shows its image', () =>
  app.visit({ as: Console.root, language: 'zh', screen: PHONE }, async ({ page }) => {
    await page.goto('/playground?mode=drawing');
    await page.getByRole('button', { name: '提交绘图' }).click();
    await page.getByText('请输入提示词').waitFor();
    await page.getByLabel('提示词').fill('a cat');
    await page.getByRole('button', { name: '提交绘图' }).click();
    await result(page).getByText('进行中').waitFor();
    const drawn = { status: 'SUCCESS', progress: '100%', imageUrl: `${app.gateway.url}/logo.svg` };
    Object.assign(drawings.latest, drawn);
    await poll(app.gateway);
    await result(page).getByRole('img', { name: '图片 1: a cat' }).waitFor();
    await result(page).getByRole('link', { name: '绘图日志' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width);
  }));

test('a task that the balance does not cover is refused before the provider is asked', () =>
  app.visit({ as: Console.root, language: 'zh' }, async (visit) => {
    const { page } = visit;
    await app.gateway.setQuota(1000);
    visit.expect(/pg\/suno\/submit\/music: 403/, /status of 403/);
    const before = suno.tasks.size;
    await page.goto('/playground?mode=music');
    await page.getByLabel('歌曲描述').fill('a song');
    await page.getByRole('button', { name: '生成音乐' }).click();
    await result(page).getByText('余额不足，请充值后再试').waitFor();
    await result(page).getByText('没有扣费。').waitFor();
    expect(suno.tasks.size).toBe(before);
  }));

test('a group offers only the modes it has models for', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground?mode=video');
    const modes = page.getByRole('radiogroup', { name: 'Mode' });
    await modes.getByText('Drawing').waitFor();
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'vip' }).click();
    await modes.getByText('Drawing').waitFor({ state: 'hidden' });
    expect(await modes.innerText()).toBe('Chat\nVideo');
  }));
