import { PIXEL } from '../../../test/dialects/image-calls.js';
import { inMemory, type Form } from './form.js';
import { inputPixels } from './image-pixels.js';
import type { OperationRequest } from './operation.js';

const bytes = (...pieces: (string | number[])[]) =>
  Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece))),
  );
const padded = (head: Buffer) => Buffer.concat([head, Buffer.alloc(40)]);

const png = padded(bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0]));
const gif = padded(bytes('GIF89a', [0, 4, 0, 3]));
const extended = padded(bytes('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [255, 3, 0, 255, 2, 0]));
const lossy = padded(bytes('RIFF\0\0\0\0WEBPVP8 ', Array(10).fill(0), [0, 4, 0, 3]));
// 14 bits of width and of height, each minus one.
const lossless = padded(bytes('RIFF\0\0\0\0WEBPVP8L', [0, 0, 0, 0, 0x2f], [0xff, 0xc3, 0xbf, 0x00]));
const exif = bytes([0xff, 0xe1, 0x01, 0x02], Array(256).fill(7));
const jpeg = padded(bytes([0xff, 0xd8], [...exif], [0xff, 0xff, 0xc2, 0x00, 0x11, 8, 3, 0, 4, 0, 3]));
const PIXELS = 1024 * 768;

const json = (images: unknown[]) => inputPixels({ fields: { images } } as unknown as OperationRequest);
const dataUrl = (image: Buffer) => `data:image/png;base64,${image.toString('base64')}`;

function form(...images: Buffer[]): Promise<(number | undefined)[]> {
  let at = 3;
  const parts = images.map((image) => {
    const start = at;
    at += image.length;
    return { name: 'image[]', fileName: 'a', contentType: undefined, start, end: at, retained: image };
  });
  const whole = Buffer.concat([Buffer.from('abc'), ...images, Buffer.from('the next part of the form')]);
  const partialForm = { parts: [{ ...parts[0]!, name: 'other' }, ...parts], bytes: inMemory(whole) };
  return inputPixels({ form: partialForm as unknown as Form, fields: {} } as unknown as OperationRequest);
}

test.each([
  ['PNG', png],
  ['GIF', gif],
  ['WebP', extended],
  ['lossy WebP', lossy],
  ['lossless WebP', lossless],
  ['JPEG behind EXIF data and fill bytes', jpeg],
])('%s', async (_format, image) => {
  expect(await form(PIXEL, image)).toEqual([1, PIXELS]);
  expect(await json([{ image_url: dataUrl(image) }])).toEqual([PIXELS]);
});

test.each([
  ['an address', { image_url: 'https://a.example/b.png' }],
  ['nothing', undefined],
  ['an empty file', { image_url: 'data:image/png;base64,' }],
  ['no image', { image_url: dataUrl(Buffer.alloc(100, 1)) }],
  ['a short file', { image_url: dataUrl(png.subarray(0, 20)) }],
  ['a JPEG without a frame', { image_url: dataUrl(jpeg.subarray(0, 200)) }],
  [
    'a JPEG that does not end',
    { image_url: dataUrl(Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(500, 255)])) },
  ],
])('%s has no size', async (_what, image) => {
  expect(await json([image])).toEqual([undefined]);
});

test('every beginning of a file is read without an error', async () => {
  for (const image of [png, gif, extended, lossy, lossless, jpeg])
    for (let length = 0; length < image.length; length++)
      expect([undefined, PIXELS]).toContain((await form(image.subarray(0, length)))[0]);
});
