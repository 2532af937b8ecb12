import { text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { inputImages, jsonBody } from '../../kit/images/input-images.js';
import { flatImageEstimate } from '../../kit/images/price-factor.js';
import type { ImageSize } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { imageUsage } from '../../kit/openai/operations/image-usage.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import type { OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';

/** What a model accepts: https://www.volcengine.com/docs/82379/1541523 */
interface ArkImageModel {
  readonly name: RegExp;
  /** Maximum number of images to edit; 0: it makes new images only. */
  readonly inputs: number;
  /** Pixels of an image, least and most. Absent: the size is that of the image to edit. */
  readonly pixels?: readonly [min: number, max: number];
}

const MAX_PIXELS = 4096 * 4096;
const MODELS: readonly ArkImageModel[] = [
  { name: /seededit/i, inputs: 1 },
  { name: /seedream-[1-3](?!\d)/i, inputs: 0 },
  { name: /seedream-4[-.]0/i, inputs: 14, pixels: [1280 * 720, MAX_PIXELS] },
  { name: /seedream/i, inputs: 14, pixels: [2560 * 1440, MAX_PIXELS] },
  // Names of endpoints say nothing about the model.
  { name: /^/, inputs: 14, pixels: [1280 * 720, MAX_PIXELS] },
];
/** Sizes in words, which the API takes beside pixels. */
const NAMED = /^(?:[1-4]k|adaptive)$/i;
/** Pixels of a side of a square, if the client names a ratio only. */
const SIDE = 2048;
const MEMBERS = ['seed', 'guidance_scale', 'watermark', 'optimize_prompt_options', 'user'];

/**
 * Image edits of Seedream and SeedEdit: generations with the members `image`, one or a list. Groups of images are not made of
 * them, since their number is not known before.
 */
export const arkImageEdit = (
  urlOf: (path: string, target: Target, model: string) => string,
): OperationCodec => ({
  json: true,
  request: (request, target) => call(request, target, urlOf('/v1/images/generations', target, target.model)),
  estimate: flatImageEstimate,
  answer: (body, request) => ({ usage: imageUsage(parsedAnswer(body), request) }),
});

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, url: string): UpstreamCall {
  const model = MODELS.find(({ name }) => name.test(target.model)) ?? MODELS.at(-1)!;
  const inputs = inputImages(request);
  if (model.inputs === 0) throw notSupported('not supported model for image edits');
  if (inputs.length > model.inputs)
    throw unsupportedParameter(`image: this model edits at most ${model.inputs} images`);
  const { fields } = request;
  const named = NAMED.test(text(fields.size)) ? text(fields.size) : undefined;
  const requested = imageRequest(
    named === undefined ? request : { ...request, fields: { ...fields, size: '' } },
    { members: MEMBERS },
  );
  const body = jsonBody(request, inputs, 'data-url', (images): UnknownRecord => ({
    model: target.model,
    prompt: requested.prompt,
    image: images.length === 1 ? images[0] : images,
    size: model.pixels ? (named ?? (requested.size && pixelsOf(requested.size, model.pixels))) : 'adaptive',
    ...(requested.base64 !== undefined && { response_format: requested.base64 ? 'b64_json' : 'url' }),
    ...requested.members,
    ...target.override,
  }));
  return postJson(url, bearerHeaders(target), body);
}

/** The size with the same ratio that has as many pixels as the model accepts. */
function pixelsOf({ width, height, isPixels }: ImageSize, [min, max]: readonly [number, number]): string {
  const area = isPixels ? width * height : SIDE * SIDE;
  const scale = Math.sqrt(Math.min(max, Math.max(min, area)) / (width * height));
  const round = area < min ? Math.ceil : Math.floor;
  // Without the last digits of binary fractions, which would round a whole number up or down.
  const side = (length: number) => round(Number((length * scale).toFixed(6)));
  return `${side(width)}x${side(height)}`;
}
