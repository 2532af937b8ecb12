import { record, text, type UnknownRecord } from '../../json/lenient.js';
import { megapixelFactor, megapixels, type MegapixelRates } from '../../kit/images/price-factor.js';

/** What the price of a model's images depends on: https://fal.ai/models/<model>/llms.txt, section Pricing. */
interface FalPrice {
  readonly name: RegExp;
  readonly rates?: MegapixelRates;
  /** Images to edit are charged, too: by their size, or as one megapixel each. */
  readonly chargesInputs?: 'size' | 'one';
  /** Megapixels that the model's price pays for, if not one of the image that is made. */
  readonly base?: number;
  /** A member of the request and the factors of its values; other values cost what the model's price says. */
  readonly member?: { readonly name: string; readonly factors: readonly (readonly [RegExp, number])[] };
}

const EVEN: MegapixelRates = { first: 1, other: 1 };

const PRICES: readonly FalPrice[] = [
  { name: /\/flux-2-pro(?:\/|$)/, rates: { first: 30, other: 15 }, chargesInputs: 'size' },
  { name: /\/flux-2-max(?:\/|$)/, rates: { first: 70, other: 30 }, chargesInputs: 'size' },
  { name: /\/flux-2-flex(?:\/|$)/, rates: EVEN, chargesInputs: 'size' },
  // Its price is that of an image of one megapixel and one image to edit, which is resized to one megapixel.
  { name: /\/flux-2\/edit$/, rates: EVEN, chargesInputs: 'one', base: 2 },
  { name: /\/flux-2$|\/flux(?:-1)?\/(?:dev|schnell)$|\/flux-pro\/v1\.1$/, rates: EVEN },
  {
    name: /\/nano-banana-pro(?:\/|$)|\/gemini-3-pro-image/,
    member: { name: 'resolution', factors: [[/^4K$/i, 2]] },
  },
  {
    name: /\/nano-banana-2(?:\/|$)/,
    member: {
      name: 'resolution',
      factors: [
        [/^0\.5K$/i, 0.75],
        [/^2K$/i, 1.5],
        [/^4K$/i, 2],
      ],
    },
  },
  {
    name: /\/ideogram\/v3(?:\/|$)/,
    member: {
      name: 'rendering_speed',
      factors: [
        [/^TURBO$/, 0.5],
        [/^QUALITY$/, 1.5],
      ],
    },
  },
  { name: /\/recraft\/v3\//, member: { name: 'style', factors: [[/^vector_illustration/, 2]] } },
];

/**
 * What an image costs as a multiple of the model's price; 1 for models whose images all cost the same.
 * @param sent members of the request
 * @param inputs megapixels of each image to edit
 */
export function falPriceFactor(model: string, sent: UnknownRecord, inputs: readonly number[]): number {
  const price = PRICES.find(({ name }) => name.test(model));
  if (!price) return 1;
  const { rates, chargesInputs, base = 1, member } = price;
  if (rates) {
    // Sizes by name are of one megapixel at most.
    const { width, height } = record(sent.image_size);
    const charged = chargesInputs === 'one' ? inputs.map(() => 1) : inputs;
    // Without a size, the image is as large as the first one to edit.
    const isAuto = sent.image_size === undefined || sent.image_size === 'auto';
    const made = isAuto ? (charged[0] ?? 1) : megapixels(width, height);
    return megapixelFactor(rates, made, chargesInputs ? charged : []) / base;
  }
  const value = member && text(sent[member.name]);
  return member?.factors.find(([pattern]) => pattern.test(value ?? ''))?.[1] ?? 1;
}
