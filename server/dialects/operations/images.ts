import { ApiError } from '../../contract/errors/api-error.js';
import {
  hasImageTokens,
  imageChoices,
  imageFactor,
  imageTokens,
  isDallE,
} from '../../contract/image-terms.js';
import { noUsage, type Usage } from '../canonical/usage.js';
import type { UnknownRecord } from '../json/lenient.js';
import { textTokens } from './text-tokens.js';

const CODE = 'invalid_image_request';
const MAX_IMAGES = 10;

/** Parameters of an image request, read from JSON or from a form, where numbers are text. */
export interface ImageParams {
  readonly prompt: string;
  readonly count: number;
  readonly size: string;
  readonly quality: string;
  readonly stream: boolean;
}

/** @throws ApiError 400 for a missing prompt, or an invalid count, size or quality */
export function imageParams(fields: UnknownRecord, model: string): ImageParams {
  const { prompt } = fields;
  if (typeof prompt !== 'string' || prompt === '') throw new ApiError(CODE, { detail: 'prompt is required' });
  const count = countOf(fields.n ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > MAX_IMAGES)
    throw new ApiError(CODE, { detail: `n must be a whole number from 1 to ${MAX_IMAGES}` });
  return {
    prompt,
    count,
    size: sizeOf(fields, model),
    quality: word(fields, 'quality') ?? (model === 'dall-e-3' ? 'standard' : 'auto'),
    stream: fields.stream === true || fields.stream === 'true',
  };
}

function countOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

function sizeOf(fields: UnknownRecord, model: string): string {
  const size = word(fields, 'size');
  if (size === undefined) return isDallE(model) ? '1024x1024' : 'auto';
  if (size.includes('×'))
    throw new ApiError(CODE, {
      detail:
        "size an unexpected error occurred in the parameter, please use 'x' instead of the multiplication sign '×'",
    });
  if (isDallE(model) && !imageChoices(model).sizes.includes(size))
    throw new ApiError(CODE, {
      detail: 'size must be one of 256x256, 512x512, or 1024x1024, dall-e-3 1024x1792 or 1792x1024',
    });
  return size;
}

function word(fields: UnknownRecord, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new ApiError(CODE, { detail: `field ${name} must be a text` });
  return value;
}

/**
 * Estimated usage of an image request. Models priced by tokens also count the tokens of their images; for all others an
 * image counts as a call, scaled by its size and quality.
 */
export function imageEstimate(criteria: ImageParams, model: string): Usage {
  const { count, size, quality, prompt } = criteria;
  const calls = count * imageFactor(model, size, quality);
  if (!hasImageTokens(model)) return { ...noUsage(), more: { calls, images: count } };
  const imageOutput = count * imageTokens(size, quality);
  return { ...noUsage(), input: textTokens(prompt), more: { calls, images: count, imageOutput } };
}
