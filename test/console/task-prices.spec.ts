import { OpenAIVideos } from '../doubles/openai-videos.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { expectBalancedLedger, USD } from '../tasks/task-gateway.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** Prices of tasks: shown on the price list, edited by operators, charged from the next submission on. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const EDITOR = '/prices?view=tasks';

let app: Console;
let videos: VideoUpstream;
let key: string;

beforeAll(async () => {
  app = await Console.start();
  videos = await VideoUpstream.start(new OpenAIVideos().respond);
  const { gateway } = app;
  await gateway.option('GroupRatio', '{"default":1,"vip":0.5}');
  await gateway.option('UserUsableGroups', '{"default":"usual","vip":"cheaper"}');
  await gateway.addChannel({
    type: 55,
    key: 'sk-video',
    base_url: videos.url,
    models: 'my-video,sora-2-pro',
  });
  for (const [type, models] of [
    [50, 'kling-v2-6,kling-v1-5'],
    [52, 'viduq2'],
    [54, 'doubao-seedance-1-5-pro-251215'],
    [5, 'mj_imagine,mj_upscale,swap_face'],
    [36, 'suno_music'],
    [1, 'gpt-4o'],
  ] as const)
    await gateway.addChannel({
      type,
      key: type === 50 ? 'ak|sk' : 'k',
      base_url: 'http://127.0.0.1:9',
      models,
      group: 'default,vip',
    });
  key = await gateway.addToken({ name: 'films' });
});
afterAll(async () => {
  await app?.close();
  await videos?.close();
});
beforeEach(async () => {
  await app.gateway.sql('DELETE FROM tasks');
  await app.gateway.sql('DELETE FROM logs');
  await app.gateway.setQuota(10 * USD);
});
afterEach(() => expectBalancedLedger(app.gateway));

async function prices(): Promise<Record<string, number>> {
  const list = await app.gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
  return JSON.parse(list.find((option) => option.key === 'ModelPrice')!.value) as Record<string, number>;
}

async function spent(model: string, body: object): Promise<number> {
  const before = await app.gateway.quota();
  const response = await app.gateway.relay('/v1/videos', key, { model, prompt: 'a gate opens', ...body });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  return (before - (await app.gateway.quota())) / USD;
}

