import { mediaSource } from '../canonical/media/media-source.js';
import { imageAddress, imageParts, imageValues } from './edited-images.js';
import type { FormBytes } from './form.js';
import type { OperationRequest } from './operation.js';

/** Bytes that contain the size of all formats but JPEG. */
const HEAD_BYTES = 32;
const SEGMENT_BYTES = 9;
/** Segments of a JPEG that are skipped in search of its size: EXIF data, colour profiles and previews. */
const MAX_SEGMENTS = 100;
/** Characters of base64 in which the size of an image is searched. */
const MAX_ENCODED = 1024 * 1024;
/** Frame headers: SOF0 to SOF15 without DHT, JPG and DAC. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Reads up to `length` bytes of an image from an offset. */
type Read = (offset: number, length: number) => Promise<Buffer>;

/**
 * Numbers of pixels of the images to edit, in order; undefined for addresses and for images whose size is not found, which
 * does not make the request invalid.
 */
export function inputPixels({ form, fields }: OperationRequest): Promise<(number | undefined)[]> {
  const readers = form
    ? imageParts(form).map(({ start, end }) => ofForm(form.bytes, start, end))
    : imageValues(fields).map(ofJson);
  return Promise.all(readers.map(pixelsOf));
}

function ofForm(bytes: FormBytes, start: number, end: number): Read {
  return async (offset, length) => {
    const from = Math.min(start + offset, end);
    const target = Buffer.alloc(Math.min(length, end - from));
    await bytes.readInto(target, from);
    return target;
  };
}

function ofJson(image: unknown): Read | undefined {
  const source = mediaSource(imageAddress(image));
  if (source.type !== 'base64') return undefined;
  const bytes = Buffer.from(source.data.slice(0, MAX_ENCODED), 'base64');
  return (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length));
}

async function pixelsOf(read: Read | undefined): Promise<number | undefined> {
  if (!read) return undefined;
  try {
    const [width, height] = (await sizeOf(read)) ?? [0, 0];
    return width > 0 && height > 0 ? width * height : undefined;
  } catch {
    // A form that cannot be read fails when it is sent.
    return undefined;
  }
}

async function sizeOf(read: Read): Promise<[width: number, height: number] | undefined> {
  const head = await read(0, HEAD_BYTES);
  const has = (beginning: string, at = 0) => head.toString('latin1', at, at + beginning.length) === beginning;
  if (has('\xff\xd8')) return jpegSize(read);
  if (head.length < HEAD_BYTES) return undefined;
  if (has('\x89PNG')) return [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (has('GIF8')) return [head.readUInt16LE(6), head.readUInt16LE(8)];
  if (has('WEBPVP8X', 8)) return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  if (has('WEBPVP8 ', 8)) return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
  if (!has('WEBPVP8L', 8)) return undefined;
  const bits = head.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

async function jpegSize(read: Read): Promise<[width: number, height: number] | undefined> {
  let offset = 2;
  for (let skipped = 0; skipped < MAX_SEGMENTS; skipped++) {
    // Each segment begins with its type and length, so only these bytes are read.
    const segment = await read(offset, SEGMENT_BYTES);
    if (segment.length < SEGMENT_BYTES || segment[0] !== 0xff) return undefined;
    const type = segment[1] ?? 0;
    if (FRAMES.has(type)) return [segment.readUInt16BE(7), segment.readUInt16BE(5)];
    // Fill bytes precede a segment.
    offset += type === 0xff ? 1 : 2 + segment.readUInt16BE(2);
  }
  return undefined;
}
