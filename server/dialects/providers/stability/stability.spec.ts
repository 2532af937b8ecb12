import {
  formEdit,
  formOf,
  generation,
  jsonEdit,
  PIXEL,
  PIXEL_URL,
} from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { recordedAnswer } from '../../../../test/dialects/recorded.js';
import { definitionOf } from '../registry.js';

const STABILITY = 1101;

test.each([
  ['stable-image-core', '/v2beta/stable-image/generate/core', {}],
  ['stable-image-ultra', '/v2beta/stable-image/generate/ultra', {}],
  ['sd3.5-large', '/v2beta/stable-image/generate/sd3', { model: 'sd3.5-large', mode: 'text-to-image' }],
  [
    'stable-diffusion-3.5-medium',
    '/v2beta/stable-image/generate/sd3',
    { model: 'sd3.5-medium', mode: 'text-to-image' },
  ],
])('%s is called at %s', (model, path, own) => {
  const { call } = generation(STABILITY, { model, size: '1024x1536', output_format: 'jpg', seed: 7 });
  expect(call).toMatchObject({
    method: 'POST',
    url: base + path,
    headers: { authorization: 'Bearer sk-key', accept: 'application/json' },
  });
  expect(formOf(call)).toEqual({
    prompt: 'a gate',
    aspect_ratio: '2:3',
    output_format: 'jpeg',
    seed: '7',
    ...own,
  });
});

test('members that the API does not have are not sent', () => {
  const fields = { quality: 'hd', style: 'vivid', user: 'ada', response_format: 'b64_json' };
  expect(formOf(generation(STABILITY, { model: 'stable-image-core', ...fields }).call)).toEqual({
    prompt: 'a gate',
  });
});

test('a prompt with quotes and line breaks, and param_override', () => {
  const prompt = 'a "gate"\r\n--edge: 1';
  const fields = { model: 'stable-image-core', prompt };
  const { call } = generation(STABILITY, fields, { override: { style_preset: 'anime' } });
  expect(formOf(call)).toEqual({ prompt, style_preset: 'anime' });
});

test.each([
  ['n', { n: 2 }],
  ['prompt', { prompt: 'a'.repeat(10_001) }],
  ['output_format', { output_format: 'webp' }],
  ['size', { size: '5:1' }],
  ['stream', { stream: true }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(STABILITY, { model: 'sd3.5-large', ...fields }).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('models that the API does not have', () => {
  expect(() => generation(STABILITY, { model: 'dall-e-4' }).call).toThrow('not supported model');
  expect(() => jsonEdit(STABILITY, { model: 'stable-image-core' }).call).toThrow('image edits');
});

test.each([
  [
    'a form',
    formEdit(STABILITY, [
      ['model', 'sd3.5-large'],
      ['prompt', 'a gate'],
      ['strength', '0.8'],
      ['image[]', PIXEL],
    ]),
  ],
  ['JSON', jsonEdit(STABILITY, { model: 'sd3.5-large', strength: 0.8, size: '1024x1024' })],
])('an image is edited by its strength, from %s', (_from, { call }) => {
  expect(formOf(call)).toEqual({
    prompt: 'a gate',
    model: 'sd3.5-large',
    mode: 'image-to-image',
    strength: '0.8',
    image: PIXEL.toString('latin1'),
  });
  expect(call.body?.toString('latin1')).toContain('filename="image.png"\r\ncontent-type: image/png');
});

test('one image is edited at a time, without a mask', () => {
  const edit = (fields: object) => jsonEdit(STABILITY, { model: 'stable-image-ultra', ...fields }).call;
  expect(() => edit({ images: [{ image_url: PIXEL_URL }, { image_url: PIXEL_URL }] })).toThrow('one image');
  expect(() => edit({ mask: { image_url: PIXEL_URL } })).toThrow('mask: not supported');
  expect(() => edit({ images: [{ image_url: 'data:text/plain,x' }] })).toThrow('must be a PNG');
});

test('the image is read as base64, or as a data URL if the client wants an address', () => {
  const made = recordedAnswer('stability', 'generation');
  const model = 'stable-image-core';
  const { answer } = generation(STABILITY, { model }).finish(made);
  expect(answer.body).toEqual({ created: expect.any(Number), data: [{ b64_json: 'iVBORw0KGgo=' }] });
  expect(answer.usage?.more).toMatchObject({ calls: 1, images: 1 });
  const shown = generation(STABILITY, { model, response_format: 'url' }).finish(made).answer;
  expect(shown.body).toMatchObject({ data: [{ url: 'data:image/png;base64,iVBORw0KGgo=' }] });
});

test('a withheld image is a failure that is not retried', () => {
  const call = generation(STABILITY, { model: 'stable-image-core' });
  expect(() => call.answer(recordedAnswer('stability', 'filtered'))).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({
        status: 400,
        code: 'content_policy_violation',
        retryable: false,
        disables: false,
      }),
    }),
  );
  expect(() => call.answer({ finish_reason: 'ERROR' })).toThrow('ERROR');
});

test.each([
  [
    403,
    recordedAnswer('stability', 'moderated'),
    { status: 400, code: 'content_policy_violation', retryable: false, disables: false },
  ],
  [401, { name: 'unauthorized', errors: ['bad key'] }, { status: 401, disables: true, message: 'bad key' }],
  [402, { name: 'payment_required', errors: ['no credits'] }, { disables: true, retryable: true }],
  [400, { name: 'bad_request', errors: ['a', 'b'] }, { retryable: false, disables: false, message: 'a; b' }],
  [413, { name: 'payload_too_large', errors: ['big'] }, { retryable: false }],
  [429, { name: 'rate_limit_exceeded', errors: ['slow'] }, { retryable: true, retryAfterSeconds: 60 }],
  [500, {}, { retryable: true, disables: false }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(STABILITY).readError(status, { 'retry-after': '60' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});

test('the balance is read in USD', () => {
  const { target } = generation(STABILITY, { model: 'm' });
  const query = definitionOf(STABILITY)!.balance!(target, new Date());
  expect(query.next().value).toMatchObject({ url: `${base}/v1/user/balance` });
  expect(query.next({ credits: 250 }).value).toEqual([{ amount: 2.5, unit: 'USD' }]);
});
