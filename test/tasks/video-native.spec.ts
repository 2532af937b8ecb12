import { VideoProviders } from '../doubles/video-providers.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, fetchTask, poll, USD } from './task-gateway.js';

const IMAGE = 'https://a.example/b.png';
const SUBMIT = '/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31';
const RESULT = '/jimeng?Action=CVSync2AsyncGetResult&Version=2022-08-31';

let gateway: Gateway;
let providers: VideoProviders;
let upstream: VideoUpstream;
let key: string;

beforeAll(async () => {
  providers = new VideoProviders(['kling', 'jimeng']);
  upstream = await VideoUpstream.start(providers.respond);
  providers.url = upstream.url;
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelPrice', JSON.stringify({ 'kling-v1-6': 0.1, jimeng_i2v_first_v30: 0.1 }));
  await gateway.addChannel({
    type: 50,
    key: 'ak|sk',
    base_url: `${upstream.url}/kling`,
    models: 'kling-v1-6',
  });
  await gateway.addChannel({
    type: 51,
    key: 'AKLT|secret',
    base_url: `${upstream.url}/jimeng`,
    models: 'jimeng_i2v_first_v30',
  });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(async () => {
  providers.tasks.clear();
  await gateway.setQuota(10 * USD);
});

const post = async (path: string, body: object) => {
  const response = await gateway.relay(path, key, body);
  return {
    status: response.status,
    body: (await response.json()) as Record<string, Record<string, unknown>>,
  };
};

test('Kling: submitted and fetched in its own format', async () => {
  const body = { model_name: 'kling-v1-6', image: IMAGE, mode: 'pro', duration: '10', cfg_scale: 0.5 };
  const submitted = await post('/kling/v1/videos/image2video', body);
  expect(submitted).toMatchObject({
    status: 200,
    body: { code: 0, data: { task_id: expect.stringMatching(/^task_/), task_status: 'submitted' } },
  });
  const [, task] = providers.taken();
  expect(task.body).toEqual({ ...body, prompt: '' });
  expect(await gateway.quota()).toBe(10 * USD - 0.1 * 10 * 1.75 * USD);
  const id = String(submitted.body.data?.task_id);
  const fetched = async () =>
    (await fetchTask(gateway, `/kling/v1/videos/image2video/${id}`, key)).json() as Promise<object>;
  expect(await fetched()).toMatchObject({ data: { task_status: 'submitted', task_result: { videos: [] } } });
  task.state = 'done';
  await poll(gateway);
  expect(await fetched()).toMatchObject({
    code: 0,
    data: {
      task_id: id,
      task_status: 'succeed',
      task_result: { videos: [{ id, url: `${upstream.url}/files/video.mp4`, duration: '10' }] },
    },
  });
  const unknown = await fetchTask(gateway, '/kling/v1/videos/image2video/task_x', key);
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 1203 }]);
});

test('Jimeng: submitted and asked for in its own format', async () => {
  const submitted = await post(SUBMIT, {
    req_key: 'jimeng_i2v_first_v30',
    prompt: 'a gate opens',
    image_urls: [IMAGE],
    frames: 241,
  });
  expect(submitted).toMatchObject({ status: 200, body: { code: 10000, status: 10000, message: 'Success' } });
  const [, task] = providers.taken();
  expect(task.body).toMatchObject({ req_key: 'jimeng_i2v_first_v30', image_urls: [IMAGE], frames: 241 });
  expect(await gateway.quota()).toBe(9 * USD);
  const question = { req_key: 'jimeng_i2v_first_v30', task_id: submitted.body.data?.task_id };
  expect((await post(RESULT, question)).body.data).toEqual({ status: 'in_queue', video_url: '' });
  task.state = 'done';
  await poll(gateway);
  expect((await post(RESULT, question)).body.data).toEqual({
    status: 'done',
    video_url: `${upstream.url}/files/video.mp4`,
  });
  expect((await post(RESULT, { ...question, task_id: 'task_x' })).body.data).toEqual({ status: 'not_found' });
});

test.each<[string, string, object, number, number]>([
  ['Kling without an image', '/kling/v1/videos/image2video', { model_name: 'kling-v1-6' }, 400, 1201],
  [
    'Kling with another duration',
    '/kling/v1/videos/text2video',
    { model_name: 'kling-v1-6', prompt: 'a', duration: '7' },
    400,
    1201,
  ],
  ['Jimeng without an id', RESULT, {}, 400, 50200],
  ['Jimeng without an image', SUBMIT, { req_key: 'jimeng_i2v_first_v30', prompt: 'a' }, 400, 50200],
  ['another action', '/jimeng?Action=Delete', {}, 400, 50200],
])('%s is refused in the format of the provider', async (_case, path, body, status, code) => {
  const refused = await post(path, body);
  expect(refused).toMatchObject({ status, body: { code, message: expect.any(String), error: {} } });
  expect(await gateway.quota()).toBe(10 * USD);
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
