import { QWEN_IMAGE_SIZES } from '../../../contract/image-terms.js';
import type { ImageLimits } from '../../kit/images/image-request.js';
import { fittedPixels, nearestRatio, type ImageSize, type PixelRules } from '../../kit/images/sizes.js';

/** What a model for images accepts. */
export interface AliImageModel {
  readonly name: RegExp;
  /** The API that makes one call, with the prompt in a message; otherwise a task is started and asked for. */
  readonly answersAtOnce: boolean;
  readonly limits: ImageLimits;
  /** Most images to edit; absent: it edits none. */
  readonly inputs?: number;
  /** The accepted sizes, or their limits. */
  readonly sizes: readonly string[] | AreaRules;
}

interface AreaRules extends PixelRules {
  /** Least number of pixels. Absent: as follows from the least side. */
  readonly minArea?: number;
}

const MEMBERS = ['negative_prompt', 'seed', 'prompt_extend', 'watermark'];
const QWEN_SIZES = QWEN_IMAGE_SIZES.map((size) => size.replace('x', '*'));
const AREA = (least: number, most: number): AreaRules => ({
  min: least / 2,
  max: most * 2,
  multiple: 1,
  minArea: least * least,
  maxArea: most * most,
});
const SIDES: AreaRules = { min: 512, max: 1440, multiple: 1 };

/** Models of earlier generations, whose images are made by tasks. Others answer at once. The first match applies. */
const MODELS: readonly AliImageModel[] = [
  // https://www.alibabacloud.com/help/en/model-studio/qwen-image-edit-api
  {
    name: /^qwen-image-edit($|-2)/,
    answersAtOnce: true,
    limits: { members: MEMBERS, maxPrompt: 800 },
    inputs: 3,
    sizes: AREA(512, 2048),
  },
  {
    name: /^qwen-image-(edit-|2)/,
    answersAtOnce: true,
    limits: { members: MEMBERS, maxPrompt: 800, maxImages: 6 },
    inputs: 3,
    sizes: AREA(512, 2048),
  },
  // https://www.alibabacloud.com/help/en/model-studio/qwen-image-api
  {
    name: /^qwen-image/,
    answersAtOnce: true,
    limits: { members: MEMBERS, maxPrompt: 800 },
    sizes: QWEN_SIZES,
  },
  // https://www.alibabacloud.com/help/en/model-studio/z-image-api-reference
  { name: /^z-image/, answersAtOnce: true, limits: { members: MEMBERS }, sizes: AREA(512, 2048) },
  // https://www.alibabacloud.com/help/en/model-studio/text-to-image-v2-api-reference
  {
    name: /^wan2\.5-t2i/,
    answersAtOnce: false,
    limits: { members: MEMBERS, maxPrompt: 2000, maxImages: 4 },
    sizes: AREA(768, 1440),
  },
  {
    name: /^(wanx?2\.[0-2]-t2i|wanx-v1|flux-|stable-diffusion)/,
    answersAtOnce: false,
    limits: { members: MEMBERS, maxPrompt: 800, maxImages: 4 },
    sizes: SIDES,
  },
];
const NEWER: AliImageModel = {
  name: /(?:)/,
  answersAtOnce: true,
  limits: { members: MEMBERS, maxPrompt: 2100, maxImages: 4 },
  inputs: 4,
  sizes: AREA(1280, 1440),
};

export function aliImageModel(model: string): AliImageModel {
  return MODELS.find(({ name }) => name.test(model)) ?? NEWER;
}

/** The accepted size that is nearest to the requested one, `width*height`. */
export function aliSize(size: ImageSize, { sizes }: AliImageModel): string {
  if ('multiple' in sizes) {
    const { width, height } = fittedPixels(atLeast(size, sizes.minArea ?? 0), sizes);
    return `${width}*${height}`;
  }
  const ratio = nearestRatio(
    { ...size, isPixels: true },
    sizes.map((one) => one.replace('*', ':')),
  );
  return ratio.replace(':', '*');
}

/** The size, enlarged to the least number of pixels. */
function atLeast(size: ImageSize, area: number): ImageSize {
  const { width, height, isPixels } = size;
  const pixels = isPixels ? width * height : 1024 * 1024;
  if (pixels >= area) return size;
  const factor = Math.sqrt(area / (width * height));
  return { width: Math.ceil(width * factor), height: Math.ceil(height * factor), isPixels: true };
}
