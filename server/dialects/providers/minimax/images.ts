import { count, list, record } from '../../json/lenient.js';
import { noUsage } from '../../canonical/usage.js';
import type { OperationRequest } from '../../operations/operation.js';
import { imageAnswer, type MadeImage } from '../../kit/images/image-answer.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { fittedPixels, nearestRatio, type ImageSize } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import type { OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { withError } from './errors.js';

const RATIOS = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9'];
/** The only model that accepts a size in pixels. */
const SIZED = 'image-01';
const PIXELS = { min: 512, max: 2048, multiple: 8 };
const LIMITS = {
  maxImages: 9,
  maxPrompt: 1500,
  members: ['seed', 'prompt_optimizer', 'aigc_watermark', 'style'],
};

/**
 * https://platform.minimax.io/docs/api-reference/image-generation-t2i and …/image-generation-i2i: an image to edit is that of a
 * person, who appears in the new one.
 */
export const minimaxImages = imageOperations(call, answer);

function call(request: OperationRequest, target: Target, images: readonly InputImage[]): UpstreamCall {
  if (images.length > 1) throw unsupportedParameter('image: this model accepts one image');
  const requested = imageRequest(request, LIMITS);
  const body = jsonBody(request, images, 'data-url', ([image]) => ({
    model: target.model,
    prompt: requested.prompt,
    n: requested.count,
    ...(requested.size && sizeMembers(requested.size, target.model)),
    response_format: requested.base64 ? 'base64' : 'url',
    ...(image !== undefined && { subject_reference: [{ type: 'character', image_file: image }] }),
    ...requested.members,
    ...target.override,
  }));
  return postJson(`${target.baseUrl}/v1/image_generation`, bearerHeaders(target), body);
}

function sizeMembers(size: ImageSize, model: string): object {
  if (size.isPixels && model === SIZED) return fittedPixels(size, PIXELS);
  return { aspect_ratio: nearestRatio(size, RATIOS) };
}

function answer(body: unknown): OperationAnswer {
  const { data, metadata } = parsedAnswer(withError(record(body)));
  const { image_urls: urls, image_base64: files } = record(data);
  const images: MadeImage[] = [
    ...texts(urls).map((url) => ({ url })),
    ...texts(files).map((file) => ({ b64_json: file })),
  ];
  const made = imageAnswer(images);
  // Images that were filtered out are not charged.
  const charged = count(Number(record(metadata).success_count)) ?? images.length;
  return { ...made, usage: { ...noUsage(), more: { calls: charged, images: charged } } };
}

function texts(values: unknown): string[] {
  return list(values).filter((value): value is string => typeof value === 'string' && value !== '');
}
