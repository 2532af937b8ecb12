import { generation, jsonEdit, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { base, bearer } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';

const MINIMAX = 35;
const FILE = 'https://minimax.example/1.jpeg';
const done = { status_code: 0, status_msg: 'success' };

test.each<[string, object, object]>([
  ['image-01', {}, {}],
  ['image-01', { size: '1000x1000', n: 9 }, { n: 9, width: 1000, height: 1000 }],
  ['image-01', { size: '256x512' }, { width: 512, height: 1024 }],
  ['image-01', { size: '16:9', seed: 3 }, { aspect_ratio: '16:9', seed: 3 }],
  ['image-01-live', { size: '1792x1024' }, { aspect_ratio: '16:9' }],
  [
    'image-01',
    { response_format: 'b64_json', prompt_optimizer: true },
    { response_format: 'base64', prompt_optimizer: true },
  ],
])('%s gets %j with %j', (model, fields, members) => {
  const { call } = generation(MINIMAX, { model, user: 'ada', quality: 'hd', ...fields });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/image_generation`, headers: bearer });
  expect(bodyOf(call)).toEqual({ model, prompt: 'a gate', n: 1, response_format: 'url', ...members });
});

test('the images, of which those that were made are charged', () => {
  const answered = (data: object, success_count: string) =>
    generation(MINIMAX, { model: 'image-01', n: 2 }).finish({
      id: 'i',
      data,
      metadata: { success_count, failed_count: '0' },
      base_resp: done,
    }).answer;
  expect(answered({ image_urls: [FILE, FILE] }, '2')).toMatchObject({
    usage: { more: { calls: 2, images: 2 } },
    body: { data: [{ url: FILE }, { url: FILE }] },
  });
  expect(answered({ image_base64: ['aGk='] }, '1')).toMatchObject({
    usage: { more: { calls: 1, images: 1 } },
    body: { data: [{ b64_json: 'aGk=' }] },
  });
});

test('errors come with status 200', () => {
  const call = generation(MINIMAX, { model: 'image-01' });
  expect(() => call.finish({ base_resp: { status_code: 1026, status_msg: 'sensitive' } })).toThrow(
    'sensitive',
  );
  expect(() => call.finish({ data: {}, base_resp: done })).toThrow('no images');
});

test('a person in an image appears in the new one', () => {
  const { call } = jsonEdit(MINIMAX, { model: 'image-01', images: [{ image_url: PIXEL_URL }] });
  expect(bodyOf(call)).toMatchObject({
    subject_reference: [{ type: 'character', image_file: PIXEL_URL }],
  });
  const images = [{ image_url: PIXEL_URL }, { image_url: PIXEL_URL }];
  expect(() => jsonEdit(MINIMAX, { model: 'image-01', images }).call).toThrow('one image');
});

test('more than nine images, and a long prompt', () => {
  expect(() => generation(MINIMAX, { model: 'image-01', n: 10 }).call).toThrow('n:');
  expect(() => generation(MINIMAX, { model: 'image-01', prompt: 'a'.repeat(1501) }).call).toThrow('prompt:');
});
