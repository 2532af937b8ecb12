import { UpstreamError } from '../../canonical/failure.js';
import { idText, parseLargeIntegers } from '../../json/large-integers.js';
import { count, isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported } from '../../operations/operation.js';
import type { TaskCodec, TaskReport, TaskUnits } from '../../task-apis/task.js';
import { videoFields } from '../../task-apis/video-request.js';
import { formBody } from '../images/input-images.js';
import { postJson } from '../images/image-operations.js';
import type { Target, UpstreamCall } from '../provider.js';
import { videoImages } from '../videos/video-images.js';
import { acceptedAs, videoReport } from '../videos/video-report.js';
import { videoState } from '../videos/video-states.js';
import { checkPrompt, oneOf, overrides, secondsOf, videoBody } from '../videos/video-submission.js';
import { videoTerms } from '../videos/video-terms.js';
import { addressOf, bearerHeaders } from './address.js';
import type { OpenAIDialect } from './dialect.js';
import { invalidResponse } from '../provider-error.js';

const PATH = '/v1/videos';
const PRICED = ['seconds', 'size', 'mode'];
const DEFAULT_SECONDS = '4';
const DEFAULT_SIZE = '720x1280';
/** Of OpenAI's own models; other gateways have models with other limits. */
const SORA = /^sora-2(-pro)?\b/;
const SORA_SECONDS = [4, 8, 12];
const OTHER_SECONDS = { from: 1, to: 60 };
const SIZES = ['720x1280', '1280x720'];
const LARGE_SIZES = ['1024x1792', '1792x1024'];
/** Price of a large video as a multiple of a small one: https://platform.openai.com/docs/pricing */
const LARGE = 1.666667;
const MAX_PROMPT = 32_000;
const IMAGES = { max: 1, maxBytes: 50 * 1024 * 1024 };

/** OpenAI's Videos API (https://platform.openai.com/docs/api-reference/videos), which other gateways have, too. @param isVideoOnly whether all models make videos */
export function openaiVideos(dialect: OpenAIDialect, isVideoOnly = false): TaskCodec {
  const headers = (target: Target) => (dialect.headers ?? bearerHeaders)(target);
  const get = (path: string, target: Target): UpstreamCall => ({
    method: 'GET',
    url: addressOf(dialect, path, target),
    headers: headers(target),
  });
  return {
    submit(request, target) {
      if (request.origin) {
        const path = `${pathOf(request.origin.upstreamId)}/remix`;
        const { body } = videoBody(request, [], 'data-url', () => ({ prompt: request.fields.prompt }));
        return {
          call: postJson(addressOf(dialect, path, target), headers(target), body),
          units: request.units,
        };
      }
      const requested = videoFields(request.fields);
      const [image] = videoImages(request, IMAGES);
      const build = (reference?: object): UnknownRecord => ({
        model: target.model,
        prompt: requested.prompt,
        seconds: requested.seconds === undefined ? DEFAULT_SECONDS : String(requested.seconds),
        size: requested.size || DEFAULT_SIZE,
        ...(requested.mode !== '' && { mode: requested.mode }),
        ...(reference && { input_reference: reference }),
        ...overrides(requested, target, PRICED),
      });
      const url = addressOf(dialect, PATH, target);
      // A file goes on as a file, because not all gateways read images in JSON.
      if (image && !('url' in image)) {
        const sent = build();
        const { contentType, length, ...body } = formBody(request, sent, [['input_reference', image]]);
        const call: UpstreamCall = {
          method: 'POST',
          url,
          headers: { ...headers(target), 'content-type': contentType, 'content-length': String(length) },
          ...body,
        };
        return { call, units: unitsOf(sent, target.model) };
      }
      const { sent, body } = videoBody(request, [], 'data-url', () =>
        build(image && { image_url: image.url }),
      );
      return { call: postJson(url, headers(target), body), units: unitsOf(sent, target.model) };
    },
    terms(model) {
      const [isSora, isPro] = SORA.exec(model) ?? [];
      const sizes = { ...all(SIZES, 1), ...(isPro !== undefined && all(LARGE_SIZES, LARGE)) };
      const defaultSeconds = Number(DEFAULT_SECONDS);
      if (isSora !== undefined)
        return videoTerms({ seconds: SORA_SECONDS, defaultSeconds }, false, { size: sizes });
      const others = { seconds: OTHER_SECONDS, defaultSeconds };
      return videoTerms(others, !isVideoOnly, { size: all([DEFAULT_SIZE], 1) }, ['size', 'mode']);
    },
    parse: parseLargeIntegers,
    accepted(body) {
      const video = record(body);
      const id = idText(video.id);
      const report = reportOf(video, id);
      if (report.status === 'FAILURE')
        throw new UpstreamError({ ...invalidResponse(report.failReason ?? ''), code: 'generation_failed' });
      return acceptedAs(id, {
        ...report,
        ...(report.status === 'SUCCESS' && { status: 'QUEUED' }),
      });
    },
    query: {
      batch: 1,
      request: ([task], target) => get(pathOf(task?.upstreamId ?? ''), target),
      read: (body, [task]) => {
        if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is no video'));
        return task ? [reportOf(body, task.upstreamId)] : [];
      },
    },
    remove: (task, target) => ({ ...get(pathOf(task.upstreamId), target), method: 'DELETE' }),
    file: (url, target) => (url.startsWith(PATH) ? get(url, target) : undefined),
    variant: (url, name) => (url.startsWith(PATH) ? `${url}?variant=${name}` : undefined),
  };
}

function all(values: readonly string[], ratio: number): Record<string, number> {
  return Object.fromEntries(values.map((value) => [value, ratio]));
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

/** @throws ApiError 400 for what the model does not accept */
function unitsOf({ prompt, seconds, size, mode }: UnknownRecord, model: string): TaskUnits {
  checkPrompt(prompt, MAX_PROMPT);
  const [isSora, isPro] = SORA.exec(model) ?? [];
  const options = { size: text(size).trim(), ...(text(mode) !== '' && { mode: text(mode).trim() }) };
  if (isSora === undefined) {
    if (text(size) === '') throw notSupported('size must be a text');
    return { ratios: { seconds: secondsOf(seconds, OTHER_SECONDS, 'seconds') }, options };
  }
  const isLarge = isPro !== undefined && LARGE_SIZES.includes(text(size));
  if (!isLarge) oneOf(size, isPro === undefined ? SIZES : [...SIZES, ...LARGE_SIZES], 'size');
  return {
    ratios: { seconds: secondsOf(seconds, SORA_SECONDS, 'seconds'), ...(isLarge && { size: LARGE }) },
    options,
  };
}

function reportOf(video: UnknownRecord, id: string): TaskReport {
  const { status, progress, error, completed_at } = video;
  const failReason = text(record(error).message) || text(record(error).code) || text(error);
  // An unknown state is final if the video says so in another way.
  const hasEnded = failReason !== '' || typeof completed_at === 'number';
  const state = videoState(status) ?? (hasEnded ? 'FAILURE' : undefined);
  const percent = count(progress);
  return videoReport(id, state, {
    urls: state === 'SUCCESS' ? [`${pathOf(id)}/content`] : [],
    failReason: failReason || `the task ended with status ${text(status)}`,
    ...(percent !== undefined && percent <= 100 && { progress: `${percent}%` }),
    data: video,
  });
}
