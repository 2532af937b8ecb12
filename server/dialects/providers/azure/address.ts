import type { Target } from '../../kit/provider.js';

const DEFAULT_VERSION = '2024-12-01-preview';
const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com';

/** URL of a path of OpenAI's API, `/v1/chat/completions` or another, for a deployment and an API version. */
export function deploymentUrl(path: string, target: Target, model: string): string {
  const rest = path.replace(/^\/v1/, '').replace(/\?.*$/s, '');
  if (usesV1(target)) return v1Url(rest, target);
  const version =
    new URLSearchParams(/\?(.*)$/s.exec(target.path)?.[1]).get('api-version') || apiVersionOf(target);
  // The base URL of Cloudflare's gateway contains the resource and is directly followed by the deployment.
  const root = target.baseUrl.startsWith(CLOUDFLARE_GATEWAY) ? '' : '/openai/deployments';
  const deployment = encodeURIComponent(deploymentOf(target, model));
  return `${target.baseUrl}${root}/${deployment}${rest}?api-version=${encodeURIComponent(version)}`;
}

/** URL on the v1 API, which has no deployment and no version. @param rest path after `/v1` */
export function v1Url(rest: string, { baseUrl, other }: Target): string {
  return `${baseUrl}/openai/v1${rest}${other === 'preview' ? '?api-version=preview' : ''}`;
}

/** API version of the channel, else of the installation. */
export function apiVersionOf({ other, settings }: Target): string {
  return other || settings.azureVersion || DEFAULT_VERSION;
}

/** Whether the channel's `other` selects the v1 API, where the body names the deployment. */
export function usesV1({ other }: Target): boolean {
  return other === 'v1' || other === 'preview';
}

/**
 * Channels made before 10 May 2025, Unix seconds, call deployments without the dots of the model's name, which deployment names
 * once could not contain; later ones call them as they are, as in the compatible API.
 */
const DOTS_KEPT_FROM = Date.UTC(2025, 4, 10) / 1000;

/** Names set by the channel's mapping, and those of the v1 API, are used as they are. */
export function deploymentOf(target: Target, model: string): string {
  const { createdAt = Infinity } = target;
  const asIs = usesV1(target) || target.model !== target.requestedModel || createdAt >= DOTS_KEPT_FROM;
  return asIs ? model : model.replaceAll('.', '');
}
