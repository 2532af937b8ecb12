import { formEdit, generation, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { record } from '../../json/lenient.js';
import { definitionOf } from '../registry.js';

const BFL = 1102;
const key = { 'x-key': 'sk-key' };
const submitted = recordedAnswer('bfl', 'submitted');
const pending = recordedAnswer('bfl', 'pending');
const ready = recordedAnswer('bfl', 'ready');
const POLL = 'https://api.us1.bfl.ai/v1/get_result?id=3a9c1f0e-6a53-4d0b-8f6c-5d1d1f1a2b3c';
const SAMPLE = 'https://delivery-us1.bfl.ai/results/sample.jpeg?sig=s';

test.each<[string, object, object]>([
  ['flux-2-pro', { size: '1792x1024', quality: 'hd' }, { width: 1792, height: 1024 }],
  ['flux-2-klein-4b', { size: '1000x1000', seed: 1, steps: 9 }, { width: 992, height: 992, seed: 1 }],
  ['flux-2-flex', { steps: 9, guidance: 4 }, { steps: 9, guidance: 4 }],
  ['flux-pro-1.1', { size: '1792x1024' }, { width: 1440, height: 800 }],
  ['flux-dev', { size: '16:9', steps: 9 }, { width: 1344, height: 768, steps: 9 }],
  ['flux-pro-1.1-ultra', { size: '1920x1080', raw: true }, { aspect_ratio: '16:9', raw: true }],
  ['flux-kontext-pro', { size: '1024x4096' }, { aspect_ratio: '3:7' }],
  ['flux-kontext-max', { output_format: 'png' }, { output_format: 'png' }],
])('%s gets %j as %j', (model, fields, members) => {
  const { call } = generation(BFL, { model, user: 'ada', ...fields });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/${model}`, headers: key });
  expect(bodyOf(call)).toEqual({ prompt: 'a gate', ...members });
});

test.each([
  ['n', { n: 2 }],
  ['output_format', { output_format: 'gif' }],
  ['stream', { stream: true }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(BFL, { model: 'flux-2-pro', ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('models that the API does not have', () => {
  expect(() => generation(BFL, { model: 'sdxl' }).call).toThrow('not supported model');
  expect(() => jsonEdit(BFL, { model: 'flux-pro-1.1' }).call).toThrow('image edits');
});

test('images are edited as base64, or by their addresses', () => {
  const pixel = PIXEL.toString('base64');
  const images = [{ image_url: PIXEL_URL }, { image_url: 'https://a.example/b.png' }];
  expect(bodyOf(jsonEdit(BFL, { model: 'flux-2-pro', images }).call)).toEqual({
    prompt: 'a gate',
    input_image: pixel,
    input_image_2: 'https://a.example/b.png',
  });
  const { call } = formEdit(BFL, [
    ['model', 'flux-kontext-pro'],
    ['prompt', 'a gate'],
    ['seed', '7'],
    ['image', PIXEL],
  ]);
  expect(bodyOf(call)).toEqual({ prompt: 'a gate', input_image: pixel, seed: 7 });
  expect(call.headers['content-length']).toBe(String(call.body?.length));
});

test('too many images, and masks', () => {
  const images = Array.from({ length: 5 }, () => ({ image_url: PIXEL_URL }));
  expect(() => jsonEdit(BFL, { model: 'flux-2-klein-9b', images }).call).toThrow('at most 4 images');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(BFL, { model: 'flux-2-pro', mask }).call).toThrow('mask: not supported');
});

test('the task is asked for at the address that it was given until it is ready', () => {
  const { calls, answer } = generation(BFL, { model: 'flux-2-pro' }).finish(
    submitted,
    pending,
    pending,
    ready,
  );
  expect(calls.slice(1)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ method: 'GET', url: POLL })),
  );
  expect(calls[3]?.headers).toMatchObject(key);
  expect(answer.body).toEqual({ created: expect.any(Number), data: [{ url: SAMPLE }] });
  expect(answer.usage?.more).toMatchObject({ calls: 1, images: 1 });
});

test.each([
  ['https://bfl.ai.evil.example/v1/get_result?id=t', `${base}/v1/get_result?id=t`],
  ['http://127.0.0.1/v1/get_result?id=t', `${base}/v1/get_result?id=t`],
  [undefined, `${base}/v1/get_result?id=t`],
  [`${base}/v1/get_result?id=t&region=x`, `${base}/v1/get_result?id=t&region=x`],
])('the key is sent to no other host: %s', (polling_url, url) => {
  const { calls } = generation(BFL, { model: 'flux-2-pro' }).finish({ id: 't', polling_url }, ready);
  expect(calls[1]?.url).toBe(url);
});

test('the task is asked for at growing intervals', () => {
  const { calls } = generation(BFL, { model: 'flux-2-pro' }).finish(
    submitted,
    ...Array.from({ length: 6 }, () => pending),
    ready,
  );
  expect(calls.slice(1).map(({ waitMs }) => waitMs)).toEqual([1000, 1500, 2250, 3375, 5000, 5000, 5000]);
});

test('a client that wants the image gets it, downloaded without the key', () => {
  const fields = { model: 'flux-2-pro', response_format: 'b64_json' };
  const { calls, answer } = generation(BFL, fields).finish(submitted, ready, 'hello');
  expect(calls[2]).toMatchObject({ method: 'GET', url: SAMPLE, waitMs: 0, download: { publicOnly: true } });
  expect(calls[2]?.headers).toEqual({ accept: 'image/*' });
  expect(answer.body).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }] });
});

test.each([
  ['moderated', recordedAnswer('bfl', 'moderated'), 'content_policy_violation', false],
  ['moderated later', { id: 't', status: 'Content Moderated' }, 'content_policy_violation', false],
  ['failed', { id: 't', status: 'Error' }, 'generation_failed', true],
  ['unknown', { id: 't', status: 'Task not found' }, 'generation_failed', true],
])('a task that is %s', (_state, body, code, retryable) => {
  expect(() => generation(BFL, { model: 'flux-2-pro' }).finish(submitted, body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code, retryable, disables: false }) }),
  );
});

test('responses without a task or an image are failures', () => {
  expect(() => generation(BFL, { model: 'flux-2-pro' }).finish({})).toThrow('no task was started');
  const empty = { id: 't', status: 'Ready', result: {} };
  expect(() => generation(BFL, { model: 'flux-2-pro' }).finish(submitted, empty)).toThrow('no images');
});

test.each([
  [403, { detail: 'Not authenticated - Invalid API key' }, { status: 401, disables: true }],
  [403, { detail: 'Forbidden' }, { status: 403, disables: false, retryable: true }],
  [402, { detail: 'Insufficient credits' }, { disables: true, retryable: true }],
  [
    422,
    { detail: [{ loc: ['body', 'width'], msg: 'must be a multiple of 32', type: 'value_error' }] },
    { retryable: false, message: 'width: must be a multiple of 32' },
  ],
  [429, { detail: 'Too many active tasks' }, { retryable: true, retryAfterSeconds: 3 }],
  [503, {}, { retryable: true }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(BFL).readError(status, { 'retry-after': '3' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});

test.each<[string, object, number]>([
  ['flux-2-pro', {}, 1],
  ['flux-2-pro', { size: '1024x1024' }, 1],
  ['flux-2-pro', { size: '512x512' }, 1],
  ['flux-2-pro', { size: '1920x1080' }, 1.5],
  ['flux-2-pro', { size: '2048x2048' }, 2.5],
  ['flux-2-max', { size: '2048x1024' }, 10 / 7],
  ['flux-2-flex', { size: '2048x2048' }, 4],
  ['flux-2-klein-4b', { size: '2048x1024' }, 15 / 14],
  ['flux-2-klein-9b', { size: '2048x1024' }, 17 / 15],
  ['flux-pro-1.1', { size: '1440x1440' }, 1],
  ['flux-kontext-max', { size: '1:1' }, 1],
])('%s costs with %j its price times %d', (model, fields, factor) => {
  expect(generation(BFL, { model, ...fields }).priceFactor).toBe(factor);
});

const MEGA = 1024 * 1024;

test.each<[string, object, (number | undefined)[], number]>([
  ['flux-2-pro', { size: '1024x1024' }, [1], 1.5],
  ['flux-2-pro', { size: '1024x1024' }, [undefined], 1.5],
  ['flux-2-pro', { size: '1024x1024' }, [2.5 * MEGA, 100 * MEGA], 4.5],
  ['flux-2-pro', { size: '2048x2048' }, [1, MEGA], 3.5],
  // As large as the first image.
  ['flux-2-pro', {}, [2 * MEGA, 1], 3],
  ['flux-2-flex', {}, [4 * MEGA], 8],
  ['flux-kontext-pro', {}, [4 * MEGA], 1],
])('%s costs with %j and images of %j pixels its price times %d', (model, fields, pixels, factor) => {
  expect(jsonEdit(BFL, { model, ...fields }, {}, pixels).priceFactor).toBe(factor);
});

test('the size that is sent is charged, also one that the channel sets', () => {
  const override = { width: 2048, height: 2048 };
  expect(generation(BFL, { model: 'flux-2-pro', size: '512x512' }, { override }).priceFactor).toBe(2.5);
});

test.each([
  [3, 1],
  [7.5, 2.5],
  [1_000_000, 3],
  [0, undefined],
  [undefined, undefined],
  ['3', undefined],
])('a reported cost of %p credits replaces the factor of the request by %p', (cost, factor) => {
  const { calls } = generation(BFL, { model: 'flux-2-pro' }).finish(
    { ...record(submitted), cost },
    pending,
    ready,
  );
  expect(calls.map((call) => call.priceFactor)).toEqual([undefined, factor, factor]);
});

test('the balance is read in USD', () => {
  const query = definitionOf(BFL)!.balance!(generation(BFL, { model: 'm' }).target, new Date());
  expect(query.next().value).toMatchObject({ url: `${base}/v1/credits`, headers: key });
  expect(query.next({ credits: 250 }).value).toEqual([{ amount: 2.5, unit: 'USD' }]);
});
