import { createHmac } from 'node:crypto';
import { formEdit, generation, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { bearerToken } from './token.js';

const KLING = 50;
const NOW = new Date('2026-06-01T12:00:00Z');
const submitted = recordedAnswer('kling', 'submitted');
const succeeded = recordedAnswer('kling', 'succeeded');

test('a token is signed with the secret key', () => {
  const token = bearerToken('ak|sk', NOW);
  const [header = '', payload = '', signature] = token.split('.');
  const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  const seconds = NOW.getTime() / 1000;
  expect(decoded(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(decoded(payload)).toEqual({ iss: 'ak', exp: seconds + 1800, nbf: seconds - 5 });
  expect(signature).toBe(createHmac('sha256', 'sk').update(`${header}.${payload}`).digest('base64url'));
});

test('every call is signed when it is sent; an API key is used as it is', async () => {
  const { calls } = generation(KLING, { model: 'kling-v2-1' }, { key: 'ak|sk' }).finish(submitted, succeeded);
  for (const call of calls)
    expect(await call.sign?.(call, NOW)).toEqual({ authorization: `Bearer ${bearerToken('ak|sk', NOW)}` });
  expect(bearerToken('api-key', NOW)).toBe('api-key');
});

test.each<[string, object, number, number]>([
  ['kling-v3-omni', { resolution: '2k' }, 0, 1],
  ['kling-v3-omni', { resolution: '4k' }, 0, 2],
  ['kling-v3-omni', { resolution: '4K' }, 3, 2],
  ['kling-v3', {}, 1, 1],
  ['kling-image-o1', {}, 3, 1],
  ['kling-v2-1', { resolution: '2k' }, 0, 1],
  ['kling-v2-1', {}, 1, 2],
  ['kling-v2', {}, 1, 2],
  ['kling-v1-5', {}, 1, 2],
])('%s costs with %j and %d images to edit its price times %d', (model, fields, images, factor) => {
  const call = images === 0 ? generation : jsonEdit;
  expect(call(KLING, { model, n: 2, ...fields }, {}, Array<number>(images).fill(1)).priceFactor).toBe(factor);
});

test.each<[string, object, string, object]>([
  ['kling-v2-1', {}, 'generations', { n: 1 }],
  [
    'kling-v3',
    { n: 3, size: '1792x1024', negative_prompt: 'rust', user: 'ada' },
    'generations',
    { n: 3, aspect_ratio: '16:9', negative_prompt: 'rust' },
  ],
  ['kling-image-o1', { resolution: '2k' }, 'omni-image', { n: 1, resolution: '2k' }],
  ['kling-v3-omni', {}, 'omni-image', { n: 1 }],
])('%s gets %j at %s', (model, fields, path, members) => {
  const { call } = generation(KLING, { model, ...fields });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/images/${path}` });
  expect(bodyOf(call)).toEqual({ model_name: model, prompt: 'a gate', ...members });
});

test.each([
  ['n', { n: 10 }],
  ['prompt', { prompt: 'a'.repeat(2501) }],
  ['size', { size: '5:1' }],
  ['output_format', { output_format: 'png' }],
  ['stream', { stream: true }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(KLING, { model: 'kling-v3', ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('images are edited as base64, or by their addresses', () => {
  const pixel = PIXEL.toString('base64');
  const form = formEdit(KLING, [
    ['model', 'kling-v1-5'],
    ['prompt', 'a gate'],
    ['image_fidelity', '0.4'],
    ['image', PIXEL],
  ]);
  expect(bodyOf(form.call)).toEqual({
    model_name: 'kling-v1-5',
    prompt: 'a gate',
    n: 1,
    image: pixel,
    image_reference: 'subject',
    image_fidelity: 0.4,
  });
  const images = [{ image_url: PIXEL_URL }, { image_url: 'https://a.example/b.png' }];
  expect(bodyOf(jsonEdit(KLING, { model: 'kling-image-o1', images }).call)).toMatchObject({
    image_list: [{ image: pixel }, { image: 'https://a.example/b.png' }],
  });
  expect(() => jsonEdit(KLING, { model: 'kling-v2', images }).call).toThrow('at most 1 images');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(KLING, { model: 'kling-v2', mask }).call).toThrow('mask: not supported');
});

test('a task is asked for until it has succeeded', () => {
  const { calls, answer } = generation(KLING, { model: 'kling-v2-1', n: 2 }).finish(
    submitted,
    submitted,
    succeeded,
  );
  const url = `${base}/v1/images/generations/CjMT7WdSwWcAAAAAALvB3g`;
  expect(calls.slice(1).map((call) => [call.method, call.url])).toEqual([
    ['GET', url],
    ['GET', url],
  ]);
  expect(answer.body).toEqual({
    created: expect.any(Number),
    data: [{ url: 'https://cdn.klingai.com/one.png' }, { url: 'https://cdn.klingai.com/two.png' }],
  });
  expect(answer.usage?.more).toMatchObject({ calls: 2, images: 2 });
});

test('a client that wants the images gets them', () => {
  const fields = { model: 'kling-v2-1', n: 2, response_format: 'b64_json' };
  const { answer } = generation(KLING, fields).finish(submitted, succeeded, 'one', 'two');
  expect(answer.body).toMatchObject({ data: [{ b64_json: 'b25l' }, { b64_json: 'dHdv' }] });
});

test.each([
  ['refused', recordedAnswer('kling', 'failed'), 'content_policy_violation', false],
  [
    'failed',
    { code: 0, data: { task_status: 'failed', task_status_msg: 'internal' } },
    'generation_failed',
    true,
  ],
  ['unknown', { code: 0, data: {} }, 'generation_failed', true],
])('a task that is %s', (_state, body, code, retryable) => {
  expect(() => generation(KLING, { model: 'kling-v3' }).finish(submitted, body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code, retryable, disables: false }) }),
  );
});

test.each<[number, number, object]>([
  [401, 1002, { status: 401, disables: true, retryable: true }],
  [429, 1100, { status: 403, code: '1100', disables: true }],
  [429, 1101, { status: 429, code: 'insufficient_quota', disables: true }],
  [429, 1102, { status: 429, code: 'insufficient_quota', disables: true }],
  [400, 1201, { status: 400, retryable: false, disables: false }],
  [400, 1301, { status: 400, code: 'content_policy_violation', retryable: false }],
  [429, 1302, { status: 429, retryable: true, disables: false }],
  [429, 1303, { status: 429, retryable: true, disables: false }],
  [429, 1304, { status: 403, disables: true }],
  [500, 5000, { status: 500, retryable: true }],
])('an error with status %d and code %d, also inside a 200', (status, code, failure) => {
  const body = { code, message: 'no', request_id: 'r' };
  const read = providerOf(KLING).readError(status, { 'retry-after': '5' }, JSON.stringify(body));
  expect(read).toMatchObject({ ...failure, message: 'no', retryAfterSeconds: 5 });
  expect(() => generation(KLING, { model: 'kling-v3' }).finish(body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining(failure) }),
  );
});

test('an unknown code leaves the status as it is, and is no success', () => {
  const body = { code: 9999, message: 'no' };
  expect(providerOf(KLING).readError(418, {}, JSON.stringify(body))).toMatchObject({ status: 418 });
  expect(() => generation(KLING, { model: 'kling-v3' }).finish(body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ status: 502, retryable: true }) }),
  );
});

test('a response that is no object, or has no images, is a failure', () => {
  expect(() => generation(KLING, { model: 'kling-v3' }).finish([])).toThrow('not a JSON object');
  const empty = { code: 0, data: { task_status: 'succeed', task_result: {} } };
  expect(() => generation(KLING, { model: 'kling-v3' }).finish(submitted, empty)).toThrow('no images');
});
