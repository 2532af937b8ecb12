import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors/api-error.js';
import { mediaSource } from '../../canonical/media/media-source.js';
import { imageAddress, imageParts, imageValues } from '../../operations/edited-images.js';
import { inMemory, type FormPart } from '../../operations/form.js';
import { joined, type Piece, type SentBody } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { unsupportedParameter } from './image-request.js';

/** An image of a request: its address, or its bytes, which may be in a form on disk. */
export type InputImage =
  | { readonly url: string }
  | { readonly mediaType: string; readonly bytes: Buffer | { readonly from: number; readonly to: number } };

/** How a JSON request contains images that are not addresses: as `data:` URLs, or as base64 alone. */
export type ImageEncoding = 'data-url' | 'base64';

/** Magic numbers of images by type: forms often declare images as plain bytes. */
const BEGINNINGS: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
  ['image/gif', 0, 'GIF8'],
];

/**
 * The images to edit.
 * @throws ApiError 400 for files that are not images, and for masks: what is to be edited is white in the masks of these
 *   providers and transparent in OpenAI's
 */
export function inputImages({ form, fields }: OperationRequest): readonly InputImage[] {
  if (form ? form.parts.some(({ name }) => name === 'mask') : fields.mask !== undefined)
    throw unsupportedParameter('mask: not supported by this model');
  if (!form) return imageValues(fields).map((image, index) => fromJson(image, `images[${index}]`));
  return imageParts(form).map(partImage);
}

/** The image to edit, for models that take one. @throws ApiError 400, also for several images */
export function inputImage(request: OperationRequest): InputImage {
  const [image, ...others] = inputImages(request);
  if (!image || others.length > 0) throw unsupportedParameter('image: this model edits one image at a time');
  return image;
}

/**
 * A JSON body whose images may be too large to keep in memory. Addresses remain addresses.
 * @param build the body, given text for each image
 */
export function jsonBody(
  { form }: Pick<OperationRequest, 'form'>,
  images: readonly InputImage[],
  encoding: ImageEncoding,
  build: (images: readonly string[]) => object,
): SentBody {
  // Random, so that no text of the client can contain it.
  const mark = randomUUID();
  const texts = images.map((image, index) => {
    if ('url' in image) return image.url;
    return `${encoding === 'data-url' ? `data:${image.mediaType};base64,` : ''}${mark}${index};`;
  });
  const body = JSON.stringify(build(texts));
  const pieces = body.split(new RegExp(`${mark}(\\d+);`)).map((part, at): Piece => {
    const image = at % 2 === 1 ? images[Number(part)] : undefined;
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
  { form }: Pick<OperationRequest, 'form'>,
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
  const url = imageAddress(value);
  if (url === '') throw unsupportedParameter(`${name}: must be an image_url`);
  const source = mediaSource(url);
  if (source.type === 'url') return { url };
  if (source.type === 'base64' && source.mediaType.startsWith('image/'))
    return { mediaType: source.mediaType, bytes: Buffer.from(source.data, 'base64') };
  throw notAnImage(name);
}

/** The type of an image by its first bytes; undefined for others. */
export function imageType(bytes: Buffer): string | undefined {
  return BEGINNINGS.find(
    ([, offset, beginning]) => bytes.toString('latin1', offset, offset + beginning.length) === beginning,
  )?.[0];
}

/** A file of a form. @throws ApiError 400 if it is not an image */
export function partImage({ name, retained, contentType, start, end }: FormPart): InputImage {
  const mediaType = imageType(retained) ?? contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^image\/[\w.+-]+$/.test(mediaType)) throw notAnImage(name);
  return { mediaType, bytes: { from: start, to: end } };
}

function notAnImage(name: string): ApiError {
  return new ApiError('invalid_image_request', { detail: `${name} must be a PNG, JPEG, WebP or GIF` });
}
