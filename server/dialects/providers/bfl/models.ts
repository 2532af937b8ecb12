import type { MegapixelRates } from '../../kit/images/price-factor.js';
import type { PixelRules } from '../../kit/images/sizes.js';

/** What a model accepts: https://docs.bfl.ai/api-reference */
export interface FluxModel {
  /** Sizes in pixels; absent: the model accepts any ratio within `ratios`. */
  readonly pixels?: PixelRules;
  /** Narrowest and widest ratio. */
  readonly ratios?: readonly [narrowest: string, widest: string];
  /** Members of the images to edit, in order; empty if it does not edit. */
  readonly inputs: readonly string[];
  readonly members: readonly string[];
  /** Tenths of a credit by megapixel (https://docs.bfl.ai/quick_start/pricing). Absent: all images cost the same. */
  readonly rates?: MegapixelRates;
}

const COMMON = ['seed', 'safety_tolerance', 'prompt_upsampling'];
const PRO_PIXELS: PixelRules = { min: 256, max: 1440, multiple: 32 };
const SECOND: PixelRules = { min: 64, max: 4096, multiple: 16, maxArea: 4 * 1024 * 1024 };

/** `input_image`, `input_image_2`, … */
function inputs(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 'input_image' : `input_image_${index + 1}`,
  );
}

const FLUX_2: FluxModel = { pixels: SECOND, inputs: inputs(8), members: ['seed', 'safety_tolerance'] };
const KLEIN: FluxModel = { ...FLUX_2, inputs: inputs(4) };

const MODELS: readonly (readonly [name: RegExp, FluxModel])[] = [
  [/^flux-2-klein-4b/, { ...KLEIN, rates: { first: 14, other: 1 } }],
  [/^flux-2-klein-9b/, { ...KLEIN, rates: { first: 15, other: 2 } }],
  [/^flux-2-klein/, KLEIN],
  [
    /^flux-2-flex/,
    {
      pixels: SECOND,
      inputs: inputs(8),
      members: [...COMMON, 'steps', 'guidance'],
      rates: { first: 50, other: 50 },
    },
  ],
  [/^flux-2-pro/, { ...FLUX_2, rates: { first: 30, other: 15 } }],
  [/^flux-2-max/, { ...FLUX_2, rates: { first: 70, other: 30 } }],
  [/^flux-2-/, FLUX_2],
  [/^flux-kontext-/, { ratios: ['3:7', '7:3'], inputs: inputs(4), members: COMMON }],
  [
    /^flux-pro-1\.1-ultra/,
    {
      ratios: ['9:21', '21:9'],
      inputs: [],
      members: [...COMMON, 'raw', 'image_prompt', 'image_prompt_strength'],
    },
  ],
  [
    /^flux-dev/,
    { pixels: PRO_PIXELS, inputs: [], members: [...COMMON, 'image_prompt', 'steps', 'guidance'] },
  ],
  [/^flux-pro/, { pixels: PRO_PIXELS, inputs: [], members: [...COMMON, 'image_prompt'] }],
];

/** Undefined for models that the API does not have. */
export function fluxModel(name: string): FluxModel | undefined {
  return MODELS.find(([pattern]) => pattern.test(name))?.[1];
}
