import { UpstreamError } from '../../canonical/failure.js';
import { record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../../kit/images/image-operations.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { unsupported, videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoFailed, videoReport } from '../../kit/videos/video-report.js';
import { videoState } from '../../kit/videos/video-states.js';
import { linesOf, nearestResolution, videoSize } from '../../kit/videos/video-size.js';
import {
  requestedVideo,
  checkPrompt,
  oneOf,
  overrides,
  secondsOf,
  videoBody,
} from '../../kit/videos/video-submission.js';
import { videoTerms } from '../../kit/videos/video-terms.js';

const MAX_PROMPT = 2000;
const PRICED = ['duration', 'resolution'];
const DEFAULT_SECONDS = 6;
const VIDEO_NAME = /hailuo|^[tis]2v-/i;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Stands for an address, which expires: it is asked for when the file is read. */
const FILE = 'minimax-file:';
/** Codes of prompts and results that the review refused. */
const FILTERED = ['1026', '1027'];

/** What a model accepts. */
interface HailuoModel {
  readonly name: RegExp;
  /**
   * Price of a second as a multiple of that of the model, by resolution and seconds; others are not accepted. The first one
   * is the default.
   */
  readonly prices: Readonly<Record<string, number>>;
  /** Needs an image. */
  readonly needsImage?: true;
}

/** https://platform.minimax.io/docs/api-reference/video-generation-t2v, prices: https://platform.minimax.io/docs/pricing */
const MODELS: readonly HailuoModel[] = [
  {
    name: /hailuo-2\.3-fast/i,
    prices: { '768P 6s': 1, '768P 10s': 0.32 / 0.19 / (10 / 6), '1080P 6s': 0.33 / 0.19 },
    needsImage: true,
  },
  { name: /hailuo-2\.3/i, prices: { '768P 6s': 1, '768P 10s': 1.2, '1080P 6s': 1.75 } },
  {
    name: /hailuo-02/i,
    prices: {
      '768P 6s': 1,
      '768P 10s': 1.2,
      '1080P 6s': 1.75,
      '512P 6s': 0.1 / 0.28,
      '512P 10s': 0.15 / 0.28 / (10 / 6),
    },
  },
  { name: /^(?:i2v|s2v)-01/i, prices: { '720P 6s': 1 }, needsImage: true },
  { name: /^/, prices: { '720P 6s': 1 } },
];

/** Hailuo: https://platform.minimaxi.com/document/video_generation */
export const minimaxVideos: TaskCodec = {
  submit(request, target) {
    const model = modelOf(target.model);
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: 2, maxBytes: MAX_IMAGE_BYTES });
    const { lines } = videoSize(requested.size);
    const resolutions = [...new Set(Object.keys(model.prices).map((name) => name.split(' ')[0] ?? ''))];
    const { sent, body } = videoBody(request, images, 'data-url', ([first, last]) => ({
      model: target.model,
      prompt: requested.prompt,
      duration: requested.seconds ?? DEFAULT_SECONDS,
      resolution: lines === undefined ? resolutions[0] : nearestResolution(lines, resolutions),
      ...(first !== undefined && { first_frame_image: first }),
      ...(last !== undefined && { last_frame_image: last }),
      ...overrides(requested, target, PRICED),
    }));
    return {
      call: postJson(`${target.baseUrl}/v1/video_generation`, bearerHeaders(target), body),
      units: unitsOf(sent, model, resolutions),
    };
  },
  terms(name) {
    const { prices } = modelOf(name);
    return videoTerms(
      { seconds: [...new Set(Object.keys(prices).map(durationOf))], defaultSeconds: DEFAULT_SECONDS },
      !VIDEO_NAME.test(name),
      { size: Object.fromEntries(Object.entries(prices).map(([value, ratio]) => [value, rounded(ratio)])) },
    );
  },
  accepted(body) {
    const answer = checked(body);
    return acceptedAs(idOf(answer.task_id));
  },
  query: {
    batch: 1,
    request: ([task], target) =>
      get(`/v1/query/video_generation?task_id=${encodeURIComponent(task?.upstreamId ?? '')}`, target),
    read: (body, [task]) => (task ? [reportOf(checked(body), task.upstreamId)] : []),
    hasFailed: ({ code }) => code === 'content_policy_violation',
  },
  locate: (url, target) =>
    url.startsWith(FILE)
      ? {
          call: get(`/v1/files/retrieve?file_id=${encodeURIComponent(url.slice(FILE.length))}`, target),
          read: (body) => text(record(checked(body).file).download_url),
        }
      : undefined,
};

function modelOf(name: string): HailuoModel {
  return MODELS.find((model) => model.name.test(name)) ?? MODELS.at(-1)!;
}

/** @param price name of a price, such as `768P 6s` */
function durationOf(price: string): number {
  return Number.parseInt(price.split(' ')[1] ?? '', 10);
}

function rounded(ratio: number): number {
  return Number(ratio.toFixed(6));
}

function get(path: string, target: Target): UpstreamCall {
  return { method: 'GET', url: target.baseUrl + path, headers: bearerHeaders(target) };
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(sent: UnknownRecord, model: HailuoModel, resolutions: readonly string[]): TaskUnits {
  checkPrompt(sent.prompt, MAX_PROMPT);
  const resolution = oneOf(sent.resolution, resolutions, 'resolution');
  const durations = Object.keys(model.prices)
    .filter((name) => name.startsWith(`${resolution} `))
    .map(durationOf);
  const seconds = secondsOf(sent.duration, durations);
  const hasImage = text(sent.first_frame_image) !== '' || sent.subject_reference !== undefined;
  if (!hasImage && (model.needsImage || linesOf(resolution) === 512))
    throw unsupported('image: this model, or this resolution, needs an image');
  const price = `${resolution} ${seconds}s`;
  const size = rounded(model.prices[price] ?? 1);
  return { ratios: { seconds, ...(size !== 1 && { size }) }, options: { size: price } };
}

/** @throws UpstreamError for an error inside a 200 response */
function checked(body: unknown): UnknownRecord {
  const answer = record(body);
  const { status_code, status_msg } = record(answer.base_resp);
  const code = String(typeof status_code === 'number' ? status_code : text(status_code));
  if (code === '0') return answer;
  const message = text(status_msg) || 'the request failed';
  if (FILTERED.includes(code))
    throw new UpstreamError({
      ...videoFailed(message).failure,
      status: 400,
      kind: 'invalid_request_error',
      code: 'content_policy_violation',
      retryable: false,
    });
  const meanings: Readonly<Partial<Record<string, object>>> = {
    1002: { status: 429 },
    1004: { status: 401, disables: true },
    1008: { status: 429, code: 'insufficient_quota', disables: true },
    2013: { status: 400, retryable: false },
    2049: { status: 401, disables: true },
  };
  throw videoFailed(message, { code: code === '' ? 'invalid_response' : code, ...meanings[code] });
}

function reportOf(task: UnknownRecord, id: string): TaskReport {
  const { status } = task;
  const fileId = idOf(task.file_id);
  return videoReport(id, videoState(status), {
    urls: fileId === '' ? [] : [FILE + fileId],
    failReason: text(record(task.base_resp).status_msg).replace(/^success$/i, ''),
    data: task,
  });
}

function idOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : text(value);
}
