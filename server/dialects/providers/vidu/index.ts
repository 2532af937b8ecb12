import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames, UNTESTABLE } from '../../kit/define-provider.js';
import { downloaded, followed, imageAnswer, imagesAt, workUnusable } from '../../kit/images/image-answer.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import type { EstimateTarget, OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { readError, taskError } from './errors.js';
import { viduVideos } from './videos.js';

const MAX_PROMPT = 2000;
const MAX_IMAGES = 7;
const RATIOS = modelNames('16:9 9:16 1:1 3:4 4:3');
const MORE_RATIOS = [...RATIOS, '21:9', '2:3', '3:2'];
/** It makes images of other images only. */
const NEEDS_IMAGE = /^viduq1/;
/** Its images cost by their resolution and by the number of images to edit. */
const BY_RESOLUTION = /^viduq2/;
/** Credits of an image of 1080p that is made of a prompt: https://platform.vidu.com/docs/pricing */
const BASE_CREDITS = 6;
/** Credits by the maximum number of images to edit. */
const CREDITS: readonly {
  readonly most: number;
  readonly usual: number;
  readonly by: Readonly<Partial<Record<string, number>>>;
}[] = [
  { most: 0, usual: BASE_CREDITS, by: { '2K': 8, '4K': 10 } },
  { most: 3, usual: 8, by: { '2K': 12, '4K': 20 } },
  { most: 7, usual: 10, by: { '2K': 16, '4K': 30 } },
];
const PENDING = new Set<unknown>(['created', 'queueing', 'processing']);

/** https://platform.vidu.com/docs/reference-to-image */
export default defineProvider({
  type: 52,
  id: 'vidu',
  name: { en: 'Vidu', zh: 'Vidu' },
  color: 'gray',
  baseUrl: 'https://api.vidu.cn',
  sdkPath: /\/ent\/v2$/,
  models: ['viduq2', 'viduq1', 'viduq2-pro', 'viduq2-turbo', 'vidu2.0', 'vidu1.5'],
  form: {
    keyPage: 'https://platform.vidu.cn/api-keys',
    baseUrls: [{ label: { en: 'International', zh: '国际站' }, url: 'https://api.vidu.com' }],
  },
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    tasks: { video: viduVideos },
    operations: imageOperations(call, answer, priceFactor),
    readError,
  },
});

/** The request, and the members that are sent besides its images. @throws ApiError 400 for what the model cannot do */
function read(request: OperationRequest, { model, override }: EstimateTarget) {
  const requested = imageRequest(request, { maxPrompt: MAX_PROMPT, members: ['seed', 'resolution'] });
  const ratios = NEEDS_IMAGE.test(model) ? RATIOS : MORE_RATIOS;
  const members: UnknownRecord = {
    model,
    prompt: requested.prompt,
    ...(requested.size && { aspect_ratio: nearestRatio(requested.size, ratios) }),
    ...requested.members,
    ...override,
  };
  return { requested, members };
}

function priceFactor(request: OperationRequest, target: EstimateTarget, inputs: readonly number[]): number {
  if (!BY_RESOLUTION.test(target.model)) return 1;
  const { resolution } = read(request, target).members;
  const credits = CREDITS.find(({ most }) => inputs.length <= most) ?? CREDITS.at(-1);
  return (credits?.by[text(resolution).toUpperCase()] ?? credits?.usual ?? BASE_CREDITS) / BASE_CREDITS;
}

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const needsImage = NEEDS_IMAGE.test(target.model);
  if (needsImage && inputImages.length === 0) throw notSupported('this model only edits images');
  if (inputImages.length > MAX_IMAGES)
    throw unsupportedParameter(`image: this model edits at most ${MAX_IMAGES} images at a time`);
  const { requested, members } = read(request, target);
  const body = jsonBody(request, inputImages, 'data-url', (images) => ({
    ...(images.length > 0 && { images }),
    ...members,
  }));
  return followed(
    postJson(`${target.baseUrl}/ent/v2/reference2image`, headers(target), body),
    target,
    (result, answered) => pending(result, answered, target),
    requested.base64 ? urlsOf : undefined,
  );
}

function headers({ key }: Target): Record<string, string> {
  return { authorization: `Token ${key}` };
}

/** https://platform.vidu.com/docs/get-generation */
function pending(body: unknown, answered: UpstreamCall, target: Target): UpstreamCall | undefined {
  const task = record(body);
  if (task.state === 'success') return undefined;
  if (!PENDING.has(task.state)) throw taskError(task);
  // Only responses to submitted tasks name them.
  if (answered.method === 'GET') return answered;
  if (text(task.task_id) === '') throw workUnusable('no task was started');
  return {
    method: 'GET',
    url: `${target.baseUrl}/ent/v2/tasks/${encodeURIComponent(text(task.task_id))}/creations`,
    headers: headers(target),
  };
}

function urlsOf(body: unknown): string[] {
  return list(record(body).creations).map((creation) => text(record(creation).url));
}

function answer(body: unknown): OperationAnswer {
  return imageAnswer(downloaded(body) ?? imagesAt(urlsOf(body), false));
}
