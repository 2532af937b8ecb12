import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../../kit/images/image-operations.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { refuseUnpriced } from '../../kit/videos/price-members.js';
import { unsupported, videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../kit/videos/video-report.js';
import { videoState } from '../../kit/videos/video-states.js';
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

const MAX_PROMPT = 2000;
const PRICED = ['duration', 'size', 'resolution', 'audio'];
const DEFAULT_SECONDS = 5;
/** In names of models that make videos; others of the same generation make images. */
const VIDEO_NAME = /-(?:[tirs]|kf)2v|-vace|-animate/;
/** Kinds of inputs whose duration counts. */
const VIDEO_INPUT = /video|clip/;
const IMAGE_ADDRESS = /^data:image\/|\.(?:png|jpe?g|webp|bmp)(?:\?|$)/i;
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Pixels by resolution and ratio, of models that make videos of text. */
const SIZES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '480P': { '16:9': '832*480', '9:16': '480*832', '1:1': '624*624' },
  '720P': {
    '16:9': '1280*720',
    '9:16': '720*1280',
    '1:1': '960*960',
    '4:3': '1088*832',
    '3:4': '832*1088',
  },
  '1080P': {
    '16:9': '1920*1080',
    '9:16': '1080*1920',
    '1:1': '1440*1440',
    '4:3': '1632*1248',
    '3:4': '1248*1632',
  },
};

/** What a model accepts. */
interface WanModel {
  readonly name: RegExp;
  readonly seconds: readonly number[] | { readonly from: number; readonly to: number };
  /** Price of a resolution as a multiple of the model's price. The first one is the default. */
  readonly resolutions: Readonly<Record<string, number>>;
  /** Price without sound as a multiple of the price with it; absent: it is the same, or the model makes none. */
  readonly silent?: number;
}

/** https://help.aliyun.com/zh/model-studio/text-to-video-api-reference, prices: https://www.alibabacloud.com/help/en/model-studio/model-pricing */
const MODELS: readonly WanModel[] = [
  {
    name: /^wan2\.6-\w+-flash/,
    seconds: { from: 2, to: 15 },
    resolutions: { '720P': 1, '1080P': 5 / 3 },
    silent: 0.5,
  },
  { name: /^wan2\.[67]/, seconds: { from: 2, to: 15 }, resolutions: { '720P': 1, '1080P': 1.5 } },
  { name: /^wan2\.5/, seconds: [5, 10], resolutions: { '720P': 1, '480P': 0.5, '1080P': 1.5 } },
  { name: /^wan2\.2-\w+-plus/, seconds: [5], resolutions: { '480P': 1, '1080P': 5 } },
  { name: /^wan2\.2-\w+-flash/, seconds: [5], resolutions: { '720P': 1, '480P': 0.416667 } },
  { name: /^wanx?2\.1-\w+-turbo/, seconds: { from: 3, to: 5 }, resolutions: { '720P': 1, '480P': 1 } },
  { name: /^wanx?2\.1/, seconds: [5], resolutions: { '720P': 1 } },
];
const NEWER: WanModel = {
  name: /^/,
  seconds: { from: 2, to: 15 },
  resolutions: { '720P': 1, '480P': 0.5, '1080P': 1.5 },
};

