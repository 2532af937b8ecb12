import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../../kit/images/image-operations.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../kit/videos/video-report.js';
import { videoState } from '../../kit/videos/video-states.js';
import { nearestResolution, videoSize } from '../../kit/videos/video-size.js';
import { requestedVideo, oneOf, overrides, secondsOf, videoBody } from '../../kit/videos/video-submission.js';
import { videoTerms } from '../../kit/videos/video-terms.js';
import { addressOf } from './address.js';

const MAX_PROMPT = 10_000;
/** Some makers have models of other kinds, too. */
const VIDEO_NAME = /veo|kling|hailuo|video|seedance|wan|sora/;
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];

/** How the models of one maker name what a request contains, and what they accept: the pages of the models. */
interface VideoModel {
  readonly name: RegExp;
  /** Members of the first and of the last image. */
  readonly first: string;
  readonly last?: string;
  readonly seconds: readonly number[] | { readonly from: number; readonly to: number };
  readonly defaultSeconds: number;
  /** The member of the duration; absent: `duration`. */
  readonly duration?: string;
  /** Price of a resolution as a multiple of the model's price, which is that of the first one; absent: it has one. */
  readonly resolutions?: Readonly<Record<string, number>>;
  /** Price of a mode as a multiple of the model's price, which is that of the first one. */
  readonly modes?: Readonly<Record<string, number>>;
  /** Price with and without sound (`generate_audio`) as a multiple of the model's price, which is that of the first one. */
  readonly audio?: Readonly<Record<string, number>>;
}

const MODELS: readonly VideoModel[] = [
  {
    name: /^google\/veo-3[\w.]*-fast/,
    first: 'image',
    last: 'last_frame',
    seconds: [4, 6, 8],
    defaultSeconds: 8,
    resolutions: { '720p': 1, '1080p': 1 },
    audio: { on: 1, off: 0.666667 },
  },
  {
    name: /^google\/veo-3/,
    first: 'image',
    last: 'last_frame',
    seconds: [4, 6, 8],
    defaultSeconds: 8,
    resolutions: { '720p': 1, '1080p': 1 },
    audio: { on: 1, off: 0.5 },
  },
  {
    name: /^google\/veo-/,
    first: 'image',
    last: 'last_frame',
    seconds: [4, 5, 6, 7, 8],
    defaultSeconds: 8,
    resolutions: { '720p': 1, '1080p': 1 },
  },
  {
    name: /^kwaivgi\/kling-(?:v3|o1)/,
    first: 'start_image',
    last: 'end_image',
    seconds: { from: 3, to: 15 },
    defaultSeconds: 5,
    modes: { pro: 1, std: 0.75, standard: 0.75 },
    audio: { off: 1, on: 1.5 },
  },
  {
    name: /^kwaivgi\/kling-v2\.6/,
    first: 'start_image',
    last: 'end_image',
    seconds: [5, 10],
    defaultSeconds: 5,
    audio: { on: 1, off: 0.5 },
  },
  {
    name: /^kwaivgi\/kling-v2\.1$/,
    first: 'start_image',
    last: 'end_image',
    seconds: [5, 10],
    defaultSeconds: 5,
    modes: { standard: 1, pro: 1.8 },
  },
  {
    name: /^kwaivgi\/kling/,
    first: 'start_image',
    last: 'end_image',
    seconds: { from: 3, to: 15 },
    defaultSeconds: 5,
  },
  {
    name: /^minimax\//,
    first: 'first_frame_image',
    last: 'last_frame_image',
    seconds: [6, 10],
    defaultSeconds: 6,
    resolutions: { '768p': 1, '1080p': 1.75, '512p': 0.357143 },
  },
  {
    name: /^bytedance\/seedance/,
    first: 'image',
    last: 'last_frame_image',
    seconds: { from: 2, to: 15 },
    defaultSeconds: 5,
    resolutions: { '720p': 1, '480p': 0.5, '1080p': 2.5 },
  },
  {
    name: /^wan-video\//,
    first: 'image',
    last: 'last_image',
    seconds: { from: 2, to: 15 },
    defaultSeconds: 5,
    resolutions: { '720p': 1, '480p': 0.5, '1080p': 1.5 },
  },
  {
    name: /^openai\/sora/,
    first: 'input_reference',
    seconds: [4, 8, 12],
    defaultSeconds: 4,
    duration: 'seconds',
  },
];
const OTHER: VideoModel = { name: /^/, first: 'image', seconds: { from: 1, to: 60 }, defaultSeconds: 5 };

