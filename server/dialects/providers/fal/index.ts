import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames, UNTESTABLE } from '../../kit/define-provider.js';
import {
  contentFiltered,
  downloaded,
  followed,
  imageAnswer,
  imagesAt,
} from '../../kit/images/image-answer.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { fittedPixels, nearestRatio, type ImageSize, type PixelRules } from '../../kit/images/sizes.js';
import type { EstimateTarget, OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { readError } from './errors.js';
import { falModel, type FalModel } from './models.js';
import { falPriceFactor } from './prices.js';

const PIXELS: PixelRules = { min: 256, max: 4096, multiple: 8 };
/** The id and the secret of a key. */
const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{32}$/;
/** Members that most models have. */
const MEMBERS = modelNames(`
  seed num_inference_steps guidance_scale negative_prompt enable_safety_checker safety_tolerance
  enhance_prompt acceleration strength style loras resolution rendering_speed expand_prompt raw`);

/** https://fal.ai/docs/documentation/model-apis/inference/synchronous: models have addresses of their own. */
export default defineProvider({
  type: 1103,
  id: 'fal',
  name: { en: 'fal', zh: 'fal' },
  color: 'pink',
  baseUrl: 'https://fal.run',
  sdkPath: 'none',
  models: modelNames(`
    fal-ai/flux-2-pro fal-ai/flux-2 fal-ai/flux-2/edit fal-ai/flux-pro/v1.1 fal-ai/flux-pro/v1.1-ultra
    fal-ai/flux-pro/kontext fal-ai/flux/dev fal-ai/flux/schnell fal-ai/nano-banana
    fal-ai/nano-banana/edit fal-ai/nano-banana-pro fal-ai/nano-banana-pro/edit fal-ai/imagen4/preview
    fal-ai/bytedance/seedream/v4/text-to-image fal-ai/bytedance/seedream/v4/edit fal-ai/qwen-image
    fal-ai/qwen-image-edit fal-ai/recraft/v3/text-to-image fal-ai/ideogram/v3`),
  keys: [{ prefix: '', rest: KEY, certainty: 'likely' }],
  form: { keyPage: 'https://fal.ai/dashboard/keys' },
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    operations: imageOperations(call, answer, priceFactor),
    readError,
  },
});

/** The request, and the members that are sent besides its images. @throws ApiError 400 for what the model cannot do */
function read(request: OperationRequest, { override }: EstimateTarget, model: FalModel) {
  const { maxImages } = model;
  const requested = imageRequest(request, { maxImages, formats: ['jpeg', 'png', 'webp'], members: MEMBERS });
  const members: UnknownRecord = {
    prompt: requested.prompt,
    // Models that make one image have no such member.
    ...(requested.count > 1 && { num_images: requested.count }),
    ...(requested.size && sizeMembers(requested.size, model)),
    ...(requested.format !== undefined && { output_format: requested.format }),
    ...(requested.base64 && { sync_mode: true }),
    ...requested.members,
    ...override,
  };
  return { requested, members };
}

function priceFactor(request: OperationRequest, target: EstimateTarget, inputs: readonly number[]): number {
  return falPriceFactor(target.model, read(request, target, falModel(target.model)).members, inputs);
}

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const model = falModel(target.model);
  if (inputImages.length > 1 && model.input === 'image_url')
    throw unsupportedParameter('image: this model edits one image at a time');
  const { requested, members } = read(request, target, model);
  const body = jsonBody(request, inputImages, 'data-url', (images) => ({
    ...(images.length > 0 && { [model.input]: model.input === 'image_url' ? images[0] : images }),
    ...members,
  }));
  const address = target.model.split('/').map(encodeURIComponent).join('/');
  const headers = { authorization: `Key ${target.key}`, accept: 'application/json' };
  const submit = postJson(`${target.baseUrl}/${address}`, headers, body);
  // Models without `sync_mode` return addresses in any case.
  return requested.base64 ? followed(submit, target, () => undefined, shownUrls) : submit;
}

function sizeMembers(size: ImageSize, { ratios }: FalModel): object {
  return ratios ? { aspect_ratio: nearestRatio(size, ratios) } : { image_size: fittedPixels(size, PIXELS) };
}

/** Addresses of the images, without those that the safety checker replaced by black ones. */
function shownUrls(body: unknown): string[] {
  const { images, image, has_nsfw_concepts } = record(body);
  const flags = list(has_nsfw_concepts);
  const made = Array.isArray(images) ? list(images) : image === undefined ? [] : [image];
  const urls = made.map((one) => text(one) || text(record(one).url));
  if (urls.length > 0 && urls.every((_, index) => flags[index] === true))
    throw contentFiltered('the images were withheld by the safety checker', 'upstream_filtered');
  return urls.filter((_, index) => flags[index] !== true);
}

function answer(body: unknown, request: OperationRequest): OperationAnswer {
  const base64 = request.fields.response_format === 'b64_json';
  return imageAnswer(downloaded(body) ?? imagesAt(shownUrls(body), base64));
}
