import { modelNames } from '../../kit/define-provider.js';

/** How the models of one family name what a request contains: https://fal.ai/models */
export interface FalModel {
  readonly name: RegExp;
  /** Accepted ratios (`aspect_ratio`); absent: `image_size`, in pixels. */
  readonly ratios?: readonly string[];
  /** Member of the images to edit: one address, or a list. */
  readonly input: 'image_url' | 'image_urls';
  /** Maximum number of images of one call. */
  readonly maxImages: number;
}

const WIDE = modelNames('21:9 16:9 4:3 3:2 1:1 2:3 3:4 9:16 9:21');
const GOOGLE = modelNames('21:9 16:9 3:2 4:3 5:4 1:1 4:5 3:4 2:3 9:16');
const IMAGEN = modelNames('1:1 16:9 9:16 3:4 4:3');

const FAMILIES: readonly FalModel[] = [
  { name: /nano-banana|gemini-.*image/, ratios: GOOGLE, input: 'image_urls', maxImages: 4 },
  { name: /\/imagen[34]/, ratios: IMAGEN, input: 'image_url', maxImages: 4 },
  { name: /flux-pro\/kontext.*\/multi$/, ratios: WIDE, input: 'image_urls', maxImages: 4 },
  { name: /flux-pro\/(?:kontext|v1\.1-ultra)/, ratios: WIDE, input: 'image_url', maxImages: 4 },
  { name: /\/flux-2|\/seedream\/|gpt-image|qwen-image-edit-plus/, input: 'image_urls', maxImages: 4 },
  { name: /\/recraft\//, input: 'image_url', maxImages: 1 },
];

/** Models of other families name things as FLUX does. */
const OTHERS: FalModel = { name: /./, input: 'image_url', maxImages: 4 };

export function falModel(name: string): FalModel {
  return FAMILIES.find((family) => family.name.test(name)) ?? OTHERS;
}
