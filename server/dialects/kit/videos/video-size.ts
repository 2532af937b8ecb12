import { requestedSize, type ImageSize } from '../images/sizes.js';

/** A requested size: pixels or a ratio, or a resolution. */
export interface VideoSize {
  readonly size: ImageSize | undefined;
  /** Lines of the shorter side, such as 720; undefined if only a ratio is requested. */
  readonly lines: number | undefined;
}

/**
 * `1280x720`, `16:9`, `720p`, `4k`; `auto` and '' leave both to the provider.
 * @throws ApiError 400 for others
 */
export function videoSize(size: string): VideoSize {
  const [, lines] = /^(\d{3,4})p$/i.exec(size) ?? [];
  if (lines !== undefined) return { size: undefined, lines: Number(lines) };
  if (/^[24]k$/i.test(size)) return { size: undefined, lines: size.startsWith('4') ? 2160 : 1440 };
  const pixels = requestedSize({ size: size.toLowerCase() });
  return { size: pixels, lines: pixels?.isPixels ? Math.min(pixels.width, pixels.height) : undefined };
}

/** The accepted resolution (`720p`, `768P`) nearest to a number of lines. */
export function nearestResolution(lines: number, accepted: readonly string[]): string {
  const distance = (name: string) => Math.abs(linesOf(name) - lines);
  return accepted.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** `720p` → 720, `4k` → 2160; 0 for other texts. */
export function linesOf(resolution: string): number {
  if (/^4k$/i.test(resolution)) return 2160;
  return Number(/^(\d{3,4})p$/i.exec(resolution)?.[1] ?? 0);
}
