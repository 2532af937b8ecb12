import { contrast, type Scheme, SURFACES } from '../../accent';
import { readJson, writeJson } from './storage';

/** Pixels of a side that are looked at: enough for the mean of a logo. */
const SIDE = 32;
/** Alpha from which a pixel counts as visible. */
const VISIBLE = 128;
/** Part of the visible pixels that must have the contrast of a control on the header. */
const RECOGNIZABLE = 0.1;
const CONTROL = 3;
const KEY = 'logo-plates';

/** Schemes in which a logo needs a plate behind it. */
export type Plates = readonly Scheme[];

/**
 * Schemes on whose cards almost nothing of an image can be told from the background.
 * @param pixels red, green, blue and alpha in turn, 0 to 255
 */
export function platesFor(pixels: ArrayLike<number>): Plates {
  const visible = visibleColors(pixels);
  return (['light', 'dark'] as const).filter((scheme) => {
    const { card } = SURFACES[scheme];
    const recognizable = visible.filter((color) => contrast(color, card) >= CONTROL);
    return recognizable.length < visible.length * RECOGNIZABLE;
  });
}

/** What was found earlier; undefined until then. */
export function storedPlates(address: string): Plates | undefined {
  const stored = readJson(KEY);
  if (typeof stored !== 'object' || stored === null || !('address' in stored) || !('plates' in stored))
    return undefined;
  return stored.address === address ? (stored.plates as Plates) : undefined;
}

/**
 * Reads an image once and remembers the result, because a host that does not let its images be read logs an error in
 * the browser each time. Such an image has no plate.
 */
export async function findPlates(address: string): Promise<Plates> {
  const plates = await readPixels(address).then(platesFor, () => []);
  writeJson(KEY, { address, plates });
  return plates;
}

/** @throws Error if the image cannot be loaded or its host does not let it be read */
export async function readPixels(address: string): Promise<ArrayLike<number>> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, SIDE, SIDE);
  return context.getImageData(0, 0, SIDE, SIDE).data;
}

function visibleColors(pixels: ArrayLike<number>): string[] {
  const starts = Array.from({ length: Math.floor(pixels.length / 4) }, (_, index) => index * 4);
  return starts
    .filter((at) => (pixels[at + 3] ?? 0) >= VISIBLE)
    .map((at) => `rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`);
}