/** https://replicate.com/docs/reference/http#predictions.create */
export const replicateVideos: TaskCodec = {
  submit(request, target) {
    const model = modelOf(target.model);
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: model.last ? 2 : 1, maxBytes: MAX_IMAGE_BYTES });
    const { size, lines } = videoSize(requested.size);
    const resolutions = Object.keys(model.resolutions ?? {});
    const { path, version } = addressOf(target.model);
    let input: UnknownRecord = {};
    const { body } = videoBody(request, images, 'data-url', ([first, last]) => {
      input = {
        prompt: requested.prompt,
        [model.duration ?? 'duration']: requested.seconds ?? model.defaultSeconds,
        ...(first !== undefined && { [model.first]: first }),
        ...(last !== undefined && model.last && { [model.last]: last }),
        ...(size && { aspect_ratio: nearestRatio(size, RATIOS) }),
        ...(resolutions.length > 0 && {
          resolution: lines === undefined ? resolutions[0] : nearestResolution(lines, resolutions),
        }),
        ...(requested.mode !== '' && { mode: requested.mode }),
        ...overrides(requested, target, pricedOf(model)),
      };
      return { ...(version !== undefined && { version }), input };
    });
    return {
      call: postJson(target.baseUrl + path, bearerHeaders(target), body),
      units: unitsOf(input, model),
    };
  },
  terms(name) {
    const model = modelOf(name);
    const { resolutions, modes, audio } = model;
    const values = { size: resolutions, mode: modes, audio };
    return videoTerms(model, model === OTHER || !VIDEO_NAME.test(name), values, modes ? [] : ['mode']);
  },
  accepted(body) {
    const prediction = record(body);
    const report = reportOf(prediction, text(prediction.id));
    return acceptedAs(text(prediction.id), report);
  },
  query: {
    batch: 1,
    request: ([task], target) => predictionCall('GET', task?.upstreamId ?? '', '', target),
    read: (body, [task]) => (task ? [reportOf(record(body), task.upstreamId)] : []),
  },
  cancel: ({ upstreamId }, target) => predictionCall('POST', upstreamId, '/cancel', target),
};

function modelOf(name: string): VideoModel {
  return MODELS.find((model) => model.name.test(name)) ?? OTHER;
}

function predictionCall(method: 'GET' | 'POST', id: string, action: string, target: Target): UpstreamCall {
  return {
    method,
    url: `${target.baseUrl}/v1/predictions/${encodeURIComponent(id)}${action}`,
    headers: bearerHeaders(target),
  };
}

/** Members of the client that the units depend on. */
function pricedOf({ duration = 'duration', resolutions, audio }: VideoModel): string[] {
  return [duration, 'mode', ...(resolutions ? ['resolution'] : []), ...(audio ? ['generate_audio'] : [])];
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(input: UnknownRecord, model: VideoModel): TaskUnits {
  const name = model.duration ?? 'duration';
  const seconds = secondsOf(input[name], model.seconds, name);
  const { mode, generate_audio: sound, resolution } = input;
  const chosen = {
    size: model.resolutions && oneOf(resolution, Object.keys(model.resolutions), 'resolution'),
    mode: modeOf(mode, model),
    audio: model.audio && audioOf(sound, model.audio),
  };
  const factors = {
    size: model.resolutions?.[chosen.size ?? ''] ?? 1,
    mode: model.modes?.[chosen.mode ?? ''] ?? 1,
    audio: model.audio?.[chosen.audio ?? ''] ?? 1,
  };
  return {
    ratios: { seconds, ...Object.fromEntries(Object.entries(factors).filter(([, factor]) => factor !== 1)) },
    options: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
  };
}

/** A mode of a model without a list of them may be any, which operators can price. */
function modeOf(mode: unknown, { modes }: VideoModel): string | undefined {
  if (mode === undefined) return modes && Object.keys(modes)[0];
  if (modes) return oneOf(mode, Object.keys(modes), 'mode');
  return text(mode).trim() || undefined;
}

function audioOf(sound: unknown, audio: Readonly<Record<string, number>>): string | undefined {
  if (sound === undefined) return Object.keys(audio)[0];
  return sound === false ? 'off' : 'on';
}

function reportOf(prediction: UnknownRecord, id: string): TaskReport {
  const { status, output, error } = prediction;
  return videoReport(id, videoState(status), {
    urls: (Array.isArray(output) ? list(output) : [output]).map(text),
    failReason: text(error),
    data: { status, error, metrics: prediction.metrics },
  });
}
