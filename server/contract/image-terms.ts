/** Sizes and qualities of images, and what they cost; shared by the relay, which charges them, and the console, which says so before. */
export interface ImageChoices {
  /** As the member `size` takes them. Empty: any text. */
  readonly sizes: readonly string[];
  /** As the member `quality` takes them. Empty: the model has one. */
  readonly qualities: readonly string[];
}

/** Models whose images are charged by their output tokens. */
const GPT_IMAGE = /^(?:chat)?gpt-image/;

const ANY: ImageChoices = { sizes: [], qualities: [] };
const SMALL_DALL_E: ImageChoices = { sizes: ['256x256', '512x512', '1024x1024'], qualities: [] };
/** https://ai.google.dev/gemini-api/docs/imagen#imagen-configuration */
export const IMAGEN_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
/** https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios */
export const GEMINI_RATIOS = [
  '1:1',
  '2:3',
  '3:2',
  '3:4',
  '4:3',
  '4:5',
  '5:4',
  '9:16',
  '16:9',
  '21:9',
] as const;
/** https://www.alibabacloud.com/help/en/model-studio/qwen-image-api */
export const QWEN_IMAGE_SIZES = ['1664x928', '1472x1104', '1328x1328', '1104x1472', '928x1664'] as const;

/** The first match applies. */
const CHOICES: readonly (readonly [name: RegExp, choices: ImageChoices])[] = [
  // https://platform.openai.com/docs/api-reference/images/create
  [/^dall-e(?:-2)?$/, SMALL_DALL_E],
  [/^dall-e-3$/, { sizes: ['1024x1024', '1024x1792', '1792x1024'], qualities: ['standard', 'hd'] }],
  [GPT_IMAGE, { sizes: ['1024x1024', '1536x1024', '1024x1536'], qualities: ['low', 'medium', 'high'] }],
  [/^(?:google\/)?imagen/, { sizes: IMAGEN_RATIOS, qualities: [] }],
  [/^gemini-.*-image/, { sizes: GEMINI_RATIOS, qualities: [] }],
  [/^qwen-image(?!-edit|-2)/, { sizes: QWEN_IMAGE_SIZES, qualities: [] }],
];

/** What the documentation of a model offers. */
export function imageChoices(model: string): ImageChoices {
  return CHOICES.find(([name]) => name.test(model))?.[1] ?? ANY;
}

/** Whether the price of an image follows from its size and quality by `imageFactor` alone. */
export function isDallE(model: string): boolean {
  return /^dall-e(?:-[23])?$/.test(model);
}

/** Price of an image by size, as a multiple of the model's price per call. */
const BY_SIZE: Readonly<Record<string, number>> = {
  '256x256': 0.4,
  '512x512': 0.45,
  '1024x1024': 1,
  '1024x1792': 2,
  '1792x1024': 2,
};
const LONG_SIZES = ['1024x1792', '1792x1024'];

/** Price of one image as a multiple of the model's price per call. @param size '' = the default */
export function imageFactor(model: string, size: string, quality: string): number {
  const bySize = Object.hasOwn(BY_SIZE, size) ? (BY_SIZE[size] ?? 1) : 1;
  if (model !== 'dall-e-3' || quality !== 'hd') return bySize;
  return bySize * (LONG_SIZES.includes(size) ? 1.5 : 2);
}

/** Whether images of the model are charged by their output tokens. */
export function hasImageTokens(model: string): boolean {
  return GPT_IMAGE.test(model);
}

/** Output tokens of one image of the gpt-image models: https://platform.openai.com/docs/guides/image-generation */
const SQUARE = { low: 272, medium: 1056, high: 4160 };
const LONG = { low: 408, medium: 1584, high: 6240 };

/** Maximum output tokens of one image. For `auto`, the maximum that the provider may choose. */
export function imageTokens(size: string, quality: string): number {
  const table = size === '1024x1024' ? SQUARE : LONG;
  return quality === 'low' || quality === 'medium' ? table[quality] : table.high;
}
