import { numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskStatus, TaskUnits } from '../../task-apis/task.js';
import { modelNames } from '../../kit/define-provider.js';
import { postJson } from '../../kit/images/image-operations.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import { unsupported, videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../kit/videos/video-report.js';
import { nearestResolution, videoSize } from '../../kit/videos/video-size.js';
import {
  requestedVideo,
  checkPrompt,
  oneOf,
  overrides,
  secondsOf,
  videoBody,
} from '../../kit/videos/video-submission.js';
import { videoTerms } from '../../kit/videos/video-terms.js';

const MAX_PROMPT = 4096;
const PRICED = ['duration', 'resolution'];
const RATIOS = modelNames('1:1 16:9 9:16 4:3 3:4 3:2 2:3');
const SECONDS = { from: 1, to: 15 };
/** Of videos with reference images. */
const REFERENCE_SECONDS = { from: 1, to: 10 };
const DEFAULT_SECONDS = 8;
const MAX_REFERENCES = 7;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
const VIDEO_NAME = /^grok-imagine-video/;
const STATES: Readonly<Partial<Record<string, TaskStatus>>> = {
  queued: 'QUEUED',
  pending: 'IN_PROGRESS',
  processing: 'IN_PROGRESS',
  done: 'SUCCESS',
  failed: 'FAILURE',
  expired: 'FAILURE',
};

/** What a model costs in USD: https://docs.x.ai/developers/models#imagine-pricing */
interface ImagineModel {
  readonly name: RegExp;
  /** Of a second by resolution; others are not accepted. The first one is the default. */
  readonly second: Readonly<Record<string, number>>;
  /** Of an image that the video is made of. */
  readonly image: number;
}

const MODELS: readonly ImagineModel[] = [
  { name: /-1\.5-lite/, second: { '480p': 0.02, '720p': 0.03, '1080p': 0.14 }, image: 0.01 },
  { name: /-1\.5/, second: { '480p': 0.08, '720p': 0.14, '1080p': 0.25 }, image: 0.01 },
  { name: /^/, second: { '480p': 0.05, '720p': 0.07 }, image: 0.002 },
];

/**
 * Grok Imagine: https://docs.x.ai/developers/rest-api-reference/inference/videos. One image is the first frame, several are
 * references.
 */
export const xaiVideos: TaskCodec = {
  submit(request, target) {
    const model = modelOf(target.model);
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: MAX_REFERENCES, maxBytes: MAX_IMAGE_BYTES });
    const { size, lines } = videoSize(requested.size);
    const { sent, body } = videoBody(request, images, 'data-url', (urls) => {
      const [first, ...others] = urls.map((url) => ({ url }));
      return {
        model: target.model,
        prompt: requested.prompt,
        duration: requested.seconds ?? DEFAULT_SECONDS,
        resolution: lines === undefined ? '480p' : nearestResolution(lines, Object.keys(model.second)),
        ...(size && { aspect_ratio: nearestRatio(size, RATIOS) }),
        ...(first && (others.length === 0 ? { image: first } : { reference_images: [first, ...others] })),
        ...overrides(requested, target, PRICED),
      };
    });
    return {
      call: postJson(`${target.baseUrl}/v1/videos/generations`, bearerHeaders(target), body),
      units: unitsOf(sent, model),
    };
  },
  terms(name) {
    const { second } = modelOf(name);
    return videoTerms({ seconds: SECONDS, defaultSeconds: DEFAULT_SECONDS }, !VIDEO_NAME.test(name), {
      size: Object.fromEntries(Object.keys(second).map((size) => [size, sizeRatio(second, size)])),
    });
  },
  accepted: (body) => acceptedAs(text(parsedAnswer(body).request_id)),
  query: {
    batch: 1,
    request: ([task], target) => ({
      method: 'GET',
      url: `${target.baseUrl}/v1/videos/${encodeURIComponent(task?.upstreamId ?? '')}`,
      headers: bearerHeaders(target),
    }),
    read: (body, [task]) => (task ? [reportOf(record(body), task.upstreamId)] : []),
  },
};

function modelOf(name: string): ImagineModel {
  return MODELS.find((model) => model.name.test(name)) ?? MODELS.at(-1)!;
}

function sizeRatio(second: ImagineModel['second'], size: string): number {
  const [base = 1] = Object.values(second);
  return rounded((second[size] ?? base) / base);
}

function rounded(ratio: number): number {
  return Number(ratio.toFixed(6));
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(sent: UnknownRecord, { second, image }: ImagineModel): TaskUnits {
  checkPrompt(sent.prompt, MAX_PROMPT);
  const references = Array.isArray(sent.reference_images) ? sent.reference_images.length : 0;
  const hasFirst = sent.image !== undefined && sent.image !== null;
  if (hasFirst && references > 0) throw unsupported('reference_images: not supported together with image');
  if (references > MAX_REFERENCES)
    throw unsupported(`reference_images: this model accepts at most ${MAX_REFERENCES}`);
  const resolution = oneOf(sent.resolution, Object.keys(second), 'resolution');
  const seconds = secondsOf(sent.duration, references > 0 ? REFERENCE_SECONDS : SECONDS);
  const size = sizeRatio(second, resolution);
  const usd = (second[resolution] ?? 0) * seconds;
  const images = rounded(1 + (image * (references + (hasFirst ? 1 : 0))) / usd);
  return {
    ratios: { seconds, ...(size !== 1 && { size }), ...(images !== 1 && { images }) },
    options: { size: resolution },
  };
}

/** Videos without a state are those of older responses, which have only the address. */
function reportOf(task: UnknownRecord, id: string): TaskReport {
  const video = record(task.video);
  const url = text(video.url);
  const state = text(task.status).toLowerCase() || (url === '' ? 'pending' : 'done');
  const isBlocked = state === 'done' && video.respect_moderation === false;
  const progress = numeric(task.progress);
  return videoReport(id, isBlocked ? 'FAILURE' : STATES[state], {
    urls: isBlocked ? [] : [url],
    failReason: isBlocked
      ? 'the video was blocked by content moderation'
      : text(record(task.error).message) || (state === 'expired' ? 'the request has expired' : ''),
    data: task,
    ...(progress > 0 && progress < 100 && { progress: `${Math.round(progress)}%` }),
  });
}
