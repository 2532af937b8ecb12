import { formEdit, jsonEdit, PIXEL, PIXEL_URL } from '../../../test/dialects/image-calls.js';
import { inputImages } from '../kit/images/input-images.js';

/** Clients name the images to edit in several ways. */
const BFL = 1102;
const fields = { model: 'flux-2-pro', prompt: 'a gate' };
const bytes = { mediaType: 'image/png' };

test.each([
  ['image', 1],
  ['image[]', 2],
  ['image[0]', 2],
])('parts of a form named %s', (name, count) => {
  const images = Array.from({ length: count }, (_, at) => [name.replace('0', String(at)), PIXEL] as const);
  const { request } = formEdit(BFL, [...Object.entries(fields), ...images]);
  expect(inputImages(request)).toHaveLength(count);
  expect(inputImages(request)[0]).toMatchObject(bytes);
});

test.each<[name: string, images: object, count: number]>([
  ["OpenAI's list", { images: [{ image_url: PIXEL_URL }, { image_url: PIXEL_URL }] }, 2],
  ['one address', { image: PIXEL_URL }, 1],
  ['several addresses', { image: [PIXEL_URL, PIXEL_URL] }, 2],
  ['an object', { image: { url: PIXEL_URL } }, 1],
  ['an object as in chats', { image: { image_url: { url: PIXEL_URL } } }, 1],
])('members of a JSON body: %s', (_name, images, count) => {
  const { request } = jsonEdit(BFL, { ...fields, images: undefined, ...images });
  expect(inputImages(request)).toHaveLength(count);
  expect(inputImages(request)[0]).toMatchObject(bytes);
});

test.each([{}, { image: null }, { image: '' }, { image: [] }, { images: [] }])('%j has none', (images) => {
  expect(() => jsonEdit(BFL, { ...fields, images: undefined, ...images })).toThrow('image is required');
});
