import { list, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames, UNTESTABLE } from '../../kit/define-provider.js';
import {
  downloaded,
  followed,
  imageAnswer,
  imagesAt,
  workUnusable,
  type MadeImage,
} from '../../kit/images/image-answer.js';
import { imageOperations } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { fittedPixels } from '../../kit/images/sizes.js';
import type { OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { dataOf, readError } from './errors.js';
import { jimengModel, type JimengModel } from './models.js';
import { RESULT, signed, SUBMIT } from './signature.js';
import { jimengVideos } from './videos.js';

const MAX_PROMPT = 800;

/** https://www.volcengine.com/docs/85621: a task is submitted and asked for until it is done. */
export default defineProvider({
  type: 51,
  id: 'jimeng',
  name: { en: 'Jimeng', zh: '即梦 Jimeng' },
  synonyms: ['ByteDance', 'Dreamina', '即梦'],
  color: 'gray',
  baseUrl: 'https://visual.volcengineapi.com',
  sdkPath: 'none',
  models: modelNames(`
    jimeng_t2i_v40 jimeng_t2i_v31 jimeng_t2i_v30 jimeng_i2i_v30 jimeng_t2v_v30 jimeng_t2v_v30_1080
    jimeng_i2v_first_v30 jimeng_i2v_first_tail_v30 jimeng_ti2v_v30_pro`),
  // Access keys of Volcengine's account (https://www.volcengine.com/docs/6291/65568), 47 characters. No other type takes them:
  // Ark and Doubao have API keys of their own. Kingsoft Cloud's access keys begin with AKLT too, but are shorter.
  keys: [
    { prefix: 'AKLT', rest: /^[\w-]{35,}(?:\||$)/, certainty: 'certain' },
    { prefix: 'AKLT', certainty: 'likely' },
  ],
  form: {
    keyPage: 'https://console.volcengine.com/iam/keymanage',
    keyForms: [
      {
        name: { en: 'Access key', zh: '访问密钥' },
        parts: [
          {
            label: { en: 'Access Key ID', zh: 'Access Key ID' },
            placeholder: { en: 'AKLT…', zh: 'AKLT…' },
            isPublic: true,
          },
          { label: { en: 'Secret Access Key', zh: 'Secret Access Key' }, placeholder: { en: '', zh: '' } },
        ],
      },
    ],
  },
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    tasks: { video: jimengVideos },
    operations: imageOperations(call, answer),
    readError,
  },
});

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const model = jimengModel(target.model);
  if (!model) throw notSupported('not supported model for image generation');
  checkImages(inputImages, model);
  const requested = imageRequest(request, { maxPrompt: MAX_PROMPT, members: model.members });
  const { body } = jsonBody(request, inputImages, 'base64', (images) => ({
    req_key: target.model,
    prompt: requested.prompt,
    ...(requested.size && fittedPixels(requested.size, model.pixels)),
    ...(model.makesSeveral && { force_single: true }),
    ...imageMembers(images, inputImages),
    ...requested.members,
    ...target.override,
  }));
  // The signature covers all bytes, so they must be in memory.
  if (!body) throw unsupportedParameter('image: too large for this model');
  // Addresses are always requested, except by clients that want the images themselves.
  const options = JSON.stringify({ return_url: !requested.base64 });
  return followed(
    signed(target, SUBMIT, body),
    target,
    (answer, answered) => pending(answer, answered, target, options),
    // Some models return addresses in any case.
    requested.base64 ? (answer) => (embeddedIn(answer).length > 0 ? [] : urlsIn(answer)) : undefined,
  );
}

function checkImages(images: readonly InputImage[], model: JimengModel): void {
  if (images.length === 0 && model.needsInput) throw notSupported('this model only edits images');
  if (images.length > 0 && model.maxInputs === 0) throw notSupported('not supported model for image edits');
  if (images.length > model.maxInputs)
    throw unsupportedParameter(`image: this model edits at most ${model.maxInputs} images at a time`);
  if (!model.takesBase64 && images.some((image) => !('url' in image)))
    throw unsupportedParameter('images: this model takes only addresses of images');
}

function imageMembers(images: readonly string[], inputImages: readonly InputImage[]): object {
  if (images.length === 0) return {};
  const areUrls = inputImages.every((image) => 'url' in image);
  return areUrls ? { image_urls: images } : { binary_data_base64: images };
}

/** @param options of the result, as JSON in a text */
function pending(
  body: unknown,
  answered: UpstreamCall,
  target: Target,
  options: string,
): UpstreamCall | undefined {
  const { task_id, status } = dataOf(body);
  if (answered.url.includes(SUBMIT)) {
    if (text(task_id) === '') throw workUnusable('no task was started');
    const question = { req_key: target.model, task_id, req_json: options };
    return signed(target, RESULT, Buffer.from(JSON.stringify(question)));
  }
  if (status === 'done') return undefined;
  if (status === 'in_queue' || status === 'generating') return answered;
  throw workUnusable(`the task ended with status ${text(status)}`);
}

function embeddedIn(body: unknown): MadeImage[] {
  return list(dataOf(body).binary_data_base64).flatMap((image): MadeImage[] =>
    text(image) === '' ? [] : [{ b64_json: text(image) }],
  );
}

function urlsIn(body: unknown): string[] {
  return list(dataOf(body).image_urls).map(text);
}

function answer(body: unknown): OperationAnswer {
  const made = downloaded(body);
  if (made) return imageAnswer(made);
  const embedded = embeddedIn(body);
  return imageAnswer(embedded.length > 0 ? embedded : imagesAt(urlsIn(body), false));
}
