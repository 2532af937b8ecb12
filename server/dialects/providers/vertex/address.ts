import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { record, text } from '../../json/lenient.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { accessTokenOf } from './access-token.js';
import { credentialsOf } from './credentials.js';

/** Address of the region `global`; the others are derived from the region. */
export const GLOBAL_URL = 'https://aiplatform.googleapis.com';
const GLOBAL = 'global';
const MULTI_REGIONS: readonly string[] = ['us', 'eu'];
const REGION = /^[a-z][a-z0-9-]*$/;
/** Headers of the makers' own platforms, which Vertex AI does not use. */
const FOREIGN_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'anthropic-version'];
/** Google's own models, which are the only ones that can be called with an API key. */
const GOOGLE = 'publishers/google/';

/**
 * Sends a call to a resource of the project in the region of the model, with an access token of the service account. With
 * an API key (express mode) the resource belongs to no project:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/vertex-ai-express-mode-api-reference
 * @param resource such as `publishers/google/models/x:generateContent`
 * @throws ApiError convert_request_failed if the channel's API key cannot be used for the resource
 * @throws UpstreamError if the channel's key or region is invalid
 */
export function vertexCall(call: UpstreamCall, target: Target, resource: string): UpstreamCall {
  const credentials = credentialsOf(target.key);
  const headers = { ...call.headers };
  for (const name of FOREIGN_HEADERS) delete headers[name];
  if ('apiKey' in credentials) {
    if (!resource.startsWith(GOOGLE))
      throw new ApiError('convert_request_failed', {
        detail: 'this channel has an API key, which can be used for models of Google only',
      });
    headers['x-goog-api-key'] = credentials.apiKey;
    return { ...call, url: `${addressOf(target, GLOBAL)}/v1/${resource}`, headers };
  }
  const region = regionOf(target);
  const location = `projects/${credentials.projectId}/locations/${region}`;
  return {
    ...call,
    url: `${addressOf(target, region)}/v1/${location}/${resource}`,
    headers,
    accessToken: accessTokenOf(credentials, target.baseUrl),
  };
}

/** Whether calls go to the global endpoint, which alone has some of the ways to be served. */
export function isGlobal(target: Target): boolean {
  return 'apiKey' in credentialsOf(target.key) || regionOf(target) === GLOBAL;
}

/**
 * The channel's address, else that of the region:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations
 */
function addressOf({ baseUrl }: Target, region: string): string {
  if (baseUrl !== '' && baseUrl !== GLOBAL_URL) return baseUrl;
  if (region === GLOBAL) return GLOBAL_URL;
  return MULTI_REGIONS.includes(region)
    ? `https://aiplatform.${region}.rep.googleapis.com`
    : `https://${region}-aiplatform.googleapis.com`;
}

/** The column `other`: one region, or a JSON object from requested model to region with a `default`. */
function regionOf({ other, requestedModel }: Target): string {
  const region = other.trimStart().startsWith('{') ? regionIn(other, requestedModel) : other.trim();
  if (region === '') return GLOBAL;
  if (REGION.test(region)) return region;
  throw new UpstreamError({
    status: 502,
    message: 'the region of the channel is invalid',
    text: 'upstream_key_invalid',
    kind: 'upstream_error',
    code: 'invalid_region',
    retryable: true,
    disables: false,
  });
}

function regionIn(other: string, model: string): string {
  let regions: unknown;
  try {
    regions = JSON.parse(other);
  } catch {
    // Reported as an invalid region.
    return other;
  }
  const byModel = record(regions);
  return text(Object.hasOwn(byModel, model) ? byModel[model] : byModel.default);
}
