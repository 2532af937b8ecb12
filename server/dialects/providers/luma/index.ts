import { list, record, text } from '../../json/lenient.js';
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
import { errorReader } from '../../kit/images/image-errors.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { inputImage } from '../../kit/images/input-images.js';
import { flatImageEstimate } from '../../kit/images/price-factor.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { amount, balanceAt, usd } from '../../kit/balance.js';
import type { OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';

const RATIOS = modelNames('1:1 16:9 9:16 4:3 3:4 21:9 9:21');
const MAX_PROMPT = 5000;
const CENTS = 100;
const PATH = '/dream-machine/v1/generations';
const REFERENCES = ['image_ref', 'style_ref', 'character_ref'];
/** Reasons of generations that the moderation refused. */
const FILTERED = /moderat|not allowed|policy/i;
const NO_CREDIT = /insufficient credit|no credits|out of credits/i;

/** https://docs.lumalabs.ai/docs/image-generation */
export default defineProvider({
  type: 1104,
  id: 'luma',
  name: { en: 'Luma', zh: 'Luma' },
  color: 'cyan',
  baseUrl: 'https://api.lumalabs.ai',
  sdkPath: /\/dream-machine(?:\/v1)?$/,
  models: ['photon-1', 'photon-flash-1'],
  keys: [{ prefix: 'luma-', certainty: 'certain' }],
  form: { keyPage: 'https://lumalabs.ai/dream-machine/api/keys' },
  balance: balanceAt('/dream-machine/v1/credits', (body) => usd(amount(record(body).credit_balance) / CENTS)),
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    operations: {
      'image-generation': {
        json: true,
        request: (request, target) => call(request, target, {}),
        estimate: flatImageEstimate,
        answer,
      },
      'image-edit': { json: true, request: edit, estimate: flatImageEstimate, answer },
    },
    readError(status, headers, body) {
      const failure = readError(status, headers, body);
      if (FILTERED.test(failure.message) && status === 400)
        return { ...failure, code: 'content_policy_violation', retryable: false };
      if (!NO_CREDIT.test(failure.message)) return failure;
      return { ...failure, code: 'insufficient_quota', disables: true, retryable: true };
    },
  },
});

/** `{"detail":"…"}`, or a list of what is wrong. */
const readError = errorReader(({ detail }) => ({
  message:
    text(detail) ||
    list(detail)
      .map((one) => text(record(one).msg))
      .join('; '),
  code: '',
}));

/** Luma fetches the image itself. @throws ApiError 400 (unsupported_parameter) for images without an address */
function edit(request: OperationRequest, target: Target): UpstreamCall {
  const image = inputImage(request);
  if (!('url' in image)) throw unsupportedParameter('images: this model takes only addresses of images');
  return call(request, target, { modify_image_ref: { url: image.url, weight: 1 } });
}

function call(request: OperationRequest, target: Target, edited: object): UpstreamCall {
  const requested = imageRequest(request, {
    maxPrompt: MAX_PROMPT,
    formats: ['jpg', 'png'],
    members: REFERENCES,
  });
  const submit: UpstreamCall = {
    method: 'POST',
    url: `${target.baseUrl}${PATH}/image`,
    headers: { ...bearerHeaders(target), accept: 'application/json', 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        model: target.model,
        prompt: requested.prompt,
        // The default is 16:9, OpenAI's is a square.
        aspect_ratio: requested.size ? nearestRatio(requested.size, RATIOS) : '1:1',
        format: requested.format,
        ...edited,
        ...requested.members,
        ...target.override,
      }),
    ),
  };
  const files = requested.base64 ? (body: unknown) => [imageOf(body)] : undefined;
  return followed(submit, target, (body) => pending(body, target), files);
}

/** States: https://docs.lumalabs.ai/reference/getgeneration */
function pending(body: unknown, target: Target): UpstreamCall | undefined {
  const { id, state, failure_reason } = record(body);
  if (state === 'completed') return undefined;
  if ((state === 'queued' || state === 'dreaming') && text(id) !== '')
    return {
      method: 'GET',
      url: `${target.baseUrl}${PATH}/${encodeURIComponent(text(id))}`,
      headers: { ...bearerHeaders(target), accept: 'application/json' },
    };
  const reason = text(failure_reason);
  throw FILTERED.test(reason) ? contentFiltered(reason) : workFailed(reason);
}

function imageOf(body: unknown): string {
  return text(record(record(body).assets).image);
}

function answer(body: unknown): OperationAnswer {
  return imageAnswer(downloaded(body) ?? imagesAt([imageOf(body)], false));
}