/** Wan: https://help.aliyun.com/zh/model-studio/video-generation-api */
export const aliVideos: TaskCodec = {
  submit(request, target) {
    const model = modelOf(target.model);
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: 2, maxBytes: MAX_IMAGE_BYTES });
    const { size, lines } = videoSize(requested.size);
    const resolutions = Object.keys(model.resolutions);
    const resolution = lines === undefined ? resolutions[0]! : nearestResolution(lines, resolutions);
    const sizes = SIZES[resolution] ?? {};
    const ratio = size ? nearestRatio(size, Object.keys(sizes)) : '16:9';
    const { input, parameters, ...members } = overrides(requested, target, [
      ...PRICED,
      'parameters',
      'input',
    ]);
    refuseUnpriced(record(requested.members.parameters), PRICED);
    refuseUnpriced(record(requested.members.input), []);
    // Members of the provider are in two objects; those that a client names alone are parameters, except these.
    const { negative_prompt, audio_url, template, ...others } = members;
    const own = Object.fromEntries(
      Object.entries({ negative_prompt, audio_url, template }).filter(([, value]) => value !== undefined),
    );
    const isOfImages = images.length > 0 || record(input).img_url !== undefined;
    const { sent, body } = videoBody(request, images, 'data-url', ([first, last]) => ({
      model: target.model,
      input: {
        prompt: requested.prompt,
        ...(first !== undefined &&
          (last === undefined ? { img_url: first } : { first_frame_url: first, last_frame_url: last })),
        ...own,
        ...record(input),
      },
      parameters: {
        ...(isOfImages ? { resolution } : { size: sizes[ratio] }),
        duration: requested.seconds ?? DEFAULT_SECONDS,
        ...others,
        ...record(parameters),
      },
    }));
    const kind = images.length > 1 || /kf2v/.test(target.model) ? 'image2video' : 'video-generation';
    const url = `${target.baseUrl}/api/v1/services/aigc/${kind}/video-synthesis`;
    const headers = { ...bearerHeaders(target), 'x-dashscope-async': 'enable' };
    return { call: postJson(url, headers, body), units: unitsOf(sent, model) };
  },
  terms(name) {
    const { seconds, resolutions, silent } = modelOf(name);
    const isAssumed = !VIDEO_NAME.test(name);
    return videoTerms({ seconds, defaultSeconds: DEFAULT_SECONDS }, isAssumed, {
      size: resolutions,
      audio: silent === undefined ? undefined : { on: 1, off: silent },
    });
  },
  accepted(body) {
    const { task_id, task_status } = record(record(body).output);
    const status = videoState(task_status);
    return acceptedAs(text(task_id), videoReport(text(task_id), status === 'QUEUED' ? status : undefined));
  },
  query: {
    batch: 1,
    request: ([task], target) => ({
      method: 'GET',
      url: `${target.baseUrl}/api/v1/tasks/${encodeURIComponent(task?.upstreamId ?? '')}`,
      headers: bearerHeaders(target),
    }),
    read: (body, [task]) => (task ? [reportOf(record(body), task.upstreamId)] : []),
  },
};

function modelOf(name: string): WanModel {
  return MODELS.find((model) => model.name.test(name)) ?? NEWER;
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(sent: UnknownRecord, model: WanModel): TaskUnits {
  const { size, resolution, duration, audio } = record(sent.parameters);
  const { prompt, negative_prompt, media, reference_urls: references } = record(sent.input);
  checkPrompt(prompt, MAX_PROMPT);
  checkPrompt(negative_prompt, MAX_PROMPT);
  const resolutions = Object.keys(model.resolutions);
  const name = resolution === undefined ? resolutionOf(size) : oneOf(resolution, resolutions, 'resolution');
  // Which of the two counts differs between models.
  if (resolution !== undefined && size !== undefined && resolutionOf(size) !== name)
    throw unsupported('size: must be of the same resolution as the member resolution');
  if (list(media).some((part) => VIDEO_INPUT.test(text(record(part).type))))
    throw unsupported('media: videos made of videos have no price');
  if (list(references).some((url) => !IMAGE_ADDRESS.test(text(url))))
    throw unsupported('reference_urls: must be addresses of images');
  const isSilent = audio === false && model.silent !== undefined;
  if (!resolutions.includes(name)) throw unsupported(`size: this model supports ${resolutions.join(', ')}`);
  const factor = model.resolutions[name] ?? 1;
  return {
    ratios: {
      seconds: secondsOf(duration, model.seconds),
      ...(factor !== 1 && { size: factor }),
      ...(isSilent && { audio: model.silent ?? 1 }),
    },
    options: { size: name, ...(model.silent !== undefined && { audio: isSilent ? 'off' : 'on' }) },
  };
}

function resolutionOf(size: unknown): string {
  return Object.keys(SIZES).find((name) => Object.values(SIZES[name]!).includes(text(size))) ?? '';
}

function reportOf(answer: UnknownRecord, id: string): TaskReport {
  const output = record(answer.output);
  return videoReport(id, videoState(output.task_status), {
    urls: [text(output.video_url)],
    failReason: text(output.message) || text(output.code),
    data: answer,
  });
}
