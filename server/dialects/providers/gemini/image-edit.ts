import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../core/api-error.js';
import type { MediaSource } from '../../canonical/chat.js';
import { mediaSource } from '../../canonical/media-source.js';
import { list, record, text } from '../../json/lenient.js';
import { joined, type Piece, type SentBody } from '../../operations/form-body.js';
import type { Form, FormPart } from '../../operations/form.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { OperationCodec } from '../provider.js';
import { googleCall } from './address.js';
import { rulesOf } from './model-rules.js';
import { drawingConfig, imageGeneration, unsayable } from './images.js';

/** How pictures begin, by type; forms often call them just bytes. */
const BEGINNINGS: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
  ['image/gif', 0, 'GIF8'],
];

/**
 * `/v1/images/edits` at Gemini models that draw: the pictures go in beside the words
 * (https://ai.google.dev/gemini-api/docs/image-generation#gemini-image-editing). What the answer holds is read as for
 * pictures that are made anew.
 */
export const imageEdit: OperationCodec = {
  json: true,
  request(request, target) {
    if (request.stream) throw unsayable('stream: not supported by this model');
    if (!rulesOf(target.model, false).draws) throw unsayable('not supported model for image edits');
    const { form, fields } = request;
    const told = (images: readonly Image[]) => ({
      contents: [{ role: 'user', parts: [...images.map(inline), { text: fields.prompt }] }],
      generationConfig: drawingConfig(request),
      ...target.override,
    });
    if (!form)
      return googleCall(target, 'generateContent', Buffer.from(JSON.stringify(told(jsonImages(fields)))));
    const { length, body, streamed } = formBody(form, told);
    const call = googleCall(target, 'generateContent', body);
    call.headers['content-length'] = String(length);
    return { ...call, streamed };
  },
  answer: imageGeneration.answer,
};

type Image = Extract<MediaSource, { type: 'base64' }>;

function inline({ mediaType, data }: Image) {
  return { inlineData: { mimeType: mediaType, data } };
}

/** @throws Refusal 400 for masks, and for pictures that are not in the request itself */
function jsonImages(fields: OperationRequest['fields']): Image[] {
  if (fields.mask !== undefined) throw unsayable('mask: not supported by this model');
  return list(fields.images).map((image, index) => fromJson(record(image).image_url, index));
}

/**
 * What is told of a form, whose pictures may be too large for the memory: JSON in which a mark stands where each of them
 * goes. @throws Refusal 400 for masks, and for what is no picture
 */
function formBody({ parts, bytes }: Form, told: (images: readonly Image[]) => object): SentBody {
  if (parts.some(({ name }) => name === 'mask')) throw unsayable('mask: not supported by this model');
  const images = parts.filter(({ name }) => name === 'image' || name === 'image[]');
  // Nobody can write it into the words beside the pictures.
  const mark = randomUUID();
  const text = JSON.stringify(
    told(images.map((part) => ({ type: 'base64', mediaType: typeOf(part), data: mark }))),
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
  throw unsayable(`images[${index}]: this model takes only pictures that are in the request (data: URLs)`);
}

function typeOf({ kept, contentType }: FormPart): string {
  const known = BEGINNINGS.find(
    ([, offset, beginning]) => kept.toString('latin1', offset, offset + beginning.length) === beginning,
  );
  const type = known?.[0] ?? contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!type.startsWith('image/'))
    throw new ApiError('invalid_image_request', { detail: 'image must be a PNG, JPEG, WebP or GIF' });
  return type;
}
