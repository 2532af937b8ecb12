import { TaskApis } from '../../server/tasks/http/task-apis.js';
import { DRAWING_PREFIXES } from '../../server/tasks/drawing/drawing-routes.js';
import { json } from '../doubles/intercepted-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { IMAGE } from './drawing-client.js';
import { expectBalancedLedger, poll, rowsOf, USD } from './task-gateway.js';
import { KINDS, PRICES, startKinds, type KindOfTask, type Kinds } from './task-kinds.js';

/**
 * The promises of money that every route keeps that submits tasks, as `test/relay/pipeline/budget.spec.ts` has them for
 * other routes. A new route is added to `submissions` below; the first test fails until it is.
 */
interface Submission {
  /** The registered route; of drawings without the prefix of a mode. */
  readonly url: string;
  readonly kind: (typeof KINDS)[number];
  /** Price in US dollars. */
  readonly usd: number;
  /** @param origin id of a finished task of the same kind, for routes that continue one */
  body(origin: string): object;
  readonly continues?: true;
  /** Where the address says more than the route. */
  path?(origin: string): string;
  /** Requested with the session of the console instead of a key. */
  readonly forPlayground?: true;
}

const drawing = (url: string, body: Submission['body'], continues?: true): Submission => ({
  url: `/mj/${url}`,
  kind: 'drawing',
  usd: 0.1,
  body,
  ...(continues && { continues }),
});
const song = (action: string): Submission => ({
  url: '/suno/submit/:action',
  kind: 'song',
  usd: 0.1,
  path: () => `/suno/submit/${action}`,
  body: () => ({ prompt: 'a song' }),
});
const sora = { model: 'sora-2', prompt: 'a gate opens' };
const kling = { model_name: 'kling-v1-6', prompt: 'a gate opens' };

const submissions: Submission[] = [
  drawing('submit/imagine', () => ({ prompt: 'a gate' })),
  drawing('submit/describe', () => ({ base64: IMAGE })),
  drawing('submit/blend', () => ({ base64Array: [IMAGE, IMAGE] })),
  drawing('submit/shorten', () => ({ prompt: 'a long gate' })),
  drawing('submit/change', (taskId) => ({ taskId, action: 'REROLL' }), true),
  drawing('submit/simple-change', (id) => ({ content: `${id} U1` }), true),
  drawing('submit/action', (taskId) => ({ taskId, customId: 'MJ::JOB::upsample::1::x' }), true),
  drawing('submit/modal', (taskId) => ({ taskId, prompt: 'a gate' }), true),
  drawing('submit/upload-discord-images', () => ({ base64Array: [IMAGE] })),
  drawing('submit/video', (taskId) => ({ taskId, index: 0, action: 'extend' }), true),
  drawing('submit/edits', () => ({ prompt: 'a gate at night', image: IMAGE })),
  drawing('insight-face/swap', () => ({ sourceBase64: IMAGE, targetBase64: IMAGE })),
  song('music'),
  song('lyrics'),
  { url: '/v1/video/generations', kind: 'video', usd: 0.8, body: () => ({ ...sora, duration: 8 }) },
  { url: '/v1/videos', kind: 'video', usd: 0.4, body: () => ({ ...sora, seconds: '4' }) },
  {
    url: '/v1/videos/:id/remix',
    kind: 'video',
    usd: 0.4,
    path: (origin) => `/v1/videos/${origin}/remix`,
    body: () => ({ prompt: 'at night' }),
    continues: true,
  },
  { url: '/kling/v1/videos/text2video', kind: 'Kling video', usd: 0.5, body: () => kling },
  {
    url: '/kling/v1/videos/image2video',
    kind: 'Kling video',
    usd: 1,
    body: () => ({ ...kling, image: 'https://a.example/b.png', duration: '10' }),
  },
  {
    url: '/jimeng',
    kind: 'Jimeng video',
    usd: 0.5,
    path: () => '/jimeng?Action=CVSync2AsyncSubmitTask&Version=2022-08-31',
    body: () => ({ req_key: 'jimeng_t2v_v30', prompt: 'a gate opens', frames: 121 }),
  },
  {
    url: '/pg/video/generations',
    kind: 'video',
    usd: 0.8,
    body: () => ({ ...sora, duration: 8 }),
    forPlayground: true,
  },
];
/** Routes with a body that submit nothing. */
const FREE = ['/suno/fetch', '/mj/task/list-by-condition', '/mj/notify'];

const START = 10 * USD;
let gateway: Gateway;
let all: Kinds;
let key: string;
let session: Record<string, string>;

beforeAll(async () => {
  all = await startKinds();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  session = await gateway.session();
  await gateway.option('ModelPrice', JSON.stringify(PRICES));
  await gateway.option('RetryTimes', '1');
  // Two channels each, so that what fails may be sent again.
  await gateway.addChannels(
    all.kinds.flatMap(({ channel, upstream, root }) =>
      [5, 0].map((priority) => ({ ...channel, priority, base_url: upstream.url + root })),
    ),
  );
});
afterAll(async () => {
  await gateway?.close();
  await all?.close();
});
beforeEach(async () => {
  all.reset();
  await gateway.sql('DELETE FROM midjourneys');
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(START);
});

test('every route that submits tasks is listed here', () => {
  const { routes } = gateway.app.get(TaskApis, { strict: false });
  const modes = DRAWING_PREFIXES.map(([prefix]) => prefix).filter((prefix) => prefix !== '/mj');
  const served = routes
    // Those of the playground are the same handlers, and one of them stands for all.
    .filter(({ method, forPlayground }) => method === 'POST' && !forPlayground)
    .map(({ url }) => url)
    .filter((url) => !modes.some((prefix) => url.startsWith(prefix)));
  const listed = submissions.filter(({ forPlayground }) => !forPlayground).map(({ url }) => url);
  expect(new Set([...listed, ...FREE])).toEqual(new Set(served));
});

