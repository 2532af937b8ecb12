import type { ImageSize } from './image-size.js';
import { makersName } from '../../../contract/model-name.js';

/** How a family of models counts images as input tokens. */
type Rule =
  /** Tiles of 512 × 512 pixels after scaling to 2048 pixels, then to 768 on the shorter side. */
  | { readonly whole: number; readonly tile: number }
  /** Patches of a number of pixels squared, at most so many tokens in all. */
  | { readonly patch: number; readonly factor: number; readonly most: number }
  /** A number of tokens for small images, and at most another one. */
  | { readonly small: number; readonly most: number };

/**
 * By the beginning of the model name; the first match wins.
 * OpenAI: https://platform.openai.com/docs/guides/images-vision#calculating-costs (where API and page differ, the higher one),
 * Anthropic: https://platform.claude.com/docs/en/build-with-claude/vision#evaluate-image-size,
 * Google: https://ai.google.dev/gemini-api/docs/media-resolution
 */
const RULES: readonly (readonly [name: RegExp, rule: Rule])[] = [
  [/^gpt-4o-mini/, { whole: 2833, tile: 5667 }],
  [/^(gpt-4\.1-nano|gpt-5(\.\d+)?-nano)/, { patch: 32, factor: 2.46, most: 1536 * 2.46 }],
  [/^o4-mini/, { patch: 32, factor: 1.72, most: 1536 * 1.72 }],
  [/^(gpt-4\.1-mini|gpt-5(\.\d+)?(-codex)?-mini)/, { patch: 32, factor: 1.62, most: 1536 * 1.62 }],
  // With the detail `original`, up to 10,000 patches.
  [/^gpt-(5\.[4-9]|[6-9])/, { patch: 32, factor: 1.2, most: 10_000 * 1.2 }],
  [/^gpt-5\.[23]/, { patch: 32, factor: 1.2, most: 1536 * 1.2 }],
  [/^(gpt-5|codex)/, { whole: 70, tile: 140 }],
  [/^o\d/, { whole: 75, tile: 150 }],
  [/^computer-use/, { whole: 65, tile: 129 }],
  [/^(gpt|chatgpt)/, { whole: 85, tile: 170 }],
  [
    /^claude-(2|instant|3|(opus|sonnet|haiku)-4($|@|-\d{8}|-[0-6]($|\D)))/,
    { patch: 28, factor: 1, most: 1600 },
  ],
  [/^claude/, { patch: 28, factor: 1, most: 4784 }],
  [/^gemini-[12]/, { small: 258, most: 9 * 258 }],
  [/^gemini/, { small: 1120, most: 2240 }],
];
/** Of models without a rule: what most images have, and what the largest ones have at providers of open models. */
const USUAL_OTHERS: Rule = { whole: 85, tile: 170 };
const MAX_OTHERS: Rule = { patch: 28, factor: 1, most: 2560 };

const TILE = 512;
const LONG_SIDE = 2048;
const SHORT_SIDE = 768;
/** An image after scaling has at most two tiles on its shorter side and four on its longer one. */
const MAX_TILES = 8;
/** Gemini counts an image of up to this number of pixels on both sides as one tile. */
const SMALL_SIDE = 384;
/** Images with low detail are scaled to 512 × 512 pixels. */
const LOW_DETAIL: ImageSize = { width: 512, height: 512 };
/** Assumed by estimates where the size is unknown. */
const USUAL_SIZE: ImageSize = { width: 1024, height: 1024 };

/**
 * Estimated input tokens of an image.
 * @param model upstream name, possibly with a provider prefix (`openai/gpt-4o`)
 * @param size undefined when unknown; 1024 × 1024 is assumed
 */
export function imageTokens(model: string, detail: string | undefined, size: ImageSize | undefined): number {
  return tokensOf(ruleFor(model) ?? USUAL_OTHERS, detail, size ?? USUAL_SIZE);
}

/** The most input tokens that an image can have; `size` is undefined for images that only the provider sees. */
export function mostImageTokens(
  model: string,
  detail: string | undefined,
  size: ImageSize | undefined,
): number {
  const rule = ruleFor(model) ?? MAX_OTHERS;
  if (size || (detail === 'low' && !('small' in rule))) return tokensOf(rule, detail, size ?? LOW_DETAIL);
  return 'tile' in rule ? rule.whole + MAX_TILES * rule.tile : Math.ceil(rule.most);
}

function ruleFor(model: string): Rule | undefined {
  const name = makersName(model);
  return RULES.find(([pattern]) => pattern.test(name))?.[1];
}

function tokensOf(rule: Rule, detail: string | undefined, size: ImageSize): number {
  if ('small' in rule) return Math.max(size.width, size.height) <= SMALL_SIDE ? rule.small : rule.most;
  if ('tile' in rule) return detail === 'low' ? rule.whole : rule.whole + tiles(size) * rule.tile;
  const { width, height } = detail === 'low' ? LOW_DETAIL : size;
  const patches = Math.ceil(width / rule.patch) * Math.ceil(height / rule.patch);
  return Math.ceil(Math.min(rule.most, patches * rule.factor));
}

function tiles({ width, height }: ImageSize): number {
  const fits = Math.min(1, LONG_SIDE / Math.max(width, height));
  const scale = Math.min(fits, SHORT_SIDE / Math.min(width, height));
  const along = (side: number) => Math.max(1, Math.ceil(Math.round(side * scale) / TILE));
  return Math.min(MAX_TILES, along(width) * along(height));
}
