import type { ReceiptResponse } from '../../../server/contract/resources/logs/receipt.js';
import { PIXEL, PIXEL_URL } from '../../dialects/image-calls.js';
import { ScriptedUpstream, type Script } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

/** Images of providers with formats of their own, for OpenAI's clients. Prices are those of a new installation. */
const START = 10_000_000;
const QUOTA_PER_USD = 500_000;

interface Served {
  readonly type: number;
  readonly model: string;
  readonly usd: number;
  /** USD of an image of 1024x1536, if it costs more. */
  readonly usdOfTwoMegapixels?: number;
  /** Images that the simulated provider makes of a request for two. */
  readonly makes: number;
  readonly key?: string;
}

const KEY = 'access|secret';
const served: Readonly<Record<string, Served>> = {
  stability: { type: 1101, model: 'sd3.5-large', usd: 0.065, makes: 1 },
  bfl: { type: 1102, model: 'flux-2-pro', usd: 0.03, usdOfTwoMegapixels: 0.045, makes: 1 },
  fal: { type: 1103, model: 'fal-ai/nano-banana', usd: 0.039, makes: 2 },
  replicate: { type: 56, model: 'black-forest-labs/flux-schnell', usd: 0.003, makes: 2 },
  luma: { type: 1104, model: 'photon-1', usd: 0.015, makes: 1 },
  kling: { type: 50, model: 'kling-image-o1', usd: 0.028, makes: 2, key: KEY },
  vidu: { type: 52, model: 'viduq2', usd: 0.03, makes: 1 },
  qwen: { type: 17, model: 'qwen-image-plus', usd: 0.03, makes: 1 },
  wan: { type: 17, model: 'wanx2.1-t2i-turbo', usd: 0.025, makes: 2 },
  minimax: { type: 35, model: 'image-01', usd: 0.0035, makes: 2 },
  jimeng: { type: 51, model: 'jimeng_t2i_v40', usd: 0.03, makes: 1, key: KEY },
};

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '0');
  for (const { type, model, key: secret = 'sk-upstream' } of Object.values(served))
    await gateway.addChannel({ type, key: secret, base_url: upstream.url, models: model });
  for (const [type, models, secret] of [
    [56, 'black-forest-labs/flux-2-pro', 'sk-upstream'],
    [51, 'jimeng_i2i_v30', KEY],
    [48, 'grok-imagine-image,grok-imagine-image-quality', 'sk-upstream'],
    [45, 'doubao-seedream-4-0-250828,doubao-seededit-3-0-i2i-250628', 'sk-upstream'],
  ] as const)
    await gateway.addChannel({ type, key: secret, base_url: upstream.url, models });
  await gateway.addChannel({ type: 1100, base_url: upstream.url, models: 'recraftv3' });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

/** USD of the only request; the balance lost as much. */
async function charged(): Promise<number> {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!.quota / QUOTA_PER_USD;
}

const draw = (fields: object) =>
  gateway.relay('/v1/images/generations', key, { prompt: 'a gate', ...fields });

async function answered(response: Response): Promise<{ data: { url?: string; b64_json?: string }[] }> {
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return JSON.parse(text) as Awaited<ReturnType<typeof answered>>;
}

function imageForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('image', new Blob([PIXEL]), 'a.png');
  return form;
}

