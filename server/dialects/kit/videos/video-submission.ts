import { numeric, text, type UnknownRecord } from '../../json/lenient.js';
import type { SentBody } from '../../operations/form-body.js';
import { notSupported } from '../../operations/operation.js';
import type { TaskRequest } from '../../task-apis/task.js';
import { videoFields, type VideoFields } from '../../task-apis/video-request.js';
import { jsonBody, type ImageEncoding, type InputImage } from '../images/input-images.js';
import type { Target } from '../provider.js';
import { refuseUnpriced } from './price-members.js';
import { unsupported } from './video-images.js';

/** A JSON body, and what it contains: texts stand for images. */
export interface VideoBody {
  readonly sent: UnknownRecord;
  readonly body: SentBody;
}

/**
 * The body of a submission. Members of the client's own replace those of the provider's dialect, and those of the channel
 * replace both, so that a price is computed from exactly what is sent.
 * @param build the body, given text for each image
 */
export function videoBody(
  request: TaskRequest,
  images: readonly InputImage[],
  encoding: ImageEncoding,
  build: (images: readonly string[]) => UnknownRecord,
): VideoBody {
  let sent: UnknownRecord = {};
  const body = jsonBody(request, images, encoding, (texts) => (sent = build(texts)));
  return { sent, body };
}

/**
 * The members that all providers share, within the limits of the provider.
 * @throws ApiError 400
 */
export function requestedVideo({ fields, origin }: TaskRequest, limits: { maxPrompt: number }): VideoFields {
  if (origin) throw notSupported('videos of this model cannot be remixed');
  const requested = videoFields(fields);
  checkPrompt(requested.prompt, limits.maxPrompt);
  return requested;
}

/** @throws ApiError 400 */
export function checkPrompt(prompt: unknown, maxLength: number): void {
  if (text(prompt).length > maxLength)
    throw unsupported(`prompt: this model accepts at most ${maxLength} characters`);
}

/**
 * Members of the provider's own and those of the channel, by which those before them are replaced.
 * @param priced members that the units of the submission depend on; what else changes the price is refused, unless it is of
 *   the channel
 * @throws ApiError 400
 */
export function overrides(
  { members }: Pick<VideoFields, 'members'>,
  { override }: Target,
  priced: readonly string[],
): UnknownRecord {
  refuseUnpriced(members, priced);
  return { ...members, ...override };
}

/**
 * A whole number of seconds that the model accepts.
 * @param accepted all values, or the least and the greatest one
 * @throws ApiError 400 for others
 */
export function secondsOf(
  value: unknown,
  accepted: readonly number[] | { readonly from: number; readonly to: number },
  name = 'duration',
): number {
  const seconds = numeric(value);
  const isAccepted = (count: number) =>
    'from' in accepted ? count >= accepted.from && count <= accepted.to : accepted.includes(count);
  if (Number.isInteger(seconds) && isAccepted(seconds)) return seconds;
  const range = 'from' in accepted ? `${accepted.from} to ${accepted.to}` : accepted.join(', ');
  throw unsupported(`${name}: this model makes videos of ${range} seconds`);
}

/**
 * One of the accepted values, whatever its case.
 * @throws ApiError 400 for others
 */
export function oneOf(value: unknown, accepted: readonly string[], name: string): string {
  const requested = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const found = accepted.find((one) => one.toLowerCase() === requested.toLowerCase());
  if (found !== undefined) return found;
  throw unsupported(`${name}: this model supports ${accepted.join(', ')}`);
}
