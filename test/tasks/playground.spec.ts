import { OpenAIVideos } from '../doubles/openai-videos.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, poll, rowsOf, USD } from './task-gateway.js';

/** Images, songs, drawings and videos of the console's playground: by session, charged to the user without a token. */
let gateway: Gateway;
let suno: SunoUpstream;
let drawings: MidjourneyUpstream;
let videos: VideoUpstream;
let images: ScriptedUpstream;
let ursula: Record<string, string>;
let id: number;

beforeAll(async () => {
  [suno, drawings, videos, images] = await Promise.all([
    SunoUpstream.start(),
    MidjourneyUpstream.start(),
    VideoUpstream.start(new OpenAIVideos().respond),
    ScriptedUpstream.start(),
  ]);
  gateway = await Gateway.start();
  const groups = { group: 'default,vip' };
  await gateway.addChannel({
    type: 36,
    key: 'suno-key',
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
    ...groups,
  });
  await gateway.addChannel({
    type: 5,
    key: 'mj-secret',
    base_url: drawings.url,
    models: 'mj_imagine',
    ...groups,
  });
  await gateway.addChannel({ type: 55, key: 'sk-video', base_url: videos.url, models: 'sora-2', ...groups });
  await gateway.addChannel({ type: 1, base_url: images.url, models: 'dall-e-3', ...groups });
  await gateway.option('ModelPrice', '{"sora-2":0.1,"dall-e-3":0.04,"suno_music":0.1,"mj_imagine":0.1}');
  await gateway.option('GroupRatio', '{"default":1,"vip":2,"svip":3}');
  await gateway.option('UserUsableGroups', '{"default":"everybody","vip":"better"}');
  await gateway.settledEvents();
  await gateway.manage('POST', '/api/user/', {
    username: 'ursula',
    password: 'password 1',
    display_name: 'Ursula',
  });
  ursula = await gateway.session('ursula', 'password 1');
  id = Number(ursula['new-api-user']);
});

afterAll(async () => {
  await gateway?.close();
  await Promise.all([suno, drawings, videos, images].map((double) => double?.close()));
});

beforeEach(async () => {
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM midjourneys');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(10 * USD, id);
});

const post = (path: string, body: object | string, headers = ursula): Promise<Response> =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const read = async (path: string, headers = ursula) =>
  (await (await fetch(`${gateway.url}${path}`, { headers })).json()) as Record<string, unknown>;

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** US dollars in group default. */
  readonly price: number;
  /** Submissions that reached the provider. */
  sent(): number;
}

const kinds: readonly Kind[] = [
  {
    name: 'song',
    path: '/pg/suno/submit/music',
    body: { gpt_description_prompt: 'a song' },
    price: 0.1,
    sent: () => suno.tasks.size,
  },
  {
    name: 'drawing',
    path: '/pg/mj/submit/imagine',
    body: { prompt: 'a cat' },
    price: 0.1,
    sent: () => drawings.submissions.length,
  },
  {
    name: 'video',
    path: '/pg/video/generations',
    body: { model: 'sora-2', prompt: 'a gate', duration: 4 },
    price: 0.4,
    sent: () => videos.calls.length,
  },
  {
    name: 'image',
    path: '/pg/images/generations',
    body: { model: 'dall-e-3', prompt: 'a gate' },
    // The double answers with two images.
    price: 0.08,
    sent: () => images.requests.length,
  },
];

