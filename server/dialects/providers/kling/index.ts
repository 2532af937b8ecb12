import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames, UNTESTABLE } from '../../kit/define-provider.js';
import {
  contentFiltered,
  downloaded,
  followed,
  imageAnswer,
  imagesAt,
  workFailed,
} from '../../kit/images/image-answer.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import type { EstimateTarget, OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { dataOf, readError } from './errors.js';
import { authorized } from './token.js';
import { klingVideos } from './videos.js';

const RATIOS = modelNames('16:9 9:16 1:1 4:3 3:4 3:2 2:3 21:9');
const MAX_PROMPT = 2500;
const MAX_IMAGES = 9;
/** Images that one call of the models with several references accepts. */
const MAX_REFERENCES = 10;
/** Models of `omni-image`, which refer to several images. */
const OMNI = /-(?:image-)?(?:o\d|omni)/;
/** Models whose edits cost twice as much as images of a prompt. */
const EDITS_COST_TWICE = /^kling-v(?:1-5|2|2-1)$/;
const MEMBERS = ['negative_prompt', 'resolution', 'image_reference', 'image_fidelity', 'human_fidelity'];
/** Reasons of tasks that the review refused. */
const FILTERED = /risk|sensitive|review|violat|违规|敏感|审核|风控/i;

/** https://app.klingai.com/global/dev/document-api/apiReference/model/imageGeneration */
export default defineProvider({
  type: 50,
  id: 'kling',
  name: { en: 'Kling', zh: '可灵 Kling' },
  synonyms: ['Kuaishou', '可灵', '快手'],
  color: 'gray',
  baseUrl: 'https://api.klingai.com',
  models: modelNames(`
    kling-v3 kling-v3-omni kling-image-o1 kling-v2-1 kling-v2 kling-v1-5 kling-v2-6 kling-v2-5-turbo
    kling-v2-1-master kling-v2-master kling-v1-6 kling-v1 kling-video-o1`),
  form: {
    keyPage: 'https://app.klingai.com/global/dev/api-key',
    keyForms: [
      {
        name: { en: 'Access key', zh: '访问密钥' },
        parts: [
          {
            label: { en: 'Access Key', zh: 'Access Key' },
            placeholder: { en: '', zh: '' },
            isPublic: true,
          },
          { label: { en: 'Secret Key', zh: 'Secret Key' }, placeholder: { en: '', zh: '' } },
        ],
      },
      {
        name: { en: 'API key', zh: 'API 密钥' },
        parts: [{ label: { en: 'API key', zh: 'API 密钥' }, placeholder: { en: '', zh: '' } }],
      },
    ],
    baseUrls: [
      { label: { en: 'Singapore', zh: '新加坡' }, url: 'https://api-singapore.klingai.com' },
      { label: { en: 'Beijing', zh: '北京' }, url: 'https://api-beijing.klingai.com' },
    ],
  },
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    tasks: { video: klingVideos },
    operations: imageOperations(call, answer, priceFactor),
    readError,
  },
});

/** The request, and the members that are sent besides its images. @throws ApiError 400 for what the model cannot do */
function read(request: OperationRequest, { model, override }: EstimateTarget) {
  const requested = imageRequest(request, { maxImages: MAX_IMAGES, maxPrompt: MAX_PROMPT, members: MEMBERS });
  const members: UnknownRecord = {
    model_name: model,
    prompt: requested.prompt,
    n: requested.count,
    ...(requested.size && { aspect_ratio: nearestRatio(requested.size, RATIOS) }),
    ...requested.members,
    ...override,
  };
  return { requested, members };
}

/** https://kling.ai/document-api/pricing/base/image: images of 1K and 2K cost the same. */
function priceFactor(request: OperationRequest, target: EstimateTarget, inputs: readonly number[]): number {
  if (EDITS_COST_TWICE.test(target.model)) return inputs.length > 0 ? 2 : 1;
  const { resolution } = read(request, target).members;
  return /^4k$/i.test(text(resolution)) ? 2 : 1;
}

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const isOmni = OMNI.test(target.model);
  const most = isOmni ? MAX_REFERENCES : 1;
  if (inputImages.length > most)
    throw unsupportedParameter(`image: this model edits at most ${most} images at a time`);
  const { requested, members } = read(request, target);
  const body = jsonBody(request, inputImages, 'base64', (images) => ({
    ...(images.length > 0 && imageMembers(images, isOmni, target.model)),
    ...members,
  }));
  const url = `${target.baseUrl}/v1/images/${isOmni ? 'omni-image' : 'generations'}`;
  return followed(
    authorized(postJson(url, {}, body), target),
    target,
    (answered) => pending(answered, url, target),
    requested.base64 ? urlsOf : undefined,
  );
}

function imageMembers(images: readonly string[], isOmni: boolean, model: string): object {
  if (isOmni) return { image_list: images.map((image) => ({ image })) };
  // This model requires to say what the image is a reference of.
  return { image: images[0], ...(model === 'kling-v1-5' && { image_reference: 'subject' }) };
}

function pending(body: unknown, url: string, target: Target): UpstreamCall | undefined {
  const { task_id, task_status, task_status_msg } = dataOf(body);
  if (task_status === 'succeed') return undefined;
  if ((task_status === 'submitted' || task_status === 'processing') && text(task_id) !== '')
    return authorized(
      { method: 'GET', url: `${url}/${encodeURIComponent(text(task_id))}`, headers: {} },
      target,
    );
  const message = text(task_status_msg) || `the task ended with status ${text(task_status)}`;
  throw FILTERED.test(message) ? contentFiltered(message) : workFailed(message);
}

function urlsOf(body: unknown): string[] {
  const { images, series_images } = record(dataOf(body).task_result);
  const made = list(images).length > 0 ? images : series_images;
  return list(made)
    .map((image) => text(record(image).url))
    .filter((url) => url !== '');
}

function answer(body: unknown): OperationAnswer {
  return imageAnswer(downloaded(body) ?? imagesAt(urlsOf(body), false));
}
