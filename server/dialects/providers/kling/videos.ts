import { idText, parseLargeIntegers } from '../../json/large-integers.js';
import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../../kit/images/image-operations.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { unsupported, videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../kit/videos/video-report.js';
import { videoState } from '../../kit/videos/video-states.js';
import { videoSize } from '../../kit/videos/video-size.js';
import {
  requestedVideo,
  checkPrompt,
  oneOf,
  overrides,
  secondsOf,
  videoBody,
} from '../../kit/videos/video-submission.js';
import { videoTerms } from '../../kit/videos/video-terms.js';
import { dataOf } from './errors.js';
import { authorized } from './token.js';

const MAX_PROMPT = 2500;
const PRICED = ['duration', 'mode', 'sound'];
const DEFAULT_SECONDS = 5;
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const RATIOS = ['16:9', '9:16', '1:1'];

/** What a model accepts, and what its price depends on. */
interface KlingModel {
  readonly name: RegExp;
  readonly seconds: readonly number[] | { readonly from: number; readonly to: number };
  /** Price of a mode as a multiple of `std`. */
  readonly modes: Readonly<Record<string, number>>;
  /** Price with sound as a multiple of the price without; absent: it makes none. */
  readonly sound?: number;
  /** Refers to several images, at an address of its own. */
  readonly isOmni?: true;
}

/** https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo, prices: https://klingai.com/global/dev/pricing */
const MODELS: readonly KlingModel[] = [
  { name: /^kling-video-o1/, seconds: { from: 3, to: 10 }, modes: { std: 1, pro: 4 / 3 }, isOmni: true },
  {
    name: /^kling-v3-omni/,
    seconds: { from: 3, to: 15 },
    modes: { std: 1, pro: 4 / 3, '4k': 5 },
    sound: 1.5,
    isOmni: true,
  },
  { name: /^kling-v3/, seconds: { from: 3, to: 15 }, modes: { std: 1, pro: 4 / 3, '4k': 5 }, sound: 1.5 },
  { name: /^kling-v2-6/, seconds: [5, 10], modes: { std: 1, pro: 5 / 3 }, sound: 2 },
  { name: /^kling-v2-5/, seconds: [5, 10], modes: { std: 1, pro: 5 / 3 } },
  // One level of quality, whatever the mode.
  { name: /^kling-v2(?:-1)?-master/, seconds: [5, 10], modes: { std: 1, pro: 1 } },
  { name: /^kling-v(?:2-1|1-[56])/, seconds: [5, 10], modes: { std: 1, pro: 1.75 } },
  { name: /^kling-v1$/, seconds: [5, 10], modes: { std: 1, pro: 3.5 } },
];
/** Models that are newer than this list. */
const OTHER: KlingModel = {
  name: /^/,
  seconds: { from: 3, to: 15 },
  modes: { std: 1, pro: 5 / 3, '4k': 5 },
  sound: 2,
};

/** https://app.klingai.com/global/dev/document-api */
export const klingVideos: TaskCodec = {
  submit(request, target) {
    const model = modelOf(target.model);
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const maxImages = model.isOmni ? 7 : 2;
    const images = videoImages(request, { max: maxImages, maxBytes: MAX_IMAGE_BYTES });
    const { size } = videoSize(requested.size);
    const path = pathOf(request.action, target.model);
    const { sent, body } = videoBody(request, images, 'base64', (texts) => ({
      model_name: target.model,
      prompt: requested.prompt,
      ...imageMembers(texts, model),
      ...(requested.mode !== '' && { mode: requested.mode }),
      duration: String(requested.seconds ?? DEFAULT_SECONDS),
      // The ratio of other videos is that of their image.
      ...(size && (texts.length === 0 || model.isOmni) && { aspect_ratio: nearestRatio(size, RATIOS) }),
      ...overrides(requested, target, PRICED),
    }));
    return {
      call: authorized(postJson(rootOf(target) + path, {}, body), target),
      units: unitsOf(sent, model),
    };
  },
  terms(name) {
    const model = modelOf(name);
    const { seconds, modes, sound } = model;
    return videoTerms({ seconds, defaultSeconds: DEFAULT_SECONDS }, model === OTHER, {
      mode: modes,
      audio: sound === undefined ? undefined : { off: 1, on: sound },
    });
  },
  parse: parseLargeIntegers,
  accepted(body) {
    const data = dataOf(body);
    const id = idText(data.task_id);
    return acceptedAs(id, reportOf(data, id));
  },
  query: {
    batch: 1,
    request: ([task], target): UpstreamCall =>
      authorized(
        {
          method: 'GET',
          url: `${rootOf(target)}${pathOf(task?.action ?? '', task?.model ?? '')}/${encodeURIComponent(task?.upstreamId ?? '')}`,
          headers: {},
        },
        target,
      ),
    read: (body, [task]) => (task ? [reportOf(dataOf(body), task.upstreamId)] : []),
  },
};

function modelOf(name: string): KlingModel {
  return MODELS.find((model) => model.name.test(name)) ?? OTHER;
}

/** Other gateways, whose keys begin with `sk-`, have the API below a prefix. */
function rootOf({ baseUrl, key }: Target): string {
  return key.startsWith('sk-') && !key.includes('|') ? `${baseUrl}/kling` : baseUrl;
}

function pathOf(action: string, model: string): string {
  if (modelOf(model).isOmni) return '/v1/videos/omni-video';
  return `/v1/videos/${action === 'textGenerate' ? 'text2video' : 'image2video'}`;
}

function imageMembers([first, last, ...others]: readonly string[], { isOmni }: KlingModel): UnknownRecord {
  if (first === undefined) return {};
  if (!isOmni) return { image: first, ...(last !== undefined && { image_tail: last }) };
  if (others.length > 0) return { image_list: [first, last, ...others].map((image_url) => ({ image_url })) };
  const frames = [
    { image_url: first, type: 'first_frame' },
    ...(last === undefined ? [] : [{ image_url: last, type: 'end_frame' }]),
  ];
  return { image_list: frames };
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(
  { prompt, negative_prompt, duration, mode, sound }: UnknownRecord,
  model: KlingModel,
): TaskUnits {
  checkPrompt(prompt, MAX_PROMPT);
  checkPrompt(negative_prompt, MAX_PROMPT);
  const seconds = secondsOf(duration ?? DEFAULT_SECONDS, model.seconds);
  const level = mode === undefined ? 'std' : oneOf(mode, Object.keys(model.modes), 'mode');
  const factor = model.modes[level] ?? 1;
  const hasSound = sound !== undefined && oneOf(sound, ['on', 'off'], 'sound') === 'on';
  if (hasSound && model.sound === undefined)
    throw unsupported('sound: this model makes videos without sound');
  return {
    ratios: {
      seconds,
      ...(factor !== 1 && { mode: factor }),
      ...(hasSound && { audio: model.sound ?? 1 }),
    },
    options: { mode: level, audio: hasSound ? 'on' : 'off' },
  };
}

function reportOf(data: UnknownRecord, id: string): TaskReport {
  const { task_status, task_status_msg, task_result } = data;
  return videoReport(id, videoState(task_status), {
    urls: list(record(task_result).videos).map((video) => text(record(video).url)),
    failReason: text(task_status_msg),
    data,
  });
}
