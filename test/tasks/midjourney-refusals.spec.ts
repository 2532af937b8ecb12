import zlib from 'node:zlib';
import type { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import type { Gateway } from '../setup/gateway.js';
import { DrawingClient, IMAGE, refused } from './drawing-client.js';
import { expectBalancedLedger, rowsOf, USD } from './task-gateway.js';

let client: DrawingClient;
let gateway: Gateway;
let proxy: MidjourneyUpstream;

beforeAll(async () => {
  client = await DrawingClient.start();
  ({ gateway, proxy } = client);
});
afterAll(() => client?.close());
beforeEach(() => client.reset());

describe('requests that are refused', () => {
  test.each<[string, object | string, string]>([
    ['submit/imagine', {}, 'prompt_is_required'],
    ['submit/imagine', '{', 'bind_request_body_failed'],
    ['submit/imagine', '[]', 'bind_request_body_failed'],
    ['submit/imagine', { prompt: 'x', botType: 'OTHER' }, 'invalid_request'],
    ['submit/imagine', { prompt: 'x', base64Array: 'x' }, 'invalid_request'],
    ['submit/shorten', { prompt: '' }, 'prompt_is_required'],
    ['submit/describe', {}, 'invalid_request'],
    ['submit/blend', { base64Array: [IMAGE] }, 'invalid_request'],
    ['submit/blend', { base64Array: Array(6).fill(IMAGE) }, 'invalid_request'],
    ['submit/blend', { base64Array: [IMAGE, IMAGE], dimensions: 'ROUND' }, 'invalid_request'],
    ['submit/change', { action: 'UPSCALE', index: 1 }, 'task_id_is_required'],
    ['submit/change', { taskId: 'x' }, 'action_is_required'],
    ['submit/change', { taskId: 'x', action: 'EXPLODE', index: 1 }, 'unknown_action'],
    ['submit/change', { taskId: 'x', action: 'UPSCALE' }, 'index_is_required'],
    ['submit/change', { taskId: 'x', action: 'VARIATION', index: 0 }, 'index_is_required'],
    ['submit/change', { taskId: 'x', action: 'VARIATION', index: 5 }, 'index_parse_failed'],
    ['submit/change', { taskId: 'x', action: 'UPSCALE', index: 1 }, 'task_not_found'],
    ['submit/simple-change', {}, 'content_is_required'],
    ['submit/simple-change', { content: 'x  U1' }, 'content_parse_failed'],
    ['submit/simple-change', { content: 'x U5' }, 'content_parse_failed'],
    ['submit/simple-change', { content: 'x R' }, 'task_not_found'],
    ['submit/action', { taskId: 'x' }, 'custom_id_is_required'],
    ['submit/action', { customId: 'MJ::JOB::upsample::1::x' }, 'task_id_is_required'],
    ['submit/action', { taskId: 'x', customId: 'MJ' }, 'unknown_action:MJ'],
    ['submit/action', { taskId: 'x', customId: 'MJ::JOB' }, 'unknown_action:MJ::JOB'],
    ['submit/action', { taskId: 'x', customId: 'MJ::JOB::upsample' }, 'index_parse_failed'],
    ['submit/modal', {}, 'task_id_is_required'],
    ['submit/modal', { taskId: 'x' }, 'task_not_found'],
    ['submit/upload-discord-images', { base64Array: [] }, 'invalid_request'],
    ['insight-face/swap', { sourceBase64: IMAGE }, 'sour_base64_and_target_base64_is_required'],
    ['task/list-by-condition', '{', 'do_request_failed'],
    ['task/list-by-condition', { ids: 'x' }, 'do_request_failed'],
  ])('%s %j: %s', async (route, body, description) => {
    const response = await client.post(`/mj/${route}`, body);
    expect([response.status, await response.json()]).toEqual([400, refused(description)]);
    expect(proxy.submissions).toEqual([]);
    expect(await rowsOf(gateway, 'drawing')).toEqual([]);
    expect(await gateway.quota()).toBe(10 * USD);
  });

  test('drawings of other users are unknown', async () => {
    const id = await client.drawn();
    await gateway.sql('UPDATE midjourneys SET user_id = 999');
    for (const path of [`/mj/task/${id}/fetch`, `/mj/task/${id}/image-seed`]) {
      const response = await client.get(path);
      expect([response.status, await response.json()]).toEqual([400, refused('task_no_found')]);
    }
    const response = await client.post('/mj/submit/change', { taskId: id, action: 'REROLL' });
    expect(await response.json()).toEqual(refused('task_not_found'));
    const listed = await client.post('/mj/task/list-by-condition', { ids: [id] });
    expect(await listed.json()).toEqual([]);
  });

  test('without enough quota', async () => {
    await gateway.setQuota(0.05 * USD);
    const response = await client.post('/mj/submit/imagine', { prompt: 'x' });
    expect([response.status, await response.json()]).toEqual([400, refused('quota_not_enough')]);
    expect(proxy.submissions).toEqual([]);
  });

  test('of two submissions at once the balance pays for one', async () => {
    await gateway.setQuota(0.1 * USD);
    const both = await Promise.all([1, 2].map(() => client.post('/mj/submit/imagine', { prompt: 'x' })));
    const bodies = (await Promise.all(both.map((one) => one.json()))) as {
      code: number;
      description: string;
    }[];
    expect(new Set(bodies.map(({ code }) => code))).toEqual(new Set([1, 4]));
    expect(bodies.find(({ code }) => code === 4)).toEqual(refused('quota_not_enough'));
    expect(await gateway.quota()).toBe(0);
  });

  test('a key without the model', async () => {
    const poor = await gateway.addToken({ model_limits_enabled: true, model_limits: 'gpt-4' });
    const response = await gateway.relay('/mj/submit/imagine', poor, { prompt: 'x' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: 'new_api_error' } });
  });

  test.each(['/slow/mj/submit/imagine', '/mj-slow/mj/submit/imagine', '/mj/submit/animate'])(
    '%s',
    async (path) => {
      expect((await client.post(path, { prompt: 'x' })).status).toBe(404);
    },
  );
});

describe('the coding of a body', () => {
  const body = JSON.stringify({ prompt: 'a gate' });
  const submit = (coding: string, bytes: Buffer) =>
    fetch(`${gateway.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.key}`,
        'content-type': 'application/json',
        'content-encoding': coding,
      },
      body: new Uint8Array(bytes),
    });
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (body: string) => Buffer };

  test.each<[coding: string, bytes: Buffer]>([
    ['GZIP', zlib.gzipSync(body)],
    ['x-gzip', zlib.gzipSync(body)],
    ['deflate', zlib.deflateSync(body)],
    ...(zstdCompressSync ? ([['zstd', zstdCompressSync(body)]] as [string, Buffer][]) : []),
  ])('%s is decoded', async (coding, bytes) => {
    expect((await submit(coding, bytes)).status).toBe(200);
    expect(proxy.submissions).toMatchObject([{ body: { prompt: 'a gate' } }]);
  });

  test.each(['compress', ...(zstdCompressSync ? [] : ['zstd'])])('%s is refused', async (coding) => {
    expect((await submit(coding, Buffer.from(body))).status).toBe(415);
    expect(proxy.submissions).toEqual([]);
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
