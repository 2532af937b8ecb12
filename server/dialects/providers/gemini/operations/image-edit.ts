import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../../contract/errors/api-error.js';
import type { MediaSource } from '../../../canonical/chat.js';
import { mediaSource } from '../../../canonical/media/media-source.js';
import { text } from '../../../json/lenient.js';
import { imageAddress, imageParts, imageValues } from '../../../operations/edited-images.js';
import { joined, type Piece, type SentBody } from '../../../operations/form-body.js';
import type { Form, FormPart } from '../../../operations/form.js';
import { notSupported, type OperationRequest } from '../../../operations/operation.js';
import type { OperationCodec } from '../../../kit/provider.js';
import { googleCall } from '../address.js';
import { rulesOf } from '../model-rules.js';
import { drawingConfig, geminiImageEstimate, imageGeneration } from './images.js';

/** Magic numbers of images by type: forms often declare images as plain bytes. */
const BEGINNINGS: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
  ['image/gif', 0, 'GIF8'],
];

/**
 * `/v1/images/edits` for Gemini models that generate images: the images are sent together with the prompt
 * (https://ai.google.dev/gemini-api/docs/image-generation#gemini-image-editing). Responses are read like those of image
 * generation.
 */
export const imageEdit: OperationCodec = {
  json: true,
  request(request, target) {
    if (request.stream) throw notSupported('stream: not supported by this model');
    if (!rulesOf(target.model, false).draws) throw notSupported('not supported model for image edits');
    const { form, fields } = request;
    const bodyWith = (images: readonly Image[]) => ({
      contents: [{ role: 'user', parts: [...images.map(inline), { text: fields.prompt }] }],
      generationConfig: drawingConfig(request, target),
      ...target.override,
    });
    if (!form)
      return googleCall(target, 'generateContent', Buffer.from(JSON.stringify(bodyWith(jsonImages(fields)))));
    const { length, body, streamed } = formBody(form, bodyWith);
    const call = googleCall(target, 'generateContent', body);
    call.headers['content-length'] = String(length);
    return { ...call, streamed };
  },
  estimate: geminiImageEstimate,
  answer: imageGeneration.answer,
};

type Image = Extract<MediaSource, { type: 'base64' }>;

function inline({ mediaType, data }: Image) {
  return { inlineData: { mimeType: mediaType, data } };
}

/** @throws ApiError 400 for masks, and for images that are not embedded in the request */
function jsonImages(fields: OperationRequest['fields']): Image[] {
  if (fields.mask !== undefined) throw notSupported('mask: not supported by this model');
  return imageValues(fields).map((image, index) => fromJson(imageAddress(image), index));
}

/**
 * Builds the JSON body from a form whose images may be too large to keep in memory: a placeholder marks each image, and the
 * image's bytes are inserted there in base64.
 * @throws ApiError 400 for masks, and for files that are not images
 */
function formBody(form: Form, bodyWith: (images: readonly Image[]) => object): SentBody {
  const { parts, bytes } = form;
  if (parts.some(({ name }) => name === 'mask')) throw notSupported('mask: not supported by this model');
  const images = imageParts(form);
  // Random, so that the prompt cannot contain it.
  const mark = randomUUID();
  const text = JSON.stringify(
    bodyWith(images.map((part) => ({ type: 'base64', mediaType: typeOf(part), data: mark }))),
  );
  const pieces = text.split(mark).flatMap((words, index): Piece[] => {
    const image = images[index];
    const around = Buffer.from(words);
    return image ? [around, { from: image.start, to: image.end, base64: true }] : [around];
  });
  return joined(bytes, pieces);
}

function fromJson(address: unknown, index: number): Image {
  const source = mediaSource(text(address));
  if (source.type === 'base64') return source;
  throw notSupported(`images[${index}]: this model takes only images that are in the request (data: URLs)`);
}

function typeOf({ retained, contentType }: FormPart): string {
  const detected = BEGINNINGS.find(
    ([, offset, beginning]) => retained.toString('latin1', offset, offset + beginning.length) === beginning,
  );
  const type = detected?.[0] ?? contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!type.startsWith('image/'))
    throw new ApiError('invalid_image_request', { detail: 'image must be a PNG, JPEG, WebP or GIF' });
  return type;
}