describe.each(submissions.map((one) => ({ name: one.path?.(':id') ?? one.url, ...one })))(
  '$name',
  ({ url, kind: name, usd, body, continues, path, forPlayground }) => {
    const price = Math.round(usd * USD);
    let kind: KindOfTask;
    let origin = '';
    const submit = (signal?: AbortSignal) =>
      fetch(gateway.url + (path?.(origin) ?? url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(forPlayground ? session : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body(origin)),
        ...(signal && { signal }),
      });
    /** Rows of the tasks that the test submitted. */
    const rows = async () => {
      const stored = await rowsOf(gateway, kind.table);
      return stored.filter((row) => origin === '' || (row.mj_id ?? row.task_id) !== origin);
    };
    const charges = async () => {
      await gateway.quiet();
      const entries = await gateway.sql<{ delta: number }>(
        `SELECT delta::int FROM ledger_entries WHERE kind = 'consume' AND request_id = ANY($1)`,
        [(await rows()).map(({ request_id }) => request_id)],
      );
      return entries.map(({ delta }) => -delta);
    };

    beforeAll(() => (kind = all.kinds.find((one) => one.name === name)!));
    beforeEach(async () => {
      if (!continues) return;
      await (await gateway.relay(kind.path, key, kind.body)).text();
      kind.end('done');
      await poll(gateway);
      const [row] = await rowsOf(gateway, kind.table);
      origin = String(row!.mj_id ?? row!.task_id);
      all.reset();
      await gateway.setQuota(START);
    });

    test('costs its price once, which the whole balance may be', async () => {
      await gateway.setQuota(price);
      const response = await submit();
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
      expect(await charges()).toEqual([price]);
      expect(await gateway.quota()).toBe(0);
      expect(kind.upstream.submissions).toBe(1);
    });

    test.each([
      ['nothing', 0],
      ['one unit less than its price', price - 1],
    ])('is refused with a balance of %s, and the provider is not called', async (_case, quota) => {
      await gateway.setQuota(quota);
      const response = await submit();
      expect(response.status).toBeGreaterThanOrEqual(400);
      await response.text();
      expect(kind.upstream.submissions).toBe(0);
      // Where only the channel knows the default of an option, the task is stored before its price is refused.
      expect((await rows()).filter(({ status }) => status !== 'FAILURE')).toEqual([]);
      expect(await charges()).toEqual([]);
      expect(await gateway.quota()).toBe(quota);
    });

    test('costs nothing when the provider fails', async () => {
      kind.upstream.onSubmit = json('{}', 500);
      const response = await submit();
      expect(response.status).toBeGreaterThanOrEqual(400);
      await response.text();
      expect(await charges()).toEqual([]);
      expect(await gateway.quota()).toBe(START);
    });

    test('costs its price once when another channel has to be tried', async () => {
      kind.upstream.onSubmit = (response) => {
        kind.upstream.onSubmit = undefined;
        json('{}', 500)(response);
      };
      const response = await submit();
      await response.text();
      // Drawings, and what continues a task, belong to one channel.
      const isRetried = name !== 'drawing' && !continues;
      expect([response.status === 200, kind.upstream.submissions]).toEqual([isRetried, isRetried ? 2 : 1]);
      expect(await charges()).toEqual(isRetried ? [price] : []);
      expect(await gateway.quota()).toBe(isRetried ? START - price : START);
    });

    test('costs its price once when the client leaves before the provider accepts', async () => {
      const left = new AbortController();
      kind.upstream.onSubmit = (response) => {
        left.abort();
        json(kind.acceptance('"late"'))(response);
      };
      await expect(submit(left.signal)).rejects.toThrow();
      await until(async () => (await rows()).some(({ settlement }) => settlement === 'charged'));
      expect(await charges()).toEqual([price]);
      expect(await gateway.quota()).toBe(START - price);
    });
  },
);

describe('nothing is free or cheaper by error', () => {
  const videos = [
    { seconds: '0' },
    { seconds: 0 },
    { seconds: '-4' },
    { seconds: '1e-9' },
    { seconds: 'NaN' },
    { seconds: '' },
    { seconds: null },
    { seconds: [] },
    { duration: 0 },
    { duration: -4 },
    { duration: 1e-9 },
    { n: 0 },
    { metadata: { seconds: 0 } },
    { metadata: { seconds: '0' } },
    { metadata: { seconds: null } },
    { metadata: { duration: -1 } },
  ];
  test.each<[string, object, number]>([
    ...videos.map((more): [string, object, number] => ['/v1/videos', { ...sora, ...more }, 0.4]),
    ...videos.map((more): [string, object, number] => ['/v1/video/generations', { ...sora, ...more }, 0.4]),
    ...['0', '-5', 0, '', null, '5e-9'].map((duration): [string, object, number] => [
      '/kling/v1/videos/text2video',
      { ...kling, duration },
      0.5,
    ]),
    ...[0, 1, -119, '0', null, 121.5].map((frames): [string, object, number] => [
      '/jimeng?Action=CVSync2AsyncSubmitTask&Version=2022-08-31',
      { req_key: 'jimeng_t2v_v30', prompt: 'a gate opens', frames },
      0.5,
    ]),
  ])('%s %j', async (path, body, usd) => {
    const response = await gateway.relay(path, key, body);
    await response.text();
    const paid = START - (await gateway.quota());
    if (response.status === 200) expect(paid).toBeGreaterThanOrEqual(Math.round(usd * USD));
    else expect([response.status, paid]).toEqual([expect.any(Number), 0]);
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
