import { Refusal } from '../../../core/refusal.js';
import type { MediaSource } from '../../hub/chat.js';
import { mediaSource } from '../../hub/media-source.js';
import { list, record, text } from '../../json/loose.js';
import { isForm, readForm } from '../../operations/form.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { OperationCodec } from '../provider.js';
import { googleCall } from './address.js';
import { rulesOf } from './model-rules.js';
import { drawingConfig, imageGeneration, unsayable } from './pictures.js';

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
    const { fields } = request;
    const parts = picturesOf(request).map(({ mediaType, data }) => ({
      inlineData: { mimeType: mediaType, data },
    }));
    const body = {
      contents: [{ role: 'user', parts: [...parts, { text: fields.prompt }] }],
      generationConfig: drawingConfig(request),
      ...target.override,
    };
    return googleCall(target, 'generateContent', Buffer.from(JSON.stringify(body)));
  },
  answer: imageGeneration.answer,
};

type Picture = Extract<MediaSource, { type: 'base64' }>;

/** @throws Refusal 400 for masks, and for pictures that are not in the request itself */
function picturesOf({ body, contentType, fields }: OperationRequest): Picture[] {
  if (!isForm(contentType)) {
    if (fields.mask !== undefined) throw unsayable('mask: not supported by this model');
    return list(fields.images).map((image, index) => fromJson(record(image).image_url, index));
  }
  const form = readForm(body, contentType);
  if (form.some(({ name }) => name === 'mask')) throw unsayable('mask: not supported by this model');
  return form
    .filter(({ name }) => name === 'image' || name === 'image[]')
    .map(({ value, contentType: said }) => ({
      type: 'base64',
      mediaType: typeOf(value, said),
      data: value.toString('base64'),
    }));
}

function fromJson(address: unknown, index: number): Picture {
  const source = mediaSource(text(address));
  if (source.type === 'base64') return source;
  throw unsayable(`images[${index}]: this model takes only pictures that are in the request (data: URLs)`);
}

function typeOf(bytes: Buffer, said: string | undefined): string {
  const known = BEGINNINGS.find(
    ([, offset, beginning]) => bytes.toString('latin1', offset, offset + beginning.length) === beginning,
  );
  const type = known?.[0] ?? said?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!type.startsWith('image/'))
    throw new Refusal('invalid_image_request', { detail: 'image must be a PNG, JPEG, WebP or GIF' });
  return type;
}