describe.each(Object.entries(served))('%s', (id, { model, usd, usdOfTwoMegapixels = usd, makes }) => {
  const address = () => `${upstream.url}/files/image.png`;

  test('addresses of images, charged per image', async () => {
    const body = await answered(await draw({ model, size: '1024x1536', n: makes, response_format: 'url' }));
    const url = id === 'stability' ? PIXEL_URL : address();
    expect(body.data).toEqual(Array.from({ length: makes }, () => ({ url })));
    expect(await charged()).toBeCloseTo(usdOfTwoMegapixels * makes);
    expect(upstream.requests.some(({ path }) => path.startsWith('/files/'))).toBe(false);
  });

  test('the images themselves', async () => {
    const body = await answered(await draw({ model, n: makes, response_format: 'b64_json' }));
    const b64_json = PIXEL.toString('base64');
    expect(body.data).toEqual(Array.from({ length: makes }, () => ({ b64_json })));
    expect(await charged()).toBeCloseTo(usd * makes);
  });

  test('more images than the provider makes are refused and cost nothing', async () => {
    const response = await draw({ model, n: makes === 1 ? 2 : 10 });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('n: this model makes');
    expect(upstream.requests).toEqual([]);
    expect(await gateway.quota()).toBe(START);
  });

  test('a refused key is reported', async () => {
    upstream.next('bad-key');
    const response = await draw({ model });
    expect(response.status).toBe(401);
    expect(await gateway.quota()).toBe(START);
  });
});

test.each([
  ['recraftv3', 'form'],
  ['sd3.5-large', 'form'],
  ['flux-2-pro', 'form'],
  ['flux-2-pro', 'JSON'],
  ['fal-ai/nano-banana', 'form'],
  ['black-forest-labs/flux-2-pro', 'form'],
  ['black-forest-labs/flux-2-pro', 'JSON'],
  ['jimeng_i2i_v30', 'form'],
  ['kling-image-o1', 'JSON'],
  ['viduq2', 'form'],
  ['grok-imagine-image', 'form'],
  ['grok-imagine-image', 'JSON'],
  ['doubao-seedream-4-0-250828', 'form'],
  ['doubao-seededit-3-0-i2i-250628', 'JSON'],
])('%s edits an image from %s', async (model, from) => {
  const fields = { model, prompt: 'a gate' };
  const body = from === 'form' ? imageForm(fields) : { ...fields, images: [{ image_url: PIXEL_URL }] };
  expect((await answered(await gateway.relay('/v1/images/edits', key, body))).data).not.toEqual([]);
  expect(await charged()).toBeGreaterThan(0);
});

test.each(['photon-1', 'jimeng_t2i_v40'])('%s edits images by their addresses only', async (model) => {
  const ask = (image_url: string) =>
    gateway.relay('/v1/images/edits', key, { model, prompt: 'a gate', images: [{ image_url }] });
  await answered(await ask('https://a.example/b.png'));
  const refused = await ask(PIXEL_URL);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('only addresses of images');
});

test('Recraft makes images in OpenAI’s format', async () => {
  const body = await answered(await draw({ model: 'recraftv3', size: '1024x1024', n: 2 }));
  expect(body.data).toHaveLength(2);
  expect(upstream.last).toMatchObject({ path: '/v1/images/generations', json: { size: '1:1', n: 2 } });
  expect(await charged()).toBeCloseTo(0.08);
});

test.each<[string, object, number]>([
  ['grok-imagine-image', { n: 2, response_format: 'b64_json' }, 0.04],
  ['grok-imagine-image-quality', { size: '2048x2048' }, 0.07],
])('%s makes images of %j for %d USD', async (model, fields, usd) => {
  const { data } = await answered(await draw({ model, ...fields }));
  expect(data).toHaveLength('n' in fields ? 2 : 1);
  expect(await charged()).toBeCloseTo(usd, 9);
});

test('an image that Seedream edits costs as much as a new one', async () => {
  const body = { model: 'doubao-seedream-4-0-250828', prompt: 'a gate', size: '256x256' };
  const edit = { ...body, images: [{ image_url: PIXEL_URL }] };
  await answered(await gateway.relay('/v1/images/edits', key, edit));
  expect(await charged()).toBeCloseTo(0.027, 9);
});

test('images that Grok edits cost a fee each', async () => {
  const images = [{ image_url: PIXEL_URL }, { image_url: PIXEL_URL }];
  const body = { model: 'grok-imagine-image', prompt: 'a gate', images };
  await answered(await gateway.relay('/v1/images/edits', key, body));
  expect(await charged()).toBeCloseTo(0.024, 9);
});

