import { UpstreamError } from '../../../canonical/failure.js';
import { isRecord, list, numeric, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { VideoTerms } from '../../../../contract/task-terms.js';
import type { TaskCodec, TaskRequest, TaskReport, TaskUnits } from '../../../task-apis/task.js';
import type { InputImage } from '../../../kit/images/input-images.js';
import { nearestRatio } from '../../../kit/images/sizes.js';
import { invalidResponse } from '../../../kit/provider-error.js';
import type { Target, UpstreamCall } from '../../../kit/provider.js';
import { refuseUnpriced } from '../../../kit/videos/price-members.js';
import { unsupported, videoImages } from '../../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../../kit/videos/video-report.js';
import { nearestResolution, videoSize } from '../../../kit/videos/video-size.js';
import {
  requestedVideo,
  checkPrompt,
  oneOf,
  overrides,
  secondsOf,
  videoBody,
  type VideoBody,
} from '../../../kit/videos/video-submission.js';
import { videoTerms } from '../../../kit/videos/video-terms.js';
import { googleCall, googleGet } from '../address.js';

const MAX_PROMPT = 8000;
const PRICED = ['durationSeconds', 'resolution', 'sampleCount', 'numberOfVideos', 'generateAudio'];
const MAX_IMAGES = 3;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
const MAX_SAMPLES = 4;
const DEFAULT_SECONDS = 8;
const RATIOS = ['16:9', '9:16'];
const GOOGLE = 'generativelanguage.googleapis.com';

/** What a model accepts, and what its price depends on. */
interface VeoModel {
  readonly name: RegExp;
  readonly seconds: readonly number[];
  /** Price of a resolution as a multiple of the model's price, which is that of the first one. */
  readonly resolutions: Readonly<Record<string, number>>;
  /** Price without sound as a multiple of the price with it; absent: it makes no sound. */
  readonly silent?: number;
}

/** https://ai.google.dev/gemini-api/docs/video, prices: https://ai.google.dev/gemini-api/docs/pricing */
const MODELS: readonly VeoModel[] = [
  { name: /veo-2/, seconds: [5, 6, 7, 8], resolutions: { '720p': 1 } },
  {
    name: /veo-3\.\d+-lite/,
    seconds: [4, 6, 8],
    resolutions: { '720p': 1, '1080p': 1.6 },
    silent: 1,
  },
  {
    name: /veo-3\.1-fast/,
    seconds: [4, 6, 8],
    resolutions: { '720p': 1, '1080p': 1, '4k': 2.333333 },
    silent: 0.666667,
  },
  { name: /veo-3[\w.]*-fast/, seconds: [4, 6, 8], resolutions: { '720p': 1, '1080p': 1 }, silent: 0.666667 },
  {
    name: /veo-3\.1/,
    seconds: [4, 6, 8],
    resolutions: { '720p': 1, '1080p': 1, '4k': 1.5 },
    silent: 0.5,
  },
  { name: /^/, seconds: [4, 6, 8], resolutions: { '720p': 1, '1080p': 1 }, silent: 0.5 },
];

/** Veo: https://ai.google.dev/gemini-api/docs/video */
export const veoVideos: TaskCodec = {
  mustFetch: true,
  submit(request, target) {
    const { sent, body } = veoBody(request, target);
    const units = veoUnits(sent, target.model);
    return { call: withBody(googleCall(target, 'predictLongRunning', undefined), body), units };
  },
  terms: veoTerms,
  accepted: (body) => acceptedAs(text(record(body).name)),
  query: {
    batch: 1,
    request: ([task], target) => googleGet(target, task?.upstreamId ?? ''),
    read: (body, [task]) => (task ? [veoReport(record(body), task.upstreamId, addressesIn)] : []),
  },
  // The key of the channel is needed, at the address of the channel.
  file(url, target) {
    const { host, origin, pathname, search } = new URL(url);
    if (host !== GOOGLE && origin !== new URL(target.baseUrl).origin) return undefined;
    return {
      method: 'GET',
      url: (host === GOOGLE ? target.baseUrl : origin) + pathname + search,
      headers: { 'x-goog-api-key': target.key },
    };
  },
};

/** A call with a body that may be streamed from disk. */
export function withBody(call: UpstreamCall, { length, ...body }: VideoBody['body']): UpstreamCall {
  return { ...call, ...body, headers: { ...call.headers, 'content-length': String(length) } };
}

/** The body of `predictLongRunning`. @throws ApiError 400 for what the model does not accept */
export function veoBody(request: TaskRequest, target: Target): VideoBody {
  const model = modelOf(target.model);
  const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
  const images = videoImages(request, { max: MAX_IMAGES, maxBytes: MAX_IMAGE_BYTES });
  const { size, lines } = videoSize(requested.size);
  const resolutions = Object.keys(model.resolutions);
  const { instances, parameters, ...others } = overrides(requested, target, [...PRICED, 'parameters']);
  refuseUnpriced(record(requested.members.parameters), PRICED);
  return videoBody(request, images, 'base64', (texts) => ({
    instances: Array.isArray(instances)
      ? instances
      : [{ prompt: requested.prompt, ...imageMembers(texts, images) }],
    parameters: {
      ...(size && { aspectRatio: nearestRatio(size, RATIOS) }),
      ...(lines !== undefined && { resolution: nearestResolution(lines, resolutions) }),
      durationSeconds: requested.seconds ?? DEFAULT_SECONDS,
      ...others,
      ...record(parameters),
    },
  }));
}

function imageMembers(texts: readonly string[], images: readonly InputImage[]): UnknownRecord {
  const parts = texts.map((bytesBase64Encoded, index) => {
    const image = images[index];
    return { bytesBase64Encoded, mimeType: image && 'mediaType' in image ? image.mediaType : 'image/png' };
  });
  const [first, last, ...others] = parts;
  if (others.length > 0)
    return { referenceImages: parts.map((image) => ({ image, referenceType: 'asset' })) };
  return { ...(first && { image: first }), ...(last && { lastFrame: last }) };
}

export function veoTerms(name: string): VideoTerms {
  const { seconds, resolutions, silent } = modelOf(name);
  const samples = Array.from({ length: MAX_SAMPLES }, (_, index) => [String(index + 1), index + 1] as const);
  return videoTerms({ seconds, defaultSeconds: DEFAULT_SECONDS }, !/veo-/.test(name), {
    size: resolutions,
    audio: silent === undefined ? undefined : { on: 1, off: silent },
    // Keys that are numbers keep their order.
    samples: Object.fromEntries(samples),
  });
}

function modelOf(name: string): VeoModel {
  return MODELS.find((model) => model.name.test(name)) ?? MODELS.at(-1)!;
}

/** @throws ApiError 400 for what the model does not accept */
export function veoUnits(sent: UnknownRecord, name: string): TaskUnits {
  const model = modelOf(name);
  const instances = list(sent.instances);
  if (instances.length !== 1) throw unsupported('instances: one video at a time');
  if (record(instances[0]).video !== undefined)
    throw unsupported('video: videos made of videos have no price');
  checkPrompt(record(instances[0]).prompt, MAX_PROMPT);
  const {
    durationSeconds,
    resolution,
    sampleCount = 1,
    numberOfVideos = 1,
    generateAudio,
  } = record(sent.parameters);
  const seconds = secondsOf(durationSeconds, model.seconds, 'durationSeconds');
  const resolutions = Object.keys(model.resolutions);
  const lines = resolution === undefined ? resolutions[0]! : oneOf(resolution, resolutions, 'resolution');
  const size = model.resolutions[lines] ?? 1;
  const samples = Math.max(samplesOf(sampleCount), samplesOf(numberOfVideos));
  const audio = generateAudio === false ? (model.silent ?? 1) : 1;
  return {
    ratios: {
      seconds,
      ...(size !== 1 && { size }),
      ...(audio !== 1 && { audio }),
      ...(samples > 1 && { samples }),
    },
    options: { size: lines, audio: generateAudio === false ? 'off' : 'on' },
  };
}

function samplesOf(value: unknown): number {
  const samples = numeric(value);
  if (Number.isInteger(samples) && samples >= 1 && samples <= MAX_SAMPLES) return samples;
  throw unsupported(`sampleCount: must be 1 to ${MAX_SAMPLES}`);
}

/** What a long-running operation says about its videos. @param urlsOf addresses in its response */
export function veoReport(
  operation: UnknownRecord,
  id: string,
  urlsOf: (response: UnknownRecord) => readonly string[],
): TaskReport {
  const { done, error, response, metadata } = operation;
  if (done !== true) {
    if (!isRecord(operation) || text(operation.name) === '')
      throw new UpstreamError(invalidResponse('the answer is no operation'));
    return videoReport(id, 'IN_PROGRESS', { ...(isRecord(metadata) && { data: metadata }) });
  }
  if (isRecord(error)) return videoReport(id, 'FAILURE', { failReason: text(error.message) });
  const answer = record(response);
  const urls = urlsOf(answer);
  const { raiMediaFilteredReasons } = { ...answer, ...record(answer.generateVideoResponse) } as UnknownRecord;
  const reason = list(raiMediaFilteredReasons).map(text).join(' ');
  return videoReport(id, urls.length === 0 ? 'FAILURE' : 'SUCCESS', {
    urls,
    failReason: reason || 'the upstream made no video',
  });
}

function addressesIn(response: UnknownRecord): string[] {
  const { generatedSamples, generatedVideos } = record(response.generateVideoResponse);
  const samples = list(generatedSamples).length > 0 ? generatedSamples : generatedVideos;
  return list(samples)
    .map((sample) => text(record(record(sample).video).uri))
    .filter((uri) => /^https?:/.test(uri));
}
