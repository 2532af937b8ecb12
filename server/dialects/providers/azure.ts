import { list, record, text } from '../json/lenient.js';
import { nativeResponses } from './openai/native-responses.js';
import { chatViaResponses } from './openai/chat-via-responses.js';
import { compaction } from './openai/compaction.js';
import { openaiLike, type Vendor } from './openai/index.js';
import { azureRealtime } from './openai/realtime.js';
import type { Shape } from './openai/shape.js';
import type { Provider, Target } from './provider.js';

const DEFAULT_VERSION = '2024-12-01-preview';
const LIST_VERSION = '2023-03-15-preview';
const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com';

/** https://learn.microsoft.com/azure/ai-services/openai/reference */
const vendor: Vendor = {
  name: 'azure',
  completions: '/v1/completions',
  serves: ['embeddings', 'image-generation', 'image-edit', 'speech', 'transcription', 'translation'],
  realtime: azureRealtime,
  url: (path, target, model) => {
    const rest = path.replace(/^\/v1/, '').replace(/\?.*$/s, '');
    if (withoutVersions(target)) return surfaceUrl(rest, target);
    const version =
      new URLSearchParams(/\?(.*)$/s.exec(target.path)?.[1]).get('api-version') ||
      target.other ||
      target.settings.azureVersion ||
      DEFAULT_VERSION;
    // The base URL of Cloudflare's gateway contains the resource and is directly followed by the deployment.
    const root = target.baseUrl.startsWith(CLOUDFLARE_GATEWAY) ? '' : '/openai/deployments';
    const deployment = encodeURIComponent(deploymentOf(target, model));
    return `${target.baseUrl}${root}/${deployment}${rest}?api-version=${encodeURIComponent(version)}`;
  },
  headers: ({ key }) => ({ 'api-key': key }),
  // Deployments can have any name, but all of them serve OpenAI's models, which reject cache hints.
  refusesCacheHints: () => true,
  models: {
    request: ({ baseUrl, key }) => ({
      method: 'GET',
      url: `${baseUrl}/openai/deployments?api-version=${LIST_VERSION}`,
      headers: { 'api-key': key },
    }),
    read: (body) =>
      list(record(body).data)
        .map(record)
        .filter(({ status }) => status === 'succeeded')
        .map(({ id }) => text(id))
        .filter((id) => id !== ''),
  },
};

/**
 * Responses are only available on the v1 surface, which has no deployment in the path, whatever API version the channel
 * sets.
 */
const surface: Shape = {
  name: 'azure',
  url: (path, target) => surfaceUrl(path.replace(/^\/v1/, ''), target),
  headers: vendor.headers,
};
const responses = nativeResponses(surface);
const viaResponses = chatViaResponses(surface);
const compact = compaction(surface);

export const azure: Provider = {
  ...openaiLike({
    ...vendor,
    native: {
      'openai-responses': {
        ...responses,
        request: (body, change, target) =>
          responses.request(body, { ...change, model: deploymentOf(target, change.model) }, target),
      },
    },
    operations: {
      compact: {
        ...compact,
        request: (request, target) =>
          compact.request(request, { ...target, model: deploymentOf(target, target.model) }),
      },
    },
  }),
  viaResponses: {
    ...viaResponses,
    request: (chat, target) =>
      viaResponses.request(chat, { ...target, model: deploymentOf(target, target.model) }),
  },
};

/** Whether the channel's `other` selects the v1 surface, where the body names the deployment. */
function withoutVersions({ other }: Target): boolean {
  return other === 'v1' || other === 'preview';
}

function surfaceUrl(rest: string, { baseUrl, other }: Target): string {
  return `${baseUrl}/openai/v1${rest}${other === 'preview' ? '?api-version=preview' : ''}`;
}

/**
 * Deployment names could not contain dots in the past, so dots are removed, except from names set by the channel's mapping.
 */
function deploymentOf(target: Target, model: string): string {
  return withoutVersions(target) || target.model !== target.requestedModel
    ? model
    : model.replaceAll('.', '');
}
