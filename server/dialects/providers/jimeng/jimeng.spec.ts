import { createHash } from 'node:crypto';
import { generation, jsonEdit, formEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { signatureHeaders } from './signature.js';

const JIMENG = 51;
const NOW = new Date('2026-06-01T12:00:00.123Z');
const submitted = recordedAnswer('jimeng', 'submitted');
const generating = recordedAnswer('jimeng', 'generating');
const done = recordedAnswer('jimeng', 'done');
const SUBMIT = `${base}/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31`;
const RESULT = `${base}/?Action=CVSync2AsyncGetResult&Version=2022-08-31`;

test('a call is signed over its bytes, its query and its time', async () => {
  const { call } = generation(JIMENG, { model: 'jimeng_t2i_v31' }, { key: 'AKLT|secret' });
  const headers = await call.sign!(call, NOW);
  expect(headers).toMatchObject({
    'x-date': '20260601T120000Z',
    'x-content-sha256': createHash('sha256').update(call.body!).digest('hex'),
  });
  expect(headers.authorization).toMatch(
    /^HMAC-SHA256 Credential=AKLT\/20260601\/cn-north-1\/cv\/request, SignedHeaders=content-type;host;x-content-sha256;x-date, Signature=[\da-f]{64}$/,
  );
  const signature = (changed: Partial<typeof call>, key = 'AKLT|secret') =>
    signatureHeaders({ ...call, ...changed }, key, NOW).authorization;
  expect(signature({})).toBe(headers.authorization);
  expect(signature({ url: RESULT })).not.toBe(headers.authorization);
  expect(signature({ body: Buffer.from('{}') })).not.toBe(headers.authorization);
  expect(signature({}, 'AKLT|other')).not.toBe(headers.authorization);
});

test('the signature of a known call', () => {
  // Computed by another implementation of https://www.volcengine.com/docs/6369/67269.
  const { authorization } = signatureHeaders(
    {
      method: 'POST',
      url: 'https://visual.volcengineapi.com/?Version=2022-08-31&Action=CVSync2AsyncSubmitTask',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"req_key":"jimeng_t2i_v40","prompt":"a gate"}'),
    },
    'AKLT|secret',
    NOW,
  );
  expect(authorization).toMatch(
    /Signature=abe298b7dcec70c28f63853907035ea2ab4d13daf406f520fe6fc27795d3b390$/,
  );
});

test.each<[string, object, object]>([
  ['jimeng_t2i_v31', {}, {}],
  ['jimeng_t2i_v30', { size: '4096x2048', seed: 7, scale: 1 }, { width: 2048, height: 1024, seed: 7 }],
  ['jimeng_t2i_v40', { size: '2304x1728' }, { width: 2304, height: 1728, force_single: true }],
])('%s gets %j as %j', (model, fields, members) => {
  const { call } = generation(JIMENG, { model, user: 'ada', ...fields });
  expect(call).toMatchObject({ method: 'POST', url: SUBMIT });
  expect(bodyOf(call)).toEqual({ req_key: model, prompt: 'a gate', ...members });
});

