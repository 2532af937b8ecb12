import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames, UNTESTABLE } from '../../kit/define-provider.js';
import {
  contentFiltered,
  downloaded,
  followed,
  imageAnswer,
  imagesAt,
  workFailed,
} from '../../kit/images/image-answer.js';
import { errorReader } from '../../kit/images/image-errors.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { fittedPixels, nearestRatio, type ImageSize, type PixelRules } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import type { EstimateTarget, OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { addressOf } from './address.js';
import { replicateModel, replicatePriceFactor, type ReplicateModel } from './models.js';
import { replicateVideos } from './videos.js';

/** The longest time in seconds that the API waits for a prediction before it returns. */
const WAIT_SECONDS = 60;
const PIXELS: PixelRules = { min: 256, max: 2048, multiple: 64 };
/** Members that most models have. */
const MEMBERS = modelNames(`
  seed num_inference_steps guidance guidance_scale negative_prompt prompt_strength disable_safety_checker
  safety_tolerance go_fast megapixels output_quality prompt_upsampling raw resolution style_type
  magic_prompt_option style`);
/** Errors of predictions whose prompt or result was refused. */
const FILTERED = /nsfw|sensitive|moderat|safety|\bE005\b/i;

/** https://replicate.com/docs/reference/http */
export default defineProvider({
  type: 56,
  id: 'replicate',
  name: { en: 'Replicate', zh: 'Replicate' },
  color: 'gray',
  baseUrl: 'https://api.replicate.com',
  models: modelNames(`
    black-forest-labs/flux-2-pro black-forest-labs/flux-2-flex black-forest-labs/flux-1.1-pro
    black-forest-labs/flux-1.1-pro-ultra black-forest-labs/flux-kontext-pro
    black-forest-labs/flux-kontext-max black-forest-labs/flux-dev black-forest-labs/flux-schnell
    google/imagen-4 google/imagen-4-fast google/imagen-4-ultra google/nano-banana google/nano-banana-pro
    bytedance/seedream-4 ideogram-ai/ideogram-v3-turbo ideogram-ai/ideogram-v3-quality
    recraft-ai/recraft-v3 qwen/qwen-image stability-ai/stable-diffusion-3.5-large`),
  keys: [{ prefix: 'r8_', certainty: 'certain' }],
  form: {
    keyPage: 'https://replicate.com/account/api-tokens',
    note: {
      text: {
        en: 'Models are named owner/name, or owner/name:version for models that are not official.',
        zh: '模型名称为 owner/name；非官方模型为 owner/name:version。',
      },
      color: 'blue',
    },
  },
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    tasks: { video: replicateVideos },
    operations: imageOperations(call, answer, priceFactor),
    models: {
      request: (target) => ({
        method: 'GET',
        url: `${target.baseUrl}/v1/collections/text-to-image`,
        headers: bearerHeaders(target),
      }),
      read: (body) =>
        list(record(body).models)
          .map(record)
          .map(({ owner, name }) => `${text(owner)}/${text(name)}`)
          .filter((name) => !/^\/|\/$/.test(name)),
    },
    // `{"title":"…","detail":"…","status":402}`
    readError: errorReader((body) => ({ message: text(body.detail) || text(body.title), code: '' })),
  },
});

/** The request, and the input that is sent besides its images. @throws ApiError 400 for what the model cannot do */
function read(request: OperationRequest, { override }: EstimateTarget, model: ReplicateModel) {
  const { maxImages, formats } = model;
  const requested = imageRequest(request, { maxImages, formats, members: MEMBERS });
  const members: UnknownRecord = {
    prompt: requested.prompt,
    ...(requested.count > 1 && { num_outputs: requested.count }),
    ...(requested.size && sizeMembers(requested.size, model)),
    ...(requested.format !== undefined && { output_format: requested.format }),
    ...requested.members,
    ...override,
  };
  return { requested, members };
}

function priceFactor(request: OperationRequest, target: EstimateTarget, inputs: readonly number[]): number {
  const { members } = read(request, target, replicateModel(target.model));
  return replicatePriceFactor(target.model, members, inputs);
}

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const model = replicateModel(target.model);
  if (inputImages.length > 0 && !model.input) throw notSupported('not supported model for image edits');
  if (inputImages.length > 1 && !model.isList)
    throw unsupportedParameter('image: this model edits one image at a time');
  const { requested, members } = read(request, target, model);
  const { path, version } = addressOf(target.model);
  const body = jsonBody(request, inputImages, 'data-url', (images) => ({
    ...(version !== undefined && { version }),
    input: {
      ...(model.input && images.length > 0 && { [model.input]: model.isList ? images : images[0] }),
      ...members,
    },
  }));
  const headers = { ...bearerHeaders(target), prefer: `wait=${WAIT_SECONDS}` };
  return followed(
    postJson(target.baseUrl + path, headers, body),
    target,
    (result) => pending(result, target),
    requested.base64 ? outputs : undefined,
  );
}

function sizeMembers(size: ImageSize, { ratios }: ReplicateModel): object {
  return ratios ? { aspect_ratio: nearestRatio(size, ratios) } : fittedPixels(size, PIXELS);
}

/** https://replicate.com/docs/topics/predictions/lifecycle */
function pending(body: unknown, target: Target): UpstreamCall | undefined {
  const { id, status, error } = record(body);
  if (status === 'succeeded') return undefined;
  if ((status === 'starting' || status === 'processing') && text(id) !== '')
    return {
      method: 'GET',
      url: `${target.baseUrl}/v1/predictions/${encodeURIComponent(text(id))}`,
      headers: bearerHeaders(target),
    };
  const message = text(error) || `the prediction ended with status ${text(status)}`;
  throw FILTERED.test(message) ? contentFiltered(message) : workFailed(message);
}

/** One address, or a list of addresses. */
function outputs(body: unknown): string[] {
  const { output } = record(body);
  return (Array.isArray(output) ? list(output) : [output]).map(text).filter((url) => url !== '');
}

function answer(body: unknown, request: OperationRequest): OperationAnswer {
  const base64 = request.fields.response_format === 'b64_json';
  return imageAnswer(downloaded(body) ?? imagesAt(outputs(body), base64));
}
