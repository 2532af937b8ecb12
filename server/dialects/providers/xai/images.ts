import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { modelNames } from '../../kit/define-provider.js';
import { imageAnswer, imagesAt, type MadeImage } from '../../kit/images/image-answer.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter, type ImageRequest } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { nearestRatio } from '../../kit/images/sizes.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import type { EstimateTarget, OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';

const RATIOS = modelNames('1:1 16:9 9:16 4:3 3:4 3:2 2:3 2:1 1:2 19.5:9 9:19.5 20:9 9:20');
const MAX_IMAGES = 10;
/** https://docs.x.ai/developers/model-capabilities/images/multi-image-editing */
const MAX_INPUTS = 3;
/** Pixels of the longer side from which on a requested size is the larger resolution. */
const LARGE = 2048;

/** What a model costs in USD: https://docs.x.ai/developers/models#imagine-pricing */
interface ImagineModel {
  readonly name: RegExp;
  /** Of an image by resolution, and by quality for models that have a choice. The first one is the default. */
  readonly made: Readonly<Record<string, number>>;
  /** Of an image to edit. */
  readonly input: number;
}

const MODELS: readonly ImagineModel[] = [
  {
    name: /^grok-imagine-image-2/,
    made: { '1k medium': 0.06, '1k low': 0.04, '2k low': 0.06, '2k medium': 0.08 },
    input: 0.01,
  },
  { name: /^grok-imagine-image-(?:quality|pro)/, made: { '1k': 0.05, '2k': 0.07 }, input: 0.01 },
  { name: /^grok-imagine/, made: { '1k': 0.02, '2k': 0.02 }, input: 0.002 },
];

/**
 * Grok Imagine: https://docs.x.ai/developers/model-capabilities/images/generation and …/images/editing. Edits are JSON; forms
 * are rejected. Older models have neither sizes nor edits.
 */
export const xaiImages = imageOperations(call, answer, factor);

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const isEdit = inputImages.length > 0;
  if (isEdit && !modelOf(target.model)) throw notSupported('not supported model for image edits');
  if (inputImages.length > MAX_INPUTS)
    throw unsupportedParameter(`image: this model edits at most ${MAX_INPUTS} images`);
  const members = membersOf(request, target);
  const body = jsonBody(request, inputImages, 'data-url', (urls) => {
    const images = urls.map((url) => ({ type: 'image_url', url }));
    return {
      ...members,
      ...(isEdit && (images.length === 1 ? { image: images[0] } : { images })),
      ...target.override,
    };
  });
  return postJson(
    `${target.baseUrl}/v1/images/${isEdit ? 'edits' : 'generations'}`,
    bearerHeaders(target),
    body,
  );
}

function membersOf(request: OperationRequest, { model }: EstimateTarget): UnknownRecord {
  const { fields } = request;
  const imagine = modelOf(model);
  const ratio = text(fields.aspect_ratio);
  const isExact = RATIOS.includes(ratio) || ratio === 'auto';
  const requested = imageRequest(
    isExact ? { ...request, fields: { ...fields, aspect_ratio: '' } } : request,
    {
      maxImages: MAX_IMAGES,
      members: ['user'],
    },
  );
  return {
    model,
    prompt: requested.prompt,
    n: requested.count,
    ...(requested.base64 !== undefined && { response_format: requested.base64 ? 'b64_json' : 'url' }),
    ...requested.members,
    ...(imagine && {
      aspect_ratio: isExact ? ratio : requested.size && nearestRatio(requested.size, RATIOS),
      resolution: resolutionOf(requested, fields),
      quality: qualityOf(imagine, fields),
    }),
  };
}

/** @throws ApiError 400 for resolutions without a price */
function resolutionOf({ size }: ImageRequest, { resolution }: UnknownRecord): string | undefined {
  const requested = text(resolution).toLowerCase();
  if (requested === '1k' || requested === '2k') return requested;
  if (requested !== '') throw unsupportedParameter('resolution: this model supports 1k, 2k');
  return size?.isPixels && Math.max(size.width, size.height) >= LARGE ? '2k' : undefined;
}

/** Models without a choice ignore it; OpenAI's other qualities are left to the model. */
function qualityOf({ made }: ImagineModel, { quality }: UnknownRecord): string | undefined {
  return hasQualities(made) && (quality === 'low' || quality === 'medium') ? quality : undefined;
}

/** Images to edit are charged once per request, whatever the number of images that are made of them. */
function factor(request: OperationRequest, target: EstimateTarget, inputs: readonly number[]): number {
  const imagine = modelOf(target.model);
  if (!imagine) return 1;
  const { made, input } = imagine;
  const sent: UnknownRecord = { ...membersOf(request, target), ...target.override };
  const count = Number(sent.n) || 1;
  const quality = hasQualities(made) ? ` ${text(sent.quality) || 'medium'}` : '';
  const name = (text(sent.resolution) || '1k') + quality;
  // Only the channel can send what has no price.
  const usd = made[name] ?? Math.max(...Object.values(made));
  const base = made[defaultOf(made)] ?? usd;
  return Number(((usd + (input * inputs.length) / count) / base).toPrecision(12));
}

function modelOf(name: string): ImagineModel | undefined {
  return MODELS.find((model) => model.name.test(name));
}

function defaultOf(made: ImagineModel['made']): string {
  return Object.keys(made)[0] ?? '';
}

function hasQualities(made: ImagineModel['made']): boolean {
  return defaultOf(made).includes(' ');
}

function answer(body: unknown): OperationAnswer {
  const data = list(parsedAnswer(body).data)
    .map(record)
    .flatMap((image): MadeImage[] => {
      const revised = text(image.revised_prompt);
      const more = revised === '' ? {} : { revised_prompt: revised };
      const file = text(image.b64_json);
      const made: MadeImage[] =
        file === ''
          ? imagesAt([image.url], false)
          : file.startsWith('data:')
            ? imagesAt([file], true)
            : [{ b64_json: file }];
      return made.map((one) => ({ ...one, ...more }));
    });
  return imageAnswer(data);
}
