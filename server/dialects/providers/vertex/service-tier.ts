import { tierName } from '../../json/requested-tiers.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { isGlobal } from './address.js';

/** The Gemini API's names of the member that Vertex AI does not have. */
const MEMBERS = ['serviceTier', 'service_tier'] as const;
const TIERS: ReadonlySet<string> = new Set(['flex', 'priority']);

/**
 * Names the service tier as Vertex AI expects it: in a header instead of in the body, and to the global endpoint alone; others
 * serve as usual, and a member that they do not know would be refused.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/priority-paygo,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/flex-paygo
 */
export function withTierHeader(call: UpstreamCall, target: Target): UpstreamCall {
  const { body, headers } = call;
  if (!body || !MEMBERS.some((name) => body.includes(`"${name}"`))) return call;
  const object = scanObject(body);
  const members = MEMBERS.flatMap((name) => object.find(name) ?? []);
  if (members.length === 0) return call;
  const tier = members
    .map((member) => tierName(String(object.value(member))))
    .find((name) => TIERS.has(name));
  return {
    ...call,
    body: splice(object, new Map(MEMBERS.map((name) => [name, undefined]))),
    headers:
      tier !== undefined && isGlobal(target)
        ? { ...headers, 'x-vertex-ai-llm-shared-request-type': tier }
        : headers,
  };
}
