import type { GoogleOptions } from '../../canonical/google-options.js';
import { notSupported } from '../../kit/rules/google-options.js';
import { chosenShape } from './operations/image-sizes.js';
import type { ModelRules } from './model-rules.js';

/**
 * Members of generationConfig that a client of another protocol chose itself; they replace those that follow from the request.
 * @param thinking thinkingConfig that follows from the request
 * @throws ApiError 400 (unsupported_parameter) that names what the model does not support
 */
export function chosenConfig(
  google: GoogleOptions | undefined,
  rules: ModelRules,
  thinking: object | undefined,
): object {
  if (!google) return {};
  const { imageConfig, thinkingConfig, places, unknown } = google;
  if (unknown.length > 0) throw notSupported(unknown.join(', '));
  return {
    ...(imageConfig && { imageConfig: imageConfigOf(imageConfig, places.imageConfig ?? '', rules) }),
    ...(thinkingConfig && {
      thinkingConfig: thinkingConfigOf(thinkingConfig, places.thinkingConfig ?? '', rules, thinking),
    }),
  };
}

function imageConfigOf(
  config: NonNullable<GoogleOptions['imageConfig']>,
  place: string,
  { model, draws }: ModelRules,
): object | undefined {
  if (!draws) throw notSupported(place);
  const places = { aspectRatio: `${place}.aspect_ratio`, imageSize: `${place}.image_size` };
  const shape = chosenShape(model, config, places);
  return Object.keys(shape).length > 0 ? shape : undefined;
}

/** A budget or level as the client wrote it; without one, what follows from the request with the client's other members. */
function thinkingConfigOf(
  config: NonNullable<GoogleOptions['thinkingConfig']>,
  place: string,
  { thinks, draws, signs }: ModelRules,
  thinking: object | undefined,
): object {
  // Image models think from Gemini 3 on.
  if (thinks === 'not' && !(draws && signs)) throw notSupported(place);
  if (thinks === 'budget' && config.thinkingLevel !== undefined)
    throw notSupported(`${place}.thinking_level`);
  const isWhole = config.thinkingBudget !== undefined || config.thinkingLevel !== undefined;
  return isWhole ? config : { ...thinking, ...config };
}
