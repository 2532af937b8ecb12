import type { JsonValues } from '../../../contract/options/json-shapes.js';

type ServiceTierTable = JsonValues['serviceTiers'];

/**
 * Published list prices of service tiers, relative to standard service. Unlisted tiers cost as much as standard
 * service. Operators change them with the option ServiceTierRatio.
 * https://platform.openai.com/docs/pricing, https://docs.claude.com/en/docs/about-claude/pricing,
 * https://ai.google.dev/gemini-api/docs/pricing, https://aws.amazon.com/bedrock/pricing
 */
export const defaultServiceTiers: ServiceTierTable = {
  'o3*': { flex: 0.5, priority: 1.75 },
  'o3-mini*': { flex: 1, priority: 1 },
  'o3-pro*': { flex: 0.5, priority: 1 },
  'o4-mini*': { flex: 0.5, priority: 2 / 1.1 },
  'gpt-5*': { flex: 0.5, priority: 2 },
  'gpt-5-mini*': { priority: 1.8 },
  'gpt-4.1*': { priority: 1.75 },
  'gpt-4.1-nano*': { priority: 2 },
  'gpt-4o*': { priority: 1.7 },
  'gpt-4o-2024-05-13': { priority: 1.75 },
  'gpt-4o-mini*': { priority: 5 / 3 },
  'gemini-*': { flex: 0.5, priority: 1.8 },
  // Amazon Bedrock, by its names of models that it serves in tiers.
  ...Object.fromEntries(
    ['amazon.nova', 'us.amazon.nova', 'global.amazon.nova', 'openai.gpt-oss', 'deepseek.', 'qwen.'].map(
      (name) => [`${name}*`, { flex: 0.5, priority: 1.75 }],
    ),
  ),
  'claude*': { batch: 0.5, us: 1.1 },
  'claude-opus-4-6*': { fast: 6 },
  'claude-opus-4-7*': { fast: 6 },
  'claude-opus-4-8*': { fast: 2 },
  'claude-opus-5*': { fast: 2 },
  'claude-fable-5-2*': { fast: 2 },
  'claude-mythos-5-2*': { fast: 2 },
};

/**
 * Ratios of a model by service tier. For each tier, the entry with the exact name wins, else the one with the longest
 * prefix. `fast-us` is the product of both unless it has a ratio: at Anthropic the factors stack.
 */
export function serviceTierRatios(table: ServiceTierTable, model: string): ReadonlyMap<string, number> {
  const ratios = new Map<string, number>();
  const fitting = Object.entries(table)
    .filter(([key]) => key === model || (key.endsWith('*') && model.startsWith(key.slice(0, -1))))
    .toSorted(([a], [b]) => weight(a) - weight(b));
  for (const [, tiers] of fitting) for (const [tier, ratio] of Object.entries(tiers)) ratios.set(tier, ratio);
  const { fast, us } = Object.fromEntries(ratios);
  // Rounded for display and logs: 2.2, not 2.2000000000000002.
  if (fast !== undefined && us !== undefined && !ratios.has('fast-us'))
    ratios.set('fast-us', Number((fast * us).toPrecision(12)));
  return ratios;
}

function weight(key: string): number {
  return key.endsWith('*') ? key.length : Infinity;
}
