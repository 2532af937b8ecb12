import { ApiError } from '../../../contract/errors/api-error.js';
import { text, type UnknownRecord } from '../../json/lenient.js';

/** A requested size. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** `WxH`; otherwise `w:h`, a ratio. */
  readonly isPixels: boolean;
}

/** Sizes that a model accepts, in pixels. */
export interface PixelRules {
  readonly min: number;
  readonly max: number;
  /** Both sides are multiples of this number. */
  readonly multiple: number;
  /** Maximum number of pixels. Absent: unlimited. */
  readonly maxArea?: number;
}

/**
 * The member `size` (`1024x1024`, `16:9`), or `aspect_ratio` of clients that know the provider; undefined for `auto`.
 * @throws ApiError 400 for a malformed size
 */
export function requestedSize(fields: UnknownRecord): ImageSize | undefined {
  const requested = text(fields.aspect_ratio) || text(fields.size);
  if (requested === '' || requested === 'auto') return undefined;
  const [, width, separator, height] = /^(\d{1,5})\s*([x:*])\s*(\d{1,5})$/i.exec(requested) ?? [];
  const size = { width: Number(width), height: Number(height), isPixels: separator !== ':' };
  if (size.width > 0 && size.height > 0) return size;
  throw new ApiError('invalid_image_request', {
    detail: `size ${requested}: must be like 1024x1024 or 16:9`,
  });
}

/**
 * The accepted ratio: the same, or for sizes in pixels the nearest one.
 * @throws ApiError 400 (unsupported_parameter) for a ratio that is not accepted
 */
export function nearestRatio(size: ImageSize, ratios: readonly string[]): string {
  const { width, height } = size;
  const target = Math.log(width / height);
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(across / down) - target);
  };
  const nearest = ratios.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  if (!size.isPixels && distance(nearest) > 0.01)
    throw new ApiError('unsupported_parameter', {
      detail: `size ${width}:${height}: this model supports ${ratios.join(', ')}`,
    });
  return nearest;
}

/** The ratio in lowest terms, `16:9`. */
export function ratioOf({ width, height }: ImageSize): string {
  const divisor = commonDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

/** Width and height within the rules, with nearly the same ratio: too large sizes shrink, too small ones grow. */
export function fittedPixels(
  { width, height, isPixels }: ImageSize,
  { min, max, multiple, maxArea = Infinity }: PixelRules,
): { width: number; height: number } {
  const area = Math.min(maxArea, isPixels ? width * height : 1024 * 1024);
  const byArea = Math.sqrt(area / (width * height));
  const atMost = Math.min(byArea, max / Math.max(width, height));
  const scale = Math.max(atMost, min / Math.min(width, height));
  const side = (length: number) => {
    // Rounded down, so that the area does not exceed its limit.
    const rounded = Math.floor((length * scale) / multiple + 1e-6) * multiple;
    return Math.min(
      Math.floor(max / multiple) * multiple,
      Math.max(Math.ceil(min / multiple) * multiple, rounded),
    );
  };
  return { width: side(width), height: side(height) };
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
