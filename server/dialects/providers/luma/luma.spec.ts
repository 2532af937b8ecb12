import { generation, jsonEdit, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { definitionOf } from '../registry.js';

const LUMA = 1104;
const queued = recordedAnswer('luma', 'queued');
const completed = recordedAnswer('luma', 'completed');
const IMAGE = 'https://storage.cdn-luma.com/image.jpg';

test.each<[object, object]>([
  [{}, { aspect_ratio: '1:1' }],
  [
    { size: '1792x1024', output_format: 'jpeg', user: 'ada' },
    { aspect_ratio: '16:9', format: 'jpg' },
  ],
  [
    { style_ref: [{ url: 'https://a.example/s.png', weight: 0.5 }] },
    { aspect_ratio: '1:1', style_ref: [{ url: 'https://a.example/s.png', weight: 0.5 }] },
  ],
])('a request with %j', (fields, members) => {
  const { call } = generation(LUMA, { model: 'photon-1', ...fields });
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/dream-machine/v1/generations/image`,
    headers: bearer,
  });
  expect(bodyOf(call)).toEqual({ model: 'photon-1', prompt: 'a gate', ...members });
});

test.each([
  ['n', { n: 2 }],
  ['size', { size: '5:1' }],
  ['output_format', { output_format: 'webp' }],
  ['prompt', { prompt: 'a'.repeat(5001) }],
  ['stream', { stream: true }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(LUMA, { model: 'photon-1', ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('an image is modified by its address', () => {
  const images = [{ image_url: 'https://a.example/b.png' }];
  expect(bodyOf(jsonEdit(LUMA, { model: 'photon-1', images }).call)).toMatchObject({
    modify_image_ref: { url: 'https://a.example/b.png', weight: 1 },
  });
  expect(() => jsonEdit(LUMA, { model: 'photon-1' }).call).toThrow('only addresses of images');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(LUMA, { model: 'photon-1', images, mask }).call).toThrow('mask: not supported');
});

test('a generation is asked for until it is completed', () => {
  const { calls, answer } = generation(LUMA, { model: 'photon-1' }).finish(
    queued,
    { ...(queued as object), state: 'dreaming' },
    completed,
  );
  const url = `${base}/dream-machine/v1/generations/123e4567-e89b-12d3-a456-426614174000`;
  expect(calls[1]).toMatchObject({ method: 'GET', url, headers: bearer });
  expect(calls[2]?.url).toBe(url);
  expect(answer.body).toEqual({ created: expect.any(Number), data: [{ url: IMAGE }] });
});

test('a client that wants the image gets it', () => {
  const fields = { model: 'photon-1', response_format: 'b64_json' };
  const { calls, answer } = generation(LUMA, fields).finish(queued, completed, 'one');
  expect(calls[2]?.url).toBe(IMAGE);
  expect(answer.body).toMatchObject({ data: [{ b64_json: 'b25l' }] });
});

test.each([
  ['moderated', recordedAnswer('luma', 'failed'), 'content_policy_violation', false],
  ['failed', { id: 'g', state: 'failed', failure_reason: 'internal error' }, 'generation_failed', true],
  ['unknown', {}, 'generation_failed', true],
])('a generation that is %s', (_state, body, code, retryable) => {
  expect(() => generation(LUMA, { model: 'photon-1' }).finish(queued, body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code, retryable, disables: false }) }),
  );
});

test('a completed generation without an image is a failure', () => {
  expect(() => generation(LUMA, { model: 'photon-1' }).finish({ id: 'g', state: 'completed' })).toThrow(
    'no images',
  );
});

test.each([
  [401, { detail: 'Not authenticated' }, { disables: true, message: 'Not authenticated' }],
  [400, { detail: 'Insufficient credits' }, { code: 'insufficient_quota', disables: true, retryable: true }],
  [
    400,
    { detail: 'prompt failed moderation' },
    { code: 'content_policy_violation', retryable: false, disables: false },
  ],
  [422, { detail: [{ loc: ['body'], msg: 'bad model' }] }, { retryable: false, message: 'bad model' }],
  [429, { detail: 'Rate limit' }, { retryable: true, retryAfterSeconds: 5 }],
  [500, {}, { retryable: true }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(LUMA).readError(status, { 'retry-after': '5' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});

test('the balance is read in USD', () => {
  const query = definitionOf(LUMA)!.balance!(generation(LUMA, { model: 'm' }).target, new Date());
  expect(query.next().value).toMatchObject({ url: `${base}/dream-machine/v1/credits` });
  expect(query.next({ credit_balance: 250 }).value).toEqual([{ amount: 2.5, unit: 'USD' }]);
});
