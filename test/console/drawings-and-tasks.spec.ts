import { barriers } from './barriers.js';
import { type Account, Console } from './console.js';

/** The logs of drawings and of other jobs: what administrators see, what users see, and what runs. */
let app: Console;
let guest: Account;
const now = Date.now();
const seconds = Math.floor(now / 1000);
const LONG = 'a mountain cabin\nin the morning mist, very detailed, wide angle';

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  await app.gateway.option('MjForwardUrlEnabled', 'false');
  await drawing(1, {
    mj: '111',
    action: 'IMAGINE',
    code: 1,
    status: 'SUCCESS',
    progress: '100%',
    took: 90_500,
  });
  await drawing(1, { mj: '222', action: 'LOW_VARIATION', code: 21, status: 'IN_PROGRESS', progress: '40%' });
  // No digit of the ids: a row's text runs on from its seconds to what it took.
  await drawing(2, { mj: '333', action: 'STRANGE', code: 9, status: 'FAILURE', progress: '', took: 4000 });
  await task(1, { id: 'task-1', action: 'MUSIC', status: 'SUCCESS', progress: '100%', took: 61 });
  await task(1, { id: 'task-2', action: 'LYRICS', status: '', progress: 'soon' });
  await task(2, { id: 'task-3', action: 'ELSE', status: 'ODD', progress: '30%', platform: 'other' });
});

afterAll(() => app?.close());

interface Job {
  action: string;
  status: string;
  progress: string;
  took?: number;
}

async function drawing(userId: number, job: Job & { mj: string; code: number }): Promise<void> {
  await app.gateway.sql(
    `INSERT INTO midjourneys (user_id, mj_id, action, code, status, progress, submit_time, finish_time, channel_id,
       prompt, image_url, fail_reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 7, $9, $10, $11)`,
    [
      userId,
      job.mj,
      job.action,
      job.code,
      job.status,
      job.progress,
      now,
      job.took ? now + job.took : 0,
      LONG,
      job.status === 'SUCCESS' ? `${app.gateway.url}/logo.svg` : '',
      job.status === 'FAILURE' ? 'it was refused' : '',
    ],
  );
}

async function task(userId: number, job: Job & { id: string; platform?: string }): Promise<void> {
  await app.gateway.sql(
    `INSERT INTO tasks (user_id, task_id, action, status, progress, submit_time, finish_time, channel_id, platform, data)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 7, $8,
       '[{"title":"dawn","audio_url":"https://cdn.example.com/dawn.mp3"}]')`,
    [
      userId,
      job.id,
      job.action,
      job.status,
      job.progress,
      seconds,
      job.took ? seconds + job.took : 0,
      job.platform ?? 'suno',
    ],
  );
}