test.each(['256x256', '1024x1792'])('an image of %s costs as much as any other', async (size) => {
  await answered(await draw({ model: 'sd3.5-large', size }));
  expect(await charged()).toBeCloseTo(0.065);
});

describe('an image whose price depends on its size', () => {
  test.each([
    ['1024x1024', 0.03],
    ['512x512', 0.03],
    ['1024x1792', 0.045],
    ['2048x2048', 0.075],
  ])('%s: what is held is charged, and shown on the receipt', async (size, usd) => {
    await answered(await draw({ model: 'flux-2-pro', size }));
    expect(await charged()).toBeCloseTo(usd, 9);
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ held: row!.quota, images: 1, calls: usd / 0.03 });
    const path = `/api/log/${String(row!.other.request_id)}/receipt`;
    const receipt = await gateway.manage<ReceiptResponse>('GET', path);
    expect(receipt).toMatchObject({ agrees: true, returned: 0 });
    expect(receipt.lines).toMatchObject([{ name: 'call', count: usd / 0.03, usd: 0.03, amount_usd: usd }]);
  });

  test('and on the images that it edits', async () => {
    await answered(
      await gateway.relay('/v1/images/edits', key, imageForm({ model: 'flux-2-pro', prompt: 'a gate' })),
    );
    expect(await charged()).toBeCloseTo(0.045, 9);
    expect((await gateway.logs())[0]!.other).toMatchObject({ held: 22_500 });
  });

  test('is charged as the channel overrides it', async () => {
    const model = 'fal-ai/nano-banana-pro';
    await gateway.addChannel({
      type: 1103,
      base_url: upstream.url,
      models: model,
      param_override: JSON.stringify({ resolution: '4K' }),
    });
    await answered(await draw({ model, n: 2 }));
    expect(upstream.last?.json).toMatchObject({ resolution: '4K' });
    expect(await charged()).toBeCloseTo(0.6, 9);
  });
});

describe('work that has begun', () => {
  const paths = () => upstream.requests.map(({ path }) => path);

  test('is charged although the client leaves', async () => {
    const left = new AbortController();
    upstream.next('plain', 'silent');
    const response = fetch(`${gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a gate', model: 'photon-1' }),
      signal: left.signal,
    });
    await until(() => upstream.requests.length === 2);
    left.abort();
    await expect(response).rejects.toThrow();
    await until(async () => (await gateway.logs()).length === 1);
    expect(await charged()).toBeCloseTo(0.015);
  });

  describe('with another channel', () => {
    beforeAll(async () => {
      await gateway.option('RetryTimes', '1');
      await gateway.settledEvents();
      await gateway.addChannel({ type: 1104, base_url: upstream.url, models: 'photon-1' });
    });

    test('is not done again when its result cannot be fetched', async () => {
      const gone: Script = { refuse: { status: 404, message: 'gone' } };
      upstream.next('plain', gone, 'plain');
      expect((await draw({ model: 'photon-1' })).status).toBe(404);
      expect(paths()).toEqual([
        '/dream-machine/v1/generations/image',
        '/dream-machine/v1/generations/generation',
      ]);
      expect(await gateway.quota()).toBe(START);
    });

    test('is not begun by the other if the request is wrong, whatever the status', async () => {
      const wrong: Script = { refuse: { status: 422, message: 'prompt: too long' } };
      upstream.next(wrong, 'plain');
      expect((await draw({ model: 'photon-1' })).status).toBe(422);
      expect(paths()).toEqual(['/dream-machine/v1/generations/image']);
    });

    test('that did not begin is done by the other', async () => {
      upstream.next('overloaded');
      await answered(await draw({ model: 'photon-1' }));
      expect(paths().filter((path) => path.endsWith('/image'))).toHaveLength(2);
    });
  });
});
