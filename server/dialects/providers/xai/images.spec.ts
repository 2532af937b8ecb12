import { formEdit, generation, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, bearer } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';

const XAI = 48;
const FILE = 'https://imgen.x.ai/1.jpeg';
const image = { type: 'image_url', url: PIXEL_URL };
const images = (count: number) => Array.from({ length: count }, () => ({ image_url: PIXEL_URL }));

test.each<[string, object, object]>([
  ['grok-imagine-image', {}, {}],
  ['grok-imagine-image', { size: '1024x1792', quality: 'hd', style: 'vivid' }, { aspect_ratio: '9:16' }],
  ['grok-imagine-image', { size: '2048x2048', n: 10 }, { n: 10, aspect_ratio: '1:1', resolution: '2k' }],
  [
    'grok-imagine-image',
    { aspect_ratio: '19.5:9', resolution: '2K' },
    { aspect_ratio: '19.5:9', resolution: '2k' },
  ],
  ['grok-imagine-image', { aspect_ratio: 'auto' }, { aspect_ratio: 'auto' }],
  [
    'grok-imagine-image',
    { response_format: 'b64_json', user: 'ada' },
    { response_format: 'b64_json', user: 'ada' },
  ],
  ['grok-imagine-image', { quality: 'low' }, {}],
  ['grok-imagine-image-2.0', { quality: 'low' }, { quality: 'low' }],
  ['grok-imagine-image-2.0', { quality: 'high' }, {}],
  ['grok-2-image', { size: '1024x1792', quality: 'low' }, {}],
])('%s gets %j with %j', (model, fields, members) => {
  const { call } = generation(XAI, { model, ...fields });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/images/generations`, headers: bearer });
  expect(bodyOf(call)).toEqual({ model, prompt: 'a gate', n: 1, ...members });
});

test('one image to edit is an object, several are a list; a form becomes JSON', () => {
  const model = 'grok-imagine-image';
  const { call } = jsonEdit(XAI, { model });
  expect(call.url).toBe(`${base}/v1/images/edits`);
  expect(bodyOf(call)).toEqual({ model, prompt: 'a gate', n: 1, image });
  const address = 'https://a.example/b.png';
  const two = [{ image_url: PIXEL_URL }, { image_url: address }];
  expect(bodyOf(jsonEdit(XAI, { model, images: two }).call)).toMatchObject({
    images: [image, { type: 'image_url', url: address }],
  });
  const form = formEdit(XAI, [
    ['model', model],
    ['prompt', 'a gate'],
    ['image', PIXEL],
  ]).call;
  expect(form.headers['content-type']).toBe('application/json');
  expect(bodyOf(form)).toMatchObject({ image });
});

test.each<[string, object, string]>([
  ['resolution', { resolution: '4k' }, 'resolution'],
  ['aspect_ratio', { aspect_ratio: '5:1' }, 'supports'],
  ['output_format', { output_format: 'png' }, 'output_format'],
])('%s beyond the limits', (_name, fields, message) => {
  expect(() => generation(XAI, { model: 'grok-imagine-image', ...fields }).call).toThrow(message);
});

test('four images, masks, and edits by older models', () => {
  const edit = (model: string, fields: object) => () => jsonEdit(XAI, { model, ...fields }).call;
  expect(edit('grok-imagine-image', { images: images(4) })).toThrow('at most 3 images');
  expect(edit('grok-imagine-image', { mask: { image_url: PIXEL_URL } })).toThrow('mask');
  expect(edit('grok-2-image', {})).toThrow('not supported model for image edits');
});

test.each<[string, object, number]>([
  ['grok-imagine-image', { resolution: '2k' }, 1],
  ['grok-imagine-image-quality', {}, 1],
  ['grok-imagine-image-quality', { resolution: '2k' }, 7 / 5],
  ['grok-imagine-image-2.0', {}, 1],
  ['grok-imagine-image-2.0', { quality: 'low' }, 4 / 6],
  ['grok-imagine-image-2.0', { quality: 'low', resolution: '2k' }, 1],
  ['grok-imagine-image-2.0', { size: '2048x1024' }, 8 / 6],
  ['grok-2-image', { size: '1024x1792' }, 1],
])('%s with %j costs %d of its price', (model, fields, factor) => {
  expect(generation(XAI, { model, ...fields }).priceFactor).toBeCloseTo(factor, 9);
});

test.each<[string, object, number, number]>([
  ['grok-imagine-image', {}, 1, 22 / 20],
  ['grok-imagine-image', {}, 3, 26 / 20],
  // Two images of one: 2 × 0.05 + 0.01 USD.
  ['grok-imagine-image-quality', { n: 2 }, 1, 11 / 10],
])('%s with %j of %d images costs %d', (model, fields, count, factor) => {
  const pixels = Array.from({ length: count }, () => 1);
  const call = jsonEdit(XAI, { model, images: images(count), ...fields }, {}, pixels);
  expect(call.priceFactor).toBeCloseTo(factor, 9);
});

test('what the channel overrides is sent, and charged', () => {
  const call = generation(XAI, { model: 'grok-imagine-image-quality' }, { override: { resolution: '2k' } });
  expect(bodyOf(call.call)).toMatchObject({ resolution: '2k' });
  expect(call.priceFactor).toBeCloseTo(7 / 5, 9);
});

test('the images that were made are charged', () => {
  const { answer } = generation(XAI, { model: 'grok-imagine-image', n: 2 }).finish({
    data: [
      { url: FILE, revised_prompt: 'a tall gate' },
      { b64_json: 'data:image/jpeg;base64,aGk=' },
      { b64_json: 'aGk=' },
      { url: '' },
    ],
  });
  expect(answer).toMatchObject({
    usage: { more: { calls: 3, images: 3 } },
    body: {
      data: [{ url: FILE, revised_prompt: 'a tall gate' }, { b64_json: 'aGk=' }, { b64_json: 'aGk=' }],
    },
  });
  expect(() => generation(XAI, { model: 'grok-imagine-image' }).finish({ data: [] })).toThrow('no images');
});
