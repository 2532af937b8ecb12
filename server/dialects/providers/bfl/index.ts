import { list, record, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { defineProvider, modelNames } from '../define-provider.js';
import {
  contentFiltered,
  downloaded,
  followed,
  imageAnswer,
  imagesAt,
  workFailed,
} from '../images/image-answer.js';
import { errorReader } from '../images/image-errors.js';
import { imageRequest, unsupportedParameter } from '../images/image-request.js';
import { inputImages, jsonBody, type InputImages } from '../images/input-images.js';
import { fittedPixels, nearestRatio, ratioOf, type ImageSize } from '../images/sizes.js';
import { amount, balanceAt } from '../openai/balance.js';
import type { OperationAnswer, Target, UpstreamCall } from '../provider.js';
import { fluxModel, type FluxModel } from './models.js';

/** Milliseconds between two questions whether an image is ready. */
const POLL_MS = 1000;
/** Hosts that requests are continued on, besides that of the channel. */
const OWN_HOSTS = /^https:\/\/(?:[\w-]+\.)*bfl\.(?:ai|ml)\//;
/** USD per credit (https://docs.bfl.ai/quick_start/pricing). */
const USD_PER_CREDIT = 0.01;
const NO_IMAGES: InputImages = { images: [], mask: undefined };

/** https://docs.bfl.ai: requests start work that is asked for until it is done. */
export default defineProvider({
  type: 1102,
  id: 'bfl',
  name: { en: 'Black Forest Labs', zh: 'Black Forest Labs' },
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
  balance: balanceAt('/v1/credits', (body) => amount(record(body).credits) * USD_PER_CREDIT, headers),
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

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, given: InputImages): UpstreamCall {
  const model = fluxModel(target.model);
  if (!model) throw notSupported('not supported model for image generation');
  if (given.images.length > 0 && model.inputs.length === 0)
    throw notSupported('not supported model for image edits');
  if (given.images.length > model.inputs.length)
    throw unsupportedParameter(`image: this model edits at most ${model.inputs.length} images`);
  if (given.mask) throw unsupportedParameter('mask: not supported by this model');
  const asked = imageRequest(request, { formats: ['jpeg', 'png'], members: model.members });
  const { length, ...sent } = jsonBody(request, given, 'base64', (images) => ({
    prompt: asked.prompt,
    ...(asked.size && sizeMembers(asked.size, model)),
    ...Object.fromEntries(images.map((image, index) => [model.inputs[index], image])),
    ...(asked.format !== undefined && { output_format: asked.format }),
    ...asked.members,
    ...target.override,
  }));
  const submit: UpstreamCall = {
    method: 'POST',
    url: `${target.baseUrl}/v1/${encodeURIComponent(target.model)}`,
    headers: { ...headers(target), 'content-type': 'application/json', 'content-length': String(length) },
    ...sent,
  };
  return followed(
    submit,
    target,
    (body, answered) => pending(body, answered, target),
    asked.base64 ? (body) => [text(record(record(body).result).sample)] : undefined,
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

/** https://docs.bfl.ai/api_integration/errors#response-types */
function pending(body: unknown, answered: UpstreamCall, target: Target): UpstreamCall | undefined {
  const { id, polling_url, status, details } = record(body);
  if (status === 'Ready') return undefined;
  if (status === 'Request Moderated' || status === 'Content Moderated') {
    const reasons = list(record(details)['Moderation Reasons']).join(', ');
    throw contentFiltered(reasons === '' ? status : `${status}: ${reasons}`);
  }
  const isPoll = answered.method === 'GET';
  if (isPoll && status !== 'Pending') throw workFailed(text(status));
  if (isPoll) return answered;
  if (text(id) === '') throw workFailed('no task was started');
  const given = text(polling_url);
  const isOwn = given.startsWith(`${new URL(target.baseUrl).origin}/`) || OWN_HOSTS.test(given);
  return {
    method: 'GET',
    // The key is sent to no other hosts.
    url: isOwn ? given : `${target.baseUrl}/v1/get_result?id=${encodeURIComponent(text(id))}`,
    headers: headers(target),
    waitMs: POLL_MS,
  };
}

function answer(body: unknown): OperationAnswer {
  const images = downloaded(body) ?? imagesAt([record(record(body).result).sample], false);
  return imageAnswer(images);
}
