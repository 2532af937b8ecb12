import { list, record, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { defineProvider, UNTESTABLE } from '../../kit/define-provider.js';
import { contentFiltered, imageAnswer, workFailed } from '../../kit/images/image-answer.js';
import { errorReader } from '../../kit/images/image-errors.js';
import { imageRequest } from '../../kit/images/image-request.js';
import { formBody, inputImage, type InputImage } from '../../kit/images/input-images.js';
import { flatImageEstimate } from '../../kit/images/price-factor.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { amount, balanceAt, usd } from '../../kit/balance.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import type { OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { RATIOS, stabilityModel } from './models.js';

const MAX_PROMPT = 10_000;
/** How far an edited image may differ from the original, 0 to 1, if the client does not say. */
const STRENGTH = 0.6;
/** USD per credit (https://platform.stability.ai/pricing). */
const USD_PER_CREDIT = 0.01;

/** https://platform.stability.ai/docs/api-reference: forms; responses contain one image in base64. */
export default defineProvider({
  type: 1101,
  id: 'stability',
  name: { en: 'Stability AI', zh: 'Stability AI' },
  color: 'violet',
  baseUrl: 'https://api.stability.ai',
  sdkPath: 'none',
  models: [
    'stable-image-ultra',
    'stable-image-core',
    'sd3.5-large',
    'sd3.5-large-turbo',
    'sd3.5-medium',
    'sd3.5-flash',
  ],
  form: { keyPage: 'https://platform.stability.ai/account/keys' },
  balance: balanceAt('/v1/user/balance', (body) => usd(amount(record(body).credits) * USD_PER_CREDIT)),
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    operations: {
      'image-generation': {
        json: true,
        request: (request, target) => call(request, target),
        estimate: flatImageEstimate,
        answer,
      },
      'image-edit': {
        json: true,
        request: (request, target) => call(request, target, inputImage(request)),
        estimate: flatImageEstimate,
        answer,
      },
    },
    readError: errorReader(
      (body) => ({
        message: list(body.errors).map(text).join('; ') || text(body.message),
        code: text(body.name),
      }),
      {
        content_moderation: {
          status: 400,
          kind: 'invalid_request_error',
          code: 'content_policy_violation',
          retryable: false,
        },
        unauthorized: { status: 401, disables: true, retryable: true },
        payment_required: { code: 'insufficient_quota', disables: true, retryable: true },
      },
    ),
  },
});

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, image?: InputImage): UpstreamCall {
  const model = stabilityModel(target.model);
  if (!model) throw notSupported('not supported model for image generation');
  if (image && !model.edits) throw notSupported('not supported model for image edits');
  const requested = imageRequest(request, {
    maxPrompt: MAX_PROMPT,
    formats: model.formats,
    members: model.members,
  });
  const { strength, ...members } = requested.members;
  const form = formBody(
    request,
    {
      prompt: requested.prompt,
      model: model.model,
      mode: model.hasMode && (image ? 'image-to-image' : 'text-to-image'),
      // Edited images keep their ratio.
      aspect_ratio: image || !requested.size ? undefined : nearestRatio(requested.size, RATIOS),
      output_format: requested.format,
      strength: image && (strength ?? STRENGTH),
      ...members,
      ...target.override,
    },
    image && [['image', image]],
  );
  return {
    method: 'POST',
    url: target.baseUrl + model.path,
    headers: {
      ...bearerHeaders(target),
      accept: 'application/json',
      'content-type': form.contentType,
      'content-length': String(form.length),
    },
    body: form.body,
    streamed: form.streamed,
  };
}

/** `{"image":"…","finish_reason":"SUCCESS","seed":1}` */
function answer(body: unknown, request: OperationRequest): OperationAnswer {
  const { image, finish_reason, name, errors } = parsedAnswer(body);
  if (finish_reason === 'CONTENT_FILTERED' || name === 'content_moderation')
    throw contentFiltered('the image was withheld by the content filter', 'upstream_filtered');
  if (text(image) === '') throw workFailed(list(errors).map(text).join('; ') || text(finish_reason));
  const b64_json = text(image);
  if (request.fields.response_format !== 'url') return imageAnswer([{ b64_json }]);
  // The API has no addresses.
  return imageAnswer([{ url: `data:image/${typeOf(b64_json)};base64,${b64_json}` }]);
}

/** The format of an image in base64, by its first bytes. */
function typeOf(image: string): string {
  if (image.startsWith('/9j/')) return 'jpeg';
  return image.startsWith('UklGR') ? 'webp' : 'png';
}