test.each([
  ['n', { n: 2 }],
  ['prompt', { prompt: 'a'.repeat(801) }],
  ['output_format', { output_format: 'png' }],
  ['stream', { stream: true }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(JIMENG, { model: 'jimeng_t2i_v40', ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('models of videos, and models that only edit', () => {
  expect(() => generation(JIMENG, { model: 'jimeng_t2v_v30' }).call).toThrow('not supported model');
  expect(() => generation(JIMENG, { model: 'jimeng_i2i_v30' }).call).toThrow('only edits images');
  expect(() => jsonEdit(JIMENG, { model: 'jimeng_t2i_v31' }).call).toThrow('image edits');
});

test('images are edited by their addresses, or as base64 by the model that accepts it', () => {
  const images = [{ image_url: 'https://a.example/b.png' }];
  expect(bodyOf(jsonEdit(JIMENG, { model: 'jimeng_t2i_v40', images }).call)).toMatchObject({
    image_urls: ['https://a.example/b.png'],
  });
  const form = formEdit(JIMENG, [
    ['model', 'jimeng_i2i_v30'],
    ['prompt', 'a gate'],
    ['scale', '0.5'],
    ['image', PIXEL],
  ]);
  expect(bodyOf(form.call)).toEqual({
    req_key: 'jimeng_i2i_v30',
    prompt: 'a gate',
    binary_data_base64: [PIXEL.toString('base64')],
    scale: 0.5,
  });
  expect(() => jsonEdit(JIMENG, { model: 'jimeng_t2i_v40' }).call).toThrow('only addresses of images');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(JIMENG, { model: 'jimeng_i2i_v30', mask }).call).toThrow('mask: not supported');
});

test('a task is asked for until it is done', async () => {
  const { calls, answer } = generation(JIMENG, { model: 'jimeng_t2i_v40' }).finish(
    submitted,
    generating,
    generating,
    done,
  );
  expect(calls.map(({ url }) => url)).toEqual([SUBMIT, RESULT, RESULT, RESULT]);
  expect(bodyOf(calls[3]!)).toEqual({
    req_key: 'jimeng_t2i_v40',
    task_id: '15977608121972527084',
    req_json: '{"return_url":true}',
  });
  expect(await calls[3]!.sign!(calls[3]!, NOW)).toHaveProperty('authorization');
  expect(answer.body).toEqual({
    created: expect.any(Number),
    data: [{ url: 'https://p9-aiop-sign.byteimg.com/one.png' }],
  });
  expect(answer.usage?.more).toMatchObject({ calls: 1, images: 1 });
});

test('a client that wants the image gets it', () => {
  const fields = { model: 'jimeng_t2i_v40', response_format: 'b64_json' };
  const { calls, answer } = generation(JIMENG, fields).finish(
    submitted,
    recordedAnswer('jimeng', 'embedded'),
  );
  expect(bodyOf(calls[1]!)).toMatchObject({ req_json: '{"return_url":false}' });
  expect(answer.body).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }] });
  const fetched = generation(JIMENG, fields).finish(submitted, done, 'one');
  expect(fetched.calls[2]?.url).toBe('https://p9-aiop-sign.byteimg.com/one.png');
  expect(fetched.answer.body).toMatchObject({ data: [{ b64_json: 'b25l' }] });
});

test.each([
  ['expired', { code: 10000, data: { status: 'expired' } }, 'the task ended with status expired'],
  ['unknown', { code: 10000, data: null }, 'the task ended'],
  ['empty', { code: 10000, data: { status: 'done', image_urls: [] } }, 'no images'],
])('a task that is %s', (_state, body, message) => {
  expect(() => generation(JIMENG, { model: 'jimeng_t2i_v40' }).finish(submitted, body)).toThrow(message);
});

test.each([
  [400, 50412, { status: 400, code: 'content_policy_violation', retryable: false, disables: false }],
  [400, 50511, { status: 400, code: 'content_policy_violation', retryable: false }],
  [400, 50520, { status: 500, retryable: true, disables: false }],
  [429, 50429, { status: 429, retryable: true, disables: false }],
  [429, 50430, { status: 429, retryable: true }],
  [500, 50500, { status: 500, retryable: true }],
  [403, 50400, { status: 403, disables: true }],
])('an error with status %d and code %d, also inside a 200', (status, code, failure) => {
  const body = { code, data: null, message: 'no', request_id: 'r', status: code };
  expect(providerOf(JIMENG).readError(status, {}, JSON.stringify(body))).toMatchObject(failure);
  expect(() => generation(JIMENG, { model: 'jimeng_t2i_v40' }).finish(body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining(failure) }),
  );
});

test('errors of the gateway, and unknown ones', () => {
  const gateway = { ResponseMetadata: { Error: { Code: 'SignatureDoesNotMatch', Message: 'bad key' } } };
  expect(providerOf(JIMENG).readError(400, {}, JSON.stringify(gateway))).toMatchObject({
    status: 401,
    message: 'bad key',
    disables: true,
  });
  expect(providerOf(JIMENG).readError(502, {}, '<html>')).toMatchObject({ status: 502, retryable: true });
  expect(() => generation(JIMENG, { model: 'jimeng_t2i_v40' }).finish({ code: 60000, message: 'x' })).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ status: 502, retryable: true }) }),
  );
});
