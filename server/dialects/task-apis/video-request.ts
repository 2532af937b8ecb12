import { CALL_PRICE, VIDEO_PRICE } from '../../contract/task-terms.js';
import { isRecord, list, text, type UnknownRecord } from '../json/lenient.js';
import type { Form } from '../operations/form.js';
import { TaskError } from './task-error.js';
import type { QueriedTask, TaskRequest, TaskUnits } from './task.js';

/** Members of the unified request; all others are the provider's own. */
const UNIFIED: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'image',
  'images',
  'input_reference',
  'duration',
  'seconds',
  'size',
  'mode',
  'metadata',
  'user',
]);
/** Names of the model in the providers' APIs: the price follows from the model, so only `model` sets it. */
const MODELS = ['model', 'model_name', 'req_key'];
/** No provider makes longer videos; the limits of each model are stricter. */
const MAX_SECONDS = 3600;
const MAX_IMAGES = 16;

/** What a client wants to see, before a provider's own members replace parts of it. */
export interface VideoFields {
  readonly prompt: string;
  /** Undefined: the provider's default. */
  readonly seconds: number | undefined;
  /** `1280x720`, a ratio or a resolution such as `720p`; '' = the provider's default. */
  readonly size: string;
  /** Quality level of the provider, such as `pro`; '' = its default. */
  readonly mode: string;
  /** Members of the provider's own, which replace those that the gateway sets. */
  readonly members: UnknownRecord;
}

/**
 * A request of `POST /v1/video/generations` or `/v1/videos`: `model`, `prompt`, `image`, `images` or `input_reference`,
 * `duration` or `seconds`, `size`, `mode`, and `metadata` with members of the provider's own. Other members count as
 * metadata.
 * @param needsPrompt false for APIs whose videos may be made of an image alone
 * @throws TaskError 400
 */
export function videoRequest(body: UnknownRecord, form?: Form, needsPrompt = true): TaskRequest {
  const fields = form ? nested(body) : body;
  const model = text(fields.model);
  if (model === '') throw invalid('model is required');
  const { prompt, seconds } = videoFields(fields);
  if (prompt === '' && needsPrompt) throw invalid('prompt is required');
  return taskRequest(model, actionOf(imageCount(fields, form)), fields, { seconds, form });
}

/** A new video from a finished one, at the price of its duration and size. @throws TaskError 400 */
export function remixRequest(
  fields: UnknownRecord,
  origin: { readonly model: string; readonly units: TaskUnits; readonly task: QueriedTask },
): TaskRequest {
  const prompt = text(fields.prompt);
  if (prompt === '') throw invalid('prompt is required');
  return {
    ...taskRequest(origin.model, 'remixGenerate', { prompt }, {}),
    units: origin.units,
    origin: origin.task,
  };
}

function taskRequest(
  model: string,
  action: string,
  fields: UnknownRecord,
  { seconds = 1, form }: { seconds?: number | undefined; form?: Form | undefined },
): TaskRequest {
  return {
    family: 'video',
    model,
    action,
    fields,
    ...(form && { form }),
    input: text(fields.prompt),
    pricedAs: [model + CALL_PRICE, model + VIDEO_PRICE],
    // At least what it will cost: submissions reserve the rest when they know what exactly is sent.
    units: { ratios: { seconds } },
  };
}

/** The members that all providers share. @throws TaskError 400 for malformed ones */
export function videoFields(fields: UnknownRecord): VideoFields {
  const { metadata } = fields;
  const own = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !UNIFIED.has(name) && value !== null),
  );
  const { duration, seconds, input_reference: reference } = fields;
  if (isRecord(reference) && text(reference.file_id) !== '')
    throw invalid('input_reference: file_id is not supported, send the image or its address');
  return {
    prompt: text(fields.prompt),
    seconds: secondsOf(seconds, 'seconds') ?? secondsOf(duration, 'duration'),
    size: text(fields.size).trim(),
    mode: text(fields.mode).trim(),
    members: withoutModel({ ...own, ...metadataOf(metadata) }),
  };
}

/** Addresses, `data:` URLs or base64 of the images, in order; files of a form are in `form`. */
export function imageTexts({ image, images, input_reference: reference }: UnknownRecord): string[] {
  return [image, ...list(images), ...(Array.isArray(images) ? [] : [images]), ...[reference].flat()]
    .map((value) => (isRecord(value) ? text(value.image_url) || text(value.url) : text(value)))
    .filter((value) => value !== '');
}

/** Form fields such as `metadata[seed]`, as SDKs write the members of objects. */
function nested(fields: UnknownRecord): UnknownRecord {
  const all: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [, outer, inner] = /^(metadata|input_reference)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) all[name] ??= UNIFIED.has(name) ? value : typed(value);
    else all[outer] = { ...(isRecord(all[outer]) && all[outer]), [inner]: typed(value) };
  }
  return all;
}

/** The number or boolean that a field of a form contains. */
function typed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value);
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function imageCount(fields: UnknownRecord, form: Form | undefined): number {
  const files = form
    ? form.parts.filter(({ name, fileName }) => fileName !== undefined && isImage(name))
    : [];
  const count = imageTexts(fields).length + files.length;
  if (count > MAX_IMAGES) throw invalid(`at most ${MAX_IMAGES} images can be sent`);
  return count;
}

/** Whether a form's field of this name contains an image. */
export function isImage(name: string): boolean {
  return /^(?:input_reference|image|images)(?:\[\d*\])?$/.test(name);
}

function actionOf(images: number): string {
  if (images === 0) return 'textGenerate';
  if (images === 1) return 'generate';
  return images === 2 ? 'firstTailGenerate' : 'referenceGenerate';
}

function secondsOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const seconds = typeof value === 'string' ? Number(value.trim().replace(/s$/i, '')) : value;
  if (typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw invalid(`${name} must be a number of seconds`);
}

/** In forms the metadata is JSON. */
function metadataOf(value: unknown): UnknownRecord {
  if (value === undefined || value === null || value === '') return {};
  if (isRecord(value)) return value;
  try {
    const parsed: unknown = JSON.parse(text(value));
    if (isRecord(parsed)) return parsed;
  } catch {
    // Reported below.
  }
  throw invalid('metadata must be an object');
}

function withoutModel(members: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !MODELS.includes(name)));
}

function invalid(message: string): TaskError {
  return new TaskError(400, 'invalid_request', message);
}
