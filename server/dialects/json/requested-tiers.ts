import type { TopLevel } from './top-level.js';

/** Members by which clients choose how, or where, a request is served, at a price of its own. */
const MEMBERS = ['service_tier', 'serviceTier', 'speed', 'inference_geo'] as const;
/** Google's REST API has its enumeration's names (https://ai.google.dev/gemini-api/docs/priority-inference). */
const GOOGLE_PREFIX = 'service_tier_';

/** The service tiers that a request names, in lower case; nothing for most requests. */
export function requestedTiers(top: TopLevel): { serviceTiers?: readonly string[] } {
  let serviceTiers: string[] | undefined;
  for (const name of MEMBERS) {
    const tier = top.word(name);
    if (tier !== undefined) (serviceTiers ??= []).push(tierName(tier));
  }
  // Priced together: see `fast-us` in `billing/prices/defaults/service-tiers.ts`.
  if (serviceTiers?.includes('fast') && serviceTiers.includes('us')) serviceTiers.push('fast-us');
  return serviceTiers ? { serviceTiers } : NONE;
}

/** The name of a service tier without the prefix of enumerations. */
export function tierName(tier: string): string {
  const word = tier.toLowerCase();
  return word.startsWith(GOOGLE_PREFIX) ? word.slice(GOOGLE_PREFIX.length) : word;
}

const NONE = {};
