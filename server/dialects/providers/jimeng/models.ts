import type { PixelRules } from '../../kit/images/sizes.js';

/** What a model accepts: https://www.volcengine.com/docs/85621 */
export interface JimengModel {
  readonly pixels: PixelRules;
  readonly members: readonly string[];
  /** Maximum number of images to edit; 0 if it does not edit. */
  readonly maxInputs: number;
  /** It needs an image. */
  readonly needsInput?: true;
  /** Images can be sent as base64, not only as addresses. */
  readonly takesBase64?: true;
  /** Makes several images unless the request limits it to one. */
  readonly makesSeveral?: true;
}

const MODELS: readonly (readonly [name: RegExp, JimengModel])[] = [
  [
    /^jimeng_(?:t2i_v4|seedream)/,
    {
      pixels: { min: 512, max: 4096, multiple: 1, maxArea: 4096 * 4096 },
      members: ['scale', 'seed'],
      maxInputs: 10,
      makesSeveral: true,
    },
  ],
  [
    /^jimeng_i2i_v30/,
    {
      pixels: { min: 512, max: 2016, multiple: 1 },
      members: ['scale', 'seed'],
      maxInputs: 1,
      needsInput: true,
      takesBase64: true,
    },
  ],
  [
    /^jimeng_t2i_v3/,
    { pixels: { min: 512, max: 2048, multiple: 1 }, members: ['seed', 'use_pre_llm'], maxInputs: 0 },
  ],
  [
    /^jimeng_high_aes_general_v21/,
    {
      pixels: { min: 256, max: 768, multiple: 8 },
      members: ['seed', 'use_pre_llm', 'use_sr'],
      maxInputs: 0,
    },
  ],
];

/** Undefined for models that make no images. */
export function jimengModel(name: string): JimengModel | undefined {
  return MODELS.find(([pattern]) => pattern.test(name))?.[1];
}
