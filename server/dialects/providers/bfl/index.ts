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
  workUnusable,
} from '../../kit/images/image-answer.js';
import { errorReader } from '../../kit/images/image-errors.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { megapixelFactor, megapixels } from '../../kit/images/price-factor.js';
import { fittedPixels, nearestRatio, ratioOf, type ImageSize } from '../../kit/images/sizes.js';
import { amount, balanceAt, usd } from '../../kit/balance.js';
import type { EstimateTarget, OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { fluxModel, type FluxModel } from './models.js';

/** Hosts that requests are continued on, besides that of the channel. */
const OWN_HOSTS = /^https:\/\/(?:[\w-]+\.)*bfl\.(?:ai|ml)\//;
/** Largest images, rounded up to whole megapixels. */
const MAX_MEGAPIXELS = 5;
const TENTHS = 10;
/** USD per credit (https://docs.bfl.ai/quick_start/pricing). */
const USD_PER_CREDIT = 0.01;

/** https://docs.bfl.ai: requests start work that is asked for until it is done. */
export default defineProvider({
  type: 1102,
  id: 'bfl',
  name: { en: 'Black Forest Labs', zh: 'Black Forest Labs' },
  synonyms: ['Flux', 'Black Forest Labs'],
  color: 'green',
  baseUrl: 'https://api.bfl.ai',
  models: modelNames(`
    flux-2-max flux-2-pro flux-2-flex flux-2-klein-9b flux-2-klein-4b flux-kontext-max flux-kontext-pro
    flux-pro-1.1-ultra flux-pro-1.1`),
  form: {
    keyPage: 'https://dashboard.bfl.ai',
    baseUrls: [
      { label: { en: 'European Union', zh: '欧盟' }, url: 'https://api.eu.bfl.ai' },
      { label: { en: 'United States', zh: '美国' }, url: 'https://api.us.bfl.ai' },
    ],
  },
  balance: balanceAt('/v1/credits', (body) => usd(amount(record(body).credits) * USD_PER_CREDIT), headers),
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    operations: imageOperations(call, answer, priceFactor),
    readError(status, received, body) {
      const failure = readError(status, received, body);
      // An unknown key is refused with 403.
      if (status === 403 && /authenticat|api key/i.test(failure.message))
        return { ...failure, status: 401, disables: true };
      return failure;
    },
  },
});

const readError = errorReader((body) => ({ message: detail(body.detail), code: '' }));

/** A text, or what is wrong with the members of the request. */
function detail(value: unknown): string {
  if (typeof value === 'string') return value;
  return list(value)
    .map(record)
    .map(({ loc, msg }) => `${list(loc).slice(1).join('.')}: ${text(msg)}`)
    .join('; ');
}

function headers({ key }: Pick<Target, 'key'>): Record<string, string> {
  return { 'x-key': key, accept: 'application/json' };
}

/** The request, and the members that are sent besides its images. @throws ApiError 400 for what the model cannot do */
function read(request: OperationRequest, { override }: EstimateTarget, model: FluxModel) {
  const requested = imageRequest(request, { formats: ['jpeg', 'png'], members: model.members });
  const members: UnknownRecord = {
    prompt: requested.prompt,
    ...(requested.size && sizeMembers(requested.size, model)),
    ...(requested.format !== undefined && { output_format: requested.format }),
    ...requested.members,
    ...override,
  };
  return { requested, members };
}

function priceFactor(request: OperationRequest, target: EstimateTarget, inputs: readonly number[]): number {
  const model = fluxModel(target.model);
  if (!model?.rates) return 1;
  const { members } = read(request, target, model);
  const { width, height } = members;
  // Without a size, the image is as large as the first one to edit.
  const made = width === undefined ? (inputs[0] ?? 1) : megapixels(width, height);
  return megapixelFactor(model.rates, made, inputs);
}

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const model = fluxModel(target.model);
  if (!model) throw notSupported('not supported model for image generation');
  if (inputImages.length > 0 && model.inputs.length === 0)
    throw notSupported('not supported model for image edits');
  if (inputImages.length > model.inputs.length)
    throw unsupportedParameter(`image: this model edits at most ${model.inputs.length} images`);
  const { requested, members } = read(request, target, model);
  const body = jsonBody(request, inputImages, 'base64', (images) => ({
    ...Object.fromEntries(images.map((image, index) => [model.inputs[index], image])),
    ...members,
  }));
  return followed(
    postJson(`${target.baseUrl}/v1/${encodeURIComponent(target.model)}`, headers(target), body),
    target,
    (result, answered) =>
      pending(result, answered, target, (cost) => reportedFactor(cost, model, inputImages.length)),
    requested.base64 ? (result) => [text(record(record(result).result).sample)] : undefined,
  );
}

function sizeMembers(size: ImageSize, { pixels, ratios }: FluxModel): object {
  if (pixels) return fittedPixels(size, pixels);
  const own = ratioOf(size);
  if (!ratios) return { aspect_ratio: own };
  const ratio = size.width / size.height;
  const [least, most] = ratios;
  const within = ratio >= asNumber(least) && ratio <= asNumber(most);
  return { aspect_ratio: within ? own : nearestRatio({ ...size, isPixels: true }, ratios) };
}

function asNumber(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

/**
 * The price factor of the cost that BFL reports, which includes the sizes of the images to edit: at most that of the largest
 * images. Undefined if there is none.
 * @param cost in credits
 */
function reportedFactor(cost: unknown, { rates }: FluxModel, inputs: number): number | undefined {
  if (!rates || typeof cost !== 'number' || !(cost > 0)) return undefined;
  const most = megapixelFactor(rates, MAX_MEGAPIXELS, [inputs * MAX_MEGAPIXELS]);
  return Math.min((cost * TENTHS) / rates.first, most);
}

/**
 * https://docs.bfl.ai/api_integration/errors#response-types
 * @param factorOf the price factor of a reported cost
 */
function pending(
  body: unknown,
  answered: UpstreamCall,
  target: Target,
  factorOf: (cost: unknown) => number | undefined,
): UpstreamCall | undefined {
  const { id, polling_url, status, details, cost } = record(body);
  if (status === 'Ready') return undefined;
  if (status === 'Request Moderated' || status === 'Content Moderated') {
    const reasons = list(record(details)['Moderation Reasons']).join(', ');
    throw contentFiltered(reasons === '' ? status : `${status}: ${reasons}`);
  }
  const isPoll = answered.method === 'GET';
  if (isPoll && status !== 'Pending') throw workFailed(text(status));
  if (isPoll) return answered;
  if (text(id) === '') throw workUnusable('no task was started');
  const url = text(polling_url);
  const isOwn = url.startsWith(`${new URL(target.baseUrl).origin}/`) || OWN_HOSTS.test(url);
  return {
    method: 'GET',
    // The key is sent to no other hosts.
    url: isOwn ? url : `${target.baseUrl}/v1/get_result?id=${encodeURIComponent(text(id))}`,
    headers: headers(target),
    priceFactor: factorOf(cost),
  };
}

function answer(body: unknown): OperationAnswer {
  const images = downloaded(body) ?? imagesAt([record(record(body).result).sample], false);
  return imageAnswer(images);
}
