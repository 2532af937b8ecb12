import { formEdit, generation, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';

const VIDU = 52;
const token = { authorization: 'Token sk-key' };
const created = recordedAnswer('vidu', 'created');
const processing = recordedAnswer('vidu', 'processing');
const success = recordedAnswer('vidu', 'success');
const IMAGE = 'https://prod-ss-vidu.example.com/one.png';

test.each<[object, object]>([
  [{}, {}],
  [
    { size: '1024x1536', seed: 7, resolution: '2K', user: 'ada', quality: 'hd' },
    { aspect_ratio: '2:3', seed: 7, resolution: '2K' },
  ],
])('a request with %j', (fields, members) => {
  const { call } = generation(VIDU, { model: 'viduq2', ...fields });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/ent/v2/reference2image`, headers: token });
  expect(bodyOf(call)).toEqual({ model: 'viduq2', prompt: 'a gate', ...members });
});

test.each<[string, object, number, number]>([
  ['viduq2', {}, 0, 1],
  ['viduq2', { resolution: '1080p' }, 0, 1],
  ['viduq2', { resolution: '2K' }, 0, 8 / 6],
  ['viduq2', { resolution: '4K' }, 0, 10 / 6],
  ['viduq2', {}, 1, 8 / 6],
  ['viduq2', { resolution: '4K' }, 3, 20 / 6],
  ['viduq2', { resolution: '2K' }, 4, 16 / 6],
  ['viduq2', { resolution: '4K' }, 7, 5],
  ['viduq1', {}, 3, 1],
])('%s costs with %j and %d images to edit its price times %d', (model, fields, images, factor) => {
  const call = images === 0 ? generation : jsonEdit;
  expect(call(VIDU, { model, ...fields }, {}, Array<number>(images).fill(1)).priceFactor).toBe(factor);
});

test.each([
  ['n', { n: 2 }],
  ['size', { size: '5:1' }],
  ['output_format', { output_format: 'png' }],
  ['prompt', { prompt: 'a'.repeat(2001) }],
  ['stream', { stream: true }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(VIDU, { model: 'viduq2', ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('images are sent as data URLs or by their addresses', () => {
  const { call } = formEdit(VIDU, [
    ['model', 'viduq1'],
    ['prompt', 'a gate'],
    ['size', '1024x1536'],
    ['image[]', PIXEL],
    ['image[]', PIXEL],
  ]);
  expect(bodyOf(call)).toEqual({
    model: 'viduq1',
    prompt: 'a gate',
    images: [PIXEL_URL, PIXEL_URL],
    aspect_ratio: '3:4',
  });
  const images = [{ image_url: 'https://a.example/b.png' }];
  expect(bodyOf(jsonEdit(VIDU, { model: 'viduq2', images }).call)).toMatchObject({
    images: ['https://a.example/b.png'],
  });
});

test('too many images, none, and masks', () => {
  const images = Array.from({ length: 8 }, () => ({ image_url: PIXEL_URL }));
  expect(() => jsonEdit(VIDU, { model: 'viduq2', images }).call).toThrow('at most 7 images');
  expect(() => generation(VIDU, { model: 'viduq1' }).call).toThrow('only edits images');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(VIDU, { model: 'viduq2', mask }).call).toThrow('mask: not supported');
});

test('a task is asked for until it has succeeded', () => {
  const { calls, answer } = generation(VIDU, { model: 'viduq2' }).finish(
    created,
    processing,
    processing,
    success,
  );
  const url = `${base}/ent/v2/tasks/849012351285616640/creations`;
  expect(calls.slice(1)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ method: 'GET', url, headers: token })),
  );
  expect(answer.body).toEqual({ created: expect.any(Number), data: [{ url: IMAGE }] });
  expect(answer.usage?.more).toMatchObject({ calls: 1, images: 1 });
});

test('a client that wants the image gets it', () => {
  const fields = { model: 'viduq2', response_format: 'b64_json' };
  const { calls, answer } = generation(VIDU, fields).finish(created, success, 'one');
  expect(calls[2]?.url).toBe(IMAGE);
  expect(answer.body).toMatchObject({ data: [{ b64_json: 'b25l' }] });
});

test.each([
  ['refused', recordedAnswer('vidu', 'failed'), { code: 'content_policy_violation', retryable: false }],
  [
    'unpaid',
    { state: 'failed', err_code: 'CreditInsufficient' },
    { code: 'insufficient_quota', disables: true },
  ],
  [
    'failed',
    { state: 'failed', err_code: 'TaskCreateFailed' },
    { code: 'generation_failed', retryable: true },
  ],
  ['unknown', {}, { code: 'generation_failed', retryable: true, disables: false }],
])('a task that is %s', (_state, body, failure) => {
  expect(() => generation(VIDU, { model: 'viduq2' }).finish(created, body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining(failure) }),
  );
});

test('a task without an image is a failure', () => {
  const empty = { state: 'success', creations: [] };
  expect(() => generation(VIDU, { model: 'viduq2' }).finish(created, empty)).toThrow('no images');
});

test.each([
  [401, { code: 401, reason: 'Unauthorized', message: 'bad token' }, { status: 401, disables: true }],
  [
    400,
    { code: 400, reason: 'CreditInsufficient', message: 'no credits' },
    { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  ],
  [
    400,
    { code: 400, reason: 'ModelUnavailable', message: 'model unavailable' },
    { status: 404, code: 'model_not_found', retryable: true, disables: false },
  ],
  [400, { code: 400, reason: 'OperationInProcess', message: 'wait' }, { status: 429, retryable: true }],
  [
    400,
    { code: 400, reason: 'AuditSubmitIllegal', message: 'refused' },
    { code: 'content_policy_violation', retryable: false, disables: false, message: 'refused' },
  ],
  [400, { code: 400, reason: 'FieldInvalid', message: 'prompt' }, { retryable: false, message: 'prompt' }],
  [429, { code: 429, reason: 'QuotaExceeded', message: 'slow' }, { retryable: true, retryAfterSeconds: 5 }],
  [500, {}, { retryable: true, disables: false }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(VIDU).readError(status, { 'retry-after': '5' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});
