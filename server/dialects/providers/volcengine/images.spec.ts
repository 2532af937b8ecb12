import { formEdit, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, bearer } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';

const ARK = 45;
const SEEDREAM = 'doubao-seedream-4-0-250828';
const SEEDREAM_45 = 'doubao-seedream-4-5-251128';
const SEEDEDIT = 'doubao-seededit-3-0-i2i-250628';
const address = 'https://a.example/b.png';
const images = (count: number) => Array.from({ length: count }, () => ({ image_url: PIXEL_URL }));

test.each<[string, object, object]>([
  [SEEDREAM, {}, {}],
  [SEEDREAM, { size: '1024x1024', quality: 'hd', seed: 3 }, { size: '1024x1024', seed: 3 }],
  [SEEDREAM, { size: '2K', watermark: false }, { size: '2K', watermark: false }],
  [SEEDREAM, { size: '256x256' }, { size: '960x960' }],
  [SEEDREAM, { size: '8192x8192' }, { size: '4096x4096' }],
  [SEEDREAM, { size: '16:9' }, { size: '2730x1536' }],
  [SEEDREAM_45, { size: '1024x1024' }, { size: '1920x1920' }],
  [SEEDREAM, { response_format: 'b64_json' }, { response_format: 'b64_json' }],
  [SEEDEDIT, { size: '1024x1024', guidance_scale: 5.5 }, { size: 'adaptive', guidance_scale: 5.5 }],
  ['ep-20250901', {}, {}],
])('%s edits with %j as %j', (model, fields, members) => {
  const { call } = jsonEdit(ARK, { model, ...fields });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/api/v3/images/generations`, headers: bearer });
  expect(bodyOf(call)).toEqual({
    model,
    prompt: 'a gate',
    image: PIXEL_URL,
    ...(model === SEEDEDIT && { size: 'adaptive' }),
    ...members,
  });
});

test('several images are a list; files of a form are data: URLs', () => {
  const two = jsonEdit(ARK, { model: SEEDREAM, images: [{ image_url: address }, { image_url: PIXEL_URL }] });
  expect(bodyOf(two.call)).toMatchObject({ image: [address, PIXEL_URL] });
  const form = formEdit(ARK, [
    ['model', SEEDREAM],
    ['prompt', 'a gate'],
    ['watermark', 'false'],
    ['image[]', PIXEL],
  ]);
  expect(bodyOf(form.call)).toEqual({
    model: SEEDREAM,
    prompt: 'a gate',
    image: PIXEL_URL,
    watermark: false,
  });
});

test.each<[string, object, string]>([
  [SEEDREAM, { images: images(15) }, 'at most 14 images'],
  [SEEDEDIT, { images: images(2) }, 'at most 1 images'],
  ['doubao-seedream-3-0-t2i-250415', {}, 'not supported model for image edits'],
  [SEEDREAM, { n: 2 }, 'n: this model makes one image'],
  [SEEDREAM, { mask: { image_url: PIXEL_URL } }, 'mask'],
])('%s with %j: beyond the limits', (model, fields, message) => {
  expect(() => jsonEdit(ARK, { model, ...fields }).call).toThrow(message);
});

test('the images that were made are charged; an image that failed is none', () => {
  const call = jsonEdit(ARK, { model: SEEDREAM });
  const usage = { generated_images: 1, output_tokens: 4096, total_tokens: 4096 };
  const made = call.finish({
    model: SEEDREAM,
    created: 1,
    data: [{ url: address, size: '2048x2048' }],
    usage,
  });
  expect(made.answer.usage?.more).toMatchObject({ calls: 1, images: 1 });
  expect(jsonEdit(ARK, { model: SEEDREAM, size: '1024x1792' }).priceFactor).toBe(1);
  const error = { code: 'OutputImageSensitiveContentDetected', message: 'sensitive' };
  expect(() => call.finish({ data: [{ error }], usage: { generated_images: 0 } })).toThrow('sensitive');
});
