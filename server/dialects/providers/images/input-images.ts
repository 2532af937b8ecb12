import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors/api-error.js';
import { mediaSource } from '../../canonical/media-source.js';
import { isRecord, list, record, text } from '../../json/lenient.js';
import { inMemory, type FormPart } from '../../operations/form.js';
import { joined, type Piece, type SentBody } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { unsupportedParameter } from './image-request.js';

/** An image of a request: its address, or its bytes, which may be in a form on disk. */
export type InputImage =
  | { readonly url: string }
  | { readonly mediaType: string; readonly bytes: Buffer | { readonly from: number; readonly to: number } };

export interface InputImages {
  readonly images: readonly InputImage[];
  readonly mask: InputImage | undefined;
}

/** How a JSON request contains images that are not addresses: as `data:` URLs, or as base64 alone. */
export type ImageEncoding = 'data-url' | 'base64';

/** Magic numbers of images by type: forms often declare images as plain bytes. */
const BEGINNINGS: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
  ['image/gif', 0, 'GIF8'],
];

/** The images to edit and the mask. @throws ApiError 400 for files that are not images */
export function inputImages({ form, fields }: OperationRequest): InputImages {
  if (!form) {
    return {
      images: list(fields.images).map((image, index) => fromJson(image, `images[${index}]`)),
      mask: fields.mask === undefined ? undefined : fromJson(fields.mask, 'mask'),
    };
  }
  const mask = form.parts.find(({ name }) => name === 'mask');
  return {
    images: form.parts.filter(({ name }) => name === 'image' || name === 'image[]').map(fromPart),
    mask: mask && fromPart(mask),
  };
}

/**
 * A JSON body whose images may be too large to keep in memory. Addresses remain addresses.
 * @param build the body, given text for each image and for the mask
 */
export function jsonBody(
  { form }: OperationRequest,
  { images, mask }: InputImages,
  encoding: ImageEncoding,
  build: (images: readonly string[], mask: string | undefined) => object,
): SentBody {
  // Random, so that no text of the client can contain it.
  const mark = randomUUID();
  const all = mask ? [...images, mask] : images;
  const texts = all.map((image, index) => {
    if ('url' in image) return image.url;
    return `${encoding === 'data-url' ? `data:${image.mediaType};base64,` : ''}${mark}${index};`;
  });
  const body = JSON.stringify(build(texts.slice(0, images.length), mask && texts.at(-1)));
  const pieces = body.split(new RegExp(`${mark}(\\d+);`)).map((part, at): Piece => {
    const image = at % 2 === 1 ? all[Number(part)] : undefined;
    if (!image || 'url' in image) return Buffer.from(part);
    if (Buffer.isBuffer(image.bytes)) return Buffer.from(image.bytes.toString('base64'));
    return { ...image.bytes, base64: true };
  });
  return joined(form?.bytes ?? inMemory(Buffer.alloc(0)), pieces);
}

/**
 * A multipart form of text fields and files (RFC 7578).
 * @throws ApiError 400 (unsupported_parameter) for images that are addresses
 */
export function formBody(
  { form }: OperationRequest,
  fields: Readonly<Record<string, unknown>>,
  files: readonly (readonly [name: string, image: InputImage])[] = [],
): SentBody & { contentType: string } {
  const boundary = `tollgate-${randomUUID()}`;
  const head = (name: string, more = '') =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`);
  const pieces: Piece[] = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [head(name), Buffer.from(`${fieldText(value)}\r\n`)],
  );
  for (const [name, image] of files) {
    if ('url' in image)
      throw unsupportedParameter('images: this model takes only images that are in the request (data: URLs)');
    const { mediaType, bytes } = image;
    const type = `; filename="${name}.${mediaType.split('/')[1] ?? 'bin'}"\r\ncontent-type: ${mediaType}`;
    pieces.push(head(name, type), bytes, Buffer.from('\r\n'));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    ...joined(form?.bytes ?? inMemory(Buffer.alloc(0)), pieces),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fromJson(value: unknown, name: string): InputImage {
  const url = isRecord(value) ? text(value.image_url) || text(record(value.image_url).url) : text(value);
  if (url === '') throw unsupportedParameter(`${name}: must be an image_url`);
  const source = mediaSource(url);
  if (source.type === 'url') return { url };
  if (source.type === 'base64' && source.mediaType.startsWith('image/'))
    return { mediaType: source.mediaType, bytes: Buffer.from(source.data, 'base64') };
  throw notAnImage(name);
}

function fromPart({ name, kept, contentType, start, end }: FormPart): InputImage {
  const known = BEGINNINGS.find(
    ([, offset, beginning]) => kept.toString('latin1', offset, offset + beginning.length) === beginning,
  );
  const mediaType = known?.[0] ?? contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^image\/[\w.+-]+$/.test(mediaType)) throw notAnImage(name);
  return { mediaType, bytes: { from: start, to: end } };
}

function notAnImage(name: string): ApiError {
  return new ApiError('invalid_image_request', { detail: `${name} must be a PNG, JPEG, WebP or GIF` });
}