test('administrators see every drawing with its states, its words and its image; running ones refresh', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    await page.goto('/midjourney');
    await page.getByText(/未开启 Midjourney 回调/).waitFor();
    await page.getByText('列表', { exact: true }).click();
    const row = (id: string) => page.getByRole('row').filter({ hasText: id });
    for (const text of ['90.5 s', '绘图', '已提交', '成功', '100%'])
      await row('111').getByText(text).waitFor();
    for (const text of ['N/A', '弱变换', '等待中', '执行中', '40%'])
      await row('222').getByText(text).waitFor();
    for (const text of ['4.0 s', '失败', '0%']) await row('333').getByText(text, { exact: true }).waitFor();
    expect(await row('333').getByText('未知').count()).toBe(2);
    // Why there is no image stands in its place.
    await row('333').getByRole('button', { name: '失败原因: it was refused' }).waitFor();
    expect(await row('333').getByText('无', { exact: true }).count()).toBe(1);

    await row('111')
      .getByRole('button', { name: /^提示词: / })
      .click();
    const words = page.getByRole('dialog', { name: '提示词' });
    expect(await words.getByText('in the morning mist').innerText()).toBe(LONG);
    await page.keyboard.press('Escape');
    await row('111').getByRole('button', { name: '查看图片' }).click();
    const image = page.getByRole('dialog', { name: '结果图片' });
    await image.getByRole('button', { name: '旋转' }).click();
    expect(await image.getByRole('img', { name: 'a mountain cabin' }).getAttribute('style')).toContain(
      '90deg',
    );
    await page.keyboard.press('Escape');
    await image.waitFor({ state: 'hidden' });
    await page.getByText('图库', { exact: true }).click();
    await page.getByRole('button', { name: '查看图片：' }).click();
    await image.getByRole('button', { name: '复制图片地址' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('列表', { exact: true }).click();

    // What is typed outlives the refresh.
    await page.getByLabel('任务 ID').fill('111');
    await app.gateway.sql("UPDATE midjourneys SET status = 'SUCCESS', progress = '100%' WHERE mj_id = '222'");
    await row('222').getByText('100%').waitFor();
    const asked = page.waitForRequest(/\/api\/mj\/\?.*mj_id=111/);
    await page.getByRole('button', { name: '查询' }).click();
    const query = new URL((await asked).url()).searchParams;
    expect(Number(query.get('end_timestamp')) - Number(query.get('start_timestamp'))).toBe(
      30 * 86_400 + 3600,
    );
    await page.getByText('第 1 - 1 条，共 1 条').waitFor();
    expect(new URL(page.url()).searchParams.get('mj_id')).toBe('111');
  }));

test('tasks show their record, and start with today', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const asked = page.waitForRequest(/\/api\/task\/\?/);
    await page.goto('/task');
    const query = new URL((await asked).url()).searchParams;
    expect(new Date(Number(query.get('start_timestamp')) * 1000).toTimeString().slice(0, 8)).toBe('00:00:00');
    expect(query.has('end_timestamp')).toBe(false);
    const row = (id: string) => page.getByRole('row').filter({ hasText: id });
    for (const text of ['61.0 s', 'Suno', 'Generate music', 'Success'])
      await row('task-1').getByText(text).waitFor();
    for (const text of ['soon', 'Generate lyrics', 'Submitting'])
      await row('task-2').getByText(text).waitFor();
    await row('task-3').getByRole('img', { name: 'Progress 30%' }).waitFor();
    expect(await row('task-3').getByText('unknown', { exact: false }).count()).toBe(3);
    await row('task-1').getByRole('button', { name: 'Details of task task-1' }).click();
    const record = page.getByRole('dialog', { name: 'Task task-1' });
    await record.getByText('"dawn"').waitFor();
    expect(await record.getByLabel('Audio').getAttribute('src')).toBe('https://cdn.example.com/dawn.mp3');
    await record.getByRole('button', { name: 'Copy json' }).click();
    expect(JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))).toMatchObject({
      task_id: 'task-1',
    });
  }));

test.each(['en', 'zh'] as const)(
  'at 1260 px, why a task failed is seen without scrolling sideways, and its row has its actions (%s)',
  async (language) => {
    await task(2, {
      id: `task-long-${language}`,
      action: 'MUSIC',
      status: 'FAILURE',
      progress: '100%',
      took: 9,
    });
    await app.gateway.sql(
      "UPDATE tasks SET fail_reason = 'the lyrics were refused by the provider' WHERE status = 'FAILURE'",
    );
    await app.visit(
      { as: Console.root, language, screen: { viewport: { width: 1260, height: 800 } } },
      async ({ page }) => {
        for (const [path, reason] of [
          ['/task', 'the lyrics were refused'],
          ['/midjourney', 'it was refused'],
        ] as const) {
          await page.goto(path);
          if (path === '/midjourney')
            await page.getByText(language === 'zh' ? '列表' : 'List', { exact: true }).click();
          const seen = page.getByRole('button', { name: reason }).first();
          const { x, width } = (await seen.boundingBox())!;
          const name = language === 'zh' ? '操作' : 'Actions';
          const pinned = await page.getByRole('columnheader', { name }).boundingBox();
          expect(x + Math.min(width, 200)).toBeLessThan(pinned!.x);
        }
        await page.goto('/task');
        const link = page.getByRole('link', { name: /task-1/ });
        expect(await link.getAttribute('href')).toBe('https://cdn.example.com/dawn.mp3');
      },
    );
    await app.gateway.sql("DELETE FROM tasks WHERE task_id LIKE 'task-long-%'");
  },
);

