import { text, type UnknownRecord } from '../../json/lenient.js';
import { unsupportedParameter, type OperationRequest } from '../../operations/operation.js';
import { requestedSize, type ImageSize } from './sizes.js';

export { unsupportedParameter };

/** What a provider accepts. */
export interface ImageLimits {
  /** Maximum number of images of one call. Absent: one. */
  readonly maxImages?: number;
  /** Maximum length of the prompt in characters. Absent: unlimited. */
  readonly maxPrompt?: number;
  /** File formats that clients can choose; absent: none. */
  readonly formats?: readonly string[];
  /** Members of the provider's own that clients may set. */
  readonly members?: readonly string[];
}

/** A request of `/v1/images/generations` or `/v1/images/edits`, checked against what the provider accepts. */
export interface ImageRequest {
  readonly prompt: string;
  readonly count: number;
  /** Undefined: the provider chooses. */
  readonly size: ImageSize | undefined;
  /** The client wants the images themselves instead of their addresses; undefined if it has no preference. */
  readonly base64: boolean | undefined;
  /** One of the accepted formats; undefined: the provider chooses. */
  readonly format: string | undefined;
  /** Members of the provider's own. */
  readonly members: UnknownRecord;
}

/** Format names that mean the same. */
const SAME: Readonly<Record<string, string>> = { jpg: 'jpeg', jpeg: 'jpg' };

/** @throws ApiError 400 (unsupported_parameter) for what the provider does not accept */
export function imageRequest(
  { fields, stream, estimate, form }: OperationRequest,
  { maxImages = 1, maxPrompt, formats = [], members = [] }: ImageLimits,
): ImageRequest {
  const count = estimate.more?.images ?? 1;
  const prompt = text(fields.prompt);
  if (stream) throw unsupportedParameter('stream: not supported by this model');
  if (count > maxImages)
    throw unsupportedParameter(
      maxImages === 1
        ? 'n: this model makes one image at a time'
        : `n: this model makes at most ${maxImages} images at a time`,
    );
  if (maxPrompt !== undefined && prompt.length > maxPrompt)
    throw unsupportedParameter(`prompt: this model accepts at most ${maxPrompt} characters`);
  if (fields.background === 'transparent')
    throw unsupportedParameter('background: transparent is not supported by this model');
  return {
    prompt,
    count,
    size: requestedSize(fields),
    base64: fields.response_format === undefined ? undefined : fields.response_format === 'b64_json',
    format: formatOf(fields.output_format, formats),
    members: Object.fromEntries(
      members.flatMap((name) => {
        const value = fields[name];
        if (value === undefined || value === null || value === '') return [];
        return [[name, form ? typed(value) : value]];
      }),
    ),
  };
}

function formatOf(value: unknown, formats: readonly string[]): string | undefined {
  const format = text(value).toLowerCase();
  if (format === '') return undefined;
  const found = formats.find((one) => one === format) ?? formats.find((one) => one === SAME[format]);
  if (found !== undefined) return found;
  throw unsupportedParameter(
    formats.length === 0
      ? 'output_format: not supported by this model'
      : `output_format: this model supports ${formats.join(', ')}`,
  );
}

/** The number or boolean that a field of a form contains. */
function typed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return value === 'true' || value === 'false' ? value === 'true' : value;
}
