import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { postJson } from '../../kit/images/image-operations.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import type { Target } from '../../kit/provider.js';
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
const PRICED = ['duration', 'resolution'];
const MAX_IMAGES = 7;
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const RATIOS = ['16:9', '9:16', '1:1', '3:4', '4:3'];
const PATHS: Readonly<Partial<Record<string, string>>> = {
  textGenerate: 'text2video',
  generate: 'img2video',
  firstTailGenerate: 'start-end2video',
  referenceGenerate: 'reference2video',
};

/** What a model accepts, and what its price depends on. */
interface ViduModel {
  readonly name: RegExp;
  readonly seconds: readonly number[] | { readonly from: number; readonly to: number };
  readonly defaultSeconds: number;
  /** Price of a resolution as a multiple of that of the default one, which is the first. */
  readonly resolutions: Readonly<Record<string, number>>;
  /** Makes sound unless `audio` is false, at the same price. */
  readonly hasSound?: true;
}

/** https://platform.vidu.com/docs/text-to-video, prices: https://platform.vidu.com/docs/pricing */
const MODELS: readonly ViduModel[] = [
  { name: /^viduq1/, seconds: [5], defaultSeconds: 5, resolutions: { '1080p': 1 } },
  {
    name: /^vidu(?:2\.0|1\.5)/,
    seconds: [4, 8],
    defaultSeconds: 4,
    resolutions: { '720p': 1, '360p': 0.5, '1080p': 2.5 },
  },
  {
    name: /^viduq2/,
    seconds: { from: 1, to: 10 },
    defaultSeconds: 5,
    resolutions: { '720p': 1, '540p': 0.6, '1080p': 2.2 },
  },
];
const NEWER: ViduModel = {
  name: /^/,
  hasSound: true,
  seconds: { from: 1, to: 16 },
  defaultSeconds: 5,
  resolutions: { '720p': 1, '540p': 0.6, '1080p': 2.2 },
};

/** https://platform.vidu.com/docs/introduction */
export const viduVideos: TaskCodec = {
  submit(request, target) {
    const model = modelOf(target.model);
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: MAX_IMAGES, maxBytes: MAX_IMAGE_BYTES });
    const { size, lines } = videoSize(requested.size);
    const resolutions = Object.keys(model.resolutions);
    const hasRatio = images.length === 0 || images.length > 2;
    const { sent, body } = videoBody(request, images, 'data-url', (texts) => ({
      model: target.model,
      ...(texts.length > 0 && { images: texts }),
      prompt: requested.prompt,
      duration: requested.seconds ?? model.defaultSeconds,
      resolution: lines === undefined ? resolutions[0] : nearestResolution(lines, resolutions),
      // The ratio of other videos is that of their first image.
      ...(size && hasRatio && { aspect_ratio: nearestRatio(size, RATIOS) }),
      ...overrides(requested, target, model.hasSound ? [...PRICED, 'audio'] : PRICED),
    }));
    const path = PATHS[request.action] ?? 'reference2video';
    return {
      call: postJson(`${target.baseUrl}/ent/v2/${path}`, headers(target), body),
      units: unitsOf(sent, model),
    };
  },
  terms(name) {
    const model = modelOf(name);
    return videoTerms(model, !name.startsWith('vidu'), { size: model.resolutions });
  },
  accepted(body) {
    const task = record(body);
    const id = typeof task.task_id === 'number' ? String(task.task_id) : text(task.task_id);
    return acceptedAs(id, reportOf(task, id));
  },
  query: {
    batch: 1,
    request: ([task], target) => ({
      method: 'GET',
      url: `${target.baseUrl}/ent/v2/tasks/${encodeURIComponent(task?.upstreamId ?? '')}/creations`,
      headers: headers(target),
    }),
    read: (body, [task]) => (task ? [reportOf(record(body), task.upstreamId)] : []),
  },
};

function modelOf(name: string): ViduModel {
  return MODELS.find((model) => model.name.test(name)) ?? NEWER;
}

function headers({ key }: Target): Record<string, string> {
  return { authorization: `Token ${key}` };
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(
  { prompt, duration, resolution, images, audio }: UnknownRecord,
  model: ViduModel,
): TaskUnits {
  checkPrompt(prompt, MAX_PROMPT);
  if (list(images).length > MAX_IMAGES)
    throw unsupported(`images: this model accepts at most ${MAX_IMAGES} images`);
  const lines = oneOf(resolution, Object.keys(model.resolutions), 'resolution');
  const size = model.resolutions[lines] ?? 1;
  return {
    ratios: { seconds: secondsOf(duration, model.seconds), ...(size !== 1 && { size }) },
    options: { size: lines, ...(model.hasSound && { audio: audio === false ? 'off' : 'on' }) },
  };
}

function reportOf(task: UnknownRecord, id: string): TaskReport {
  return videoReport(id, videoState(task.state), {
    urls: list(task.creations).map((creation) => text(record(creation).url)),
    failReason: text(task.err_code),
    data: task,
  });
}
