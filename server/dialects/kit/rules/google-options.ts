import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';

/**
 * Rejects options that only Google's models have. Thinking settings are not rejected: they are also in `reasoning`.
 * @throws ApiError 400 (unsupported_parameter) that names them
 */
export function refuseGoogleOptions({ google }: CanonicalChat): void {
  if (!google) return;
  const { imageConfig, cachedContent, safetySettings } = google.places;
  const places = [imageConfig, cachedContent, safetySettings, ...google.unknown].filter(
    (place) => place !== undefined,
  );
  if (places.length > 0) throw notSupported(places.join(', '));
}

/** @param what as the client calls it */
export function notSupported(what: string): ApiError {
  return new ApiError('unsupported_parameter', { detail: `${what}: not supported by this model` });
}