test('users see what a video costs: unit, options and an example, in the group they chose', () =>
  app.visit({ language: 'zh' }, async ({ page }) => {
    await page.goto('/pricing?keyword=kling-v2-6');
    const row = page.getByRole('row').filter({ hasText: 'kling-v2-6' });
    for (const text of [
      '按秒计费',
      '$0.042 / 秒',
      '模式：std，pro ×1.67',
      '声音：无声，有声 ×2',
      '时长 5 / 10 秒',
      '例：5 秒，默认选项，$0.21',
    ])
      await row.getByText(text, { exact: true }).waitFor();
    await row.getByRole('button', { name: '查看分组 vip 的价格' }).click();
    await row.getByText('例：5 秒，默认选项，$0.105', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
  }));

test('images and videos of one model have a price each, on a phone too', () =>
  app.visit({ screen: PHONE }, async ({ page }) => {
    await page.goto('/pricing?keyword=kling-v1-5');
    const card = page.getByRole('listitem').filter({ hasText: 'kling-v1-5' });
    await card.locator('button[data-expander]').click();
    await card.getByText('Video $0.056 / second').waitFor();
    await card.getByText('Example: 5 seconds with default options, $0.28').waitFor();
    await page.goto('/pricing?keyword=seedance');
    await page.locator('button[data-expander]').first().click();
    await page.getByText('about 112.8k tokens', { exact: false }).waitFor();
    await page.goto('/pricing?keyword=mj_imagine');
    await page.getByText('$0.1 / call').waitFor();
  }));

test('a price and an option are edited with a preview; the next video is charged with them, and its receipt shows the factors', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    await page.goto(EDITOR);
    await page.getByRole('textbox', { name: '搜索模型名称' }).fill('my-video');
    const row = page.getByRole('row').filter({ hasText: 'my-video' });
    await row.getByText('未定价').waitFor();
    await row.getByRole('button', { name: '编辑 my-video 的任务价格' }).click();
    const dialog = page.getByRole('dialog', { name: '任务价格：my-video' });
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('请输入价格').waitFor();
    await dialog.getByLabel('每秒价格（美元）').fill('0.02');
    await dialog.getByRole('textbox', { name: '尺寸的新取值' }).fill('1792x1024');
    await dialog.getByRole('button', { name: '添加尺寸' }).click();
    await dialog.getByRole('textbox', { name: '尺寸 1792x1024 的倍率' }).fill('2.5');
    const preview = dialog.getByRole('group', { name: '费用预览' });
    await preview.getByText('50,000 额度，$0.1').waitFor();
    await preview.getByRole('combobox', { name: '尺寸' }).click();
    await page.getByRole('option', { name: '1792x1024' }).click();
    await preview.getByText('125,000 额度，$0.25').waitFor();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByText('保存成功').waitFor();
    await row.getByText('$0.02 / 秒').waitFor();
    expect(await prices()).toMatchObject({ 'my-video': 0.02, 'my-video/size/1792x1024': 0.05 });

    expect(await spent('my-video', { seconds: '8', size: '1792x1024' })).toBe(0.4);
    expect(await spent('my-video', { seconds: '8' })).toBe(0.16);
    await app.gateway.sql('DELETE FROM logs WHERE quota = $1', [0.16 * USD]);
    await page.goto('/log');
    await page.locator('[data-expander]').first().click();
    await page.getByRole('button', { name: '查看扣费明细' }).click();
    const receipt = page.getByRole('dialog', { name: '扣费明细' });
    await receipt.getByText('每秒 $0.02').waitFor();
    await receipt.getByRole('row', { name: /^时长（秒）\s+× 8/ }).waitFor();
    await receipt.getByRole('row', { name: /^尺寸倍率\s+× 2.5/ }).waitFor();
    await receipt.getByText('与扣费一致', { exact: false }).waitFor();
  }));

test('a video is priced per call, and its built-in price restored', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto(EDITOR);
    const row = page.getByRole('row').filter({ hasText: 'viduq2' });
    await row.getByText('Size: 720p, 540p ×0.6, 1080p ×2.2').waitFor();
    await row.getByRole('button', { name: 'Edit the task price of viduq2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Task price: viduq2' });
    await dialog.getByText('Per call', { exact: true }).click();
    await dialog.getByLabel('Price per call (USD)').fill('0.4');
    await dialog.getByRole('textbox', { name: 'Factor of Size 1080p' }).fill('3');
    await dialog.getByText('built-in ×2.2').waitFor();
    await dialog
      .getByRole('group', { name: 'Cost preview' })
      .getByText('200,000 quota units, $0.4')
      .waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('$0.4 / call').waitFor();
    await row.getByText('Customized').waitFor();
    expect(await prices()).toMatchObject({
      'viduq2/call': 0.4,
      'viduq2/call/size/1080p': 1.2,
      'viduq2/video': 0.05,
    });
    await row.getByRole('button', { name: 'Reset viduq2 to the default price' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await row.getByText('$0.05 / second').waitFor();
    expect(Object.keys(await prices()).filter((name) => name.startsWith('viduq2/'))).toEqual([
      'viduq2/video',
    ]);
  }));

test('modes of drawings have prices of their own', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto(EDITOR);
    const row = page.getByRole('row').filter({ hasText: 'mj_imagine' });
    await row.getByRole('button', { name: 'Edit the task price of mj_imagine' }).click();
    const dialog = page.getByRole('dialog', { name: 'Task price: mj_imagine' });
    await dialog.getByLabel('Price in mode turbo').fill('0.3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Mode turbo: $0.3 / call').waitFor();
    expect(await prices()).toMatchObject({ mj_imagine: 0.1, mj_turbo_imagine: 0.3 });
    expect(await prices()).not.toHaveProperty('mj_fast_imagine');
  }));
