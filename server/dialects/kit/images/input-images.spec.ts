import { formEdit, formOf, jsonEdit, PIXEL, PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import type { OperationRequest } from '../../operations/operation.js';
import { formBody, inputImages, jsonBody } from './input-images.js';

const BFL = 1102;
const edited = (...images: (string | Buffer)[]): OperationRequest =>
  formEdit(BFL, [
    ['model', 'flux-2-pro'],
    ['prompt', 'a gate'],
    ...images.map((image) => ['image[]', image] as const),
  ]).request;

/** The same request with its form on disk. */
function onDisk(request: OperationRequest): OperationRequest {
  const { form } = request;
  if (!form) throw new Error('the request is no form');
  return { ...request, form: { ...form, bytes: { ...form.bytes, memory: undefined } } };
}

async function collected(stream: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each(['data-url', 'base64'] as const)('a form on disk gives the same JSON (%s)', async (encoding) => {
  const request = edited(PIXEL, PIXEL);
  const build = (images: readonly string[]) => ({ prompt: 'a gate', images });
  const written = jsonBody(request, inputImages(request), encoding, build);
  const disk = onDisk(request);
  const streamed = jsonBody(disk, inputImages(disk), encoding, build);
  expect(streamed.body).toBeUndefined();
  expect(await collected(streamed.streamed)).toEqual(written.body);
  expect(streamed.length).toBe(written.body?.length);
  const image = encoding === 'data-url' ? PIXEL_URL : PIXEL.toString('base64');
  expect(JSON.parse(String(written.body))).toEqual({ prompt: 'a gate', images: [image, image] });
});

test('a form on disk gives the same form', async () => {
  const disk = onDisk(edited(PIXEL));
  const [image] = inputImages(disk);
  const { streamed, length, contentType } = formBody(disk, { prompt: 'a gate' }, [['image', image!]]);
  const body = await collected(streamed);
  expect(body).toHaveLength(length);
  const call = { method: 'POST' as const, url: '', headers: { 'content-type': contentType }, body };
  expect(formOf(call)).toEqual({ prompt: 'a gate', image: PIXEL.toString('latin1') });
});

test('images and addresses keep their places', () => {
  const { request } = jsonEdit(BFL, {
    model: 'flux-2-pro',
    images: [{ image_url: 'https://a.example/b.png' }, { image_url: PIXEL_URL }],
  });
  const inputs = inputImages(request);
  const { body } = jsonBody(request, inputs, 'base64', (images) => ({ images }));
  const pixel = PIXEL.toString('base64');
  expect(JSON.parse(String(body))).toEqual({ images: ['https://a.example/b.png', pixel] });
});

test.each([
  ['a file that is no image', () => inputImages(edited(Buffer.from('text')))],
  ['a data URL that is no image', () => image({ image_url: 'data:text/plain,x' })],
  ['an id of a file', () => image({ file_id: 'file-1' })],
])('%s is refused', (_case, read) => {
  expect(read).toThrow(/must be/);
});

test('a mask is refused: its meaning differs from that of OpenAI', () => {
  const images = [{ image_url: PIXEL_URL }];
  const inJson = { model: 'flux-2-pro', images, mask: { image_url: PIXEL_URL } };
  expect(() => inputImages(jsonEdit(BFL, inJson).request)).toThrow('mask: not supported');
  const inForm = [
    ['model', 'flux-2-pro'],
    ['prompt', 'a gate'],
    ['image', PIXEL],
    ['mask', PIXEL],
  ] as const;
  expect(() => inputImages(formEdit(BFL, [...inForm]).request)).toThrow('mask: not supported');
});

function image(value: object) {
  return inputImages(jsonEdit(BFL, { model: 'flux-2-pro', images: [value] }).request);
}
