import { idText, parseLargeIntegers } from '../../json/large-integers.js';
import { list, numeric, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported } from '../../operations/operation.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { unsupported, videoImages } from '../../kit/videos/video-images.js';
import { acceptedAs, videoReport } from '../../kit/videos/video-report.js';
import { videoState } from '../../kit/videos/video-states.js';
import { videoSize } from '../../kit/videos/video-size.js';
import {
  requestedVideo,
  checkPrompt,
  overrides,
  secondsOf,
  videoBody,
} from '../../kit/videos/video-submission.js';
import { videoTerms } from '../../kit/videos/video-terms.js';
import { dataOf } from './errors.js';
import { RESULT, signed, SUBMIT } from './signature.js';

const MAX_PROMPT = 800;
const PRICED = ['frames'];
/** 4.7 MB. */
const MAX_IMAGE_BYTES = Math.floor(4.7 * 1024 * 1024);
const RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'];
const SECONDS = [5, 10];
const DEFAULT_SECONDS = 5;
const FRAMES_PER_SECOND = 24;

/** Images that a model needs by its name, and whether it accepts fewer. */
const IMAGES: readonly (readonly [name: RegExp, least: number, most: number])[] = [
  [/_i2v_first_tail_/, 2, 2],
  [/_i2v_/, 1, 1],
  [/_ti2v_/, 0, 1],
  [/_t2v_/, 0, 0],
];
/** Names of a family, whose member follows from the number of images. */
const FAMILY = /^jimeng_v30(_1080p?)?$/;

/** https://www.volcengine.com/docs/85621/1792702 */
export const jimengVideos: TaskCodec = {
  submit(request, target) {
    const requested = requestedVideo(request, { maxPrompt: MAX_PROMPT });
    const images = videoImages(request, { max: 2, maxBytes: MAX_IMAGE_BYTES });
    const reqKey = reqKeyOf(target.model, request.action);
    const isUrl = images.every((image) => 'url' in image);
    const { size } = videoSize(requested.size);
    const { sent, body } = videoBody(request, images, 'base64', (texts) => ({
      prompt: requested.prompt,
      seed: -1,
      frames: secondsOf(requested.seconds ?? DEFAULT_SECONDS, SECONDS) * FRAMES_PER_SECOND + 1,
      ...(size && texts.length === 0 && { aspect_ratio: nearestRatio(size, RATIOS) }),
      ...(texts.length > 0 && { [isUrl ? 'image_urls' : 'binary_data_base64']: texts }),
      ...overrides(requested, target, PRICED),
      // The result is asked for with the same value.
      req_key: reqKey,
    }));
    // The signature covers all bytes, so they must be in memory.
    if (!body.body) throw unsupported('image: send the address of this image');
    if (!isUrl && images.some((image) => 'url' in image))
      throw unsupported('image: all images must be addresses, or none');
    return { call: signed(target, SUBMIT, body.body), units: unitsOf(sent, reqKey) };
  },
  terms(model) {
    const reqKey = reqKeyOf(model, 'textGenerate');
    const isListed = IMAGES.some(([name]) => name.test(reqKey));
    return videoTerms({ seconds: SECONDS, defaultSeconds: DEFAULT_SECONDS }, !isListed);
  },
  parse: parseLargeIntegers,
  accepted(body) {
    return acceptedAs(idText(dataOf(body).task_id));
  },
  query: {
    batch: 1,
    request: ([task], target) =>
      signed(
        target,
        RESULT,
        Buffer.from(
          JSON.stringify({
            req_key: reqKeyOf(task?.model ?? '', task?.action ?? ''),
            task_id: task?.upstreamId ?? '',
          }),
        ),
      ),
    read: (body, [task]) => (task ? [reportOf(dataOf(body), task.upstreamId)] : []),
    // The review of the result, or of a prompt that reached the model.
    hasFailed: ({ code }) => code === 'content_policy_violation',
  },
};

function reqKeyOf(model: string, action: string): string {
  const [family, large = ''] = FAMILY.exec(model) ?? [];
  if (family === undefined) return model;
  const size = large === '' ? '' : '_1080';
  if (action === 'textGenerate') return `jimeng_t2v_v30${size}`;
  return `jimeng_i2v_first${action === 'generate' ? '' : '_tail'}_v30${size}`;
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf(sent: UnknownRecord, reqKey: string): TaskUnits {
  const [, least, most] = IMAGES.find(([name]) => name.test(reqKey)) ?? [];
  if (least === undefined || most === undefined) throw notSupported('not supported model for videos');
  const count = list(sent.image_urls).length + list(sent.binary_data_base64).length;
  if (count < least || count > most)
    throw unsupported(
      `image: this model needs ${least === most ? least : `${least} to ${most}`} images, not ${count}`,
    );
  checkPrompt(sent.prompt, MAX_PROMPT);
  const frames = numeric(sent.frames ?? DEFAULT_SECONDS * FRAMES_PER_SECOND + 1);
  return { ratios: { seconds: secondsOf((frames - 1) / FRAMES_PER_SECOND, SECONDS, 'frames') } };
}

function reportOf(data: UnknownRecord, id: string): TaskReport {
  const status = text(data.status);
  return videoReport(id, videoState(status), {
    urls: [text(data.video_url)],
    failReason: `the task ended with status ${status}`,
    data,
  });
}
