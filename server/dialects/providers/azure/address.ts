import type { Target } from '../provider.js';

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
 * Deployment names could not contain dots in the past, so dots are removed, except from names set by the channel's mapping.
 */
export function deploymentOf(target: Target, model: string): string {
  return usesV1(target) || target.model !== target.requestedModel ? model : model.replaceAll('.', '');
}
