import { ApiError } from '../../../../contract/errors/api-error.js';
import { GEMINI_RATIOS, IMAGEN_RATIOS } from '../../../../contract/image-terms.js';
import { text, type UnknownRecord } from '../../../json/lenient.js';
import { nearestRatio } from '../../../kit/images/sizes.js';

/** What a model that makes images accepts. */
interface ImageModel {
  readonly name: RegExp;
  readonly ratios: readonly string[];
  /** Its sizes, smallest first, with the cost of an image: tokens, or any unit for models billed by image. Absent: one size. */
  readonly sizes?: readonly (readonly [name: string, cost: number])[];
}

/**
 * The first match applies. Gemini: https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios,
 * Imagen, whose sizes all cost the same: https://ai.google.dev/gemini-api/docs/imagen#imagen-configuration
 */
const MODELS: readonly ImageModel[] = [
  { name: /imagen-4.*fast/, ratios: IMAGEN_RATIOS },
  {
    name: /imagen-4/,
    ratios: IMAGEN_RATIOS,
    sizes: [
      ['1K', 1],
      ['2K', 1],
    ],
  },
  { name: /imagen/, ratios: IMAGEN_RATIOS },
  {
    name: /gemini-3\.1-flash-image/,
    ratios: [...GEMINI_RATIOS, '1:4', '4:1', '1:8', '8:1'],
    sizes: [
      ['512', 747],
      ['1K', 1120],
      ['2K', 1680],
      ['4K', 2520],
    ],
  },
  {
    name: /gemini-(?:[3-9]|\d\d).*-image/,
    ratios: GEMINI_RATIOS,
    sizes: [
      ['1K', 1120],
      ['2K', 1120],
      ['4K', 2000],
    ],
  },
];
const OTHERS: ImageModel = { name: /./, ratios: GEMINI_RATIOS };

/** The size of an image without a requested one. */
const USUAL = '1K';
const NAME = /^(?:512(?:px)?|0\.5K|[124]K)$/i;
/** Longer sides of the sizes, in pixels: 3840x2160 is called 4K, 1920x1080 is not 2K. */
const MIN_4K = 3000;
const MIN_2K = 2000;
const MAX_512 = 512;

export interface ImageShape {
  readonly aspectRatio?: string;
  /** Only for models that have several sizes. */
  readonly imageSize?: string;
}

/**
 * Ratio and size for a request of the Images API. `size`: pixels (`1024x1536`, `1024*1536`), a ratio, or a name (`2K`); `quality`:
 * `high` and `hd` are at least 2K where the model has it, and names of sizes. Pixels become the nearest ratio and size.
 * @throws ApiError 400 for the name of a size that the model lacks
 */
export function imageShape(model: string, fields: UnknownRecord): ImageShape {
  const { ratios, sizes } = modelOf(model);
  const size = text(fields.size).trim();
  const quality = text(fields.quality).trim();
  const [, width, separator, height] = /^(\d{1,5})\s*([x*:])\s*(\d{1,5})$/i.exec(size) ?? [];
  const pixels = { width: Number(width), height: Number(height), isPixels: true };
  const hasRatio = pixels.width > 0 && pixels.height > 0;
  const requested =
    named('size', size, model) ??
    named('quality', quality, model) ??
    sized(hasRatio && separator !== ':' ? Math.max(pixels.width, pixels.height) : undefined, quality);
  return {
    ...(hasRatio && { aspectRatio: nearestRatio(pixels, ratios) }),
    ...(requested !== undefined && sizes && { imageSize: available(requested, sizes) }),
  };
}

/**
 * The accepted ratio and size for names that a client chose itself.
 * @param places how the client calls the members, for errors
 * @throws ApiError 400 (unsupported_parameter) for those that the model lacks
 */
export function chosenShape(
  model: string,
  { aspectRatio, imageSize }: ImageShape,
  places: Readonly<Record<keyof ImageShape, string>>,
): ImageShape {
  const { ratios, sizes } = modelOf(model);
  if (aspectRatio !== undefined && !ratios.includes(aspectRatio))
    throw unsupported(`${places.aspectRatio}: this model supports ${ratios.join(', ')}`);
  const size = imageSize === undefined ? undefined : named(places.imageSize, imageSize, model);
  if (imageSize !== undefined && size === undefined) throw lacking(places.imageSize, model);
  return { ...(aspectRatio !== undefined && { aspectRatio }), ...(size && sizes && { imageSize: size }) };
}

/** Tokens of one image of a model that bills tokens. */
export function imageTokens(model: string, imageSize: string = USUAL): number {
  return costOf(modelOf(model).sizes, imageSize) ?? 1290;
}

/** What an image of this size costs as a multiple of one of the usual size. */
export function imageSizeFactor(model: string, imageSize: string = USUAL): number {
  const { sizes } = modelOf(model);
  return (costOf(sizes, imageSize) ?? 1) / (costOf(sizes, USUAL) ?? 1);
}

function modelOf(model: string): ImageModel {
  return MODELS.find(({ name }) => name.test(model)) ?? OTHERS;
}

function costOf(sizes: ImageModel['sizes'], name: string): number | undefined {
  return sizes?.find(([size]) => size === name)?.[1];
}

/** The size of this name; undefined for texts that name none. @throws ApiError 400 for a size that the model lacks */
function named(place: string, size: string, model: string): string | undefined {
  if (!NAME.test(size)) return undefined;
  const name = /^(?:512|0)/.test(size) ? '512' : size.toUpperCase();
  if (namesOf(model).includes(name)) return name;
  throw lacking(place, model);
}

function namesOf(model: string): string[] {
  return modelOf(model).sizes?.map(([name]) => name) ?? [USUAL];
}

function lacking(place: string, model: string): ApiError {
  return unsupported(`${place}: this model supports ${namesOf(model).join(', ')}`);
}

function unsupported(detail: string): ApiError {
  return new ApiError('unsupported_parameter', { detail });
}

/** @param side the longer one, in pixels */
function sized(side: number | undefined, quality: string): string | undefined {
  if (side !== undefined && side >= MIN_4K) return '4K';
  if ((side !== undefined && side >= MIN_2K) || /^(?:high|hd)$/i.test(quality)) return '2K';
  if (side === undefined) return undefined;
  return side <= MAX_512 ? '512' : USUAL;
}

/** The size itself, else the nearest smaller one, else the smallest. */
function available(requested: string, sizes: NonNullable<ImageModel['sizes']>): string {
  const all = ['512', '1K', '2K', '4K'];
  const fitting = sizes.filter(([name]) => all.indexOf(name) <= all.indexOf(requested));
  return (fitting.at(-1) ?? sizes[0])?.[0] ?? USUAL;
}
