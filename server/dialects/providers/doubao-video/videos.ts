import { count, list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { QueriedTask, TaskCodec, TaskReport, TaskStatus, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../images/image-operations.js';
import { nearestRatio } from '../images/sizes.js';
import { bearerHeaders } from '../openai/address.js';
import type { Target, UpstreamCall } from '../provider.js';
import { unsupported, videoImages } from '../videos/video-images.js';
import { acceptedAs, videoReport } from '../videos/video-report.js';
import { nearestResolution, videoSize } from '../videos/video-size.js';
import { askedVideo, checkPrompt, oneOf, overrides, videoBody } from '../videos/video-submission.js';

/** Base URLs that already contain the path of the API. */
const SURFACE = /\/api\/v3$/;
const TASKS = '/contents/generations/tasks';
const MAX_PROMPT = 2500;
const MAX_IMAGES = 9;
const MAX_IMAGE_BYTES = 30 * 1024 * 1024;
const RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'];
const STATES: Readonly<Partial<Record<string, TaskStatus>>> = {
  queued: 'QUEUED',
  pending: 'QUEUED',
  running: 'IN_PROGRESS',
  processing: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'FAILURE',
  expired: 'FAILURE',
};
/** Greatest number of pixels of a frame by resolution, whatever the ratio. */
const PIXELS: Readonly<Record<string, number>> = { '480p': 416_640, '720p': 962_560, '1080p': 2_088_960 };
const FRAMES_PER_SECOND = 24;
/** Tokens are width × height × frames / 1024. */
const PIXELS_PER_TOKEN = 1024;
const DEFAULT_SECONDS = 5;
const MAX_SECONDS = 15;
/** Chooses the duration itself. */
const AUTO = -1;

/**
 * Videos are charged by the tokens that the finished task reports; a submission reserves what the documented formula gives:
 * https://www.volcengine.com/docs/82379/1366799
 */
export const seedanceVideos: TaskCodec = {
  submit(request, target) {
    const asked = askedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: MAX_IMAGES, maxBytes: MAX_IMAGE_BYTES });
    const { size, lines } = videoSize(asked.size);
    const { sent, body } = videoBody(request, images, 'data-url', (texts) => ({
      model: target.model,
      content: [
        ...(asked.prompt === '' ? [] : [{ type: 'text', text: asked.prompt }]),
        ...texts.map((url, index) => ({
          type: 'image_url',
          image_url: { url },
          ...roleOf(index, texts.length),
        })),
      ],
      ...(lines !== undefined && { resolution: nearestResolution(lines, Object.keys(PIXELS)) }),
      ...(size && texts.length === 0 && { ratio: nearestRatio(size, RATIOS) }),
      ...(asked.seconds !== undefined && { duration: asked.seconds }),
      ...overrides(asked, target),
    }));
    return {
      call: postJson(rootOf(target) + TASKS, headers(target), body),
      units: unitsOf(sent, target.model),
    };
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
  const tokens =
    ((PIXELS[resolution] ?? 0) * Math.min(frames, MAX_SECONDS * FRAMES_PER_SECOND)) / PIXELS_PER_TOKEN;
  return { ratios: { seconds }, tokens: Math.ceil(tokens * shareOf(sent, model)) };
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
  if (Number.isInteger(seconds) && seconds >= 2 && seconds <= MAX_SECONDS) return seconds;
  throw unsupported(`duration: this model makes videos of 2 to ${MAX_SECONDS} seconds`);
}

/** Share of the price of the model: half of it without sound (1.5), and half of it for work that may wait. */
function shareOf({ generate_audio, service_tier }: UnknownRecord, model: string): number {
  const silent = /seedance-1-5/.test(model) && generate_audio === false ? 0.5 : 1;
  return service_tier === 'flex' ? silent / 2 : silent;
}

/** The response repeats the options of the request that the price depends on. */
function reportOf(task: UnknownRecord, { upstreamId, model }: QueriedTask): TaskReport {
  const { status, content, error, usage } = task;
  const tokens = count(record(usage).total_tokens) ?? count(record(usage).completion_tokens);
  return videoReport(upstreamId, STATES[text(status)], {
    urls: [text(record(content).video_url)],
    failReason: text(record(error).message) || `the task ended with status ${text(status)}`,
    data: task,
    ...(tokens !== undefined && { tokens: Math.ceil(tokens * shareOf(task, model)) }),
  });
}
