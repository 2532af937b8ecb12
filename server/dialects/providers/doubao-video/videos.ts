import { count, list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { QueriedTask, TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../../kit/images/image-operations.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { unsupported, videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../kit/videos/video-report.js';
import { videoState } from '../../kit/videos/video-states.js';
import { nearestResolution, videoSize } from '../../kit/videos/video-size.js';
import {
  requestedVideo,
  checkPrompt,
  oneOf,
  overrides,
  videoBody,
} from '../../kit/videos/video-submission.js';
import { videoTerms } from '../../kit/videos/video-terms.js';

/** Base URLs that already contain the path of the API. */
const SURFACE = /\/api\/v3$/;
const TASKS = '/contents/generations/tasks';
const MAX_PROMPT = 2500;
const PRICED = ['duration', 'frames', 'resolution', 'generate_audio', 'service_tier'];
const MAX_IMAGES = 9;
const MAX_IMAGE_BYTES = 30 * 1024 * 1024;
const RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'];
/** Greatest number of pixels of a frame by resolution, whatever the ratio. */
const PIXELS: Readonly<Record<string, number>> = { '480p': 416_640, '720p': 962_560, '1080p': 2_088_960 };
const FRAMES_PER_SECOND = 24;
/** Tokens are width × height × frames / 1024. */
const PIXELS_PER_TOKEN = 1024;
const DEFAULT_SECONDS = 5;
const MIN_SECONDS = 2;
const MAX_SECONDS = 15;
/** Prices relative to those of videos with sound, and of work that begins at once. */
const SILENT = 0.5;
const FLEX = 0.5;
/** Chooses the duration itself. */
const AUTO = -1;

/**
 * Videos are charged by the tokens that the finished task reports; a submission reserves what the documented formula gives:
 * https://www.volcengine.com/docs/82379/1366799
 */
export const seedanceVideos: TaskCodec = {
  submit(request, target) {
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: MAX_IMAGES, maxBytes: MAX_IMAGE_BYTES });
    const { size, lines } = videoSize(requested.size);
    const { sent, body } = videoBody(request, images, 'data-url', (texts) => ({
      model: target.model,
      content: [
        ...(requested.prompt === '' ? [] : [{ type: 'text', text: requested.prompt }]),
        ...texts.map((url, index) => ({
          type: 'image_url',
          image_url: { url },
          ...roleOf(index, texts.length),
        })),
      ],
      ...(lines !== undefined && { resolution: nearestResolution(lines, Object.keys(PIXELS)) }),
      ...(size && texts.length === 0 && { ratio: nearestRatio(size, RATIOS) }),
      ...(requested.seconds !== undefined && { duration: requested.seconds }),
      ...overrides(requested, target, PRICED),
    }));
    return {
      call: postJson(rootOf(target) + TASKS, headers(target), body),
      units: unitsOf(sent, target.model),
    };
  },
  terms(model) {
    const resolution = defaultResolution(model);
    const others = Object.keys(PIXELS).filter((name) => name !== resolution);
    return videoTerms(
      {
        seconds: { from: MIN_SECONDS, to: MAX_SECONDS },
        defaultSeconds: DEFAULT_SECONDS,
        tokensPerSecond: tokensOf(resolution, FRAMES_PER_SECOND),
      },
      !/seedance/.test(model),
      {
        size: Object.fromEntries([resolution, ...others].map((name) => [name, sizeRatio(name, model)])),
        audio: hasSound(model) ? { on: 1, off: SILENT } : undefined,
        tier: { default: 1, flex: FLEX },
      },
    );
  },
  accepted: (body) => acceptedAs(text(record(body).id)),
  query: {
    batch: 1,
    request: ([task], target) => taskCall('GET', task?.upstreamId ?? '', target),
    read: (body, [task]) => (task ? [reportOf(record(body), task)] : []),
  },
  cancel: ({ upstreamId }, target) => taskCall('DELETE', upstreamId, target),
  remove: ({ upstreamId }, target) => taskCall('DELETE', upstreamId, target),
};

function rootOf({ baseUrl }: Target): string {
  return SURFACE.test(baseUrl) ? baseUrl : `${baseUrl}/api/v3`;
}

function headers(target: Target): Record<string, string> {
  return { ...bearerHeaders(target), accept: 'application/json' };
}

function taskCall(method: 'GET' | 'DELETE', id: string, target: Target): UpstreamCall {
  return { method, url: `${rootOf(target)}${TASKS}/${encodeURIComponent(id)}`, headers: headers(target) };
}

/** One image is the first frame; of two the second one is the last frame; more are references. */
function roleOf(index: number, images: number): { role?: string } {
  if (images === 1) return {};
  if (images === 2) return { role: index === 0 ? 'first_frame' : 'last_frame' };
  return { role: 'reference_image' };
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(sent: UnknownRecord, model: string): TaskUnits {
  for (const part of list(sent.content)) checkPrompt(record(part).text, MAX_PROMPT);
  const resolution =
    sent.resolution === undefined
      ? defaultResolution(model)
      : oneOf(sent.resolution, Object.keys(PIXELS), 'resolution');
  const seconds = durationOf(sent);
  const frames = sent.frames === undefined ? seconds * FRAMES_PER_SECOND : numeric(sent.frames);
  const tokens = tokensOf(resolution, Math.min(frames, MAX_SECONDS * FRAMES_PER_SECOND));
  const size = sizeRatio(resolution, model);
  const { audio, tier } = sharesOf(sent, model);
  return {
    // Of models that operators price by the second.
    ratios: {
      seconds,
      ...(size !== 1 && { size }),
      ...(audio !== 1 && { audio }),
      ...(tier !== 1 && { tier }),
    },
    options: {
      size: resolution,
      audio: audio === 1 ? 'on' : 'off',
      tier: tier === 1 ? 'default' : 'flex',
    },
    tokens: Math.ceil(tokens * audio * tier),
  };
}

function tokensOf(resolution: string, frames: number): number {
  return ((PIXELS[resolution] ?? 0) * frames) / PIXELS_PER_TOKEN;
}

/** Tokens of a resolution relative to those of the model's default one. */
function sizeRatio(resolution: string, model: string): number {
  const ratio = (PIXELS[resolution] ?? 0) / (PIXELS[defaultResolution(model)] ?? 1);
  return Number(ratio.toFixed(6));
}

function defaultResolution(model: string): string {
  return /seedance-1-0-pro/.test(model) ? '1080p' : '720p';
}

function durationOf({ duration = DEFAULT_SECONDS, frames }: UnknownRecord): number {
  if (frames !== undefined) {
    const seconds = numeric(frames) / FRAMES_PER_SECOND;
    if (seconds > 0 && seconds <= MAX_SECONDS) return Math.ceil(seconds);
    throw unsupported(`frames: this model makes videos of at most ${MAX_SECONDS} seconds`);
  }
  const seconds = numeric(duration);
  if (seconds === AUTO) return MAX_SECONDS;
  if (Number.isInteger(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS) return seconds;
  throw unsupported(`duration: this model makes videos of ${MIN_SECONDS} to ${MAX_SECONDS} seconds`);
}

function hasSound(model: string): boolean {
  return /seedance-1-5/.test(model);
}

/** Shares of the price of the model: without sound, where it makes any, and for work that may wait. */
function sharesOf(
  { generate_audio, service_tier }: UnknownRecord,
  model: string,
): { audio: number; tier: number } {
  return {
    audio: hasSound(model) && generate_audio === false ? SILENT : 1,
    tier: service_tier === 'flex' ? FLEX : 1,
  };
}

/** The response repeats the options of the request that the price depends on. */
function reportOf(task: UnknownRecord, { upstreamId, model }: QueriedTask): TaskReport {
  const { status, content, error, usage } = task;
  const tokens = count(record(usage).total_tokens) ?? count(record(usage).completion_tokens);
  const { audio, tier } = sharesOf(task, model);
  return videoReport(upstreamId, videoState(status), {
    urls: [text(record(content).video_url)],
    failReason: text(record(error).message) || `the task ended with status ${text(status)}`,
    data: task,
    ...(tokens !== undefined && { tokens: Math.ceil(tokens * audio * tier) }),
  });
}