test('users see their own, without channels', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/midjourney');
    await page.getByText('1 – 1 of 1').waitFor();
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Progress' }).waitFor();
    expect(await page.getByRole('columnheader', { name: /Channel|Submission|Status/ }).count()).toBe(0);
    expect(await page.getByLabel('Channel ID').count()).toBe(0);
    await page.goto('/task');
    await page.getByText('1 – 1 of 1').waitFor();
    await page.getByRole('button', { name: 'Details of task task-3' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Channel' }).count()).toBe(0);
  }));

test('a drawing shows its texts, its cost and the buttons of its image; an image that failed to load can be loaded again', async () => {
  await app.gateway.sql(
    `INSERT INTO midjourneys (user_id, mj_id, action, code, status, progress, submit_time, start_time, finish_time,
       channel_id, prompt, prompt_en, image_url, quota, buttons, properties)
     VALUES (2, '555', 'IMAGINE', 1, 'SUCCESS', '100%', $1, $1, $2, 7, '小屋', 'a cabin', $3, 50000, $4, $5)`,
    [
      now + 1000,
      now + 9000,
      `${app.gateway.url}/flaky.svg`,
      JSON.stringify([
        { customId: 'a', emoji: '', label: 'U1', type: 2, style: 2 },
        { emoji: '🔄', label: '' },
      ]),
      JSON.stringify({ finalPrompt: 'a small cabin --ar 1:1' }),
    ],
  );
  await app.visit({ as: guest }, async (visit) => {
    const { page } = visit;
    visit.expect(/flaky/);
    await page.route('**/flaky.svg', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto('/midjourney');
    const card = page.getByRole('listitem').filter({ hasText: '小屋' });
    await card.getByText('The image could not be loaded').waitFor();
    await page.route('**/flaky.svg', (route) => route.fulfill({ path: 'dist/web/logo.svg' }));
    await card.getByRole('button', { name: 'Retry' }).click();
    await card.getByRole('button', { name: 'Show the image: 小屋' }).waitFor();
    await card.getByRole('button', { name: 'Details of drawing 555' }).click();
    const dialog = page.getByRole('dialog', { name: 'Drawing 555' });
    for (const text of ['8.0 s', '$0.1000', 'a cabin', 'a small cabin --ar 1:1', 'U1', '🔄'])
      await dialog.getByText(text, { exact: true }).waitFor();
    expect(await dialog.getByText('User', { exact: true }).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Cancel the task' }).count()).toBe(0);
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
  await app.gateway.sql("DELETE FROM midjourneys WHERE mj_id = '555'");
});

test('a video of Midjourney is played in the gallery, in the list and in its details', async () => {
  const videos = [1, 2].map((number) => ({ url: `https://cdn.example.com/${number}.mp4` }));
  await app.gateway.sql(
    `INSERT INTO midjourneys (user_id, mj_id, action, code, status, progress, submit_time, channel_id, prompt, results)
     VALUES (2, '888', 'VIDEO', 1, 'SUCCESS', '100%', $1, 7, 'a river', $2)`,
    [now + 1000, JSON.stringify(videos.map((each) => ({ ...each, kind: 'video' })))],
  );
  await app.visit({ as: guest, language: 'zh' }, async (visit) => {
    const { page } = visit;
    await page.route('https://cdn.example.com/*.mp4', (route) =>
      route.fulfill({ body: '', contentType: 'video/mp4' }),
    );
    await page.goto('/midjourney?mj_id=888');
    const card = page.getByRole('listitem').filter({ hasText: 'a river' });
    await card.getByText('视频', { exact: true }).waitFor();
    expect(await card.locator('video').getAttribute('src')).toBe(videos[0]!.url);
    const sources = async (name: string) => {
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('link', { name: '下载' }).first().waitFor();
      const links = await dialog.getByRole('link', { name: '下载' }).all();
      expect(await barriers(page, '[role=dialog]')).toEqual([]);
      const found = await Promise.all(links.map((link) => link.getAttribute('href')));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      return found;
    };
    const urls = videos.map(({ url }) => url);
    await card.getByRole('button', { name: '播放视频：a river' }).click();
    expect(await sources('结果图片')).toEqual(urls);
    await card.getByRole('button', { name: '绘图任务 888 的详情' }).click();
    expect(await sources('绘图任务 888')).toEqual(urls);
    await page.getByText('列表', { exact: true }).click();
    await page.getByRole('button', { name: '查看图片' }).click();
    expect(await sources('结果图片')).toEqual(urls);
    await page.getByText('图库', { exact: true }).click();
  });
  await app.gateway.sql("DELETE FROM midjourneys WHERE mj_id = '888'");
});

test('an administrator cancels a drawing from the gallery; one that was free needs no refund', async () => {
  await app.gateway.sql(
    `INSERT INTO midjourneys (user_id, mj_id, action, code, status, progress, submit_time, channel_id, prompt, deadline_at)
     VALUES (2, '777', 'IMAGINE', 1, 'IN_PROGRESS', '20%', $1, 7, 'a tower', now() + interval '1 hour')`,
    [now],
  );
  await app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    await page.goto('/midjourney?mj_id=777');
    const card = page.getByRole('listitem').filter({ hasText: 'a tower' });
    await card.getByRole('progressbar', { name: '进度 20%' }).waitFor();
    await page.getByRole('region', { name: '运行中的任务' }).getByText('已删除的渠道').waitFor();
    await card.getByRole('button', { name: '取消任务 777' }).click();
    const dialog = page.getByRole('dialog', { name: '取消任务 777？' });
    await dialog.getByText('用户 2 没有为它付费', { exact: false }).waitFor();
    await dialog.getByLabel('原因').fill('上游维护');
    await dialog.getByRole('button', { name: '取消任务' }).click();
    await card.getByText('失败', { exact: true }).waitFor();
    await card.getByText('上游维护').waitFor();
  });
  await app.gateway.sql("DELETE FROM midjourneys WHERE mj_id = '777'");
});

test('the search button stands on the line of its fields; what acts on the rows goes below where both do not fit', () =>
  app.visit(
    { as: Console.root, language: 'en', screen: { viewport: { width: 1440, height: 900 } } },
    async ({ page }) => {
      await page.goto('/task');
      const bar = page.getByRole('search');
      const top = async (name: string) => {
        const box = await bar.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox();
        return box?.y;
      };
      await bar.getByRole('button', { name: /^Time range: .* – now$/ }).waitFor();
      expect(await top('Time range')).toBe(await top('Search'));
      expect(await top('Columns')).toBe(await top('Search'));

      await page.setViewportSize({ width: 800, height: 900 });
      expect(await top('Time range')).toBe(await top('Search'));
      expect(await top('Columns')).toBeGreaterThan((await top('Search')) ?? Number.POSITIVE_INFINITY);
    },
  ));

test('the pager of drawings and tasks knows the last page at once', async () => {
  await app.gateway.sql(
    `INSERT INTO midjourneys (user_id, mj_id, action, status, submit_time, channel_id)
     SELECT 1, 'many-' || n, 'IMAGINE', 'SUCCESS', $1, 7 FROM generate_series(1, 37) n`,
    [now],
  );
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/midjourney');
    await page.getByText('1 – 10 of 40').waitFor();
    await page.getByRole('button', { name: '4', exact: true }).click();
    await page.getByText('31 – 40 of 40').waitFor();
    expect(await page.getByRole('button', { name: '5', exact: true }).count()).toBe(0);

    // A server that sends no total: the pager does not make one up.
    await page.route('**/api/mj/*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { total?: number };
      delete answer.total;
      await route.fulfill({ json: answer });
    });
    await page.goto('/midjourney');
    await page.getByText('1 – 10 of many').waitFor();
  });
});
