import { formEdit, generation, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';

const REPLICATE = 56;
const VERSION = 'db21e45d3f7023abc2a46ee38a23973f6dce16bb082a930b0c49861f96d1e5bf';
const processing = recordedAnswer('replicate', 'processing');
const succeeded = recordedAnswer('replicate', 'succeeded');
const schnell = 'black-forest-labs/flux-schnell';

test.each<[string, object, object]>([
  [
    schnell,
    { n: 2, size: '1792x1024', output_format: 'jpeg', seed: 7, user: 'ada' },
    { num_outputs: 2, aspect_ratio: '16:9', output_format: 'jpg', seed: 7 },
  ],
  ['google/imagen-4', { size: '1024x1536' }, { aspect_ratio: '3:4' }],
  ['stability-ai/sdxl', { size: '1000x1000', n: 3 }, { width: 960, height: 960, num_outputs: 3 }],
])('%s gets %j as %j', (model, fields, input) => {
  const { call } = generation(REPLICATE, { model, ...fields });
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/v1/models/${model}/predictions`,
    headers: { ...bearer, prefer: 'wait=60' },
  });
  expect(bodyOf(call)).toEqual({ input: { prompt: 'a gate', ...input } });
});

test('models that are not official are called by their version', () => {
  const { call } = generation(REPLICATE, { model: `stability-ai/stable-diffusion:${VERSION}` });
  expect(call.url).toBe(`${base}/v1/predictions`);
  expect(bodyOf(call)).toEqual({ version: VERSION, input: { prompt: 'a gate' } });
});

test.each(['flux', 'a/b/c', '/b', `a/`])('the model name %s is refused', (model) => {
  expect(() => generation(REPLICATE, { model }).call).toThrow('owner/name');
});

test.each<[string, object, number]>([
  ['black-forest-labs/flux-2-pro', {}, 1],
  ['black-forest-labs/flux-2-pro', { resolution: '0.5 MP' }, 1],
  ['black-forest-labs/flux-2-pro', { resolution: '2 MP' }, 1.5],
  ['black-forest-labs/flux-2-pro', { resolution: 'match_input_image' }, 1],
  ['black-forest-labs/flux-2-max', { resolution: '4 MP' }, 16 / 7],
  ['black-forest-labs/flux-2-flex', { resolution: '4 MP' }, 4],
  ['google/nano-banana-pro', { resolution: '2K' }, 1],
  ['google/nano-banana-pro', { resolution: '4K' }, 2],
  ['black-forest-labs/flux-dev', { megapixels: '0.25' }, 1],
  ['bytedance/seedream-4', { resolution: '4K' }, 1],
])('%s costs with %j its price times %d', (model, fields, factor) => {
  expect(generation(REPLICATE, { model, ...fields }).priceFactor).toBe(factor);
});

test('images to edit are charged, too, and what the channel overrides', () => {
  const model = 'black-forest-labs/flux-2-pro';
  expect(jsonEdit(REPLICATE, { model }, {}, [1]).priceFactor).toBe(1.5);
  expect(jsonEdit(REPLICATE, { model }, {}, [2 * 1024 ** 2]).priceFactor).toBe(2);
  const same = { model, resolution: 'match_input_image' };
  expect(jsonEdit(REPLICATE, same, {}, [2 * 1024 ** 2]).priceFactor).toBe(2.5);
  const override = { aspect_ratio: 'custom', width: 2048, height: 1024 };
  expect(generation(REPLICATE, { model }, { override }).priceFactor).toBe(1.5);
});

test('param_override changes the input', () => {
  const { call } = generation(REPLICATE, { model: schnell }, { override: { go_fast: false } });
  expect(bodyOf(call)).toEqual({ input: { prompt: 'a gate', go_fast: false } });
});

test.each([
  ['n', { model: 'google/imagen-4', n: 2 }],
  ['n', { model: schnell, n: 5 }],
  ['size', { model: 'google/imagen-4', size: '21:9' }],
  ['output_format', { model: 'google/imagen-4', output_format: 'webp' }],
  ['output_format', { model: 'ideogram-ai/ideogram-v3-turbo', output_format: 'png' }],
  ['stream', { model: schnell, stream: true }],
])('%s: not supported by %j', (name, fields) => {
  expect(() => generation(REPLICATE, fields).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('images are edited as data URLs', () => {
  const kontext = jsonEdit(REPLICATE, { model: 'black-forest-labs/flux-kontext-pro' }).call;
  expect(bodyOf(kontext)).toEqual({ input: { prompt: 'a gate', input_image: PIXEL_URL } });
  const { call } = formEdit(REPLICATE, [
    ['model', 'google/nano-banana'],
    ['prompt', 'a gate'],
    ['image[]', PIXEL],
    ['image[]', PIXEL],
  ]);
  expect(bodyOf(call)).toEqual({ input: { prompt: 'a gate', image_input: [PIXEL_URL, PIXEL_URL] } });
  for (const model of ['google/imagen-4', schnell])
    expect(() => jsonEdit(REPLICATE, { model }).call).toThrow('image edits');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(REPLICATE, { model: schnell, mask }).call).toThrow('mask: not supported');
});

test('a prediction that takes longer than the wait is asked for', () => {
  const { calls, answer } = generation(REPLICATE, { model: schnell, n: 2 }).finish(
    processing,
    processing,
    succeeded,
  );
  const url = `${base}/v1/predictions/gm3qorzdhgbfurvjtvhg6dckhu`;
  expect(calls[1]).toMatchObject({ method: 'GET', url, headers: bearer });
  expect(calls[2]?.url).toBe(url);
  expect(answer.body).toEqual({
    created: expect.any(Number),
    data: [{ url: 'https://replicate.delivery/one.webp' }, { url: 'https://replicate.delivery/two.webp' }],
  });
  expect(answer.usage?.more).toMatchObject({ calls: 2, images: 2 });
});

test('one address as output, downloaded for base64', () => {
  const output = 'https://replicate.delivery/one.webp';
  const request = { model: 'google/imagen-4', response_format: 'b64_json' };
  const done = { id: 'p', status: 'succeeded', output };
  const { calls, answer } = generation(REPLICATE, request).finish(done, 'one');
  expect(calls[1]).toMatchObject({ url: output, headers: { accept: 'image/*' } });
  expect(answer.body).toMatchObject({ data: [{ b64_json: 'b25l' }] });
});

test.each([
  ['filtered', recordedAnswer('replicate', 'failed'), 'content_policy_violation', false],
  [
    'flagged',
    { status: 'failed', error: 'The input or output was flagged as sensitive. (E005)' },
    'content_policy_violation',
    false,
  ],
  ['failed', { status: 'failed', error: 'CUDA out of memory' }, 'generation_failed', true],
  ['canceled', { status: 'canceled' }, 'generation_failed', true],
  ['unknown', {}, 'generation_failed', true],
])('a prediction that is %s', (_state, body, code, retryable) => {
  expect(() => generation(REPLICATE, { model: schnell }).finish(processing, body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code, retryable, disables: false }) }),
  );
});

test.each([
  [
    401,
    { title: 'Unauthenticated', detail: 'no token', status: 401 },
    { disables: true, message: 'no token' },
  ],
  [402, { title: 'Insufficient credit', status: 402 }, { disables: true, message: 'Insufficient credit' }],
  [422, { title: 'Input validation failed', detail: '- input.seed: invalid' }, { retryable: false }],
  [404, { detail: 'The requested resource could not be found.' }, { retryable: true }],
  [429, { detail: 'throttled' }, { retryable: true, retryAfterSeconds: 5 }],
  [500, {}, { retryable: true, disables: false }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(REPLICATE).readError(status, { 'retry-after': '5' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});

test('lists the models of the collection', () => {
  const models = providerOf(REPLICATE).models!;
  expect(models.request(at(REPLICATE), {}).url).toBe(`${base}/v1/collections/text-to-image`);
  expect(models.read({ models: [{ owner: 'google', name: 'imagen-4' }, { owner: 'x' }] })).toEqual([
    'google/imagen-4',
  ]);
});
