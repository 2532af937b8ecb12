import { list, record, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames } from '../define-provider.js';
import { downloaded, followed, imageAnswer, imagesAt, workFailed } from '../images/image-answer.js';
import { imageRequest, unsupportedParameter } from '../images/image-request.js';
import { inputImages, jsonBody, type InputImages } from '../images/input-images.js';
import { nearestRatio } from '../images/sizes.js';
import type { OperationAnswer, Target, UpstreamCall } from '../provider.js';
import { readError, taskError } from './errors.js';

const MAX_PROMPT = 2000;
const MAX_IMAGES = 7;
const RATIOS = modelNames('16:9 9:16 1:1 3:4 4:3');
const MORE_RATIOS = [...RATIOS, '21:9', '2:3', '3:2'];
/** It makes images of other images only. */
const NEEDS_IMAGE = /^viduq1/;
const PENDING = new Set<unknown>(['created', 'queueing', 'processing']);
const NO_IMAGES: InputImages = { images: [], mask: undefined };

/** https://platform.vidu.com/docs/reference-to-image */
export default defineProvider({
  type: 52,
  id: 'vidu',
  name: { en: 'Vidu', zh: 'Vidu' },
  color: 'gray',
  baseUrl: 'https://api.vidu.cn',
  models: ['viduq2', 'viduq1'],
  form: {
    keyPage: 'https://platform.vidu.cn/api-keys',
    baseUrls: [{ label: { en: 'International', zh: '国际站' }, url: 'https://api.vidu.com' }],
  },
  untestable: 'images are not made for a test',
  api: {
    native: {},
    operations: {
      'image-generation': {
        json: true,
        request: (request, target) => call(request, target, NO_IMAGES),
        answer,
      },
      'image-edit': {
        json: true,
        request: (request, target) => call(request, target, inputImages(request)),
        answer,
      },
    },
    readError,
  },
});

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, given: InputImages): UpstreamCall {
  const needsImage = NEEDS_IMAGE.test(target.model);
  if (needsImage && given.images.length === 0) throw notSupported('this model only edits images');
  if (given.mask) throw unsupportedParameter('mask: not supported by this model');
  if (given.images.length > MAX_IMAGES)
    throw unsupportedParameter(`image: this model edits at most ${MAX_IMAGES} images at a time`);
  const asked = imageRequest(request, { maxPrompt: MAX_PROMPT, members: ['seed', 'resolution'] });
  const { length, ...sent } = jsonBody(request, given, 'data-url', (images) => ({
    model: target.model,
    prompt: asked.prompt,
    ...(images.length > 0 && { images }),
    ...(asked.size && { aspect_ratio: nearestRatio(asked.size, needsImage ? RATIOS : MORE_RATIOS) }),
    ...asked.members,
    ...target.override,
  }));
  const submit: UpstreamCall = {
    method: 'POST',
    url: `${target.baseUrl}/ent/v2/reference2image`,
    headers: { ...headers(target), 'content-type': 'application/json', 'content-length': String(length) },
    ...sent,
  };
  return followed(
    submit,
    target,
    (body, answered) => pending(body, answered, target),
    asked.base64 ? urlsOf : undefined,
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
  if (text(task.task_id) === '') throw workFailed('no task was started');
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
