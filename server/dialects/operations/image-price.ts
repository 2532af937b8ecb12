/** Price of an image by size, as a multiple of the model's price per call. */
const BY_SIZE: Readonly<Record<string, number>> = {
  '256x256': 0.4,
  '512x512': 0.45,
  '1024x1024': 1,
  '1024x1792': 2,
  '1792x1024': 2,
};
const LONG_SIZES = ['1024x1792', '1792x1024'];

/** Price of one image as a multiple of the model's price per call. */
export function imageFactor(model: string, size: string, quality: string): number {
  const bySize = Object.hasOwn(BY_SIZE, size) ? (BY_SIZE[size] ?? 1) : 1;
  if (model !== 'dall-e-3' || quality !== 'hd') return bySize;
  return bySize * (LONG_SIZES.includes(size) ? 1.5 : 2);
}

/** Output tokens of one image of the gpt-image models: https://platform.openai.com/docs/guides/image-generation */
const SQUARE = { low: 272, medium: 1056, high: 4160 };
const LONG = { low: 408, medium: 1584, high: 6240 };

/** Maximum output tokens of one image. For `auto`, the maximum that the provider may choose. */
export function imageTokens(size: string, quality: string): number {
  const table = size === '1024x1024' ? SQUARE : LONG;
  return quality === 'low' || quality === 'medium' ? table[quality] : table.high;
}
