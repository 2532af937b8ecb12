import { text, type UnknownRecord } from '../../json/lenient.js';
import { modelNames } from '../../kit/define-provider.js';
import { megapixelFactor, megapixels, type MegapixelRates } from '../../kit/images/price-factor.js';

/** How the models of one family name what a request contains: https://replicate.com/collections/text-to-image */
export interface ReplicateModel {
  readonly name: RegExp;
  /** Accepted ratios (`aspect_ratio`); absent: `width` and `height`. */
  readonly ratios?: readonly string[];
  /** Accepted file formats (`output_format`); absent: none. */
  readonly formats?: readonly string[];
  /** Maximum number of images (`num_outputs`). Absent: one. */
  readonly maxImages?: number;
  /** Member of the images to edit; absent: the model does not edit. */
  readonly input?: 'image' | 'input_image' | 'input_images' | 'image_input';
  /** The member is a list. */
  readonly isList?: true;
}

/** What the price of a model's images depends on; the prices are shown on the models' pages. */
interface ReplicatePrice {
  readonly name: RegExp;
  /** By megapixel: what is charged for one run and its first megapixel, and for every other one. */
  readonly rates?: MegapixelRates;
  /** Factors of the values of `resolution`; others cost what the model's price says. */
  readonly resolutions?: Readonly<Partial<Record<string, number>>>;
}

const FLUX = modelNames('1:1 16:9 21:9 3:2 2:3 4:5 5:4 3:4 4:3 9:16 9:21');
const SHORT = modelNames('1:1 16:9 3:2 2:3 4:5 5:4 9:16 3:4 4:3');
const IMAGEN = modelNames('1:1 9:16 16:9 3:4 4:3');
const ANY_FORMAT = ['webp', 'jpg', 'png'];

const FAMILIES: readonly ReplicateModel[] = [
  { name: /\/flux-schnell/, ratios: FLUX, formats: ANY_FORMAT, maxImages: 4 },
  {
    name: /\/flux-(?:dev|krea-dev)/,
    ratios: FLUX,
    formats: ANY_FORMAT,
    maxImages: 4,
    input: 'image',
  },
  {
    name: /\/flux-2-/,
    ratios: SHORT,
    formats: ANY_FORMAT,
    input: 'input_images',
    isList: true,
  },
  { name: /\/flux-kontext-/, ratios: FLUX, formats: ['jpg', 'png'], input: 'input_image' },
  { name: /\/flux-1\.1-pro-ultra/, ratios: FLUX, formats: ['jpg', 'png'] },
  { name: /\/flux-(?:1\.1-)?pro/, ratios: SHORT, formats: ANY_FORMAT },
  { name: /\/imagen-/, ratios: IMAGEN, formats: ['jpg', 'png'] },
  {
    name: /\/nano-banana/,
    ratios: [...SHORT, '21:9'],
    formats: ['jpg', 'png'],
    input: 'image_input',
    isList: true,
  },
  { name: /\/seedream-/, ratios: [...IMAGEN, '3:2', '2:3', '21:9'], input: 'image_input', isList: true },
  { name: /\/qwen-image-edit-plus/, ratios: IMAGEN, formats: ANY_FORMAT, input: 'image', isList: true },
  { name: /\/qwen-image/, ratios: [...IMAGEN, '3:2', '2:3'], formats: ANY_FORMAT, input: 'image' },
  { name: /\/stable-diffusion-3/, ratios: FLUX, formats: ANY_FORMAT, input: 'image' },
  { name: /^(?:ideogram-ai|recraft-ai)\//, ratios: SHORT },
];

const PRICES: readonly ReplicatePrice[] = [
  { name: /\/flux-2-pro$/, rates: { first: 30, other: 15 } },
  { name: /\/flux-2-max$/, rates: { first: 70, other: 30 } },
  { name: /\/flux-2-flex$/, rates: { first: 60, other: 60 } },
  { name: /\/nano-banana-pro$/, resolutions: { '4K': 2 } },
];

/**
 * What an image costs as a multiple of the model's price; 1 for models whose images all cost the same.
 * @param sent members of the input
 * @param inputs megapixels of each image to edit
 */
export function replicatePriceFactor(model: string, sent: UnknownRecord, inputs: readonly number[]): number {
  const price = PRICES.find(({ name }) => name.test(model));
  const { resolution, aspect_ratio, width, height } = sent;
  if (!price?.rates) return price?.resolutions?.[text(resolution)] ?? 1;
  const named = resolution === 'match_input_image' ? inputs[0] : Number.parseFloat(text(resolution));
  // Less than one megapixel costs as much as one.
  const made = aspect_ratio === 'custom' ? megapixels(width, height) : Math.max(1, Math.ceil(named || 1));
  return megapixelFactor(price.rates, made, inputs);
}

/** Models of other families name things as Stable Diffusion does. */
const OTHERS: ReplicateModel = { name: /./, maxImages: 4, input: 'image' };

export function replicateModel(name: string): ReplicateModel {
  return FAMILIES.find((family) => family.name.test(name)) ?? OTHERS;
}