describe.each(kinds)('a $name', ({ path, body, price, sent }) => {
  test('is charged to the user without a token, in the group that the body names', async () => {
    expect((await post(path, body)).status).toBe(200);
    await gateway.quiet();
    expect(await gateway.quota(id)).toBe((10 - price) * USD);
    expect((await post(path, { ...body, group: 'vip' })).status).toBe(200);
    await gateway.quiet();
    expect(await gateway.quota(id)).toBe((10 - 3 * price) * USD);
    const rows = await gateway.logs();
    expect(rows).toMatchObject([
      { user_id: id, token_id: 0, token_name: 'playground-default', group: 'default', quota: price * USD },
      { user_id: id, token_id: 0, token_name: 'playground-vip', group: 'vip', quota: 2 * price * USD },
    ]);
  });

  test('needs the header of the console beside its cookie, and takes no key', async () => {
    const before = sent();
    const { cookie = '' } = ursula;
    expect((await post(path, body, {})).status).toBe(401);
    const alone = await post(path, body, { cookie });
    expect(alone.status).toBe(401);
    expect(await alone.json()).toMatchObject({ error: { code: 'user_header_missing' } });
    expect((await post(path, body, { cookie, 'new-api-user': '1' })).status).toBe(401);
    const key = await gateway.addToken();
    expect((await post(path, body, { authorization: `Bearer ${key}`, 'new-api-user': '1' })).status).toBe(
      400,
    );
    expect(sent()).toBe(before);
  });

  test('is refused in a group that the user may not use', async () => {
    const before = sent();
    const refused = await post(path, { ...body, group: 'svip' }, { ...ursula, 'accept-language': 'en' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await refused.text()).toMatch(/not allowed to use this group|group/i);
    expect(sent()).toBe(before);
    expect(await gateway.quota(id)).toBe(10 * USD);
  });

  test('is refused before the provider is called when the balance is too small', async () => {
    const before = sent();
    await gateway.setQuota((price / 4) * USD, id);
    const refused = await post(path, body);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await refused.text()).toMatch(/quota/);
    expect(sent()).toBe(before);
    expect(await gateway.quota(id)).toBe((price / 4) * USD);
  });
});

test('the group is not sent to the provider', async () => {
  await post('/pg/suno/submit/music', { gpt_description_prompt: 'a song', group: 'vip' });
  await post('/pg/mj/submit/imagine', { prompt: 'a cat', group: 'vip' });
  await post('/pg/images/generations', { model: 'dall-e-3', prompt: 'a gate', group: 'vip' });
  expect([...suno.tasks.values()].at(-1)!.body).not.toHaveProperty('group');
  expect(drawings.submissions.at(-1)!.body).not.toHaveProperty('group');
  expect(images.last.json).toEqual({ model: 'dall-e-3', prompt: 'a gate' });
});

test('a song that fails is given back to the user, and the log names the playground', async () => {
  const { data } = (await (
    await post('/pg/suno/submit/music', { gpt_description_prompt: 'a song' })
  ).json()) as {
    data: string;
  };
  suno.end(data, 'FAILURE');
  await poll(gateway);
  expect(await read(`/pg/suno/fetch/${data}`)).toMatchObject({
    data: { status: 'FAILURE', fail_reason: 'moderated' },
  });
  expect(await gateway.quota(id)).toBe(10 * USD);
  const refunds = await gateway.sql('SELECT user_id, quota, token_name FROM logs WHERE type = 6');
  expect(refunds).toEqual([{ user_id: id, quota: 0.1 * USD, token_name: 'playground-default' }]);
});

test('a drawing with a mode, and its state', async () => {
  const { result } = (await (await post('/pg/mj-fast/mj/submit/imagine', { prompt: 'a cat' })).json()) as {
    result: string;
  };
  expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ mode: 'fast', user_id: id, token_id: 0 }]);
  expect(await read(`/pg/mj/task/${result}/fetch`)).toMatchObject({ id: result, status: 'SUBMITTED' });
});

test('tasks are shown to their owner only', async () => {
  const created = (await (
    await post('/pg/video/generations', { model: 'sora-2', prompt: 'a gate', duration: 4 })
  ).json()) as { task_id: string };
  expect(await read(`/pg/video/generations/${created.task_id}`)).toMatchObject({
    data: { task_id: created.task_id },
  });
  const { data } = (await (await post('/pg/suno/submit/music', { gpt_description_prompt: 'x' })).json()) as {
    data: string;
  };
  const root = await gateway.session();
  expect(await read(`/pg/suno/fetch/${data}`, root)).toMatchObject({ code: 'task_not_exist' });
});

test('a body that is no JSON object gets the error of the API', async () => {
  expect(await (await post('/pg/mj/submit/imagine', '[')).json()).toMatchObject({
    description: expect.stringContaining('bind_request_body_failed') as string,
  });
  expect(await (await post('/pg/suno/submit/music', '[')).json()).toMatchObject({ code: 'invalid_request' });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
