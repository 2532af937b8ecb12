import {
  formEdit,
  formOf,
  generation,
  jsonEdit,
  PIXEL,
  PIXEL_URL,
} from '../../../../test/dialects/image-calls.js';
import { base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { definitionOf } from '../registry.js';

const RECRAFT = 1100;

test('a request has OpenAI’s format, with a ratio as its size', () => {
  const { call } = generation(RECRAFT, {
    model: 'recraftv4_1',
    n: 2,
    size: '1792x1024',
    response_format: 'b64_json',
    quality: 'high',
    style: 'vivid',
    user: 'ada',
    controls: { no_text: true },
  });
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/v1/images/generations`,
    headers: { authorization: 'Bearer sk-key', 'content-type': 'application/json' },
  });
  expect(bodyOf(call)).toEqual({
    model: 'recraftv4_1',
    prompt: 'a gate',
    n: 2,
    size: '16:9',
    response_format: 'b64_json',
    controls: { no_text: true },
  });
});

test('older models have styles and negative prompts', () => {
  const fields = { model: 'recraftv3', style: 'digital_illustration', negative_prompt: 'rust' };
  expect(bodyOf(generation(RECRAFT, fields).call)).toEqual({
    model: 'recraftv3',
    prompt: 'a gate',
    n: 1,
    style: 'digital_illustration',
    negative_prompt: 'rust',
  });
});

test.each([
  ['n', { model: 'recraftv4_1', n: 7 }],
  ['prompt', { model: 'recraftv3', prompt: 'a'.repeat(1001) }],
  ['prompt', { model: 'recraftv4', prompt: 'a'.repeat(10_001) }],
  ['size', { model: 'recraftv4', size: '1:3' }],
  ['stream', { model: 'recraftv4', stream: true }],
  ['background', { model: 'recraftv4', background: 'transparent' }],
  ['output_format', { model: 'recraftv4', output_format: 'png' }],
])('%s: not supported', (name, fields) => {
  expect(() => generation(RECRAFT, fields).call).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
  );
});

test('an address that ends in the version, and param_override', () => {
  const { call } = generation(
    RECRAFT,
    { model: 'recraftv4' },
    { baseUrl: `${base}/v1`, override: { size: '1:1' } },
  );
  expect(call.url).toBe(`${base}/v1/images/generations`);
  expect(bodyOf(call)).toMatchObject({ size: '1:1' });
});

test('images are read with their revised prompts', () => {
  const { answer } = generation(RECRAFT, { model: 'recraftv4_1', n: 2 }).finish(
    recordedAnswer('recraft', 'generation'),
  );
  expect(answer.body).toEqual({
    created: expect.any(Number),
    data: [
      { url: 'https://img.recraft.ai/one', revised_prompt: 'two race cars on a wet track' },
      { url: 'https://img.recraft.ai/two' },
    ],
  });
  expect(answer.usage?.more).toMatchObject({ calls: 2, images: 2 });
  const base64 = generation(RECRAFT, { model: 'recraftv4_1' }).finish(recordedAnswer('recraft', 'base64'));
  expect(base64.answer.body).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }] });
});

test.each([
  [
    'a form',
    formEdit(RECRAFT, [
      ['model', 'recraftv3'],
      ['prompt', 'a gate'],
      ['n', '2'],
      ['strength', '0.2'],
      ['image', PIXEL],
    ]),
  ],
  ['JSON', jsonEdit(RECRAFT, { model: 'recraftv3', n: 2, strength: 0.2 })],
])('an image is edited as a form, from %s', (_from, { call }) => {
  expect(call.url).toBe(`${base}/v1/images/imageToImage`);
  expect(formOf(call)).toEqual({
    model: 'recraftv3',
    prompt: 'a gate',
    n: '2',
    strength: '0.2',
    image: PIXEL.toString('latin1'),
  });
});

test('one image is edited at a time, without a mask', () => {
  const images = [{ image_url: PIXEL_URL }, { image_url: PIXEL_URL }];
  expect(() => jsonEdit(RECRAFT, { model: 'recraftv3', images }).call).toThrow('one image at a time');
  const mask = { image_url: PIXEL_URL };
  expect(() => jsonEdit(RECRAFT, { model: 'recraftv3', mask }).call).toThrow('mask: not supported');
  const remote = [{ image_url: 'https://a.example/b.png' }];
  expect(() => jsonEdit(RECRAFT, { model: 'recraftv3', images: remote }).call).toThrow('data: URLs');
});

test.each([
  [401, { code: 'unauthorized', message: 'invalid token' }, { status: 401, disables: true }],
  [400, { code: 'not_enough_credits', message: 'not enough credits' }, { disables: true, retryable: true }],
  [400, { code: 'invalid_parameter', message: 'size' }, { status: 400, retryable: false, message: 'size' }],
  [429, { code: 'rate_limit', message: 'slow' }, { status: 429, retryable: true, retryAfterSeconds: 7 }],
  [500, {}, { status: 500, retryable: true, disables: false }],
])('an error with status %d', (status, body, failure) => {
  const read = providerOf(RECRAFT).readError(status, { 'retry-after': '7' }, JSON.stringify(body));
  expect(read).toMatchObject(failure);
});

test('a response without images is a failure', () => {
  expect(() => generation(RECRAFT, { model: 'recraftv3' }).answer({ data: [] })).toThrow('no images');
  expect(() => generation(RECRAFT, { model: 'recraftv3' }).answer({ error: 'x' })).toThrow('x');
});

test('the balance is read in USD', () => {
  const query = definitionOf(RECRAFT)!.balance!(generation(RECRAFT, { model: 'm' }).target, new Date());
  expect(query.next().value).toMatchObject({ url: `${base}/v1/users/me` });
  expect(query.next({ credits: 2500 }).value).toEqual([{ amount: 2.5, unit: 'USD' }]);
});
