import { ApiError } from '../../../contract/errors/api-error.js';
import { atPriceFactor, type Usage } from '../../canonical/usage.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { EstimateTarget } from '../provider.js';

/**
 * What an image costs as a multiple of the model's price per call.
 * @param inputs megapixels of each image to edit
 * @throws ApiError for requests that are not sent
 */
export type PriceFactor = (
  request: OperationRequest,
  target: EstimateTarget,
  inputs: readonly number[],
) => number;

/** The estimate of a model whose images all cost the same, unlike those of OpenAI's models. */
export function flatImageEstimate(request: OperationRequest): Usage {
  return atPriceFactor(request.estimate, 1);
}

/** The estimate of a model whose images cost what follows from the request. */
export function factorEstimate(
  factor: PriceFactor,
  request: OperationRequest,
  target: EstimateTarget,
): Usage {
  try {
    return atPriceFactor(request.estimate, factor(request, target, inputMegapixels(request)));
  } catch (problem) {
    if (problem instanceof ApiError) return flatImageEstimate(request);
    throw problem;
  }
}

/** Pixels of a megapixel as providers charge it: an image of 1024x1024 is one. */
const MEGAPIXEL = 1024 * 1024;
/** Providers shrink larger images to edit. */
const MAX_INPUT_MEGAPIXELS = 4;

/** Megapixels of the images to edit; those whose size is not known, such as addresses, count as one. */
function inputMegapixels({ inputPixels = [] }: OperationRequest): number[] {
  return inputPixels.map((pixels = 0) => Math.min(MAX_INPUT_MEGAPIXELS, begun(pixels)));
}

/** The cost of an image that is charged by the megapixel, in any unit. */
export interface MegapixelRates {
  /** Of the first megapixel of the image that is made. */
  readonly first: number;
  /** Of every other megapixel, and of every megapixel of images to edit. */
  readonly other: number;
}

/** Megapixels that are charged for an image of this size; one for sizes that are no numbers. */
export function megapixels(width: unknown, height: unknown): number {
  return begun(Number(width) * Number(height));
}

/** Begun megapixels count as whole ones. */
function begun(pixels: number): number {
  return pixels > MEGAPIXEL && Number.isFinite(pixels) ? Math.ceil(pixels / MEGAPIXEL) : 1;
}

/**
 * What an image costs as a multiple of an image of one megapixel.
 * @param made megapixels of the image
 * @param inputs megapixels of each image to edit
 */
export function megapixelFactor(
  { first, other }: MegapixelRates,
  made: number,
  inputs: readonly number[],
): number {
  const inputCharge = inputs.reduce((sum, one) => sum + one, 0);
  return (first + other * (made - 1 + inputCharge)) / first;
}
