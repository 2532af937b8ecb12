import { z } from 'zod';

/** Ratios of a model from a number of input tokens on. A missing ratio is the one that applies below that number. */
export const tier = z.strictObject({
  /** All input tokens of the request, cached or not. */
  min_input_tokens: z.int().positive(),
  model_ratio: z.number().nonnegative(),
  completion_ratio: z.number().nonnegative().optional(),
  cache_ratio: z.number().nonnegative().optional(),
  cache_creation_ratio: z.number().nonnegative().optional(),
});
export type Tier = z.infer<typeof tier>;

/** By model name. */
export const tierTable = z.record(z.string(), z.array(tier).max(20));
export type TierTable = Readonly<z.infer<typeof tierTable>>;

/** Ratios of the provider's service tiers relative to ordinary service, by model name or `prefix*`, then by tier name. */
export const serviceTierTable = z.record(z.string(), z.record(z.string(), z.number().nonnegative()));
export type ServiceTierTable = Readonly<z.infer<typeof serviceTierTable>>;
